import TestSupport
import Testing

@testable import RelctlArchives
@testable import RelctlConnectors
@testable import RelctlPackaging

/// What libarchive compresses: `.tar.xz` and `.tar.zst`.
@Suite struct LibraryFormatTests {
    /// The engine's threads, and what came of packing.
    private static func pack(
        _ format: String,
        level: Int? = nil,
        threads: Int = 2,
        in folder: FilePath,
        of sizes: [Int] = [2_000_000, 3_000_000, 0, 1]
    ) async throws -> (path: FilePath, packed: PackagedArchive) {
        let files = LiveFileSystem()
        var entries = [PlannedEntry(path: try RelativePath("top"), content: .folder)]
        var start = 0
        for (index, size) in sizes.enumerated() {
            try files.write(text[start..<(start + size)], to: folder.appending("file\(index)"))
            start += size
            entries.append(try PackagerTests.file("top/file\(index)", from: "file\(index)"))
        }
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        let packager = try extensions.packagers.connector(format)
        let name = "\(format)-\(level ?? -1)-\(threads)"
        let archive = ArchivePlan(
            name: name,
            format: format,
            target: try TargetTriple("x86_64-unknown-linux-musl"),
            compression: level.map {
                packager.compression?.compression(level: $0, deflate: Compression.standardDeflate.engine)
            } ?? nil,
            timestamp: 0,
            entries: entries
        )
        let request = PackageRequest(
            archive: archive,
            project: folder,
            binaries: folder,
            engine: ArchiveEngine(threads: threads)
        )
        let path = folder.appending("\(name).\(format)")
        let output = try files.create(path, permissions: 0o644)
        let packed = try await packager.package(request, to: output, with: .onDisk())
        try output.close()
        let summary = try await FileHasher(files: files).summary(of: path)
        #expect(summary.size == packed.size && summary.sha256 == packed.sha256)
        return (path, packed)
    }

    /// Text-like bytes, the same on every machine.
    private static let text = [UInt8](unsafeUninitializedCapacity: 5_000_001) { bytes, count in
        var state: UInt64 = 42
        while count < bytes.count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[count] = count % 3 == 0 ? UInt8(truncatingIfNeeded: state >> 59) : 0x61
            count += 1
        }
    }

    /// Levels whose blocks are so small that several threads have something to do.
    @Test(arguments: [("tar.xz", 0), ("tar.xz", 1), ("tar.zst", 1), ("tar.zst", 3)])
    func threadsMakeNoDifference(_ format: String, _ level: Int) async throws {
        try await withScratchFolder { folder in
            var digests: Set<Digest> = []
            for threads in [1, 2, 8] {
                digests.insert(try await Self.pack(format, level: level, threads: threads, in: folder).packed.sha256)
            }
            #expect(digests.count == 1)
        }
    }

    /// With one block there would be nothing for a second thread to do.
    @Test(.enabled(if: HostTool.areHere("xz"))) func xzIsCutIntoBlocks() async throws {
        try await withScratchFolder { folder in
            let (path, _) = try await Self.pack("tar.xz", level: 0, threads: 1, in: folder)
            let outcome = try await #require(HostTool("xz")).run(["--robot", "--list", path.string], in: folder)
            let totals = outcome.text.split(separator: "\n").first { $0.hasPrefix("totals") }
            let blocks = try #require(totals).split(separator: "\t")[2]
            #expect((Int(blocks) ?? 0) > 1, "\(outcome.text)")
        }
    }

    @Test(arguments: ["tar.gz", "tar.xz", "tar.zst", "zip"]) func levelsDecideTheBytes(_ format: String) async throws {
        try await withScratchFolder { folder in
            let fast = try await Self.pack(format, level: 1, in: folder).packed
            let usual = try await Self.pack(format, in: folder).packed
            let six = try await Self.pack(format, level: 6, in: folder).packed
            let small = try await Self.pack(format, level: 9, in: folder).packed
            #expect(usual.sha256 == six.sha256)
            #expect(Set([fast, six, small].map(\.sha256)).count >= 2)
            #expect(small.size < fast.size)
        }
    }

    /// So few threads that the library would take another encoder, and so many that memory would run out.
    @Test func workersAreBounded() {
        #expect(LibarchiveFilter.xz.workers(1, level: 6) == 2)
        #expect(LibarchiveFilter.xz.workers(4, level: 6) == 4)
        #expect(LibarchiveFilter.xz.workers(64, level: 6) == 8)
        #expect(LibarchiveFilter.xz.workers(64, level: 9) == 2)
        #expect(LibarchiveFilter.zstd.workers(1, level: 6) == 1)
        #expect(LibarchiveFilter.zstd.workers(64, level: 19) == 8)
        #expect(LibarchiveFilter.zstd.workers(64, level: 22) == 1)
    }

    @Test(arguments: [("tar.xz", 10), ("tar.zst", 23)])
    func aLevelThatTheLibraryLacksIsAnError(_ format: String, _ level: Int) async throws {
        try await withScratchFolder { folder in
            let error = await #expect(throws: RelctlError.self) {
                try await Self.pack(format, level: level, in: folder)
            }
            #expect(error?.message.contains("at level \(level)") == true)
        }
    }

    // MARK: Reading

    private static func read(
        _ path: FilePath,
        _ format: String,
        limits: ArchiveLimits = ArchiveLimits()
    ) throws -> (names: [String], codes: [String]) {
        var names: [String] = []
        let reader = ArchiveReader(files: LiveFileSystem(), limits: limits)
        let findings = try reader.read(path, format: format) { names.append($0.shownName) }
        return (names, findings.map(\.code))
    }

    /// Damage: what is done to the bytes, and whether everything that was packed comes before it is noticed.
    enum Damage: CaseIterable {
        case none, cutByOne, cutInHalf, cutToTheHeader, emptied, flipped, trailingText, trailingZero, notCompressed

        func done(to bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            switch self {
            case .none: break
            case .cutByOne: bytes.removeLast()
            case .cutInHalf: bytes.removeLast(bytes.count / 2)
            case .cutToTheHeader: bytes = Array(bytes.prefix(8))
            case .emptied: bytes = []
            case .flipped: bytes[bytes.count / 2] ^= 0x10
            case .trailingText: bytes += Array("and more".utf8)
            case .trailingZero: bytes.append(0)
            case .notCompressed: bytes = [UInt8](repeating: 0, count: 1024)
            }
            return bytes
        }
    }

    /// All but a changed byte in zstd, which libarchive writes without checksums: there the digests show it.
    @Test(arguments: ["tar.xz", "tar.zst"], Damage.allCases)
    func damageIsFound(_ format: String, _ damage: Damage) async throws {
        if format == "tar.zst", damage == .flipped { return }
        try await withScratchFolder { folder in
            let (path, packed) = try await Self.pack(format, level: 1, in: folder, of: [300_000, 10])
            let files = LiveFileSystem()
            try files.write(damage.done(to: try files.contents(of: path)), to: path)
            let (names, codes) = try Self.read(path, format)
            if damage == .none {
                #expect(codes.isEmpty)
                #expect(
                    names.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } == packed.contents.map(\.path.string)
                )
            } else {
                #expect(codes == ["archive.damaged"], "\(damage): \(codes)")
            }
        }
    }

    @Test(arguments: ["tar.xz", "tar.zst"]) func bombsAreStopped(_ format: String) async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            try files.write([UInt8](repeating: 0, count: 8 << 20), to: folder.appending("zeros"))
            let request = try PackagerTests.request(
                [PackagerTests.file("zeros", from: "zeros")],
                in: folder,
                format: format
            )
            _ = try await request.pack()
            var limits = ArchiveLimits()
            limits.freeSize = 1 << 20
            let path = folder.appending("out-a.\(format)")
            #expect(try Self.read(path, format, limits: limits).codes == ["archive.limit"])
            #expect(try Self.read(path, format).codes.isEmpty)
        }
    }

    @Test func aStreamWithinAStreamIsNoTar() async throws {
        try await withScratchFolder { folder in
            let (path, _) = try await Self.pack("tar.xz", level: 1, in: folder, of: [10])
            let xz = try #require(HostTool("xz"))
            let outcome = try await xz.run(["--stdout", "--compress", "--force", path.string], in: folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            try LiveFileSystem().write(outcome.output, to: path)
            #expect(try Self.read(path, "tar.xz").codes == ["archive.damaged"])
        }
    }

    @Test(arguments: [
        ("a.tar.gz", "tar.gz"), ("a.tgz", "tar.gz"), ("a.tar.xz", "tar.xz"), ("a.txz", "tar.xz"),
        ("a.tar.zst", "tar.zst"), ("a.tzst", "tar.zst"), ("a.tar", "tar"), ("a.zip", "zip"), ("a.xz", nil),
        ("tar", nil),
    ])
    func namesSayTheFormat(_ name: String, _ format: String?) {
        #expect(ArchiveReader.format(ofName: name) == format)
    }
}
