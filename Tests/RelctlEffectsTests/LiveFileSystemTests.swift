import TestSupport
import Testing

@testable import RelctlEffects

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite struct LiveFileSystemTests {
    let files = LiveFileSystem()

    /// Times that do not fit in nanoseconds end where these do, instead of the process.
    @Test(arguments: [Int.max / 2, 14_000_000_000, 1_700_000_000])
    func anyModificationTimeIsRead(_ seconds: Int) async throws {
        try await withScratchFolder { folder in
            let path = folder.appending("far")
            try files.write([], to: path)
            let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
            try #require(utimensat(AT_FDCWD, path.string, times, 0) == 0)
            var status = stat()
            try #require(stat(path.string, &status) == 0)
            #if canImport(Glibc)
                let kept = status.st_mtim.tv_sec
            #else
                let kept = status.st_mtimespec.tv_sec
            #endif
            let found = try #require(try files.status(of: path))
            // Some file systems keep the nearest time that they can; 2^63 nanoseconds are 9223372036 seconds and a bit.
            #expect(kept == seconds || seconds == Int.max / 2)
            #expect(found.modificationTime == (kept > 9_223_372_036 ? .max : Int64(kept) * 1_000_000_000))
        }
    }

    @Test(arguments: [0, 1, -1, 1_700_000_000_123_456_789, -1_500_000_000, -2_000_000_000] as [Int64])
    func theModificationTimeThatIsSetIsFound(_ time: Int64) async throws {
        try await withScratchFolder { folder in
            let (path, link) = (folder.appending("file"), folder.appending("link"))
            try files.write([], to: path)
            try files.createLink(at: link, to: "file")
            try files.setModificationTime(time, of: link)
            #expect(try files.status(of: path)?.modificationTime == time)
            #expect(throws: FileSystemError.self) { try files.setModificationTime(time, of: folder.appending("no")) }
        }
    }

    @Test func permissionsAreAsAskedForWhateverTheUmask() async throws {
        try await withScratchFolder { folder in
            for permissions: UInt16 in [0o666, 0o777, 0o600] {
                try files.write([], to: folder.appending("file"), permissions: permissions)
                #expect(try files.status(of: folder.appending("file"))?.permissions == permissions)
            }
        }
    }

    /// What stands where new contents are written goes, but not what it leads to.
    @Test func aLinkInTheWayIsRemovedAndNotFollowed() async throws {
        try await withScratchFolder { folder in
            try files.write("precious".utf8, to: folder.appending("precious"))
            try files.createLink(at: folder.appending(".file.new"), to: "precious")
            try files.write("new".utf8, to: folder.appending("file"))
            #expect(try files.text(of: folder.appending("precious")) == "precious")
            #expect(try files.status(of: folder.appending("file"))?.kind == .file)
            #expect(try files.names(in: folder) == ["file", "precious"])
        }
    }

    @Test func aFolderTreeIsRemovedWithoutWhatItsLinksLeadTo() async throws {
        try await withScratchFolder { folder in
            try files.createFolders(folder.appending("tree/deep"))
            try files.createFolder(folder.appending("precious"))
            try files.write([], to: folder.appending("precious/file"))
            try files.createLink(at: folder.appending("tree/deep/link"), to: "../../precious")
            try files.createLink(at: folder.appending("link"), to: "precious")
            try files.removeTree(folder.appending("tree"))
            try files.removeTree(folder.appending("link"))
            #expect(try files.names(in: folder) == ["precious"])
            #expect(try files.names(in: folder.appending("precious")) == ["file"])
        }
    }

    @Test func onlyRegularFilesAreOpened() async throws {
        try await withScratchFolder { folder in
            let pipe = folder.appending("pipe")
            try #require(mkfifo(pipe.string, 0o600) == 0)
            for path in [pipe, folder] { #expect(throws: FileSystemError.self) { try files.open(path) } }
            #expect(throws: FileSystemError.self) { try files.create(pipe, permissions: 0o644) }
            #expect(try files.status(of: pipe)?.kind == .pipe)
        }
    }

    @Test func aFileThatIsSoughtBeyondEveryEndHasNothingThere() async throws {
        try await withScratchFolder { folder in
            try files.write("x".utf8, to: folder.appending("file"))
            let file = try files.open(folder.appending("file"))
            // Some file systems refuse positions that no file of theirs can have.
            guard (try? file.seek(to: .max)) != nil else { return }
            var buffer = [UInt8](repeating: 0, count: 8)
            #expect(try buffer.withUnsafeMutableBytes { try file.read(into: $0) } == 0)
        }
    }

    #if os(Linux)
        /// `/proc` answers EINVAL to fsync(2).
        @Test func foldersThatCannotBeSynchronizedAreLeftAlone() throws {
            try files.synchronizeFolder(FilePath("/proc"))
        }
    #endif

    @Test func filesThatClaimEverySizeMakeAFiniteTotal() {
        let activity = Activity(id: "x", title: "x", sizes: [UInt64.max, 1, UInt64(Int64.max)])
        #expect(activity.total == .max)
    }
}
