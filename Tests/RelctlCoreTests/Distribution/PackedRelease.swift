import TestSupport
import Testing

@testable import RelctlCore

/// A packed release for tests, in a folder of its own, with real programs in real archives.
struct PackedRelease {
    /// The release's folder, and the project's.
    let folder: ReleaseFolder
    var manifest: Manifest

    /// What the release says of itself.
    static func identity() throws -> ReleaseIdentity {
        ReleaseIdentity(
            name: "Word Tool",
            description: "A tool that says its ${version} in \"quotes\".",
            license: "MIT OR Apache-2.0",
            repository: "acme/tool",
            version: try Version("1.2.3"),
            tag: "v1.2.3",
            commit: String(repeating: "1", count: 40),
            timestamp: 1_700_000_000
        )
    }

    /// Starts a release without artifacts.
    init(in folder: FilePath) throws {
        self.folder = ReleaseFolder(folder)
        manifest = Manifest(release: try Self.identity(), artifacts: [])
    }

    /// Where the folder's files are downloaded.
    var url: String { "file://\(folder.path)/{{artifact}}" }

    /// Compiles a program that prints its version, for this machine.
    func compile(_ name: String, _ options: String..., says text: String = "tool 1.2.3") async throws {
        let compiler = try #require(HostTool("cc"))
        let source = folder.path.appending("\(name).c")
        try LiveFileSystem().write(
            "#include <stdio.h>\nint main(void) { puts(\"\(text)\"); return 0; }\n".utf8,
            to: source
        )
        let arguments = options + ["-o", folder.path.appending(name).string, source.string]
        let outcome = try await compiler.run(arguments, in: folder.path)
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    /// Packs an archive of texts by path, or a program as it is, and adds it to the manifest.
    ///
    /// `@NAME` in a text's place is a program that was compiled.
    mutating func pack(
        _ name: String,
        _ format: String,
        for target: String,
        _ entries: [String: String]
    ) async throws {
        let plan = ArchivePlan(
            name: name,
            format: format,
            target: try TargetTriple(target),
            timestamp: 1_700_000_000,
            entries: try Self.planned(entries, isBare: format == BinaryPackager.id)
        )
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        let output = try LiveFileSystem().create(folder.file(name), permissions: 0o644)
        let request = PackageRequest(archive: plan, project: folder.path, binaries: folder.path)
        let packaged = try await extensions.packagers.connector(format).package(request, to: output, with: .onDisk())
        try output.close()
        let artifact = try Artifact(
            name: name,
            kind: format == BinaryPackager.id ? .binary : .archive,
            target: plan.target,
            format: format,
            size: packaged.size,
            sha256: packaged.sha256,
            contents: packaged.contents
        )
        manifest = Manifest(release: manifest.release, artifacts: manifest.artifacts + [artifact])
        try LiveFileSystem().write(try JSONText.pretty(manifest), to: folder.manifest)
    }

    private static func planned(_ entries: [String: String], isBare: Bool) throws -> [PlannedEntry] {
        var contents: [RelativePath: PlannedEntry.Content] = [:]
        for (path, text) in entries {
            let path = try RelativePath(path)
            let source: PlannedEntry.Source =
                text.hasPrefix("@")
                ? .project(path: try RelativePath(String(text.dropFirst()))) : .text(text)
            let isExecutable = text.hasPrefix("@") || text.hasPrefix("#!")
            contents[path] = .file(source: source, isExecutable: isExecutable)
            var parent = path.parent
            while let folder = parent, !isBare {
                contents[folder] = .folder
                parent = folder.parent
            }
        }
        return contents.map { PlannedEntry(path: $0.key, content: $0.value) }.sorted { $0.path < $1.path }
    }
}

/// An artifact that nobody packed.
func artifact(
    _ name: String,
    _ format: String,
    for target: String,
    _ paths: [String] = ["top/tool"]
) throws -> Artifact {
    var hasher = SHA256Hasher()
    Array(name.utf8).withUnsafeBytes { hasher.update($0) }
    return try Artifact(
        name: name,
        kind: format == BinaryPackager.id ? .binary : .archive,
        target: try TargetTriple(target),
        format: format,
        size: 1,
        sha256: hasher.finalize(),
        contents: paths.map { ArchivedEntry(path: try RelativePath($0), kind: .file, mode: 0o755, size: 1) }
    )
}
