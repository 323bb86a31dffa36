import RelctlCore
import TestSupport
import Testing

/// A project that ships a script for three platforms, tagged v1.0.0, and clones of it that stand for machines.
struct ShardedProject {
    static let targets = ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc"]

    let origin: TestRepository
    /// The machine on which all is joined.
    let home: TestRepository

    static func archive(for target: String) -> String {
        "greeter-v1.0.0-\(target)" + (target.contains("windows") ? ".zip" : ".tar.gz")
    }

    init(
        in world: World,
        more: String = "",
        publish: String = directory,
        adding add: (TestRepository) throws -> Void = { _ in }
    ) async throws {
        origin = try await ScriptProject.create(in: world)
        try add(origin)
        try origin.write("relctl.json", Self.configuration(more: more, publish: publish))
        try await origin.commit("feat: greet on three platforms")
        try await origin.tag("v1.0.0")
        home = try await origin.clone(to: "joined")
    }

    /// Where it goes, unless a test says otherwise.
    static let directory = #"{ to: "directory", path: "out/{{tag}}" }"#

    static func configuration(more: String = "", publish: String = directory) -> String {
        """
        {
          name: "greeter",
          version: { manifests: ["VERSION"] },
          targets: { \(targets.map { "\"\($0)\": {}" }.joined(separator: ", ")) },
          archive: { contents: [{ files: ["greet"] }] },
          publish: [\(publish)],
          \(more)
        }
        """
    }

    /// A machine on which these commands were run, each for one target.
    func machine(
        _ name: String,
        for target: String,
        running commands: [[String]] = [["package", "v1.0.0"]],
        environment: [String: String?] = [:]
    ) async throws -> TestRepository {
        let machine = try await origin.clone(to: name)
        for command in commands {
            expect(try await machine.relctl(command + ["--target", target], environment: environment), exits: 0)
        }
        return machine
    }

    /// The folders of three machines, one for each target, as `home` names them.
    func shards(running commands: [[String]] = [["package", "v1.0.0"]]) async throws -> [String] {
        var folders: [String] = []
        for (index, target) in Self.targets.enumerated() {
            _ = try await machine("machine-\(index)", for: target, running: commands)
            folders.append("../machine-\(index)/dist")
        }
        return folders
    }

    /// Merges into `home`.
    func merge(_ folders: [String], _ options: String...) async throws -> ProgramResult {
        try await home.relctl(["merge"] + folders + options)
    }
}
