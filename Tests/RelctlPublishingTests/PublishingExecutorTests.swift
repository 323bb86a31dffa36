import RelctlCore
import TestSupport
import Testing

@testable import RelctlPublishing

@Suite struct PublishingExecutorTests {
    private func extensions() throws -> Extensions {
        var extensions = Extensions()
        try extensions.registerBuiltInPublishers()
        return extensions
    }

    private func settings(_ publisher: String, path: String) -> PublicationSettings {
        let place = SourcePlace(file: "relctl.json", line: 3, column: 5)
        return PublicationSettings(publisher: publisher, options: ["path": .text(path)], place: place)
    }

    private func basis(_ stage: PublishingStage) throws -> PublicationBasis {
        let request = try stage.request(contents: "one")
        return PublicationBasis(
            release: request.release,
            scope: TemplateScope(texts: ["tag": "v1"]),
            files: request.files.reversed(),
            folder: stage.dist,
            project: stage.project,
            replaces: false
        )
    }

    @Test func templatesAreFilledInAndFilesSorted() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let planner = PublishingPlanner(publishers: try extensions().publishers)
            let requests = try planner.requests(for: [settings("directory", path: "out/{{tag}}")], basis: basis(stage))
            var wanted = try stage.request(contents: "one")
            wanted.place = SourcePlace(file: "relctl.json", line: 3, column: 5)
            #expect(requests == [wanted])
            let unknown = #expect(throws: RelctlError.self) {
                try planner.requests(for: [settings("directory", path: "{{nothing}}")], basis: basis(stage))
            }
            #expect(unknown?.place?.line == 3 && unknown?.code == .configurationInvalid)
            let publisher = #expect(throws: RelctlError.self) {
                try planner.requests(for: [settings("directry", path: "x")], basis: basis(stage))
            }
            #expect(publisher?.hints.first == "did you mean `directory`?")
        }
    }

    @Test func planningAgainstTheResultOfAPlanLeavesNothingToDo() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let publishers = try extensions().publishers
            let (planner, executor) = (
                PublishingPlanner(publishers: publishers), PublishingExecutor(publishers: publishers)
            )
            let places = [settings("directory", path: "out/{{tag}}"), settings("directory", path: "../mirror/{{tag}}")]
            let requests = try planner.requests(for: places, basis: basis(stage))
            #expect(try await PublishingObserver(publishers: publishers).preflight(requests, with: .onDisk()).isEmpty)
            let plan = try planner.plan(
                await PublishingObserver(publishers: publishers).observe(requests, with: .onDisk())
            )
            #expect(
                plan.publications.first?.actions.map { "\($0.verb) \($0.subject)" }
                    == ["copy a.tar.gz", "copy manifest.json", "publish out/v1"]
            )
            try await executor.execute(plan, with: .onDisk())
            let again = try planner.plan(
                await PublishingObserver(publishers: publishers).observe(requests, with: .onDisk())
            )
            #expect(again.isEmpty && again.publications.count == 2)
            #expect(try LiveFileSystem().names(in: scratch.appending("mirror")) == ["v1"])
        }
    }

    private func plan(_ names: [String], after: [String] = [], _ stage: PublishingStage) async throws -> PublishingPlan
    {
        let publishers = try extensions().publishers
        let planner = PublishingPlanner(publishers: publishers)
        let places = names.map { name in
            var place = settings("directory", path: name)
            place.name = name
            place.after = name == names.last ? after : []
            return place
        }
        let requests = try planner.requests(for: places, basis: basis(stage))
        return try planner.plan(await PublishingObserver(publishers: publishers).observe(requests, with: .onDisk()))
    }

    @Test(arguments: ["first", "second", "third"])
    func aPlaceThatFailsKeepsNoOtherFromBeingPublishedTo(failing: String) async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let executor = PublishingExecutor(publishers: try extensions().publishers)
            let names = ["first", "second", "third"]
            let plan = try await plan(names, stage)
            // It comes into the way after it was looked at.
            let path = stage.project.appending(failing)
            try LiveFileSystem().write("x".utf8, to: path)
            let error = await #expect(throws: RelctlError.self) { try await executor.execute(plan, with: .onDisk()) }
            #expect(error?.code == .partiallyPublished)
            #expect(error?.message.hasPrefix("cannot publish to `\(failing)`; done: ") == true)

            try LiveFileSystem().removeFile(path)
            let rest = try await self.plan(names, stage)
            #expect(rest.publications.map(\.actions.isEmpty) == names.map { $0 != failing })
            try await executor.execute(rest, with: .onDisk())
            #expect(try LiveFileSystem().names(in: path).count == 2)
        }
    }

    @Test func whatComesAfterAPlaceThatFailsIsNotBegun() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let executor = PublishingExecutor(publishers: try extensions().publishers)
            let plan = try await plan(["first", "last"], after: ["first"], stage)
            try LiveFileSystem().write("x".utf8, to: stage.project.appending("first"))
            let error = await #expect(throws: RelctlError.self) { try await executor.execute(plan, with: .onDisk()) }
            #expect(error.map { "\($0)" }?.contains("`last` was not begun: it comes after `first`") == true)
            #expect(try LiveFileSystem().status(of: stage.project.appending("last")) == nil)
        }
    }

    @Test func whereNothingWasDoneTheFailureIsNoPartialPublication() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let executor = PublishingExecutor(publishers: try extensions().publishers)
            let plan = try await plan(["first"], stage)
            try LiveFileSystem().write("x".utf8, to: stage.project.appending("first"))
            let error = await #expect(throws: RelctlError.self) { try await executor.execute(plan, with: .onDisk()) }
            #expect(error?.code == .failed)
            #expect(try stage.published() == nil)
        }
    }

    @Test func everyConflictIsReported() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let publishers = try extensions().publishers
            for name in ["one", "two"] {
                try LiveFileSystem().write("x".utf8, to: stage.project.appending(name))
            }
            let places = ["one", "two"].map { settings("directory", path: $0) }
            let planner = PublishingPlanner(publishers: publishers)
            let requests = try planner.requests(for: places, basis: basis(stage))
            let observed = try await PublishingObserver(publishers: publishers).observe(requests, with: .onDisk())
            let error = #expect(throws: RelctlError.self) { try planner.plan(observed) }
            #expect(error?.causes.count == 2)
            #expect(
                try await PublishingObserver(publishers: publishers).preflight(requests, with: .onDisk()).count == 2
            )
        }
    }

    // MARK: Places that cannot be looked at

    /// A web server that is not there, and folders; the last comes after `after`.
    private func planned(_ folders: [String], after: [String] = [], _ stage: PublishingStage) async throws
        -> PublishingPlan
    {
        let publishers = try extensions().publishers
        var web = settings("http", path: "")
        web.options = ["url": .text("http://127.0.0.1/{{tag}}")]
        web.name = "web"
        let places = folders.map { name in
            var place = settings("directory", path: name)
            place.name = name
            place.after = name == folders.last ? after : []
            return place
        }
        let planner = PublishingPlanner(publishers: publishers)
        let requests = try planner.requests(for: [web] + places, basis: basis(stage))
        return try planner.plan(await PublishingObserver(publishers: publishers).observe(requests, with: offline))
    }

    private var offline: Effects {
        Effects(
            files: LiveFileSystem(),
            processes: NoProcesses(),
            events: RecordedEvents(),
            clock: QuickClock(),
            environment: [:],
            http: NoNetwork()
        )
    }

    @Test func aPlaceThatCannotBeLookedAtKeepsNoOtherFromBeingPublishedTo() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let plan = try await planned(["first", "second"], stage)
            #expect(plan.publications.map { $0.failure == nil } == [false, true, true])
            #expect(plan.outcomes.map(\.name) == ["first", "second"] && !plan.isEmpty)
            let unseen = #expect(throws: RelctlError.self) { try plan.requireObserved() }
            #expect(unseen?.code == .remoteUnavailable)
            let executor = PublishingExecutor(publishers: try extensions().publishers)
            let error = await #expect(throws: RelctlError.self) { try await executor.execute(plan, with: offline) }
            #expect(error?.code == .partiallyPublished)
            #expect(error?.message == "cannot publish to `web`; done: `first`, `second`")
            for name in ["first", "second"] {
                #expect(try LiveFileSystem().names(in: stage.project.appending(name)).count == 2)
            }
        }
    }

    @Test func whatComesAfterAPlaceThatCannotBeLookedAtIsNotBegun() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let plan = try await planned(["last"], after: ["web"], stage)
            let executor = PublishingExecutor(publishers: try extensions().publishers)
            let error = await #expect(throws: RelctlError.self) { try await executor.execute(plan, with: offline) }
            // Nothing was done anywhere.
            #expect(error?.code == .remoteUnavailable)
            #expect(error?.causes.contains { "\($0)".contains("`last` was not begun") } == true)
            #expect(try LiveFileSystem().status(of: stage.project.appending("last")) == nil)
        }
    }

    @Test func whatIsThereAndDiffersForbidsTheReleaseAtAllPlaces() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            try LiveFileSystem().write("x".utf8, to: stage.project.appending("first"))
            let error = await #expect(throws: RelctlError.self) { try await planned(["first", "second"], stage) }
            #expect(error?.code == .publicationExists)
            #expect(try LiveFileSystem().status(of: stage.project.appending("second")) == nil)
        }
    }

    // MARK: Releases that users are told not to take

    @Test func aYankedReleaseIsPublishedToNoFurtherPlace() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let planner = PublishingPlanner(publishers: try extensions().publishers)
            let places = ["one", "two"].map { settings("directory", path: $0) }
            let requests = try planner.requests(for: places, basis: basis(stage))
            let yanked = PublicationState(.identical, isYanked: true)
            func plan(_ other: PublicationState) throws -> PublishingPlan {
                try planner.plan(
                    zip(requests, [yanked, other]).map { ObservedPublication($0, at: DirectoryPublisher(), $1) }
                )
            }
            #expect(try plan(.identical).isEmpty)
            let error = #expect(throws: RelctlError.self) { try plan(.absent) }
            #expect(error?.code == .publicationYanked)
            #expect(error?.message == "cannot publish `v1`: it was yanked, at `directory`")
        }
    }
}
