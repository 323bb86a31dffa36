import RelctlRegistries
import TestSupport
import Testing

@testable import RelctlPushing

/// Pushing to Debian's docker-registry; skopeo reads what came of it.
@Suite(.enabled(if: RegistryServer.isHere && HostTool.areHere("skopeo"))) struct PushTests {
    private let files = LiveFileSystem()

    /// A push of a release's images, as the command line does it.
    @discardableResult
    private func push(
        _ release: SampleRelease,
        _ stage: RegistryStage,
        _ access: RegistryAccess = RegistryAccess(),
        replacing: Bool = false
    ) async throws -> [PublicationAction] {
        let images = try ReleasedImages(in: release.folder, files: files)
        let targets = try await images.targets(ImageChoice())
        let pool = RegistryPool(stage.effects)
        let observed = try await PushObserver(pool, access).observe(targets)
        let actions = try PushPlanner(replacing: replacing).actions(observed)
        try await PushExecutor(targets, from: images.layout, through: pool, access, replacing: replacing)
            .execute(actions, in: PublicationRun(name: "images", effects: stage.effects))
        return actions
    }

    private func withServer(
        _ protection: RegistryServer.Protection = .open,
        tls: Bool = false,
        _ body: (RegistryServer, World) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await RegistryServer.running(in: world, protection, tls: tls) { try await body($0, world) }
        }
    }

    private static func isWriting(_ request: String) -> Bool {
        !request.hasPrefix("GET ") && !request.hasPrefix("HEAD ")
    }

    @Test func anImageIsReadBitForBitByOthersAndASecondPushSendsNothing() async throws {
        try await withServer { server, world in
            let release = try SampleRelease(in: world.folder.appending("dist"), names: ["\(server.host)/acme/app"])
            let stage = RegistryStage(world)
            try await push(release, stage)

            let copy = world.folder.appending("copy")
            try await world.output(of: [
                "skopeo", "copy", "-q", "--all", "--preserve-digests", "--src-tls-verify=false",
                "docker://\(server.host)/acme/app:1.2.3", "oci:\(copy):1.2.3",
            ])
            let read = try ImageLayout(at: copy, files: files)
            #expect(try read.descriptor(of: "1.2.3").digest == release.root.digest)
            let graph = try await ContentWalk.graph(of: read.descriptor(of: "1.2.3"), in: read)
            for blob in graph.blobs { try await read.prove(blob) }
            #expect(graph.manifests.count == 5)

            let client = try stage.client(server.host)
            for tag in ["1.2.3", "1.2", "1", "latest"] {
                #expect(try await client.headManifest(.tag(tag))?.digest == release.root.digest)
            }
            let referrers = try await client.referrers(of: release.root.digest)
            #expect(referrers.map(\.artifactType) == ["application/spdx+json"])
            // The tag of the version is put before those that follow it, and after all else.
            let puts = server.requests.filter { $0.hasPrefix("PUT /v2/acme/app/manifests/") }
            let last = ["1.2.3", "1.2", "1", "latest"].map { "PUT /v2/acme/app/manifests/\($0) 201" }
            #expect(puts.suffix(4) == last[...])

            let before = server.requests.count
            #expect(try await push(release, stage).isEmpty)
            let again = server.requests.dropFirst(before)
            #expect(!again.isEmpty && !again.contains { Self.isWriting($0) }, "\(Array(again))")
        }
    }

    @Test(arguments: [(RegistryServer.Protection.password, true), (.token, false)])
    func whoeverMayPushDoes(protection: RegistryServer.Protection, tls: Bool) async throws {
        try await withServer(protection, tls: tls) { server, world in
            let release = try SampleRelease(in: world.folder.appending("dist"), names: ["\(server.host)/acme/app"])
            let stage = RegistryStage(world, trusting: server.certificate)
            let access = RegistryAccess(credential: RegistryStage.credential, plainHTTP: tls ? false : nil)
            let nobody = RegistryAccess(plainHTTP: access.plainHTTP)
            let error = await #expect(throws: RelctlError.self) { try await push(release, stage, nobody) }
            #expect(error?.code == .notAuthorized)
            try await push(release, stage, access)
            #expect(try await push(release, stage, access).isEmpty)
        }
    }

    @Test func anOlderReleaseLeavesTagsThatFollowVersionsWhereTheyAre() async throws {
        try await withServer { server, world in
            let (names, stage) = (["\(server.host)/acme/app"], RegistryStage(world))
            let new = try SampleRelease(in: world.folder.appending("new"), version: "1.3.0", names: names, seed: 2)
            let old = try SampleRelease(in: world.folder.appending("old"), version: "1.2.4", names: names, seed: 3)
            try await push(new, stage)
            let actions = try await push(old, stage)
            #expect(actions.count { $0.reason == "it stays with 1.3.0" } == 3)
            let client = try stage.client(server.host)
            #expect(try await client.headManifest(.tag("1.2.4"))?.digest == old.root.digest)
            #expect(try await client.headManifest(.tag("latest"))?.digest == new.root.digest)
            #expect(try await push(old, stage).isEmpty)
            #expect(try await push(new, stage).isEmpty)
        }
    }

    @Test func whatSaysNoVersionOfItselfIsJudgedByTheRepositorysTags() async throws {
        try await withServer { server, world in
            let (names, stage) = (["\(server.host)/acme/app"], RegistryStage(world))
            let client = try stage.client(server.host)
            let image = try SampleImage(SampleBytes.noise(1000))
            try await image.push(to: client, as: "2.0.0", "latest", "1")
            let release = try SampleRelease(in: world.folder.appending("dist"), names: names)
            let actions = try await push(release, stage)
            #expect(actions.filter { $0.verb == "skip" }.map(\.subject) == ["\(server.host)/acme/app:latest"])
            #expect(actions.filter { $0.verb == "move" }.map(\.subject) == ["\(server.host)/acme/app:1"])
        }
    }

    @Test func theTagOfAVersionStaysUnlessItIsReplaced() async throws {
        try await withServer { server, world in
            let (names, stage) = (["\(server.host)/acme/app"], RegistryStage(world))
            let one = try SampleRelease(in: world.folder.appending("one"), names: names, seed: 2)
            let other = try SampleRelease(in: world.folder.appending("other"), names: names, seed: 3)
            try await push(one, stage)
            let before = server.requests.count
            let error = await #expect(throws: RelctlError.self) { try await push(other, stage) }
            #expect(error?.code == .publicationExists)
            #expect(!server.requests.dropFirst(before).contains { Self.isWriting($0) })
            try await push(other, stage, replacing: true)
            #expect(try await stage.client(server.host).headManifest(.tag("1.2"))?.digest == other.root.digest)
        }
    }

    @Test func whatRepositoriesShareIsSentOnce() async throws {
        try await withServer { server, world in
            let names = ["acme/app", "acme/mirror"].map { "\(server.host)/\($0)" }
            let release = try SampleRelease(in: world.folder.appending("dist"), names: names)
            try await push(release, RegistryStage(world))
            let blobs = try await ContentWalk.graph(
                of: release.root,
                in: ReleasedImages(in: release.folder, files: files).layout
            ).blobs
            let (sent, mounted) = (
                server.requests.filter { $0.hasPrefix("PUT ") && $0.contains("/blobs/uploads/") },
                server.requests.filter { $0.contains("mount=") && $0.hasSuffix(" 201") }
            )
            #expect(sent.count == blobs.count && mounted.count == blobs.count)
        }
    }

    @Test func aLayoutThatLiesIsNotPushed() async throws {
        try await withServer { server, world in
            let release = try SampleRelease(in: world.folder.appending("dist"), names: ["\(server.host)/acme/app"])
            let images = try ReleasedImages(in: release.folder, files: files)
            let layer = try #require(
                try await ContentWalk.graph(of: release.root, in: images.layout).manifests.first?.blobs.last
            )
            let bytes = try release.layout.bytes(layer.digest)
            try files.write(
                bytes.dropLast() + [bytes[0] ^ 1],
                to: release.layout.path.appending(layer.digest.layoutPath)
            )
            let error = await #expect(throws: RelctlError.self) { try await push(release, RegistryStage(world)) }
            #expect(error?.description.contains("its bytes have the digest") == true)
            #expect(!server.requests.contains { $0.hasPrefix("PUT ") && $0.contains("/manifests/") })
        }
    }
}
