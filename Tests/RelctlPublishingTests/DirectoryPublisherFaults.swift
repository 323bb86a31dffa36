import RelctlPublishing
import TestSupport
import Testing

/// Every file operation of a publication fails once, each in a run of its own.
@Suite struct DirectoryPublisherFaults {
    static let old = ["a.tar.gz": "one", "manifest.json": PublishingStage.manifest("one")]
    static let new = ["a.tar.gz": "two", "manifest.json": PublishingStage.manifest("two")]

    @Test func afterAnyFailureThereIsNothingOrAllOfARelease() async throws {
        try await everyFailure(before: nil, exchanging: true)
    }

    @Test func afterAnyFailureThereIsAllOfTheOldReleaseOrAllOfTheNew() async throws {
        try await everyFailure(before: "one", exchanging: true)
    }

    @Test func soItIsWhereNamesCannotBeExchanged() async throws {
        try await everyFailure(before: "one", exchanging: false)
    }

    private func everyFailure(before: String?, exchanging: Bool) async throws {
        var failures = 0
        for failingCall in 1... {
            let isDone = try await withScratchFolder { scratch in
                let stage = try PublishingStage(scratch)
                if let before { try await stage.publish(stage.request(contents: before)) }
                let request = try stage.request(contents: "two", replaces: true)
                let base: any FileSystem = exchanging ? LiveFileSystem() : NoExchange()
                let files = FaultyFileSystem(wrapping: base, failingCall: failingCall)
                let outcome = await outcome { try await stage.publish(request, files: files) }
                guard files.didFail else {
                    #expect(outcome == nil && (try? stage.published()) == Self.new)
                    return true
                }
                try await check(stage, request, before, failed: outcome != nil, call: failingCall)
                return false
            }
            if isDone { break }
            failures += 1
        }
        #expect(failures > 20)
    }

    private func check(
        _ stage: PublishingStage,
        _ request: PublicationRequest,
        _ before: String?,
        failed: Bool,
        call: Int
    ) async throws {
        let published = try stage.published()
        let oldState = before == nil ? nil : Self.old
        #expect(published == oldState || published == Self.new, "call \(call)")
        if !failed { #expect(published == Self.new, "call \(call)") }
        if failed, try LiveFileSystem().status(of: stage.parent) != nil {
            #expect(try LiveFileSystem().names(in: stage.parent).allSatisfy { $0 == "v1" }, "call \(call)")
        }
        // The next run finishes the work, and clears away what a failed removal left.
        try await stage.publish(request)
        #expect(try stage.published() == Self.new, "call \(call)")
        #expect(try LiveFileSystem().names(in: stage.parent) == ["v1"], "call \(call)")
    }

    private func outcome(_ body: () async throws -> Void) async -> (any Error)? {
        do {
            try await body()
            return nil
        } catch {
            return error
        }
    }
}

/// A disk that cannot exchange two names, as many network file systems cannot.
private struct NoExchange: FileSystem {
    let base = LiveFileSystem()

    func exchange(_ one: FilePath, with other: FilePath) throws {
        // EINVAL on every system here.
        throw FileSystemError(operation: "exchange", path: one, errno: 22, reason: "Invalid argument")
    }

    func status(of path: FilePath) throws -> FileStatus? { try base.status(of: path) }
    func resolvedStatus(of path: FilePath) throws -> FileStatus? { try base.resolvedStatus(of: path) }
    func names(in folder: FilePath) throws -> [String] { try base.names(in: folder) }
    func destination(ofLink path: FilePath) throws -> String { try base.destination(ofLink: path) }
    func canonicalPath(of path: FilePath) throws -> FilePath { try base.canonicalPath(of: path) }
    func open(_ path: FilePath) throws -> any ReadableFile { try base.open(path) }
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
    func setModificationTime(_ time: Int64, of path: FilePath) throws {
        try base.setModificationTime(time, of: path)
    }
    func rename(_ old: FilePath, to new: FilePath) throws { try base.rename(old, to: new) }
    func removeFile(_ path: FilePath) throws { try base.removeFile(path) }
    func removeFolder(_ path: FilePath) throws { try base.removeFolder(path) }
    func synchronizeFolder(_ path: FilePath) throws { try base.synchronizeFolder(path) }
    func freeSpace(at path: FilePath) throws -> UInt64 { try base.freeSpace(at: path) }
    func isWritableFolder(_ path: FilePath) -> Bool { base.isWritableFolder(path) }
    func lock(_ path: FilePath) throws -> (any FileLock)? { try base.lock(path) }
}
