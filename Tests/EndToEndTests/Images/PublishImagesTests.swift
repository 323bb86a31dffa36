import Foundation
import RelctlCore
import TestSupport
import Testing

/// Images are published with the release that they belong to, and no sooner than all of it can be.
@Suite struct PublishImagesTests {
    private func withProject(_ body: (PublishedProject, FakeRegistry) async throws -> Void) async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                try await FakeRegistry.running(in: world) { registry in
                    let project = try await PublishedProject(at: forge, withFolders: false, in: world) { repository in
                        let images = """
                            images: [{
                                name: "\(registry.host)/acme/tool",
                                binaries: [],
                                files: [{ files: ["data/**"], to: "/srv", mode: "0755" }],
                                entrypoint: ["/srv/data/0.txt"],
                              }],
                              publish: [
                                { to: "registry" },
                            """
                        let text = try repository.text("relctl.json")
                        try #require(text.contains("publish: ["))
                        try repository.write("relctl.json", text.replacing("publish: [", with: images))
                    }
                    try await body(project, registry)
                }
            }
        }
    }

    private func isDraft(_ project: PublishedProject) async throws -> Bool? {
        try await project.forge.state().repositories.first?.releases.first?.draft
    }

    @Test func aReleaseIsShownWithItsImagesAndPublishedAgainWithoutAWord() async throws {
        try await withProject { project, registry in
            let plan = try await project.repository.relctl(["release", "v1.0.0", "--dry-run"])
            #expect(plan.output.contains("registry  \(registry.host)/acme/tool\n"), "\(plan.output)")
            let done = try await project.release()
            expect(done, exits: 0)
            let published = "registry: publish \(registry.host)/acme/tool:1.0.0, 1.0, 1, latest\n"
            #expect(done.output.contains(published), "\(done.output)")
            let state = try await registry.state()
            #expect(state.history.map(\.tag) == ["1.0.0", "1.0", "1", "latest"] && state.uploads.isEmpty)
            #expect(try await isDraft(project) == false)
            try await registry.forgetRequests()
            let again = try await project.publish()
            expect(again, exits: 0)
            #expect(again.output.contains("registry: everything is there already"))
            let asked = try await registry.requests()
            #expect(!asked.isEmpty && asked.allSatisfy { ["GET", "HEAD"].contains($0.method) })

            let image = "\(registry.host)/acme/tool:1.0.0"
            let seen = try await project.repository.relctl(["image", "inspect", image])
            expect(seen, exits: 0)
            for text in ["linux/amd64", "/srv/data/0.txt", "org.opencontainers.image.version: 1.0.0", "65532"] {
                #expect(seen.output.contains(text), "\(text) is not in\n\(seen.output)")
            }
            let copied = try await project.repository.relctl(["image", "copy", image, "oci:out/copy", "--json"])
            expect(copied, exits: 0)
            let outcome = try JSONDecoder().decode(ImageCopy.Outcome.self, from: Data(copied.output.utf8))
            #expect(outcome.digest.description == state.history.first?.digest)
            let back = ["image", "copy", "oci:out/copy", "\(registry.host)/acme/other:1.0.0"]
            expect(try await project.repository.relctl(back), exits: 0)
            #expect(try await registry.state().history.last?.digest == state.history.first?.digest)
        }
    }

    @Test func whereImagesCannotBePushedNothingIsShown() async throws {
        try await withProject { project, registry in
            var refusal = ForgeFault.Effect("answer")
            refusal.status = 403
            try await registry.addFault(refusal, on: ForgeFault.Match("PUT", path: "/blobs/uploads/", origin: "api"))
            expect(try await project.release(), exits: 3, naming: "cannot send the blob")
            #expect(try await isDraft(project) == true)
            try await registry.removeFaults()
            expect(try await project.release(), exits: 0)
            #expect(try await isDraft(project) == false)
            #expect(try await registry.state().history.count == 4)
        }
    }

    @Test func whereTheForgeRefusesNoTagIsPut() async throws {
        try await withProject { project, registry in
            var refusal = ForgeFault.Effect("answer")
            refusal.status = 422
            try await project.forge.addFault(refusal, on: ForgeFault.Match("POST", origin: "uploads"))
            expect(try await project.release(), exits: 3, naming: "is prepared and not yet to be seen")
            let state = try await registry.state()
            #expect(state.history.isEmpty && state.repositories.contains { !$0.manifests.isEmpty })
            try await project.forge.removeFaults()
            expect(try await project.release(), exits: 0)
            #expect(try await registry.state().history.count == 4)
        }
    }

    @Test func aRegistryThatRefusesIsToldBeforeAnythingIsMade() async throws {
        try await withProject { project, registry in
            try await registry.set(FakeRegistry.Settings { $0.auth = "basic" })
            expect(try await project.release(), exits: 2, naming: "cannot push to `\(registry.host)/acme/tool`")
            #expect(try LiveFileSystem().status(of: project.repository.folder.appending("dist/manifest.json")) == nil)
            let configuration = project.world.home.appending(".docker")
            try LiveFileSystem().createFolder(configuration)
            let login = Data("ada:correct horse".utf8).base64EncodedString()
            try LiveFileSystem().write(
                #"{"auths":{"\#(registry.host)":{"auth":"\#(login)"}}}"#.utf8,
                to: configuration.appending("config.json")
            )
            expect(try await project.release(), exits: 0)
        }
    }
}
