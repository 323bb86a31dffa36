import RelctlCore
import TestSupport
import Testing

/// A project that ships a tree of files as it is and builds nothing.
struct TreeProject: Sendable {
    let repository: TestRepository
    /// The archives it makes, sorted.
    let archives: [String]

    static let linux = "x86_64-unknown-linux-gnu"
    static let windows = "x86_64-pc-windows-msvc"

    /// The folder that all entries of an archive for Linux lie in, slash included.
    static let top = "tree-v1.0.0-\(linux)/"

    var world: World { repository.world }
    var dist: FilePath { repository.folder.appending("dist") }
    /// The folder of the tree.
    var data: FilePath { repository.folder.appending("data") }

    /// The repository at v1.0.0, which git does not track the tree of; for Linux as tar.gz and zip, and as a zip for
    /// Windows if asked.
    init(_ tree: ContentTree, forWindows isForWindows: Bool = true, in world: World) async throws {
        repository = try await TestRepository("tree", in: world)
        let targets = isForWindows ? [Self.linux, Self.windows] : [Self.linux]
        try repository.write("relctl.json", Self.configuration(targets))
        try repository.write(".gitignore", "/data/\n/dist/\n")
        try await repository.commit("feat: ship a tree")
        try await repository.tag("v1.0.0")
        try LiveFileSystem().createFolder(repository.folder.appending("data"))
        try tree.write(to: repository.folder.appending("data"))
        archives =
            (isForWindows ? ["tree-v1.0.0-\(Self.windows).zip"] : []) + [
                "tree-v1.0.0-\(Self.linux).tar.gz", "tree-v1.0.0-\(Self.linux).zip",
            ]
    }

    private static func configuration(_ targets: [String]) -> String {
        """
        {
          name: "tree",
          version: { manifests: [] },
          targets: { \(targets.map { "\"\($0)\": {}" }.joined(separator: ", ")) },
          archive: { formats: { default: ["tar.gz", "zip"], windows: "zip" }, contents: [{ from: "data", files: ["**"] }] },
        }
        """
    }

    /// Runs `relctl package` to its end.
    func package(_ options: [String] = [], environment: [String: String?] = [:]) async throws -> ProgramResult {
        try await repository.relctl(["package", "v1.0.0"] + options, environment: environment)
    }

    /// Lets relctl read again what it packed.
    func verify() async throws -> ProgramResult {
        expect(try await repository.relctl(["checksum", "v1.0.0"]), exits: 0)
        return try await repository.relctl(["verify"])
    }

    /// Starts `relctl package` and does not wait for it.
    func startPackage(_ options: [String] = [], environment: [String: String?] = [:]) throws -> RunningProgram {
        try world.start(
            [RelctlExecutable.path().string, "package", "v1.0.0"] + options,
            in: repository.folder,
            environment: environment
        )
    }

    /// All that lies in `dist/`, but for what tells of the run that made it.
    func shipped() throws -> TreeSnapshot { try World.release(in: repository) }

    /// Removes `dist/`.
    func clear() throws { try repository.remove("dist") }
}
