import Foundation
import RelctlCore
import TestSupport
import Testing

#if os(Linux)
    /// A push can be killed at every request and every line of its journal, and run again; nobody ever sees a half of an
    /// image or a chart, and what was sent is not sent again.
    @Suite(.needs("cc")) struct PushKillTests {
        private static let journal = "/dist/journal.jsonl"

        /// What is pushed, and by what.
        enum Push: String, Sendable, CaseIterable {
            case images, charts, publication

            var command: [String] {
                switch self {
                case .images: ["image", "push", "v1.2.3"]
                case .charts: ["chart", "push", "v1.0.0"]
                case .publication: ["publish", "v1.0.0"]
                }
            }

            /// How many points of a run are tried, unless all are.
            var sample: Int { self == .images ? 12 : 6 }
        }

        /// A release in `dist/`, which relctl pushes to a fake registry.
        private struct Project: Sendable {
            let world: World
            let folder: FilePath
            let registry: FakeRegistry
            let push: Push

            /// Images for two repositories, or a chart.
            init(_ push: Push, _ registry: FakeRegistry, in world: World) async throws {
                (self.push, self.world, self.registry) = (push, world, registry)
                guard push != .images else {
                    folder = world.folder.appending("project")
                    _ = try Self.images(in: folder, registry)
                    return
                }
                let project = try await ShardedProject(
                    in: world,
                    more: GreeterChart.settings,
                    publish: #"{ to: "helm", repository: "oci://\#(registry.host)/acme/charts" }"#,
                    adding: GreeterChart.write
                )
                folder = project.origin.folder
                expect(try await project.origin.relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
            }

            static func images(in folder: FilePath, _ registry: FakeRegistry) throws -> SampleRelease {
                let names = ["acme/app", "acme/mirror"].map { "\(registry.host)/\($0)" }
                return try SampleRelease(in: folder.appending("dist"), names: names, layerSize: 20_000)
            }

            func start(_ changes: [String: String?] = [:]) throws -> RunningProgram {
                try world.start(
                    [RelctlExecutable.path().string] + push.command,
                    in: folder,
                    environment: changes
                )
            }

            func clear() async throws {
                try await registry.removeHolds()
                try await registry.reset()
                try await registry.forgetRequests()
                for name in ["journal.jsonl", ".work", "logs"] {
                    try LiveFileSystem().removeTree(folder.appending("dist").appending(name))
                }
            }

            /// What is there, in words that can be compared.
            func outcome() async throws -> [String] {
                try await registry.state().repositories.flatMap { repository in
                    [repository.name] + repository.blobs + repository.manifests
                        + repository.tags.map { "\($0.name) \($0.digest)" }
                }
            }

            /// Tags that lead to something that is not whole.
            func halves(of whole: FakeRegistry.State) async throws -> [String] {
                try await registry.state().repositories.filter { !$0.tags.isEmpty }.filter { repository in
                    let all = whole.repositories.first { $0.name == repository.name }
                    return repository.manifests != all?.manifests || repository.blobs != all?.blobs
                }.map(\.name)
            }

            /// The blobs and manifests that were put and taken, by repository.
            func sent() async throws -> [String] {
                try await registry.requests().filter { $0.method == "PUT" && $0.status == 201 }.map { request in
                    let path = request.path.replacing(/uploads\/[^?]*\?/, with: "")
                    return path
                }
            }
        }

        @Test(arguments: Push.allCases)
        func aPushThatIsKilledAtAnyPointAndRunAgainEndsAsIfNothingHadBeen(push: Push) async throws {
            try await World.scratch { world in
                try await FakeRegistry.running(in: world) { registry in
                    let project = try await Project(push, registry, in: world)
                    let barrier = try await CallBarrier(in: world)
                    expect(try await project.start(barrier.environment(Self.journal)).result(), exits: 0)
                    let calls = try barrier.calls()
                    let requests = try await registry.requests().count
                    try #require(calls > 4 && requests > 10)
                    let (whole, outcome) = (try await registry.state(), try await project.outcome())
                    var points = (1...calls).flatMap { number in
                        [true, false].map { KillPoint.call(below: Self.journal, number, isBefore: $0) }
                    }
                    points += (1...requests).flatMap { number in
                        [ForgeHold.Moment.before, .after].map { KillPoint.request(number, $0) }
                    }
                    var hit = 0
                    let wanted = FullRun.sample(points, push.sample)
                    for point in wanted {
                        try await project.clear()
                        if try await kill(project, at: point, barrier) { hit += 1 }
                        try await Task.sleep(for: .milliseconds(100))
                        #expect(try await project.halves(of: whole).isEmpty, "killed \(point)")
                        let complete = Set(try await project.sent())
                        try await registry.forgetRequests()
                        let again = try await project.start().result()
                        #expect(again.end == .exit(0), "killed \(point):\n\(again.errors)")
                        #expect(try await project.outcome() == outcome, "killed \(point)")
                        let twice = try await project.sent().filter { complete.contains($0) }
                        #expect(twice.isEmpty, "killed \(point): sent again")
                    }
                    print("\(push): killed at \(hit) of \(wanted.count) points, of \(points.count)")
                    #expect(hit == wanted.count)
                }
            }
        }

        private func kill(_ project: Project, at point: KillPoint, _ barrier: CallBarrier) async throws -> Bool {
            switch point {
            case .call(let path, let number, let isBefore):
                let environment = try barrier.environment(path, killing: (number, isBefore))
                let result = try await project.start(environment).result()
                return result.end == .signal(SIGKILL)
            case .request(let number, let moment):
                try await project.registry.hold(ForgeHold(number: number, moment))
                let run = try project.start()
                let held = try await project.registry.held(within: 60)
                run.send(SIGKILL)
                let result = try await run.result()
                try await project.registry.release()
                try await project.registry.removeHolds()
                return held?.number == number && result.end == .signal(SIGKILL)
            }
        }

        @Test func twoMachinesThatPushAtOnceLeaveOneWholeImage() async throws {
            try await World.scratch { world in
                try await FakeRegistry.running(in: world) { registry in
                    let folder = world.folder.appending("project")
                    let release = try Project.images(in: folder, registry)
                    let copy = world.folder.appending("elsewhere").string
                    try await world.output(of: ["cp", "-R", folder.string, copy])
                    // Both have looked when the first one begins to send.
                    try await registry.hold(ForgeHold(ForgeFault.Match("POST", origin: "api"), .before))
                    let arguments = [try RelctlExecutable.path().string, "image", "push"]
                    let runs = try [folder, FilePath(copy)].map { try world.start(arguments, in: $0) }
                    for _ in 0..<600 where try await registry.requests().count(where: { $0.method == "POST" }) < 5 {
                        try await Task.sleep(for: .milliseconds(20))
                    }
                    try await registry.removeHolds()
                    for run in runs { expect(try await run.result(), exits: 0) }
                    let state = try await registry.state()
                    #expect(state.repositories.map(\.name) == ["acme/app", "acme/mirror"])
                    #expect(
                        Set(state.repositories.flatMap(\.tags).map(\.digest)) == [
                            release.root.digest.description
                        ]
                    )
                    #expect(state.repositories.allSatisfy { $0.tags.count == 4 } && state.uploads.isEmpty)
                }
            }
        }
    }
#endif
