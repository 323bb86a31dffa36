import TestSupport
import Testing

@testable import RelctlCore

/// How finished parts take the place of older ones.
@Suite struct PromotionTests {
    private let files = LiveFileSystem()

    /// A release folder with a record and an image layout of two levels.
    private func release(in path: FilePath, blob: String) throws -> ReleaseFolder {
        let folder = ReleaseFolder(path)
        try files.createFolders(folder.images.appending("blobs/sha256"))
        try files.write(Array("{}".utf8), to: folder.images.appending("index.json"))
        try files.write(Array(blob.utf8), to: folder.images.appending("blobs/sha256/\(blob)"))
        try files.write(Array("{}".utf8), to: folder.manifest)
        return folder
    }

    private func paths(in folder: FilePath) throws -> [String] {
        try files.names(in: folder).sorted().flatMap { name -> [String] in
            let path = folder.appending(name)
            guard try files.status(of: path)?.kind == .folder else { return [name] }
            return try paths(in: path).map { "\(name)/\($0)" }
        }
    }

    private let parts = ReleaseParts(files: ["manifest.json"], targets: [], folders: ["images"])

    @Test func wholeTreesTakeThePlaceOfOlderOnes() async throws {
        try await withScratchFolder { scratch in
            let dist = try release(in: scratch.appending("dist"), blob: "old")
            let work = try release(in: scratch.appending("work"), blob: "new")
            let promotion = ReleasePromotion(files: files, dist: dist)
            // Twice: a run that was cut off at the end does it all again.
            for _ in 1...2 { try promotion.promote(parts, from: work, replacing: parts) }
            #expect(
                try paths(in: dist.path) == ["images/blobs/sha256/new", "images/index.json", "manifest.json"]
            )
            #expect(try paths(in: work.path) == paths(in: dist.path))
        }
    }

    @Test func treesThatTheNewReleaseHasNotGoAway() async throws {
        try await withScratchFolder { scratch in
            let dist = try release(in: scratch.appending("dist"), blob: "old")
            let work = try release(in: scratch.appending("work"), blob: "new")
            let without = ReleaseParts(files: ["manifest.json"], targets: [])
            try ReleasePromotion(files: files, dist: dist).promote(without, from: work, replacing: parts)
            #expect(try paths(in: dist.path) == ["manifest.json"])
        }
    }
}
