/// What was found in the artifacts of a release that its manifest does not say.
package struct NixObservation: Sendable, Hashable {
    /// Those that hold programs for a processor.
    private var native: Set<Digest> = []
    /// Those that hold ELF programs or libraries which a loader has to find the libraries of.
    private var dynamic: Set<Digest> = []

    /// What locks the flake's inputs, as Nix wrote it; nothing where nobody locked them.
    var lock: String?

    /// Nothing was found.
    package init() {}

    /// Takes note of what an artifact holds.
    mutating func add(_ artifact: Artifact, _ programs: Programs) {
        if programs.areNative { native.insert(artifact.sha256) }
        if programs.needLoader { dynamic.insert(artifact.sha256) }
    }

    func holdsPrograms(_ artifact: Artifact) -> Bool { native.contains(artifact.sha256) }

    func needsLoader(_ artifact: Artifact) -> Bool { dynamic.contains(artifact.sha256) }

    /// What the programs of an artifact are.
    struct Programs: Sendable, Hashable {
        /// Whether there are any for a processor.
        var areNative = false
        /// Whether one of them is an ELF file that needs a loader, or of which its first bytes do not tell.
        var needLoader = false

        /// Takes note of a file by its first bytes.
        mutating func add(head: [UInt8], size: UInt64) {
            guard let format = BinaryInspector.format(ofHead: head, size: size) else {
                // What begins like a program and goes on too late is taken for one that needs all.
                let isELF = head.starts(with: [0x7f, 0x45, 0x4c, 0x46])
                areNative = areNative || isELF
                needLoader = needLoader || isELF
                return
            }
            areNative = true
            guard format.container == .elf else { return }
            needLoader =
                needLoader
                || format.slices.contains { slice in
                    guard slice.kind != .object, let linking = slice.linking else { return false }
                    return linking != .static
                }
        }
    }
}
