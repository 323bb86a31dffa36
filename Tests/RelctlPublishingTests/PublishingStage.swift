import RelctlPublishing
import TestSupport

/// A project with a release in `dist/` that is to be published to `out/v1`.
struct PublishingStage {
    let project: FilePath
    var dist: FilePath { project.appending("dist") }
    var parent: FilePath { project.appending("out") }
    var destination: FilePath { parent.appending("v1") }

    init(_ scratch: FilePath) throws {
        project = scratch.appending("project")
        for folder in ["dist", ".git"] { try LiveFileSystem().createFolders(project.appending(folder)) }
    }

    /// A manifest, with something in it that differs from release to release.
    static func manifest(_ mark: String) -> String {
        """
        {"format": 1, "artifacts": [], "release": {"name": "streams", "version": "1.0.0", "tag": "v1", \
        "commit": "\(mark)", "timestamp": 0, "isSnapshot": false}}
        """
    }

    /// Puts a release into `dist/`, and asks for its publication.
    func request(contents: String, replaces: Bool = false, name: String = "a.tar.gz") throws -> PublicationRequest {
        let files = [name: contents, "manifest.json": Self.manifest(contents)]
        for (name, text) in files { try LiveFileSystem().write(text.utf8, to: dist.appending(name)) }
        return PublicationRequest(
            publisher: "directory",
            options: ["path": .text("out/v1")],
            release: ReleaseIdentity(
                name: "streams",
                version: try Version("1.0.0"),
                tag: "v1",
                commit: contents,
                timestamp: 0
            ),
            files: files.sorted { $0.key < $1.key }.map { name, text in
                PublishedFile(name: name, size: UInt64(text.utf8.count), sha256: Digest(of: Array(text.utf8)))
            },
            folder: dist,
            project: project,
            replaces: replaces
        )
    }

    /// Observes, plans and executes, as a run does.
    func publish(_ request: PublicationRequest, files: any FileSystem = LiveFileSystem()) async throws {
        let effects = Effects.onDisk(files: files)
        let publisher = DirectoryPublisher()
        let observed = try await publisher.observe(request, with: effects)
        let actions = try publisher.plan(request, observed: observed)
        try await publisher.execute(actions, for: request, in: PublicationRun(name: "directory", effects: effects))
    }

    /// The names and texts in the published folder, or nothing if it is not there.
    func published() throws -> [String: String]? {
        let files = LiveFileSystem()
        guard try files.status(of: destination) != nil else { return nil }
        let names = try files.names(in: destination)
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try files.text(of: destination.appending($0))) })
    }
}
