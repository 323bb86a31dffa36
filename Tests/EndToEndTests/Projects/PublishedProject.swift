import RelctlCore
import TestSupport
import Testing

/// A small release without builds that goes to GitHub and to two folders.
struct PublishedProject: Sendable {
    let repository: TestRepository
    let forge: FakeForge
    /// Where it is published too, if its configuration says so.
    var bucket: TestBucket?
    private let commit: String
    private let token: String

    var world: World { repository.world }

    /// What relctl is started with.
    static let environment: [String: String?] = ["GITHUB_TOKEN": "the-token", "GH_TOKEN": nil]

    /// The folders that it is published into.
    static let folders = ["out", "mirror"]

    /// The repository at v1.0.0, which the forge has too; another project is made by `write`.
    ///
    /// - Parameters:
    ///   - forge: Where it is published.
    ///   - withFolders: Whether it is published into folders too.
    ///   - world: Where it lies.
    ///   - token: What the forge lets write.
    ///   - write: Changes it before it is committed.
    /// - Throws: What git or the disk refuses.
    init(
        at forge: FakeForge,
        withFolders: Bool = true,
        in world: World,
        token: String = "the-token",
        write: (TestRepository) throws -> Void = { _ in }
    ) async throws {
        self.forge = forge
        self.token = token
        repository = try await TestRepository("tool", in: world)
        var configuration = Self.configuration(forge)
        if !withFolders { configuration.replace(/{ to: "directory".*\n/, with: "") }
        try repository.write("relctl.json", configuration)
        try repository.write(".gitignore", "/dist/\n/out/\n/mirror/\n")
        for number in 0..<5 {
            try repository.write("data/\(number).txt", String(repeating: "line \(number)\n", count: 3000))
        }
        try write(repository)
        try await repository.commit("feat: be published")
        try await repository.tag("v1.0.0")
        commit = try await repository.git("rev-parse", "HEAD")
        try await clear()
    }

    private static func configuration(_ forge: FakeForge) -> String {
        """
        {
          name: "tool",
          repository: "octo/tool",
          version: { manifests: [] },
          targets: { "x86_64-unknown-linux-gnu": {}, "x86_64-pc-windows-msvc": {} },
          archive: { formats: { default: "tar.gz", windows: "zip" }, contents: [{ files: ["data/**"] }] },
          \(publications(forge))
        }
        """
    }

    /// The places that it goes to, as the configuration has them.
    static func publications(_ forge: FakeForge) -> String {
        """
        publish: [
            { to: "directory", path: "out/{{tag}}" },
            { to: "github", repository: "octo/tool", api: "\(forge.url)" },
            { to: "directory", name: "mirror", path: "mirror/{{version}}" },
          ]
        """
    }

    /// Removes all that was made and published.
    func clear() async throws {
        for folder in ["dist"] + Self.folders { try repository.remove(folder) }
        try await bucket?.clear()
        try await forge.reset()
        try await restoreRepository()
        try await forge.forgetRequests()
    }

    /// Has the forge know the repository and its token, and nothing that goes wrong.
    func restoreRepository() async throws {
        try await forge.removeFaults()
        var there = ForgeRepository(main: commit, token: token)
        there.tags = ["v1.0.0": commit]
        there.tokens[0].revoked = false
        try await forge.createRepository(there)
    }

    /// Publishes what was made.
    func publish(_ options: [String] = []) async throws -> ProgramResult {
        try await repository.relctl(["publish", "v1.0.0"] + options, environment: Self.environment)
    }

    /// Starts the release and does not wait for it.
    func startRelease(_ changes: [String: String?] = [:]) throws -> RunningProgram {
        try world.start(
            [RelctlExecutable.path().string, "release", "v1.0.0"],
            in: repository.folder,
            environment: Self.environment.merging(TestBucket.environment) { $1 }.merging(changes) { $1 }
        )
    }

    /// Makes the release.
    func release(_ changes: [String: String?] = [:]) async throws -> ProgramResult {
        try await startRelease(changes).result()
    }

    // MARK: What came of it

    /// All that a release leaves, at every place.
    struct Outcome: Sendable {
        let dist: TreeSnapshot
        let folders: [TreeSnapshot]
        let forge: [ForgeState.Repository]
        let bucket: [String]

        /// Says where two outcomes differ.
        func differences(from other: Outcome) -> [String] {
            dist.differences(from: other.dist) + zip(folders, other.folders).flatMap { $0.differences(from: $1) }
                + (forge == other.forge ? [] : ["the forge has\n\(forge)\ninstead of\n\(other.forge)"])
                + (bucket == other.bucket ? [] : ["the bucket has \(bucket) instead of \(other.bucket)"])
        }
    }

    /// What is there now.
    func outcome() async throws -> Outcome {
        Outcome(
            dist: try World.release(in: repository),
            folders: try Self.folders.map { try TreeSnapshot(of: repository.folder.appending($0), [.modes]) },
            forge: try await forge.state().outcome,
            bucket: try await bucket?.objects() ?? []
        )
    }

    /// Says what users see of the release that is not all of it.
    func halves(of whole: Outcome) async throws -> [String] {
        var halves = try await bucket?.halves(of: whole.bucket) ?? []
        for (folder, all) in zip(Self.folders, whole.folders) {
            let seen = try TreeSnapshot(of: repository.folder.appending(folder), [.modes]) {
                $0.split(separator: "/").last?.hasPrefix(".") ?? false
            }
            let files = seen.lines.filter { $0.key.contains("/") }
            if !files.isEmpty, files != all.lines.filter({ $0.key.contains("/") }) {
                halves.append("`\(folder)` holds \(files.keys.sorted())")
            }
        }
        let assets = whole.forge.first?.releases.first?.assets
        for moment in try await forge.state().history where moment.event != "release" || moment.assets != assets {
            halves.append("GitHub showed \(moment)")
        }
        return halves
    }

    /// The names of the files that are whole in any release or draft.
    func uploaded() async throws -> Set<String> {
        Set(
            try await forge.state().repositories.flatMap(\.releases).flatMap(\.assets).filter { $0.state == "uploaded" }
                .map(\.name)
        )
    }

    /// The names of the files that were sent since the log began.
    func sent() async throws -> [String] {
        try await forge.requests().filter { $0.origin == "uploads" }.compactMap {
            $0.path.split(separator: "=").last.map(String.init)
        }
    }
}
