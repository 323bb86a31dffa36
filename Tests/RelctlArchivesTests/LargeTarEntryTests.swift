import Foundation
import TestSupport
import Testing

@testable import RelctlArchives

/// Files that eleven octal digits cannot count, which need a pax record (POSIX.1-2017, pax, "size").
@Suite(.enabled(if: HostTool.areHere("tar"))) struct LargeTarEntryTests {
    /// Keeps headers and padding, and leaves contents out, which would be gigabytes.
    private struct Headers: TarOutput {
        private(set) var bytes: [UInt8] = []
        let file: FilePath

        init(_ file: FilePath) { self.file = file }

        mutating func write(_ bytes: [UInt8]) async throws { self.bytes += bytes }

        mutating func write(
            _ content: EntryContent,
            in files: any FileSystem,
            progress: (Int) -> Void
        ) async throws -> Digest {
            // What follows stands behind as many zeros as a sparse file has there.
            try files.write(bytes, to: file)
            #expect(truncate(file.string, off_t(bytes.count) + off_t(content.size)) == 0)
            bytes = []
            return Digest(of: [])
        }

        mutating func finish() async throws {
            let all = try FileHandle(forWritingTo: URL(fileURLWithPath: file.string))
            try all.seekToEnd()
            try all.write(contentsOf: Data(bytes))
            try all.close()
        }
    }

    @Test(arguments: [UInt64(8) << 30 - 1, UInt64(8) << 30, UInt64(9) << 30 + 5])
    func othersReadTheirSize(_ size: UInt64) async throws {
        try await World.scratch { world in
            let (large, tar) = (world.folder.appending("large"), world.folder.appending("large.tar"))
            try LiveFileSystem().write([UInt8](), to: large)
            try #require(truncate(large.string, off_t(size)) == 0)
            let path = try RelativePath("data/large")
            let content = try EntryContent(large, for: path, files: LiveFileSystem())
            var writer = TarWriter(Headers(tar), timestamp: 1_700_000_000)
            let file = EntryFile(path: path, mode: 0o644, content: content, files: LiveFileSystem())
            _ = try await writer.addFile(file) { _ in }
            try await writer.addLink(try RelativePath("data/next"), target: "large")
            try await writer.finish()
            let listed = try await world.output(of: ["tar", "-tvf", tar.string], in: world.folder)
            let lines = listed.split(separator: "\n")
            #expect(lines.count == 2, "\(listed)")
            #expect(lines.first?.contains(" \(size) ") == true && lines.first?.hasSuffix(" data/large") == true)
            #expect(lines.last?.hasSuffix("data/next -> large") == true)
        }
    }
}
