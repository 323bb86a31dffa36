/// All connectors that a run of relctl knows.
public struct Extensions: Sendable {
    /// Readers of versions.
    public var versionSources: Registry<any VersionSource> {
        get { box.parts.versionSources }
        set { change { $0.versionSources = newValue } }
    }
    /// Ways to build.
    public var builders: Registry<any Builder> {
        get { box.parts.builders }
        set { change { $0.builders = newValue } }
    }
    /// Makers of archives.
    public var packagers: Registry<any Packager> {
        get { box.parts.packagers }
        set { change { $0.packagers = newValue } }
    }
    /// Writers of release notes.
    public var notesRenderers: Registry<any NotesRenderer> {
        get { box.parts.notesRenderers }
        set { change { $0.notesRenderers = newValue } }
    }
    /// Ways to users.
    public var publishers: Registry<any Publisher> {
        get { box.parts.publishers }
        set { change { $0.publishers = newValue } }
    }
    /// Consumers of what ships: package managers and the like.
    public var distributionTargets: Registry<any DistributionTarget> {
        get { box.parts.distributionTargets }
        set { change { $0.distributionTargets = newValue } }
    }
    /// Makers of signatures.
    public var signers: Registry<any Signer> {
        get { box.parts.signers }
        set { change { $0.signers = newValue } }
    }
    /// Locations that were searched for each unknown connector id, by the kind of the connector.
    package var missing: [String: [String: String]] {
        get { box.parts.missing }
        set { change { $0.missing = newValue } }
    }

    /// Knows nothing yet.
    public init() {
        box = Box(Parts())
    }

    private struct Parts: Sendable {
        var versionSources = Registry<any VersionSource>(kind: "version source")
        var builders = Registry<any Builder>(kind: "builder") {
            $0.keys.problem(reserved: ReservedKeys.ofBuilds)
        }
        var packagers = Registry<any Packager>(kind: "packager")
        var notesRenderers = Registry<any NotesRenderer>(kind: "notes renderer") {
            $0.keys.problem(reserved: ReservedKeys.ofNotes)
        }
        var publishers = Registry<any Publisher>(kind: "publisher") {
            $0.keys.problem(reserved: ReservedKeys.ofPublications)
        }
        var distributionTargets = Registry<any DistributionTarget>(kind: "distribution target") {
            $0.keys.problem(reserved: ReservedKeys.ofDistributions)
        }
        var signers = Registry<any Signer>(kind: "signer") {
            Self.problem(withExtension: $0.fileExtension)
                ?? $0.keys.problem(reserved: ReservedKeys.ofSignatures)
        }
        var missing: [String: [String: String]] = [:]

        /// Says what is wrong with the file extension of a signer; nil if signatures can have it.
        private static func problem(withExtension text: String) -> String? {
            let isPlain = text.utf8.allSatisfy {
                (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || [0x2d, 0x2e, 0x5f].contains($0)
            }
            guard text.utf8.count > 1, text.hasPrefix("."), !text.hasSuffix("."), isPlain else {
                return "`\(text)` is no ending for names, which is a dot and then a-z, 0-9, `.`, `_` and `-`"
            }
            return text == ChecksumFile.sidecar(of: "")
                ? "a signature called `\(text)` would be taken for a checksum" : nil
        }
    }

    /// Holds the parts, so that a copy of the whole copies a reference.
    private final class Box: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    private var box: Box

    private mutating func change(_ edit: (inout Parts) -> Void) {
        var parts = box.parts
        edit(&parts)
        box = Box(parts)
    }
}
