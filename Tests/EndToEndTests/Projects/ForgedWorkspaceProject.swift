import Foundation
import RelctlCore
import TestSupport

/// The five repositories of the example at a forge that runs workflows for their tags; one changes by pull requests
/// alone, which are merged at once, and two are ready when their release is published, or their run has ended.
struct ForgedWorkspaceProject: Sendable {
    let project: WorkspaceProject
    let forge: FakeForge
    private let pristine: FilePath

    var world: World { project.world }
    private var remotes: FilePath { project.folder.appending("remotes") }
    private var home: FilePath { project.folder.appending("home") }

    /// The repository whose commit goes by a pull request.
    static let requested = "sdk-kotlin"

    init(at forge: FakeForge, in world: World) async throws {
        self.forge = forge
        project = try await WorkspaceProject(in: world, at: "forged")
        pristine = project.folder.appending("pristine")
        let files = LiveFileSystem()
        try await world.output(of: ["mv", project.folder.appending("remotes").string, pristine.string])
        let path = project.folder.appending("relctl-workspace.json")
        var text = try files.text(of: path)
        for name in WorkspaceProject.names {
            let place = "forge: { kind: \"github\", repository: \"octo/\(name)\", api: \"\(forge.url)\" },"
            let ready =
                switch name {
                case "sdk-python": "ready: { release: { assets: [\"*.whl\"], interval: \"1s\" } },"
                case "sdk-typescript": "ready: { run: { workflow: \"release.yml\", interval: \"1s\" } },"
                case Self.requested: "via: \"pullRequest\","
                default: ""
                }
            let url = "url: \"remotes/\(name).git\","
            text = text.replacing(url, with: "\(url) \(place) \(ready)")
        }
        try files.write(Array(text.utf8), to: path)
        try await clear()
    }

    /// Sets everything back: the remotes, the forge, and what relctl keeps.
    func clear() async throws {
        let files = LiveFileSystem()
        for folder in [remotes, home] { try files.removeTree(folder) }
        try files.createFolders(home)
        try await world.output(of: ["cp", "-R", pristine.string, remotes.string])
        try await forge.reset()
        for name in WorkspaceProject.names {
            var there = ForgeRepository()
            (there.name, there.branches, there.gitDirectory) = (name, [:], project.remote(name).string)
            if name == Self.requested { there.merges = "merge" }
            var workflow = ForgeWorkflow("release.yml")
            workflow.tags = "v1*"
            if name == "sdk-python" { workflow.release = .init(["sdk.whl"]) }
            there.workflows = name == "server" ? nil : [workflow]
            try await forge.createRepository(there)
        }
        try await forge.forgetRequests()
    }

    // MARK: Running

    private var environment: [String: String?] {
        WorkspaceProject.environment.merging([
            "HOME": home.string, "GITHUB_TOKEN": "the-token", "GH_TOKEN": nil,
        ]) { $1 }
    }

    /// Starts `relctl workspace` with these arguments.
    func start(_ arguments: String...) throws -> RunningProgram {
        try world.start(
            [RelctlExecutable.path().string, "workspace"] + arguments,
            in: project.folder,
            environment: environment
        )
    }

    // MARK: What came of it

    /// Every reference of every remote, ids and all, and everything at the forge.
    struct Outcome: Hashable, Sendable {
        let references: [String]
        let forge: [ForgeState.Repository]
    }

    /// What is there now.
    func outcome() async throws -> Outcome {
        // A question has the forge see what was pushed last.
        for name in WorkspaceProject.names {
            _ = try await forge.ask("GET", "/repos/octo/\(name)/actions/runs", token: "the-token")
        }
        return Outcome(references: try await project.references(), forge: try await forge.state().outcome)
    }
}
