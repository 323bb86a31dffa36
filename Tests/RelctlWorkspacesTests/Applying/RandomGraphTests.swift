import TestSupport
import Testing

@testable import RelctlWorkspaces

/// Random graphs with random failures: waves are respected, dependents of a failure are not touched, and resuming comes
/// to what a run without failures comes to.
@Suite struct RandomGraphTests {
    /// What may be wrong with a repository.
    private enum Fault: CaseIterable {
        case rejectsAll, rejectsTags, losesTags, isNotReady
        /// Not a failure: half of the push is there already.
        case hasBranch, hasCommit

        var isFailure: Bool { self != .hasBranch && self != .hasCommit }
    }

    private static let seeds = FullRun.isAsked ? Array(1...60) : [1, 2, 3]

    @Test(arguments: seeds)
    func resumingConverges(_ seed: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let count = FullRun.isAsked ? Int.random(in: 1...40, using: &generator) : [1: 5, 2: 14, 3: 40][seed] ?? 8
        let graph = Self.graph(count, &generator)
        try await World.scratch { world in
            let calm = try await WorkspaceScene(graph, named: "calm", in: world)
            #expect(try await WorkspaceMachine(of: calm).release(calm.plan).isFinished)

            var scene = try await WorkspaceScene(graph, named: "stormy", in: world)
            let log = world.folder.appending("order")
            let signals = world.folder.appending("ready")
            for name in graph.map(\.name) {
                try scene.hook(name, "post-update", "echo \(name) >>'\(log)'")
                let command = ["test", "!", "-e", "\(signals)-\(name)"]
                try scene.change(name) { $0.ready = [Readiness(condition: .command(command), timeout: 60)] }
            }
            for round in 0..<3 {
                let faults = try await Self.spoil(scene, signals, isLast: round == 2, &generator)
                let machine = try WorkspaceMachine(
                    "machine-\(round % 2)",
                    of: scene,
                    clock: SteppingClock { _ in await Task.yield() }
                )
                let before = try await scene.references()
                let result = try await machine.release(scene.plan)
                try await expect(result, of: scene, faults, before: before, "seed \(seed), round \(round)")
            }
            #expect(try await scene.references() == calm.references())
            try expectOrder(try LiveFileSystem().text(of: log), of: graph)
        }
    }

    private static func graph(_ count: Int, _ generator: inout SeededGenerator) -> [(name: String, needs: [String])] {
        (0..<count).map { index in
            let most = min(index, 3)
            let needs = (0..<index).shuffled(using: &generator).prefix(Int.random(in: 0...most, using: &generator))
            return ("r\(index)", needs.sorted().map { "r\($0)" })
        }
    }

    /// Gives some repositories faults, and takes those of before away.
    private static func spoil(
        _ scene: WorkspaceScene,
        _ signals: FilePath,
        isLast: Bool,
        _ generator: inout SeededGenerator
    ) async throws -> [String: Fault] {
        var faults: [String: Fault] = [:]
        for repository in scene.plan.repositories {
            let (name, signal) = (repository.name, FilePath("\(signals)-\(repository.name)"))
            for kind in ["pre-receive", "update", "post-receive"] { try scene.hook(name, kind, nil) }
            try LiveFileSystem().removeTree(signal)
            guard !isLast, Int.random(in: 0..<4, using: &generator) == 0 else { continue }
            let fault = Fault.allCases.randomElement(using: &generator)
            faults[name] = fault
            switch fault {
            case .rejectsAll: try scene.hook(name, "pre-receive", "exit 1")
            case .rejectsTags: try scene.hook(name, "update", "case $1 in refs/tags/*) exit 1;; esac")
            case .losesTags:
                let undo = "case $n in refs/tags/*) git update-ref -d $n;; esac"
                try scene.hook(name, "post-receive", "while read o w n; do \(undo); done")
            case .isNotReady: try LiveFileSystem().write([], to: signal)
            case .hasBranch:
                guard try await scene.references(name).count == 1 else { continue }
                let commit = try await scene.bringCommit(name)
                try await scene.git(name, "update-ref", "refs/heads/main", commit)
            case .hasCommit: _ = try await scene.bringCommit(name)
            case nil: continue
            }
        }
        return faults
    }

    private func expect(
        _ result: WorkspaceResult,
        of scene: WorkspaceScene,
        _ faults: [String: Fault],
        before: [String: [String]],
        _ comment: Comment
    ) async throws {
        let finished = Set(result.finished.map(\.name))
        let after = try await scene.references()
        for repository in scene.plan.repositories {
            let (name, fault) = (repository.name, faults[repository.name])
            let isHeld = !repository.needs.allSatisfy(finished.contains)
            let wasPushed = before[name]?.count == 2
            // What was pushed before does not mind hooks.
            let fails = fault == .isNotReady || fault?.isFailure == true && !wasPushed
            #expect(finished.contains(name) == (!isHeld && !fails), comment)
            if isHeld { #expect(after[name] == before[name], comment) }
            if finished.contains(name) { #expect(try await scene.isReleased(name), comment) }
        }
        #expect((result.failure?.code.exitCode ?? 0) == (finished.count == scene.plan.repositories.count ? 0 : 3))
    }

    /// Whoever needs another was pushed after it.
    private func expectOrder(_ log: String, of graph: [(name: String, needs: [String])]) throws {
        // The first repository takes claims too, before and after everything else.
        let lines = log.split(separator: "\n").map(String.init)
        for (name, needs) in graph {
            let place = try #require(lines.firstIndex(of: name))
            for need in needs where need != graph.first?.name {
                #expect(try #require(lines.firstIndex(of: need)) < place)
            }
        }
    }
}
