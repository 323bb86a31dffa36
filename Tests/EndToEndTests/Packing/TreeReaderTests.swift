import RelctlCore
import TestSupport
import Testing

/// Trees that are hard on an archive engine come out of every reader as they were.
@Suite struct TreeReaderTests {
    private func expectEveryReaderSees(_ tree: ContentTree, forWindows isForWindows: Bool = true) async throws {
        try await World.scratch { world in
            let project = try await TreeProject(tree, forWindows: isForWindows, in: world)
            expect(try await project.package(), exits: 0)
            expect(try await project.verify(), exits: 0)
            try await expectTheTree(tree, in: project)
            for archive in project.archives {
                for reader in ArchiveReader.allCases where reader.reads(archive) && HostTool.areHere(reader.rawValue) {
                    try await expectSame(archive, in: project.dist, by: reader)
                }
            }
        }
    }

    /// That the manifest is right about the tree, which the readers are then compared with.
    private func expectTheTree(_ tree: ContentTree, in project: TreeProject) async throws {
        for archive in project.archives where !archive.contains("windows") {
            let entries = try await project.world.entries(of: project.dist.appending(archive))
            let seen = Dictionary(uniqueKeysWithValues: entries.map { ($0.path, $0) })
            for (path, node) in tree.nodes {
                // One `#expect` for each of thousands would take longer than all the rest.
                guard seen[TreeProject.top + path]?.is(node) != true else { continue }
                Issue.record("`\(path)` in \(archive) is \(String(describing: seen[TreeProject.top + path]))")
            }
        }
    }

    @Test func filesOfEverySizeThatPiecesEndAt() async throws {
        try await expectEveryReaderSees(.pieceBoundaries())
    }

    @Test func thousandsOfTinyAndEmptyFiles() async throws {
        try await expectEveryReaderSees(.tinyFiles(FullRun.isAsked ? 10_000 : 1000), forWindows: false)
    }

    @Test func linksAndWhatTheyBecomeOnWindows() async throws {
        try await expectEveryReaderSees(.links())
    }

    @Test func namesAtTheLimits() async throws {
        try await expectEveryReaderSees(.longNames(above: TreeProject.top.utf8.count), forWindows: false)
    }
}

extension SeenEntry {
    /// Whether this is what a tree has.
    fileprivate func `is`(_ node: ContentTree.Node) -> Bool {
        switch node {
        case .file(let bytes, let isExecutable):
            kind == "file" && sha256 == Digest(of: bytes).hexadecimal && mode == (isExecutable ? 0o755 : 0o644)
        case .emptyFolder: kind == "folder"
        case .link(let target): kind == "link" && self.target == target
        }
    }
}
