/// What a system of Nix gets of a release.
package struct NixSource: Sendable, Hashable {
    /// Nix's name of the system, such as `x86_64-linux`.
    package let system: String
    /// One archive, or programs that ship as they are.
    package let artifacts: [Artifact]
}

/// Which artifacts of a release the systems of Nix get.
package struct NixSources: Sendable, Hashable {
    /// One for each system, sorted bytewise by it.
    package let all: [NixSource]
    /// Whether programs ship as they are, everywhere.
    package let areBare: Bool

    /// Archives that nixpkgs unpacks, the ones that it needs the least for first.
    package static let formats = ["tar.gz", "tar.xz", "tar.zst", "tar", "zip"]

    /// Chooses from a release.
    ///
    /// Of several platforms that are one system to Nix, a static one is taken: it needs nothing of the system. A universal
    /// program for macOS stands in where there is none for a processor.
    ///
    /// - Throws: ``RelctlError`` if there is nothing for any system, or an archive for one and none for another.
    package init(of manifest: Manifest, kind: NixSettings.Kind, observation: NixObservation) throws {
        if kind == .grafanaPlugin, let plugin = Self.portablePlugin(in: manifest, observation) {
            areBare = false
            all = Self.usualSystems.map { NixSource(system: $0, artifacts: [plugin]) }
            return
        }
        var artifacts: [String: [Artifact]] = [:]
        for artifact in manifest.artifacts where artifact.kind == .archive || artifact.kind == .binary {
            guard let target = artifact.target else { continue }
            for system in Self.systems(of: target) { artifacts[system, default: []].append(artifact) }
        }
        let formats = kind == .grafanaPlugin ? ["zip"] : Self.formats
        let archives = artifacts.compactMapValues { Self.archive(among: $0, formats) }
        let bare = kind == .program ? artifacts.compactMapValues(Self.programs) : [:]
        areBare = archives.count < bare.count
        let chosen = areBare ? bare : archives
        guard !chosen.isEmpty else { throw Self.nothing(formats, among: artifacts) }
        let missing = artifacts.keys.filter { chosen[$0] == nil }.sortedBytewise()
        guard missing.isEmpty else { throw Self.uneven(missing, areBare: areBare, formats) }
        all = chosen.sortedBytewise(by: \.key).map { NixSource(system: $0.key, artifacts: $0.value) }
    }

    /// What must be looked into before it can be chosen.
    package static func candidates(in manifest: Manifest, kind: NixSettings.Kind) throws -> [Artifact] {
        guard kind == .program else { return plugins(in: manifest) }
        var seen: Set<Digest> = []
        return try NixSources(of: manifest, kind: kind, observation: NixObservation()).all.flatMap(\.artifacts)
            .filter { seen.insert($0.sha256).inserted }
    }

    /// The systems that every package of nixpkgs is tried on.
    private static let usualSystems = ["aarch64-darwin", "aarch64-linux", "x86_64-darwin", "x86_64-linux"]

    private static func plugins(in manifest: Manifest) -> [Artifact] {
        manifest.artifacts.filter { $0.kind == .archive && $0.format == "zip" }
    }

    /// The only plugin of a release, if it runs in browsers alone: whatever target it was packed for, it is for all.
    private static func portablePlugin(in manifest: Manifest, _ observation: NixObservation) -> Artifact? {
        let plugins = plugins(in: manifest)
        return plugins.count == 1 ? plugins.first.flatMap { observation.holdsPrograms($0) ? nil : $0 } : nil
    }

    /// Whether Nix has a system for a platform.
    package static func has(_ target: TargetTriple) -> Bool { !systems(of: target).isEmpty }

    private static func systems(of target: TargetTriple) -> [String] {
        if let name = target.nixName { return [name] }
        guard target.system == .macOS, target.architecture == .universal else { return [] }
        return ["aarch64-darwin", "x86_64-darwin"]
    }

    private static func archive(among artifacts: [Artifact], _ formats: [String]) -> [Artifact]? {
        let known = artifacts.filter { $0.kind == .archive && formats.contains($0.format ?? "") }
        guard let target = TargetTriple.preferred(among: known.compactMap(\.target)) else { return nil }
        let ofTarget = known.filter { $0.target == target }
        let chosen = formats.lazy.compactMap { format in ofTarget.first { $0.format == format } }.first
        return chosen.map { [$0] }
    }

    private static func programs(among artifacts: [Artifact]) -> [Artifact]? {
        let known = artifacts.filter { $0.kind == .binary }
        guard let target = TargetTriple.preferred(among: known.compactMap(\.target)) else { return nil }
        return known.filter { $0.target == target }
    }

    private static func nothing(_ formats: [String], among artifacts: [String: [Artifact]]) -> RelctlError {
        let known = formats.map { "`\($0)`" }.joined(separator: ", ")
        return RelctlError(
            "cannot make a Nix package: the release has nothing for a system of Nix",
            hints: artifacts.isEmpty
                ? ["add a target for Linux or macOS, such as `x86_64-unknown-linux-musl`"]
                : ["let `archive.formats` have one that can be unpacked there: \(known)"]
        )
    }

    private static func uneven(_ systems: [String], areBare: Bool, _ formats: [String]) -> RelctlError {
        let names = systems.map { "`\($0)`" }.joined(separator: ", ")
        let what = areBare ? "programs that ship as they are" : "an archive that Nix unpacks"
        let wanted = areBare ? ["binary"] : formats
        return RelctlError(
            "cannot make a Nix package: other systems have \(what), but not \(names)",
            hints: ["give all of them one of these formats: " + wanted.map { "`\($0)`" }.joined(separator: ", ")]
        )
    }
}
