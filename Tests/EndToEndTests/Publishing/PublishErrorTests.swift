import RelctlCore
import TestSupport
import Testing

/// What goes wrong at GitHub ends in the exit code and the words that the manual promises, and never in a secret.
@Suite struct PublishErrorTests {
    /// A fault, what is published to beside GitHub, and what comes of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let effect: ForgeFault.Effect
        let match: ForgeFault.Match
        var withFolders = false
        let code: Int32
        let words: String
        var testDescription: String { "\(effect.kind) -> \(code)" }
    }

    private static func answer(_ status: Int) -> ForgeFault.Effect {
        var effect = ForgeFault.Effect("answer")
        effect.status = status
        return effect
    }

    private static let uploads = ForgeFault.Match("POST", origin: "uploads")
    private static let publishing = ForgeFault.Match("PATCH")

    static let cases = [
        Case(effect: .init("revoke"), match: uploads, code: 77, words: "the server answered 401"),
        Case(effect: .init("revoke"), match: uploads, withFolders: true, code: 3, words: "the server answered 401"),
        Case(effect: .init("refuse-tag"), match: publishing, code: 3, words: "creations being restricted"),
        Case(effect: .init("refuse-tag"), match: publishing, withFolders: true, code: 3, words: "done: `directory`"),
        Case(effect: answer(403), match: publishing, code: 77, words: "the server answered 403"),
        Case(effect: answer(422), match: .init("POST", origin: "api"), code: 1, words: "the server answered 422"),
        Case(effect: answer(404), match: .init("POST", origin: "api"), code: 77, words: "must be one that may write"),
        Case(effect: answer(404), match: .init("GET", path: "/releases"), code: 1, words: "the server answered 404"),
        Case(
            effect: answer(404),
            match: .init("GET", path: "/releases"),
            withFolders: true,
            code: 3,
            words: "done: `directory`, `mirror`"
        ),
    ]

    @Test(arguments: cases) func aFailureEndsInItsCodeAndTheNextRunGoesOn(_ one: Case) async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let project = try await PublishedProject(at: forge, withFolders: one.withFolders, in: world)
                expect(try await project.repository.relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
                try await forge.addFault(one.effect, on: one.match)
                let failed = try await project.publish()
                expect(failed, exits: one.code, naming: one.words)
                #expect(try await forge.state().history.isEmpty)
                let journal = try project.repository.text("dist/journal.jsonl")
                for text in [failed.errors, failed.output, journal] { #expect(!text.contains("the-token")) }
                try await project.restoreRepository()
                expect(try await project.publish(), exits: 0)
                #expect(try await forge.state().history.map(\.event) == ["release"])
            }
        }
    }

    @Test func aPasswordInAnAddressIsRefusedAndNeverShown() async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let project = try await PublishedProject(at: forge, withFolders: false, in: world) { repository in
                    let text = try repository.text("relctl.json")
                    let web = #"publish: [{ to: "http", url: "https://ada:pw@123@192.0.2.1/{{tag}}" },"#
                    try repository.write("relctl.json", text.replacing("publish: [", with: web))
                }
                let repository = project.repository
                for command in [["release", "v1.0.0", "--skip", "publish"], ["check"], ["publish", "v1.0.0"]] {
                    let result = try await repository.relctl(command, environment: PublishedProject.environment)
                    let told = result.output + result.errors
                    expect(result, exits: 65)
                    #expect(
                        told.contains("`publish[0].url`: the address holds a user name or password")
                            && told.contains("relctl.json:"),
                        "\(told)"
                    )
                    #expect(told.contains("https://**********@192.0.2.1/") && !told.contains("ada"), "\(told)")
                    #expect(!told.contains("pw") && !told.contains("123@"))
                }
                // No plan and no record was written.
                #expect(try LiveFileSystem().status(of: repository.folder.appending("dist")) == nil)
                #expect(try await forge.state().history.isEmpty)
            }
        }
    }

    @Test func aYankIsNotTakenBackByReplacing() async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let project = try await PublishedProject(at: forge, withFolders: true, in: world)
                expect(try await project.release(), exits: 0)
                let yank = ["yank", "v1.0.0", "--reason", "it is bad"]
                let environment = PublishedProject.environment
                expect(try await project.repository.relctl(yank, environment: environment), exits: 0)
                let yanked = try await forge.state()
                expect(try await project.publish(), exits: 0)
                for options in [["--replace"], ["--replace", "--dry-run"]] {
                    let refused = try await project.publish(options)
                    expect(refused, exits: 1, naming: "cannot publish `v1.0.0`: it was yanked, at `github`")
                }
                #expect(try await forge.state() == yanked)
            }
        }
    }

    @Test func whatCannotBeTakenBackWaitsForAPlaceThatCannotBeLookedAt() async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let project = try await PublishedProject(at: forge, withFolders: true, in: world) { repository in
                    let text = try repository.text("relctl.json")
                    let web = #"publish: [{ to: "http", name: "web", url: "\#(forge.url)/web/{{tag}}" },"#
                    try repository.write("relctl.json", text.replacing("publish: [", with: web))
                }
                expect(try await project.repository.relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
                try await forge.addFault(Self.answer(403), on: .init("HEAD", path: "/web/"))
                let planned = try await project.publish(["--dry-run"])
                expect(planned, exits: 77, naming: "the server answered 403")
                #expect(planned.output.contains("create draft"))
                let failed = try await project.publish()
                expect(failed, exits: 3, naming: "cannot publish to `web`; done: `directory`, `mirror`")
                expect(failed, exits: 3, naming: "`github` is prepared and not yet to be seen, because `web` failed")
                #expect(try await forge.state().history.isEmpty)
                #expect(try await forge.state().repositories.first?.releases.map(\.draft) == [true])
                let abandon = ["release", "v1.0.0", "--abandon"]
                let back = try await project.repository.relctl(abandon, environment: PublishedProject.environment)
                expect(back, exits: 3, naming: "the server answered 403")
                #expect(try await forge.state().repositories.first?.releases.isEmpty == true)
            }
        }
    }

    #if os(Linux)
        @Test func aReleaseThatNobodyCanBeToldOfIsPublishedAllTheSame() async throws {
            try await World.scratch { world in
                try await FakeForge.running(in: world) { forge in
                    let project = try await PublishedProject(at: forge, withFolders: false, in: world)
                    expect(try await project.repository.relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
                    let program = try world.start(
                        ["/bin/sh", "-c", "exec \"$0\" publish -q v1.0.0 >/dev/full", RelctlExecutable.path().string],
                        in: project.repository.folder,
                        environment: PublishedProject.environment
                    )
                    expect(try await program.result(), exits: 1, naming: "all the work is done")
                    #expect(try await forge.state().history.map(\.event) == ["release"])
                }
            }
        }
    #endif

    @Test func withoutATokenNothingIsAsked() async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let project = try await PublishedProject(at: forge, in: world)
                let none: [String: String?] = ["GITHUB_TOKEN": "", "GH_TOKEN": ""]
                let result = try await project.release(none)
                expect(result, exits: 2, naming: "there is no token", "GITHUB_TOKEN")
                #expect(try await forge.requests().isEmpty)
                #expect(try !project.repository.holds("dist/manifest.json"))
            }
        }
    }

    @Test func aDryRunTellsTheActionsAndChangesNothing() async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let project = try await PublishedProject(at: forge, withFolders: false, in: world)
                expect(try await project.repository.relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
                let planned = try await project.publish(["--dry-run"])
                expect(planned, exits: 0)
                for words in ["create draft", "upload", "verify", "publish"] { #expect(planned.output.contains(words)) }
                #expect(try await forge.requests().allSatisfy { $0.method == "GET" })
                expect(try await project.publish(), exits: 0)
                let again = try await project.publish(["--dry-run"])
                #expect(!again.output.contains("upload"), "\(again.output)")
            }
        }
    }
}
