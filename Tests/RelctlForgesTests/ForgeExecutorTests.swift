import RelctlCore
import TestSupport
import Testing

@testable import RelctlForges

/// What executors at forges do with a plan, whoever made it: its order is theirs.
@Suite struct ForgeExecutorTests {
    private static let tag = "v1.0.0"

    /// Does these actions at the stage's forge.
    private func execute(_ actions: [PublicationAction], _ request: PublicationRequest, _ stage: ForgeStage)
        async throws
    {
        let run = PublicationRun(name: "forge", effects: stage.effects())
        try await stage.publisher.execute(actions, for: request, in: run)
    }

    /// The requests that change something, as `METHOD last/of/path`, in their order.
    private func changes(_ stage: ForgeStage) async throws -> [String] {
        try await stage.forge.requests().filter { !["GET", "HEAD"].contains($0.method) }.map { request in
            let path = request.path.prefix { $0 != "?" }
            return request.method + " " + path.split(separator: "/").suffix(2).joined(separator: "/")
        }
    }

    @Test func theOrderOfThePlanIsThatOfTheOrders() async throws {
        try await ForgeStage.running(.gitea) { stage in
            let request = try stage.request()
            let file = request.files[0]
            let actions = [
                PublicationAction(.createDraft, Self.tag), PublicationAction(.upload, file.name, size: file.size),
                PublicationAction(.update, Self.tag),
            ]
            try await execute(actions, request, stage)
            #expect(try await changes(stage).map { $0.prefix(5) } == ["POST ", "POST ", "PATCH"])
            let release = try #require(try await stage.repository().releases.first)
            #expect(release.draft && release.assets.map(\.name) == [file.name])
        }
    }

    @Test func whatIsSkippedIsLeftAlone() async throws {
        try await ForgeStage.running(.gitea) { stage in
            let request = try stage.request()
            try await stage.publish(request)
            let release = try #require(try await stage.repository().releases.first)
            try await stage.forge.forgetRequests()
            var actions = release.assets.map { PublicationAction(.skip, $0.name) }
            actions.append(PublicationAction(.verify, Self.tag, remoteID: "\(release.id)"))
            try await execute(actions, request, stage)
            #expect(try await changes(stage).isEmpty)
            try await stage.expectRelease(request)
        }
    }

    @Test(arguments: ForgeStage.Kind.allCases)
    func anActionThatNoForgeKnowsIsRefused(kind: ForgeStage.Kind) async throws {
        try await ForgeStage.running(kind) { stage in
            let request = try stage.request()
            try await stage.publish(request)
            let release = try #require(try await stage.repository().releases.first)
            let before = try await stage.forge.state()
            let actions = [
                PublicationAction("juggle", request.files[0].name),
                PublicationAction(.verify, Self.tag, remoteID: "\(release.id)"),
            ]
            let error = await #expect(throws: RelctlError.self) { try await execute(actions, request, stage) }
            #expect(error?.description.contains("cannot do `juggle`") == true, "\(String(describing: error))")
            #expect(try await stage.forge.state() == before)
        }
    }

    /// Somebody may show a draft between the look and the order.
    @Test func aDraftThatUsersSeeByNowIsNotRemoved() async throws {
        try await ForgeStage.running(.gitea) { stage in
            let request = try stage.request()
            try await stage.publish(request)
            let release = try #require(try await stage.repository().releases.first)
            let removal = PublicationAction(.deleteDraft, Self.tag, remoteID: "\(release.id)")
            let error = await #expect(throws: RelctlError.self) { try await execute([removal], request, stage) }
            #expect(error?.message == "cannot remove the draft `v1.0.0`: it was changed meanwhile")
            try await stage.expectRelease(request)
        }
    }

    @Test func aDraftThatIsGoneIsNoFailureOfItsRemoval() async throws {
        try await ForgeStage.running(.gitea) { stage in
            let removal = PublicationAction(.deleteDraft, Self.tag, remoteID: "4711")
            try await execute([removal], stage.request(), stage)
            #expect(try await changes(stage).isEmpty)
        }
    }

    /// Each of several uploads at once would try to make the package.
    @Test func theUploadThatMakesThePackageGoesAloneAndTheOneThatShowsItLast() async throws {
        try await ForgeStage.running(.gitlab) { stage in
            let request = try stage.request()
            let actions = try await stage.publisher.look(at: request, with: stage.effects()).actions()
            let sent = actions.filter { $0.verb == .upload }
            #expect(sent.first?.parameters?["creates"] == "package" && sent.last?.parameters?["shows"] == "package")
            try await stage.forge.forgetRequests()
            try await execute(actions, request, stage)
            let puts = try await changes(stage).filter { $0.hasPrefix("PUT ") }.map { $0.split(separator: "/").last }
            #expect(puts.first == sent.first.map { Substring(PercentEncoding.segment($0.subject)) })
            #expect(puts.last == sent.last.map { Substring(PercentEncoding.segment($0.subject)) })
            let last = try await changes(stage).last
            #expect(last?.hasSuffix("/releases") == true, "\(last ?? "none")")
        }
    }
}
