import RelctlRegistries
import TestSupport
import Testing

@testable import RelctlConnectors
@testable import RelctlPublishing
@testable import RelctlPushing

/// The publisher among publishers: it looks, plans, does, and goes on with what was cut off.
@Suite struct RegistryPublisherTests {
    private let publisher = RegistryPublisher()

    private func request(
        _ release: SampleRelease,
        _ options: [String: ConfigurationValue] = [:],
        replaces: Bool = false
    ) -> PublicationRequest {
        var request = PublicationRequest(
            publisher: "registry",
            options: options,
            release: release.release,
            files: [],
            folder: release.folder,
            project: release.folder.parent,
            replaces: replaces
        )
        request.images = release.named
        return request
    }

    private func publishing() throws -> (PublishingObserver, PublishingPlanner, PublishingExecutor) {
        var registry = Registry<any Publisher>(kind: "publisher")
        try registry.register(publisher, id: "registry")
        return (
            PublishingObserver(publishers: registry), PublishingPlanner(publishers: registry),
            PublishingExecutor(publishers: registry)
        )
    }

    /// Looks, plans and publishes.
    @discardableResult
    private func publish(_ request: PublicationRequest, _ stage: RegistryStage) async throws -> [PublicationAction] {
        let (observer, planner, executor) = try publishing()
        let plan = try planner.plan(try await observer.observe([request], with: stage.effects))
        try await executor.execute(plan, with: stage.effects)
        return plan.publications.flatMap(\.actions)
    }

    private func withRegistry(
        _ settings: FakeRegistry.Settings = FakeRegistry.Settings(),
        _ body: (FakeRegistry, SampleRelease, RegistryStage) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world, settings) { registry in
                let names = ["\(registry.host)/acme/app"]
                let release = try SampleRelease(in: world.folder.appending("dist"), names: names)
                try await body(registry, release, RegistryStage(world, ["TOKEN": "correct horse"]))
            }
        }
    }

    private static let password: [String: ConfigurationValue] = [
        "user": .text("ada"), "tokenFrom": .list([.text("NONE"), .text("TOKEN")]),
    ]

    @Test func preflightProvesPermissionAndLeavesNothing() async throws {
        try await withRegistry(FakeRegistry.Settings { $0.auth = "basic" }) { registry, release, stage in
            #expect(try await publisher.preflight(request(release, Self.password), with: stage.effects) == [])
            let state = try await registry.state()
            #expect(state.uploads.isEmpty && state.repositories.allSatisfy { $0.manifests.isEmpty && $0.blobs.isEmpty })
            let findings = try await publisher.preflight(request(release), with: stage.effects)
            #expect(findings.map(\.code) == ["publish.registry.access"])
            #expect(findings.first?.message.contains("cannot push to `\(registry.host)/acme/app`") == true)
        }
    }

    @Test func whatIsConfiguredWronglyIsToldBeforeAnythingIsBuilt() async throws {
        try await withRegistry { _, release, stage in
            func finding(_ options: [String: ConfigurationValue]) async throws -> String {
                let findings = try await publisher.preflight(request(release, options), with: stage.effects)
                #expect(findings.map(\.code) == ["publish.registry.settings"])
                return findings.first?.message ?? ""
            }
            #expect(try await finding(["images": .list([.text("other")])]).contains("the release has none of that id"))
            #expect(try await finding(["user": .text("ada")]).contains("without `tokenFrom`"))
            let name = ["names": ConfigurationValue.object([release.named[0].id: .text("Not A Name")])]
            #expect(try await finding(name).contains("cannot understand the repository"))
            var two = request(release, Self.password)
            two.images?.append(NamedImage(id: "b", names: ["ghcr.io/acme/b"], tags: ["1"]))
            let findings = try await publisher.preflight(two, with: stage.effects)
            #expect(findings.first?.message.contains("with one token") == true)
            two.options["tokenFrom"] = .list([.text("NONE")])
            two.options["registry"] = .text("ghcr.io")
            let missing = try await publisher.preflight(two, with: stage.effects)
            #expect(missing.map(\.hints) == [["set `NONE`"]])
        }
    }

    @Test func aTokenThatIsRefusedIsNamedByItsVariable() async throws {
        try await withRegistry(FakeRegistry.Settings { $0.auth = "basic" }) { _, release, stage in
            var effects = stage.effects
            effects.environment["TOKEN"] = "something else"
            let findings = try await publisher.preflight(request(release, Self.password), with: effects)
            let hint = "the credentials from `TOKEN` may have expired, or allow less than this"
            #expect(findings.flatMap(\.hints).contains(hint), "\(findings)")
        }
    }

    @Test func whatIsPublishedIsFoundIdenticalWithoutBeingSentAgain() async throws {
        let settings = FakeRegistry.Settings {
            $0.auth = "token"
            $0.tokenUses = 40
            $0.location = "query"
        }
        try await withRegistry(settings) { registry, release, stage in
            let request = request(release, Self.password)
            #expect(try await publisher.observe(request, with: stage.effects).state.verdict == .absent)
            let actions = try await publish(request, stage)
            #expect(actions.last?.subject == "\(registry.host)/acme/app:latest")
            try await registry.forgetRequests()
            let state = try await publisher.observe(request, with: stage.effects).state
            #expect(
                state.verdict == .identical
                    && state.assets.map(\.sha256) == Array(repeating: release.root.digest.sha256, count: 4)
            )
            #expect(try await publish(request, stage).isEmpty)
            let asked = try await registry.requests().filter { $0.origin == "api" }
            #expect(!asked.isEmpty && asked.allSatisfy { ["GET", "HEAD"].contains($0.method) })
            // Each tag was put once, that of the version first.
            #expect(try await registry.state().history.map(\.tag) == ["1.2.3", "1.2", "1", "latest"])
            // The registry lists what is about the image, and keeps no index of it under a tag.
            #expect(try await registry.state().repositories.flatMap(\.tags).count == 4)
        }
    }

    @Test func imagesGoWhereTheConfigurationSays() async throws {
        try await withRegistry { registry, release, stage in
            var release = release
            let other = try release.layout.addIndex([], version: "1.2.3")
            try release.add(other, id: "init", names: ["\(registry.host)/acme/init"], tags: ["1.2.3"])
            let names = ConfigurationValue.object(["init": .text("\(registry.host)/else/where")])
            try await publish(request(release, ["images": .list([.text("init")]), "names": names]), stage)
            #expect(try await registry.state().repositories.map(\.name) == ["else/where"])
            try await publish(request(release, ["registry": .text("ghcr.io")]), stage)
            #expect(try await registry.state().repositories.map(\.name) == ["else/where"])
        }
    }

    @Test func aPushThatFailsHalfWayIsGoneOnWith() async throws {
        try await withRegistry { registry, release, stage in
            let fault = ForgeFault.Match("PUT", path: "/manifests/1[.]2[.]3$", origin: "api")
            var refusal = ForgeFault.Effect("answer")
            refusal.status = 403
            try await registry.addFault(refusal, on: fault)
            let error = await #expect(throws: RelctlError.self) { try await publish(request(release), stage) }
            #expect(error?.code == .partiallyPublished)
            #expect(try await registry.state().history.isEmpty)
            #expect(try await publisher.observe(request(release), with: stage.effects).state.verdict == .partial)
            try await registry.removeFaults()
            let actions = try await publish(request(release), stage).filter { $0.verb != .skip }
            #expect(Set(actions.map(\.verb)) == [.publish] && actions.count == 4)
        }
    }

    @Test func whatComesMeanwhileIsNotReplaced() async throws {
        try await withRegistry { registry, release, stage in
            let (observer, planner, executor) = try publishing()
            let plan = try planner.plan(try await observer.observe([request(release)], with: stage.effects))
            let rival = try SampleImage(SampleBytes.noise(50))
            try await rival.push(to: stage.client(registry.host), as: "1.2.3")
            let error = await #expect(throws: RelctlError.self) {
                try await executor.execute(plan, with: stage.effects)
            }
            #expect(error?.description.contains("something else is there") == true)
            #expect(try await registry.state().history.map(\.digest) == [rival.digest.description])
        }
    }

    @Test func whatUsersSawIsNotTakenBack() async throws {
        try await withRegistry { _, release, stage in
            let request = request(release)
            func retreat(_ retreat: Retreat) async throws -> [PublicationAction] {
                try publisher.plan(
                    retreat,
                    of: request,
                    observed: try await publisher.observe(request, with: stage.effects)
                )
            }
            #expect(try await retreat(.abandon).isEmpty)
            #expect(try await retreat(.yank(reason: "it is broken")).isEmpty)
            try await publish(request, stage)
            for way in [Retreat.abandon, .yank(reason: "it is broken")] {
                let error = await #expect(throws: RelctlError.self) { _ = try await retreat(way) }
                #expect(error?.code == .noWayBack)
            }
        }
    }

    @Test func withoutImagesNothingIsPublishedAndNoRetreatIsStopped() async throws {
        try await withRegistry { _, release, stage in
            try LiveFileSystem().removeFile(release.folder.appending("manifest.json"))
            let found = try await publisher.observe(request(release), with: stage.effects)
            #expect(found.state.verdict == .unknown)
            let error = #expect(throws: RelctlError.self) { try publisher.plan(request(release), observed: found) }
            #expect(error?.description.contains("there is no") == true && error?.code == .configurationInvalid)
            #expect(error?.hints == ["run `relctl package` and `relctl image build` first"])
            #expect(throws: RelctlError.self) { try publisher.plan(.abandon, of: request(release), observed: found) }
        }
    }
}
