import Synchronization
import TestSupport
import Testing

@testable import RelctlArchives

/// What the archives of one run share, and that it changes none of their bytes.
@Suite struct ArchiveEngineTests {
    /// Counts what engines do, over all of them.
    private final class Gauge: Sendable {
        struct Reading {
            var (calls, busy, mostBusy) = (0, 0, 0)
            var failures = 0
        }

        let reading = Mutex(Reading())
        /// How many calls fail, from the first on.
        let failingCalls: Int

        init(failingCalls: Int = 0) { self.failingCalls = failingCalls }
    }

    /// zlib, watched.
    private final class WatchedEngine: DeflateEngine {
        private let gauge: Gauge
        private let zlib: ZlibEngine

        init(_ gauge: Gauge) throws {
            self.gauge = gauge
            zlib = try ZlibEngine(level: 6)
        }

        func compress(
            _ window: UnsafeRawBufferPointer,
            from start: Int,
            ending: DeflatePiece.Ending,
            into output: UnsafeMutableRawBufferPointer
        ) throws -> Int {
            let fails = gauge.reading.withLock { reading in
                reading.calls += 1
                reading.busy += 1
                reading.mostBusy = max(reading.busy, reading.mostBusy)
                guard reading.calls <= gauge.failingCalls else { return false }
                reading.failures += 1
                return true
            }
            defer { gauge.reading.withLock { $0.busy -= 1 } }
            if fails { throw RelctlError("cannot compress: this call fails") }
            return try zlib.compress(window, from: start, ending: ending, into: output)
        }
    }

    private static let sizes = [
        "a": 0, "b": 10, "c": 4096, "d": 65_535, "e": 65_536, "f": 300_000, "g": PieceCutter.pieceSize,
        "h": PieceCutter.pieceSize + 1, "i": 2_000_000,
    ]

    private static func write(to folder: FilePath) throws -> [PlannedEntry] {
        for (name, size) in sizes {
            try LiveFileSystem().write(PieceCutterTests.bytes(size, seed: UInt64(size)), to: folder.appending(name))
        }
        return try sizes.keys.sorted().map { try PackagerTests.file("top/\($0)", from: $0) }
    }

    private static func pack(
        _ entries: [PlannedEntry],
        as name: String,
        _ format: String,
        in folder: FilePath,
        on engine: ArchiveEngine
    ) async throws -> PackagedArchive {
        var request = try PackagerTests.request(entries, in: folder, format: format)
        request.archive.name = "\(name).\(format)"
        request.archive.compression = PieceCutterTests.zlib
        request.engine = engine
        return try await request.pack()
    }

    @Test(arguments: ["tar.gz", "zip"])
    func threadsAndStoresDecideNothingAboutTheBytes(_ format: String) async throws {
        try await withScratchFolder { folder in
            let entries = try Self.write(to: folder)
            var archives: Set<PackagedArchive> = []
            for threads in [1, 2, 8] {
                for store in [nil, ScratchPieceStore(in: folder, files: LiveFileSystem())] {
                    let engine = ArchiveEngine(threads: threads, store: store)
                    for _ in 0..<2 {
                        archives.insert(try await Self.pack(entries, as: "a", format, in: folder, on: engine))
                    }
                    engine.close()
                }
            }
            #expect(archives.count == 1)
            var digests: [String: Digest] = [:]
            let path = folder.appending("out-a.\(format)")
            let findings = try ArchiveReader(files: LiveFileSystem()).read(path, format: format) { member in
                digests[member.shownName] = member.sha256
            }
            #expect(findings.isEmpty)
            for (name, size) in Self.sizes {
                #expect(digests["top/\(name)"] == Digest(of: PieceCutterTests.bytes(size, seed: UInt64(size))))
            }
        }
    }

    @Test(arguments: [1, 2, 3]) func noMoreThanTheThreadsCompressAtATime(_ threads: Int) async throws {
        try await withScratchFolder { folder in
            let entries = try Self.write(to: folder)
            let gauge = Gauge()
            let engine = ArchiveEngine(threads: threads) { _ in try WatchedEngine(gauge) }
            _ = try await mapConcurrently(["a", "b", "c", "d"], width: 4) { name in
                try await Self.pack(entries, as: name, "zip", in: folder, on: engine)
            }
            let reading = gauge.reading.withLock { $0 }
            #expect(reading.mostBusy <= threads)
            #expect(reading.busy == 0)
            #expect(reading.calls > 0)
        }
    }

    @Test func archivesThatArePackedAtOnceCompressWhatTheyShareOnce() async throws {
        try await withScratchFolder { folder in
            try LiveFileSystem().write(PieceCutterTests.bytes(5_000_000), to: folder.appending("shared"))
            let entries = [try PackagerTests.file("top/shared", from: "shared")]
            let gauge = Gauge()
            let store = ScratchPieceStore(in: folder, files: LiveFileSystem())
            let engine = ArchiveEngine(threads: 3, store: store) { _ in try WatchedEngine(gauge) }
            let archives = try await mapConcurrently(["a", "b", "c"], width: 3) { name in
                try await Self.pack(entries, as: name, name == "c" ? "zip" : "tar.gz", in: folder, on: engine)
            }
            engine.close()
            #expect(archives[0] == archives[1])
            // Ten pieces, and for each tar what stands before the file and after it.
            #expect(gauge.reading.withLock { $0.calls } == (5_000_000 / PieceCutter.pieceSize + 1) + 2 * 2)
        }
    }

    @Test func whoeverWaitsForAPieceThatFailsMakesItItself() async throws {
        try await withScratchFolder { folder in
            try LiveFileSystem().write(PieceCutterTests.bytes(400_000), to: folder.appending("shared"))
            let entries = [try PackagerTests.file("top/shared", from: "shared")]
            let gauge = Gauge(failingCalls: 1)
            let engine = ArchiveEngine(threads: 2) { _ in try WatchedEngine(gauge) }
            let outcomes = try await mapConcurrently(["a", "b", "c"], width: 3) { name in
                do {
                    return Result<_, any Error>
                        .success(try await Self.pack(entries, as: name, "zip", in: folder, on: engine))
                } catch {
                    return .failure(error)
                }
            }
            let archives = outcomes.compactMap { try? $0.get() }
            #expect(archives.count == 2)
            #expect(Set(archives).count == 1)
            #expect(gauge.reading.withLock { $0.failures } == 1)
        }
    }

    @Test(arguments: ["tar.gz", "zip"])
    func anUnknownEncoderOrLevelIsAnError(_ format: String) async throws {
        try await withScratchFolder { folder in
            let entries = try Self.write(to: folder)
            for compression in [
                Compression(engine: "none-9", level: 6), Compression(engine: "zlib", level: 0),
                Compression(engine: "zlib", level: 10),
            ] {
                var request = try PackagerTests.request(entries, in: folder, format: format)
                request.archive.compression = compression
                await #expect(throws: RelctlError.self) { try await request.pack() }
                #expect(try LiveFileSystem().names(in: folder) == Self.sizes.keys.sorted())
            }
        }
    }

    @Test(.enabled(if: HostTool.areHere("gzip")))
    func manySmallFilesCostNoSize() async throws {
        try await withScratchFolder { folder in
            let entries = try (0..<1000).map { index in
                let text = String(decoding: PieceCutterTests.bytes(1024, seed: UInt64(index)), as: UTF8.self)
                return PlannedEntry(
                    path: try RelativePath("top/\(index)"),
                    content: .file(source: .text(text), isExecutable: false)
                )
            }
            let engine = ArchiveEngine(threads: 2)
            let archive = try await Self.pack(entries, as: "a", "tar.gz", in: folder, on: engine)
            let gzip = try #require(HostTool("gzip"))
            let tar = try await gzip.run(["-dc", "out-a.tar.gz"], in: folder)
            try LiveFileSystem().write(tar.output, to: folder.appending("tar"))
            let packed = try await gzip.run(["-6nc", "tar"], in: folder)
            #expect(Double(archive.size) <= 1.01 * Double(packed.output.count))
        }
    }
}
