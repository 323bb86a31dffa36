import Foundation
import RelctlCore
import TestSupport
import Testing

/// A token is in the environment of a run and in what it sends, and nowhere else.
@Suite struct SecretsTests {
    private static let token = "ghp_s3cr3tOfTheProject+/=%"

    /// The forms in which it could come out.
    private static let forms: [String] = [
        token, "ghp_s3cr3tOfTheProject", "Z2hwX3MzY3IzdE9mVGhlUHJvam", "%2B%2F%3D%25",
    ]

    #if arch(arm64)
        private static let target = "aarch64-unknown-linux-gnu"
    #else
        private static let target = "x86_64-unknown-linux-gnu"
    #endif

    private static let environment: [String: String?] = ["GITHUB_TOKEN": token, "GH_TOKEN": nil, "LC_MINE": token]

    /// A project whose builds and hooks print all that they are told.
    private func project(at forge: FakeForge, in world: World) async throws -> PublishedProject {
        try await PublishedProject(at: forge, in: world, token: Self.token) { repository in
            let script = "#!/bin/sh\nenv\nenv >&2\nmkdir -p made && cp \"$(which true)\" made/tool\n"
            try repository.write("build.sh", script, isExecutable: true)
            try repository.write(".gitignore", "/dist/\n/out/\n/mirror/\n/made/\n")
            try repository.write(
                "relctl.json",
                """
                {
                  name: "tool", repository: "octo/tool", version: { manifests: [] }, binaries: ["tool"],
                  targets: { "\(Self.target)": {} },
                  build: {
                    command: ["./build.sh"], output: "made/{{binary}}", before: [["./build.sh"]],
                    passEnvironment: ["GITHUB_TOKEN", "LC_MINE"], environment: { MINE: "{{version}}" },
                  },
                  \(PublishedProject.publications(forge))
                }
                """
            )
        }
    }

    private func expectNoSecret(_ text: String, _ place: String) {
        for form in Self.forms { #expect(!text.contains(form), "\(place) holds the secret as `\(form)`") }
    }

    /// Everything that a run wrote, in the project and to its streams.
    private func expectNoSecret(in project: PublishedProject, _ result: ProgramResult, _ what: String) throws {
        expectNoSecret(result.output + result.errors, what)
        let files = LiveFileSystem()
        func look(into folder: FilePath) throws {
            for name in try files.names(in: folder) {
                let path = folder.appending(name)
                guard let status = try files.status(of: path) else { continue }
                if status.kind == .folder { try look(into: path) }
                if status.kind == .file {
                    expectNoSecret(String(decoding: try files.contents(of: path), as: UTF8.self), "\(what): \(path)")
                }
            }
        }
        for folder in ["dist", "out", "mirror"] {
            let path = project.repository.folder.appending(folder)
            if try files.status(of: path) != nil { try look(into: path) }
        }
    }

    @Test(arguments: [["-v"], ["--json"], ["-q"]])
    func aTokenIsInNothingThatAReleaseWrites(globals: [String]) async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let project = try await project(at: forge, in: world)
                for command in [
                    ["release", "v1.0.0"], ["release", "v1.0.0", "--dry-run"], ["publish", "v1.0.0"], ["plan"],
                ] {
                    let result = try await project.repository.relctl(globals + command, environment: Self.environment)
                    expect(result, exits: 0)
                    try expectNoSecret(in: project, result, "\(command)")
                }
                #expect(try await project.forge.state().repositories.first?.releases.map(\.draft) == [false])
            }
        }
    }

    @Test(arguments: ["api", "uploads"])
    func aTokenIsInNoError(origin: String) async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let project = try await project(at: forge, in: world)
                // A server that says back what it was told.
                let body = #"{"message":"token \#(Self.token) is not for POST"}"#
                var answer = ForgeFault.Effect("answer")
                (answer.status, answer.body) = (403, body)
                try await forge.addFault(answer, on: ForgeFault.Match("POST", origin: origin))
                for globals in [["-v"], ["--json"]] {
                    let result = try await project.repository.relctl(
                        globals + ["release", "v1.0.0"],
                        environment: Self.environment
                    )
                    #expect([.exit(77), .exit(3)].contains(result.end))
                    try expectNoSecret(in: project, result, "\(globals)")
                }
            }
        }
    }

    @Test func aTokenInNotesOrInAReasonIsNotPublished() async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let project = try await project(at: forge, in: world)
                let relctl = { (arguments: [String]) in
                    try await project.repository.relctl(arguments, environment: Self.environment)
                }
                expect(try await relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
                let notes = try project.repository.text("dist/NOTES.md")
                try project.repository.write("dist/NOTES.md", notes + "\nSet it to \(Self.token)\n")
                let refused = try await relctl(["publish", "v1.0.0"])
                expect(refused, exits: 1, naming: "holds the value of a variable that a secret is read from")
                expectNoSecret(refused.errors, "the refusal")
                #expect(try await project.forge.state().repositories.first?.releases.isEmpty == true)

                try project.repository.write("dist/NOTES.md", notes)
                expect(try await relctl(["publish", "v1.0.0"]), exits: 0)
                let reason = try await relctl(["yank", "v1.0.0", "--reason", "it shows \(Self.token)"])
                expect(reason, exits: 1, naming: "the reason holds the value of a variable")
                expectNoSecret(reason.errors, "the refusal")
                expect(
                    try await relctl(["yank", "v9.9.9", "--reason", "x"]),
                    exits: 1,
                    naming: "no place has a release"
                )
                #expect(try await project.forge.state().repositories.first?.releases.map(\.prerelease) == [false])
                expect(try await relctl(["yank", "v1.0.0", "--reason", "it is bad"]), exits: 0)
                #expect(try await project.forge.state().repositories.first?.releases.map(\.prerelease) == [true])
            }
        }
    }
}
