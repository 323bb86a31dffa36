import RelctlArchives
import TestSupport
import Testing

@Suite struct PackagerTests {
    static func request(_ entries: [PlannedEntry], in folder: FilePath, format: String) throws -> PackageRequest {
        let target = try TargetTriple("x86_64-unknown-linux-musl")
        let archive = ArchivePlan(name: "a.\(format)", format: format, target: target, timestamp: 0, entries: entries)
        return PackageRequest(archive: archive, project: folder, binaries: folder)
    }

    static func file(_ path: String, from source: String) throws -> PlannedEntry {
        let source = PlannedEntry.Source.project(path: try RelativePath(source))
        return PlannedEntry(path: try RelativePath(path), content: .file(source: source, isExecutable: false))
    }

    @Test(arguments: ArchiveInteroperationTests.formats)
    func everythingThatIsNoFileIsNamedAtOnce(_ format: String) async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            try files.createFolder(folder.appending("folder"))
            try files.createLink(at: folder.appending("link"), to: "/etc/passwd")
            let entries = try ["folder", "gone", "link"].map { try Self.file("top/\($0)", from: $0) }
            let request = try Self.request(entries, in: folder, format: format)
            let error = await #expect(throws: RelctlError.self) { try await request.pack() }
            let messages = error?.causes.map { String(describing: $0) } ?? []
            #expect(messages.count == 3)
            #expect(messages.first?.contains("is a folder, not a regular file") == true)
            #expect(messages.last?.contains("is a link, not a regular file") == true)
            #expect(try files.names(in: folder) == ["folder", "link"])
        }
    }

    @Test(arguments: ArchiveInteroperationTests.formats)
    func aPathThatStandsTwiceIsRefused(_ format: String) async throws {
        try await withScratchFolder { folder in
            let entry = PlannedEntry(path: try RelativePath("top"), content: .folder)
            let request = try Self.request([entry, entry], in: folder, format: format)
            await #expect(throws: RelctlError.self) { try await request.pack() }
        }
    }

    @Test(arguments: ArchiveInteroperationTests.formats)
    func aCancelledTaskStopsPacking(_ format: String) async throws {
        try await withScratchFolder { folder in
            try LiveFileSystem().write([UInt8](repeating: 7, count: 300_000), to: folder.appending("file"))
            let request = try Self.request([Self.file("top/file", from: "file")], in: folder, format: format)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await request.pack()
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try LiveFileSystem().names(in: folder) == ["file"])
        }
    }

    @Test func progressCountsAllBytes() async throws {
        try await withScratchFolder { folder in
            try LiveFileSystem().write([UInt8](repeating: 7, count: 5_000_000), to: folder.appending("file"))
            let request = try Self.request([Self.file("top/file", from: "file")], in: folder, format: "zip")
            let events = RecordedEvents()
            _ = try await request.pack(with: .onDisk(events: events))
            let began = events.events.compactMap { event in
                if case .began(let activity) = event { activity } else { nil }
            }
            #expect(began.map(\.id) == ["package/a.zip"])
            #expect(began.first?.total == 5_000_000)
            let advances = events.events.compactMap { event in
                if case .advanced("package/a.zip", let completed) = event { completed } else { nil }
            }
            #expect(advances.count >= 4)
            #expect(advances == advances.sorted())
        }
    }
}
