import Foundation
import RelctlCore
import TestSupport
import Testing

/// The forge that publishing is tested with is what it says it is.
@Suite("A forge on loopback") struct FakeForgeTests {
    @Test("passes its own tests") func ownTests() async throws {
        try await World.scratch { world in
            _ = try await world.output(
                of: [CrossPrograms.python, "-m", "unittest"],
                in: Fixtures.project.appending("Tests/Fakes/forge/tests")
            )
        }
    }

    @Test("serves real clients", arguments: ["gh", "python-gitlab"]) func realClients(client: String) async throws {
        let script = Fixtures.project.appending("Tests/Fakes/check-with-\(client).py").string
        try await World.scratch { world in
            _ = try await world.output(of: [CrossPrograms.python, script])
        }
    }

    @Test("holds a request, tells what was asked and what is there") func holdsAndTells() async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                try await forge.createRepository(ForgeRepository())
                var foreign = ForgeForeignRelease(tag: "v1")
                foreign.assets = [.init(name: "a", text: "hello")]
                try await forge.createRelease(foreign)
                try await forge.hold(ForgeHold(number: 1, .before))
                async let answer = forge.ask("GET", "/repos/octo/tool/releases", token: "the-token")
                let held = try #require(try await forge.held())
                #expect(held.path == "/repos/octo/tool/releases")
                try await forge.release()
                #expect(try await answer.status == 200)
                try await forge.addFault(.init("too-many"), on: .init("GET", path: "/releases"), times: 1)
                #expect(try await forge.ask("GET", "/repos/octo/tool/releases").status == 429)
                let requests = try await forge.requests()
                #expect(requests.map(\.status) == [200, 429])
                #expect(requests.map(\.authorization?.token) == ["the-token", nil])
                let release = try #require(try await forge.state().outcome.first?.releases.first)
                #expect(release.assets.map(\.size) == [5])
                let digest = try #require(release.assets.first?.sha256)
                #expect(try await forge.bytes(sha256: digest) == Array("hello".utf8))
            }
        }
    }
}
