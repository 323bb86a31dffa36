/// Finds for each part of a release what it was in an earlier one, whatever version stands in its name.
package struct SizeComparison: Sendable {
    private let manifest: Manifest
    private let previous: Manifest?
    private let artifacts: [Identity: Artifact]

    /// What is the same thing in two releases.
    private struct Identity: Hashable {
        var kind: Artifact.Kind
        var target: TargetTriple?
        var format: String?
        /// The program, of a file that is one; the name without the version, of what is for no target.
        var name: String?

        init(_ artifact: Artifact, of release: ReleaseIdentity) {
            kind = artifact.kind
            target = artifact.target
            format = artifact.format
            if artifact.kind == .binary {
                name = artifact.contents?.first?.path.lastComponent
            } else if artifact.target == nil {
                name = artifact.name.replacing(release.version.description, with: "")
            }
        }
    }

    /// Holds a release against an earlier one, if there is one.
    package init(_ manifest: Manifest, with previous: Manifest?) {
        self.manifest = manifest
        self.previous = previous
        let pairs = previous?.downloads.map { (Identity($0, of: previous?.release ?? manifest.release), $0) } ?? []
        artifacts = Dictionary(pairs) { first, _ in first }
    }

    /// All that people fetch.
    var items: [SizedItem] { manifest.downloads.map(item) + Self.images(of: manifest).map { image($0, parts: []) } }

    /// What only the earlier release had.
    var removed: [SizedItem] {
        let kept = Set(manifest.downloads.map { Identity($0, of: manifest.release) })
        let files = artifacts.filter { !kept.contains($0.key) }.values.map { SizedItem($0, parts: []) }
        let names = Set(Self.images(of: manifest).map(\.name))
        return files + Self.images(of: previous).filter { !names.contains($0.name) }
    }

    /// A file, with what is in it.
    package func item(_ artifact: Artifact) -> SizedItem {
        let before = artifacts[Identity(artifact, of: manifest.release)]
        let sizes = Dictionary((before.map(Self.parts) ?? []).map { ($0.path, $0.size) }) { first, _ in first }
        let parts = Self.parts(of: artifact).map { part in
            SizedItem.Part(path: part.path, size: part.size, previous: sizes[part.path])
        }
        return SizedItem(name: artifact.name, size: artifact.size, previous: before?.size, parts: parts)
    }

    /// The image of one platform, with what is in it; of the earlier one, the size alone is known.
    package func item(
        _ image: ReleasedImage,
        _ platform: ReleasedImage.Platform,
        parts: [SizedItem.Part]
    ) -> SizedItem {
        self.image(SizedItem(image, platform), parts: parts)
    }

    /// A program of a target, by its file's name, and what it was; nothing where nothing of the target holds it.
    package func program(_ name: String, of size: UInt64, for target: TargetTriple) -> SizedItem {
        let artifacts = (previous?.downloads ?? []).filter { $0.target == target }
        let entries = artifacts.flatMap { artifact -> [ArchivedEntry] in artifact.contents ?? [] }
        let before = entries.first { entry in
            entry.kind == .file && entry.mode & 0o111 != 0 && entry.path.lastComponent == name
        }
        return SizedItem(name: "\(name) for \(target)", size: size, previous: before?.size, parts: [])
    }

    private func image(_ item: SizedItem, parts: [SizedItem.Part]) -> SizedItem {
        let before = Self.images(of: previous).first { $0.name == item.name }
        return SizedItem(name: item.name, size: item.size, previous: before?.size, parts: parts)
    }

    private static func images(of manifest: Manifest?) -> [SizedItem] {
        (manifest?.images ?? []).flatMap { image in image.platforms.map { SizedItem(image, $0) } }
    }

    /// The files in an artifact, from below its top folder, in whose name the version may stand.
    private static func parts(of artifact: Artifact) -> [SizedItem.Part] {
        let files = (artifact.contents ?? []).filter { $0.kind == .file }
        guard artifact.kind != .binary else { return [] }
        return files.map { file in
            let path = file.path.components.dropFirst().joined(separator: "/")
            return SizedItem.Part(path: path.isEmpty ? file.path.string : path, size: file.size ?? 0)
        }
    }
}

extension SizedItem {
    fileprivate init(_ artifact: Artifact, parts: [Part]) {
        self.init(name: artifact.name, size: artifact.size, parts: parts)
    }

    fileprivate init(_ image: ReleasedImage, _ platform: ReleasedImage.Platform) {
        self.init(name: "\(image.id) for \(platform.platform)", size: platform.size, parts: [])
    }
}
