import RelctlCore
import Synchronization
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

    static func pack(_ request: PackageRequest, _ effects: Effects = .onDisk()) async throws -> PackagedArchive {
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        let path = request.project.appending("out-\(request.archive.name)")
        let replacement = try effects.files.replacement(of: path)
        do {
            let packager = try extensions.packagers.connector(request.archive.format)
            let packaged = try await packager.package(request, to: replacement.file, with: effects)
            try replacement.commit()
            return packaged
        } catch {
            replacement.discard()
            throw error
        }
    }

    @Test(arguments: ["tar.gz", "zip"])
    func everythingThatIsNoFileIsNamedAtOnce(_ format: String) async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            try files.createFolder(folder.appending("folder"))
            try files.createLink(at: folder.appending("link"), to: "/etc/passwd")
            let entries = try ["folder", "gone", "link"].map { try Self.file("top/\($0)", from: $0) }
            let request = try Self.request(entries, in: folder, format: format)
            let error = await #expect(throws: RelctlError.self) { try await Self.pack(request) }
            let messages = error?.causes.map { String(describing: $0) } ?? []
            #expect(messages.count == 3)
            #expect(messages.first?.contains("is a folder, not a regular file") == true)
            #expect(messages.last?.contains("is a link, not a regular file") == true)
            #expect(try files.names(in: folder) == ["folder", "link"])
        }
    }

    @Test(arguments: ["tar.gz", "zip"])
    func aPathThatStandsTwiceIsRefused(_ format: String) async throws {
        try await withScratchFolder { folder in
            let entry = PlannedEntry(path: try RelativePath("top"), content: .folder)
            let request = try Self.request([entry, entry], in: folder, format: format)
            await #expect(throws: RelctlError.self) { try await Self.pack(request) }
        }
    }

    /// What can happen to a file of two pieces once its first piece was read.
    enum Change: CaseIterable {
        case grows, shrinks, vanishes, isReplaced, isRewritten

        func happen(to path: FilePath, _ files: LiveFileSystem) throws {
            switch self {
            case .grows:
                let file = try files.append(to: path)
                try [UInt8](repeating: 1, count: 10).withUnsafeBytes { try file.write($0) }
                try file.close()
            // What was created with fewer bytes is put in place by a name that stays open.
            case .shrinks, .isReplaced: try files.write("new".utf8, to: path)
            case .vanishes: try files.removeFile(path)
            case .isRewritten:
                let file = try files.append(to: path)
                try [UInt8(1)].withUnsafeBytes { try file.write($0) }
                try file.close()
            }
        }
    }

    @Test(arguments: ["tar.gz", "zip"], Change.allCases)
    func aFileThatChangesWhileItIsPackedIsNamed(_ format: String, _ change: Change) async throws {
        try await withScratchFolder { folder in
            let path = folder.appending("changing")
            try LiveFileSystem().write([UInt8](repeating: 7, count: 300_000), to: path)
            let request = try Self.request([Self.file("top/changing", from: "changing")], in: folder, format: format)
            let files = MeddlingFileSystem(victim: path) { try change.happen(to: path, LiveFileSystem()) }
            let error = await #expect(throws: RelctlError.self) {
                try await Self.pack(request, .onDisk(files: files))
            }
            #expect(error?.message.contains("cannot pack `top/changing`") == true)
            #expect(error?.message.contains("while it was being packed") == true)
            #expect(try LiveFileSystem().names(in: folder).filter { $0.contains("out-") } == [])
        }
    }

    @Test(arguments: ["tar.gz", "zip"])
    func aFailureAnywhereLeavesNothing(_ format: String) async throws {
        try await withScratchFolder { folder in
            let base = LiveFileSystem()
            try base.write([UInt8](repeating: 7, count: 2_000_000), to: folder.appending("file"))
            let request = try Self.request([Self.file("top/file", from: "file")], in: folder, format: format)
            for failingCall in 1...200 {
                let files = FaultyFileSystem(failingCall: failingCall)
                let outcome = await Self.outcome { try await Self.pack(request, .onDisk(files: files)) }
                guard files.didFail else {
                    #expect(failingCall > 20)
                    _ = try outcome.get()
                    return
                }
                #expect(throws: (any Error).self) { try outcome.get() }
                let names = try base.names(in: folder)
                // Only what makes the new name durable comes after it is there.
                #expect(names == ["file"] || names == ["file", "out-a.\(format)"])
                #expect(!names.contains { $0.hasSuffix(".new") })
                for name in names where name != "file" { try base.removeFile(folder.appending(name)) }
            }
            Issue.record("packing never ran out of calls")
        }
    }

    private static func outcome<Value>(_ body: () async throws -> Value) async -> Result<Value, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    @Test(arguments: ["tar.gz", "zip"])
    func aCancelledTaskStopsPacking(_ format: String) async throws {
        try await withScratchFolder { folder in
            try LiveFileSystem().write([UInt8](repeating: 7, count: 300_000), to: folder.appending("file"))
            let request = try Self.request([Self.file("top/file", from: "file")], in: folder, format: format)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await Self.pack(request)
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
            _ = try await Self.pack(request, .onDisk(events: events))
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

/// The real disk, on which something happens once a certain file has been read from.
private final class MeddlingFileSystem: FileSystem {
    private let base = LiveFileSystem()
    private let victim: FilePath
    private let meddle: @Sendable () throws -> Void

    init(victim: FilePath, meddle: @escaping @Sendable () throws -> Void) {
        (self.victim, self.meddle) = (victim, meddle)
    }

    func open(_ path: FilePath) throws -> any ReadableFile {
        let file = try base.open(path)
        return path == victim ? MeddlingFile(base: file, meddle: meddle) : file
    }

    func status(of path: FilePath) throws -> FileStatus? { try base.status(of: path) }
    func resolvedStatus(of path: FilePath) throws -> FileStatus? { try base.resolvedStatus(of: path) }
    func names(in folder: FilePath) throws -> [String] { try base.names(in: folder) }
    func destination(ofLink path: FilePath) throws -> String { try base.destination(ofLink: path) }
    func canonicalPath(of path: FilePath) throws -> FilePath { try base.canonicalPath(of: path) }
    func create(_ path: FilePath, permissions: UInt16) throws -> any WritableFile {
        try base.create(path, permissions: permissions)
    }
    func append(to path: FilePath) throws -> any WritableFile { try base.append(to: path) }
    func createFolder(_ path: FilePath) throws { try base.createFolder(path) }
    func createLink(at path: FilePath, to destination: String) throws {
        try base.createLink(at: path, to: destination)
    }
    func createHardLink(at path: FilePath, to existing: FilePath) throws {
        try base.createHardLink(at: path, to: existing)
    }
    func setPermissions(_ permissions: UInt16, of path: FilePath) throws {
        try base.setPermissions(permissions, of: path)
    }
    func rename(_ old: FilePath, to new: FilePath) throws { try base.rename(old, to: new) }
    func exchange(_ one: FilePath, with other: FilePath) throws { try base.exchange(one, with: other) }
    func removeFile(_ path: FilePath) throws { try base.removeFile(path) }
    func removeFolder(_ path: FilePath) throws { try base.removeFolder(path) }
    func synchronizeFolder(_ path: FilePath) throws { try base.synchronizeFolder(path) }
    func freeSpace(at path: FilePath) throws -> UInt64 { try base.freeSpace(at: path) }
    func isWritableFolder(_ path: FilePath) -> Bool { base.isWritableFolder(path) }
    func lock(_ path: FilePath) throws -> (any FileLock)? { try base.lock(path) }
}

/// An open file after whose first read something happens.
private final class MeddlingFile: ReadableFile {
    private let base: any ReadableFile
    private let meddle: @Sendable () throws -> Void
    private let wasRead = Mutex(false)

    init(base: any ReadableFile, meddle: @escaping @Sendable () throws -> Void) {
        (self.base, self.meddle) = (base, meddle)
    }

    var descriptor: Int32 { base.descriptor }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try base.read(into: buffer)
        let isFirst = wasRead.withLock { wasRead in
            defer { wasRead = true }
            return !wasRead
        }
        if isFirst { try meddle() }
        return count
    }

    func seek(to offset: UInt64) throws { try base.seek(to: offset) }
    func status() throws -> FileStatus { try base.status() }
}
