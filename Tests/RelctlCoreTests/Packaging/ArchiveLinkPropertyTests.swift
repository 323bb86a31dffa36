import TestSupport
import Testing

@testable import RelctlCore

/// Random trees full of links: whatever the planner lets through, a real file system resolves inside the archive.
@Suite struct ArchiveLinkPropertyTests {
    private static func tree(_ generator: inout SeededGenerator) -> [String] {
        let names = ["a", "b", "c"]
        var used: Set<String> = []
        var tree: [String] = []
        for _ in 0..<Int.random(in: 2...6, using: &generator) {
            let depth = Int.random(in: 1...3, using: &generator)
            let path = (0..<depth).map { _ in names.randomElement(using: &generator) ?? "a" }.joined(separator: "/")
            // One thing under each path, and nothing below what is no folder.
            guard !used.contains(where: { $0 == path || path.hasPrefix($0 + "/") || $0.hasPrefix(path + "/") }) else {
                continue
            }
            used.insert(path)
            guard Bool.random(using: &generator) else {
                tree.append(path)
                continue
            }
            let steps = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                [".", "..", "..", "a", "b", "c", ""].randomElement(using: &generator) ?? "a"
            }
            let target = steps.joined(separator: "/")
            tree.append("\(path) -> \(target.isEmpty ? "a" : target)")
        }
        return tree
    }

    private static func isSound(_ plan: ArchivePlan) async throws -> Bool {
        try await withScratchFolder { scratch in
            let files = LiveFileSystem()
            // The archive's root, with folders round it that an escaping link could reach.
            let root = scratch.appending("a/b/root")
            try files.createFolders(root)
            let top = root.appending("top")
            for entry in plan.entries {
                let path = root.appending(entry.path)
                switch entry.content {
                case .folder: try files.createFolder(path)
                case .file: try files.create(path, permissions: 0o644).close()
                case .link(let target): try files.createLink(at: path, to: target)
                }
            }
            return plan.entries.allSatisfy { entry in
                guard let real = try? files.canonicalPath(of: root.appending(entry.path)) else { return false }
                return real == top || real.string.hasPrefix(top.string + "/")
            }
        }
    }

    @Test(arguments: 0..<400) func whatIsPlannedResolvesInsideTheArchive(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var sample = PlannerSample(rules: [.files("**")], tree: Self.tree(&generator), name: "top")
        let plans: [ArchivePlan]
        do {
            plans = try sample.plans()
        } catch let error as RelctlError {
            #expect(error.causes.allSatisfy { "\($0)".contains("cannot pack the link `") }, "\(sample.tree): \(error)")
            return
        }
        let plan = try #require(plans.first)
        #expect(try await Self.isSound(plan), "\(sample.tree)")
        // For Windows the same tree has no links left, or is refused for a folder that holds itself.
        sample.targets = ["x86_64-pc-windows-gnu"]
        guard let windows = try? sample.plans().first else { return }
        let links = windows.entries.filter { if case .link = $0.content { true } else { false } }
        #expect(links.isEmpty)
        #expect(windows.entries.count >= plan.entries.count)
    }

    /// The planner must not be sound by refusing everything.
    @Test func manyTreesWithLinksAreAccepted() throws {
        let accepted = (0..<400 as Range<UInt64>).filter { seed in
            var generator = SeededGenerator(seed: seed)
            let sample = PlannerSample(rules: [.files("**")], tree: Self.tree(&generator), name: "top")
            return sample.tree.contains { $0.contains(" -> ") } && (try? sample.plans()) != nil
        }
        #expect(accepted.count > 20)
    }
}
