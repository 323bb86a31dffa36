import Foundation
import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlEffects

/// Digests that are believed without reading, as long as nothing touches the file.
@Suite struct FileDigestsTests {
    private static let bytes = [UInt8](repeating: 7, count: 2 * Int(FileDigests.smallestSize))

    /// A file, and a record that knows it: written once its times are old enough to be told from those of a change.
    private static func withKnownFile(_ body: (FilePath, FilePath) async throws -> Void) async throws {
        try await withScratchFolder { folder in
            let (file, record) = (folder.appending("file"), folder.appending("digests"))
            try LiveFileSystem().write(bytes, to: file)
            try await know(file, in: record)
            try await body(file, record)
        }
    }

    private static func know(_ file: FilePath, in record: FilePath) async throws {
        let files = LiveFileSystem()
        for _ in 0..<500 {
            let digests = FileDigests(at: record, files: files)
            _ = try await FileHasher(files: files, believing: digests).summary(of: file)
            digests.save()
            if try known(file, in: record) != nil { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("a file is not recorded, however long nothing touches it")
    }

    private static func known(_ file: FilePath, in record: FilePath) throws -> Digest? {
        let files = LiveFileSystem()
        return FileDigests(at: record, files: files)[try #require(try files.status(of: file))]
    }

    @Test func aKnownFileIsNotRead() async throws {
        try await Self.withKnownFile { file, record in
            struct WasRead: Error {}
            let files = MeddlingFileSystem(victim: file, at: .opening) { throw WasRead() }
            let digests = FileDigests(at: record, files: files)
            let summary = try await FileHasher(files: files, believing: digests).summary(of: file)
            #expect(summary.sha256 == Digest(of: Self.bytes))
            #expect(summary.size == UInt64(Self.bytes.count))
            // Whoever is not told to believe it reads.
            await #expect(throws: WasRead.self) { try await FileHasher(files: files).summary(of: file) }
        }
    }

    /// Whatever is done to a file through the file system: written in place with its old time, exchanged, shortened.
    @Test(arguments: ["written", "exchanged", "shortened"]) func aFileThatWasTouchedIsRead(_ how: String) async throws {
        try await Self.withKnownFile { file, record in
            let files = LiveFileSystem()
            let before = try #require(try files.status(of: file))
            var bytes = Self.bytes
            switch how {
            case "written":
                bytes[3] ^= 1
                let handle = try #require(FileHandle(forUpdatingAtPath: file.string))
                try handle.seek(toOffset: 3)
                try handle.write(contentsOf: [bytes[3]])
                try handle.close()
                #expect(try files.status(of: file)?.identity == before.identity)
            case "exchanged":
                bytes[3] ^= 1
                try files.write(bytes, to: file)
            default:
                bytes.removeLast()
                let handle = try #require(FileHandle(forUpdatingAtPath: file.string))
                try handle.truncate(atOffset: UInt64(bytes.count))
                try handle.close()
            }
            try files.setModificationTime(before.modificationTime, of: file)
            #expect(try Self.known(file, in: record) == nil)
            let digests = FileDigests(at: record, files: files)
            let summary = try await FileHasher(files: files, believing: digests).summary(of: file)
            #expect(summary.sha256 == Digest(of: bytes))
        }
    }

    @Test func aListIsWrittenAgainWithoutReadingArchivesUnlessTheyWereTouched() async throws {
        try await Self.withKnownFile { file, record in
            struct WasRead: Error {}
            let archive = try Artifact(
                name: file.lastComponent,
                kind: .archive,
                size: UInt64(Self.bytes.count),
                sha256: Digest(of: Self.bytes)
            )
            let commit = String(repeating: "a", count: 40)
            let release = ReleaseIdentity(
                name: "app",
                version: try Version("1.2.3"),
                tag: "v1.2.3",
                commit: commit,
                timestamp: 0
            )
            let manifest = Manifest(release: release, artifacts: [archive])
            let folder = ReleaseFolder(file.parent)
            try LiveFileSystem().write(JSONText.pretty(manifest), to: folder.manifest)
            func write(_ files: any FileSystem) async throws -> [String] {
                var effects = Effects.onDisk(files: files)
                effects.digests = FileDigests(at: record, files: files)
                let settings = ChecksumSettings(sidecars: false, combined: "SHA256SUMS")
                return try await ReleaseChecksums(
                    settings,
                    signing: ReleaseSigning(),
                    in: folder,
                    width: 2,
                    with: effects
                ).write(for: manifest, proves: true)
            }
            let written = try await write(MeddlingFileSystem(victim: file, at: .opening) { throw WasRead() })
            #expect(written == ["SHA256SUMS"])
            var bytes = Self.bytes
            bytes[0] ^= 1
            try LiveFileSystem().write(bytes, to: file)
            await #expect(throws: RelctlError.self) { try await write(LiveFileSystem()) }
        }
    }

    /// A change in the same step of the clock would not show.
    @Test func whatMayStillChangeUnseenIsNotRecorded() async throws {
        try await Self.withKnownFile { file, record in
            let files = LiveFileSystem()
            let digest = Digest(of: Self.bytes)
            let status = try #require(try files.status(of: file))
            var young = status
            young.changeTime = try #require(status.changeTime) + 3_600_000_000_000
            var ahead = status
            ahead.modificationTime = young.changeTime ?? 0
            var elsewhere = status
            elsewhere.identity.device ^= 1
            var (untold, small) = (status, status)
            untold.changeTime = nil
            small.size = FileDigests.smallestSize - 1
            let digests = FileDigests(at: record, files: files)
            for status in [young, ahead, elsewhere, untold, small] { digests.note(digest, of: status) }
            // What is found out serves the next run alone.
            #expect(digests[young] == nil)
            digests.save()
            let next = FileDigests(at: record, files: files)
            for status in [young, ahead, elsewhere, untold, small] { #expect(next[status] == nil) }
            #expect(next[status] == digest)
        }
    }

    @Test func aRecordThatIsNotWholeSaysNothing() async throws {
        try await Self.withKnownFile { file, record in
            let files = LiveFileSystem()
            let text = try files.contents(of: record)
            for place in [0, text.count / 2, text.count - 2] {
                var damaged = text
                damaged[place] ^= 1
                try files.write(damaged, to: record)
                #expect(try Self.known(file, in: record) == nil)
            }
            try files.write(text.dropLast(20), to: record)
            #expect(try Self.known(file, in: record) == nil)
            try files.write(text, to: record)
            #expect(try Self.known(file, in: record) == Digest(of: Self.bytes))
        }
    }

    /// Each run brings new files; the record does not grow with them.
    @Test func theRecordIsBounded() async throws {
        try await Self.withKnownFile { file, record in
            let files = LiveFileSystem()
            let status = try #require(try files.status(of: file))
            let digest = Digest(of: Self.bytes)
            for run in 0..<3 {
                let digests = FileDigests(at: record, files: files)
                #expect(digests[status] != nil)
                for number in 0..<600 {
                    var other = status
                    other.identity.inode = UInt64(1_000_000_000 + run * 1000 + number)
                    digests.note(digest, of: other)
                }
                digests.save()
            }
            #expect(try files.contents(of: record).split(separator: UInt8(ascii: "\n")).count <= 1003)
            #expect(try Self.known(file, in: record) != nil)
        }
    }
}
