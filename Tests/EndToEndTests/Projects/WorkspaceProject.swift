import Foundation
import RelctlCore
import TestSupport

/// The example of five repositories with bare repositories as remotes, as a test has it for itself.
struct WorkspaceProject: Sendable {
    let world: World
    let folder: FilePath
    static let names = ["sdk-rust", "sdk-python", "sdk-kotlin", "sdk-typescript", "server"]

    /// What commits are made at, so that they are the same in every run.
    static let environment: [String: String?] = ["SOURCE_DATE_EPOCH": "1800000000", "USER": "ada"]

    /// Puts the repositories of the example into remotes, each tagged `v0.9.0`.
    init(in world: World, at name: String = "workspace") async throws {
        self.world = world
        folder = world.folder.appending(name)
        let example = Fixtures.project.appending("Examples/workspace")
        let files = LiveFileSystem()
        try files.createFolders(folder.appending("remotes"))
        // The core is ready once it is pushed: nothing builds here.
        let text = try files.text(of: example.appending("relctl-workspace.json"))
            .replacing("refs/releases/$RELCTL_TAG", with: "refs/tags/$RELCTL_TAG")
        try files.write(Array(text.utf8), to: folder.appending("relctl-workspace.json"))
        for name in Self.names {
            let source = folder.appending("source/\(name)").string
            try await world.output(of: ["git", "init", "-q", "--bare", "--initial-branch=main", remote(name).string])
            try await world.output(of: ["git", "init", "-q", "--initial-branch=main", source])
            let content = example.appending("repositories/\(name)").string
            try await world.output(of: ["cp", "-R", content + "/.", source])
            for arguments in [
                ["add", "-A"], ["commit", "-q", "-m", "Begin"], ["tag", "-a", "v0.9.0", "-m", "v0.9.0"],
                ["push", "-q", remote(name).string, "main", "v0.9.0"],
            ] {
                try await world.output(of: ["git", "-C", source] + arguments)
            }
        }
    }

    /// Where a repository is pushed to.
    func remote(_ name: String) -> FilePath { folder.appending("remotes/\(name).git") }

    /// Runs `relctl workspace` with these arguments in the workspace's folder.
    func workspace(_ arguments: String..., environment: [String: String?] = [:]) async throws -> ProgramResult {
        try await world.run(
            [RelctlExecutable.path().string, "workspace"] + arguments,
            in: folder,
            environment: Self.environment.merging(environment) { $1 }
        )
    }

    /// Every reference of every remote and what it leads to, ids and all.
    func references() async throws -> [String] {
        var lines: [String] = []
        for name in Self.names {
            let listed = try await world.output(of: ["git", "--git-dir=\(remote(name))", "for-each-ref"])
            lines += listed.split(separator: "\n").map { "\(name) \($0)" }
        }
        return lines
    }

    /// Whether a remote has a tag.
    func hasTag(_ tag: String, _ name: String) async throws -> Bool {
        try await references().contains { $0.hasPrefix(name + " ") && $0.hasSuffix("refs/tags/" + tag) }
    }

    /// Has a remote run a hook.
    func setHook(_ hook: String, of name: String, to script: String) throws {
        let path = remote(name).appending("hooks/\(hook)")
        try LiveFileSystem().write(Array("#!/bin/sh\n\(script)\n".utf8), to: path)
        try LiveFileSystem().setPermissions(0o755, of: path)
    }

    func removeHook(_ hook: String, of name: String) throws {
        try LiveFileSystem().removeFile(remote(name).appending("hooks/\(hook)"))
    }
}
