import TestSupport

@testable import RelctlCore
@testable import RelctlImages

/// A project whose programs were built and packed for two platforms, and its images.
struct ImageProject: Sendable {
    static let intel = "x86_64-unknown-linux-musl"
    static let arm = "aarch64-unknown-linux-musl"

    let folder: FilePath
    let configuration: Configuration
    let manifest: Manifest
    let files: any FileSystem

    var project: FilePath { folder.appending("project") }
    var dist: FilePath { project.appending("dist") }
    var layout: FilePath { dist.appending("images") }

    /// What the archives hold of the project's files, by path.
    static let shipped = ["README.md": "read me\n", "config/app.toml": "port = 8080\n", "config/deep/empty": ""]

    /// Packs a project for two platforms with these `images`, after `change` had its way with the folder.
    init(
        in folder: FilePath,
        images: String,
        format: String = "tar.gz",
        version: String = "1.2.3",
        programs: [String: String] = [:],
        files: any FileSystem = LiveFileSystem(),
        change: (FilePath) throws -> Void = { _ in }
    ) async throws {
        self.folder = folder
        self.files = files
        let project = folder.appending("project")
        try files.createFolders(project)
        let targets = [Self.intel, Self.arm]
        let cross = try await CrossPrograms.folder()
        for target in targets {
            let path = project.appending("dist/build/\(target)/app")
            try files.createFolders(path.parent)
            try files.copyFile(cross.appending(programs[target] ?? target), to: path, permissions: 0o755)
        }
        for (path, text) in Self.shipped {
            try files.createFolders(project.appending(path).parent)
            try files.write(text.utf8, to: project.appending(path))
        }
        try change(project)
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        configuration = try ConfigurationLoader(extensions: extensions).configuration(
            fromText: """
                {
                  name: "app", license: "MIT", repository: "acme/app", binaries: ["app"],
                  build: { command: ["true"], output: "app" },
                  targets: { "\(Self.intel)": {}, "\(Self.arm)": {} },
                  archive: {
                    formats: { default: "\(format)" },
                    contents: [{ binaries: "bin" }, { files: ["README.md", "config/**"] }],
                  },
                  images: \(images),
                }
                """,
            file: "relctl.json"
        )
        let release = ReleaseIdentity(
            name: "app",
            description: "An app",
            license: "MIT",
            repository: "acme/app",
            version: try Version(version),
            tag: "v\(version)",
            commit: String(repeating: "a", count: 40),
            timestamp: 1_700_000_000
        )
        manifest = try await Self.pack(configuration, release, extensions, project, files)
    }

    private static func pack(
        _ configuration: Configuration,
        _ release: ReleaseIdentity,
        _ extensions: Extensions,
        _ project: FilePath,
        _ files: any FileSystem
    ) async throws -> Manifest {
        let tree = try await SourceTree.observe(
            for: configuration.archive.contents,
            in: project,
            excluding: [RelativePath("dist")],
            files: files
        )
        let plans = try ArchivePlanner().plan(
            ArchivePlanner.Request(
                settings: configuration.archive,
                timestamp: release.timestamp,
                targets: configuration.targets.map { target in
                    TargetContext(
                        target: target,
                        scope: configuration.project.scope(of: release, target: target),
                        binaries: configuration.project.binaries(of: target)
                    )
                },
                tree: tree,
                packagers: extensions.packagers
            )
        )
        let request = PackagingExecutor.Request(
            plans: plans,
            release: release,
            project: project,
            builds: project.appending("dist/build"),
            output: project.appending("dist"),
            writesSidecars: false,
            width: 2
        )
        return try await PackagingExecutor()
            .execute(request, packagers: extensions.packagers, with: .onDisk(files: files))
    }

    /// The images' plans.
    func plans(on platforms: [ImagePlatform] = [], versions: [Version] = []) async throws -> [ImagePlan] {
        var request = ImagePlanner.Request(configuration.project, configuration.images, manifest)
        (request.platforms, request.versions) = (platforms, versions)
        request.tree = try await SourceTree.observe(
            for: ImagePlanner().projectRules(for: request),
            in: project,
            excluding: [RelativePath("dist")],
            files: files
        )
        return try ImagePlanner().plan(request)
    }

    /// Makes the images; `change` may change what is asked for.
    func build(
        threads: Int = 2,
        effects: Effects? = nil,
        change: (inout ImageExecutor.Request) -> Void = { _ in }
    ) async throws -> [BuiltImage] {
        var request = ImageExecutor.Request(
            plans: try await plans(),
            artifacts: manifest.artifacts,
            dist: dist,
            project: project,
            layout: layout,
            engine: ArchiveEngine(threads: threads)
        )
        change(&request)
        return try await ImageExecutor().execute(request, with: effects ?? .onDisk(files: files))
    }

    /// Runs a program that must succeed, in the layout's parent folder; its standard output.
    @discardableResult
    func output(of arguments: [String]) async throws -> String {
        try await World.scratch { world in try await world.output(of: arguments, in: dist) }
    }
}
