import Foundation
import TestSupport
import Testing

@testable import RelctlArchives

/// Files that do not stay as they were seen while they are packed, amid others whose pieces are under way.
@Suite struct ChangingFileTests {
    /// What can happen to a file.
    enum Change: CaseIterable {
        case grows, shrinks, isRewritten, vanishes, isReplaced, becomesAFolder, cannotBeRead

        func happen(to path: FilePath) throws {
            let files = LiveFileSystem()
            switch self {
            case .grows: try overwrite(path) { try $0.seekToEnd() }
            case .isRewritten: try overwrite(path) { _ in }
            case .shrinks: try overwrite(path) { try $0.truncate(atOffset: 0) }
            case .vanishes: try files.removeFile(path)
            case .isReplaced: try files.write("new".utf8, to: path)
            case .becomesAFolder:
                try files.removeFile(path)
                try files.createFolder(path)
            case .cannotBeRead:
                throw FileSystemError(operation: "read", path: path, errno: EIO, reason: "Input/output error")
            }
        }

        /// Other contents in the same file, which no operation of a release makes.
        private func overwrite(_ path: FilePath, _ prepare: (FileHandle) throws -> Void) throws {
            let file = try #require(FileHandle(forUpdatingAtPath: path.string))
            try prepare(file)
            try file.write(contentsOf: Data("other".utf8))
            try file.close()
        }
    }

    /// Which file it happens to, when, and how many threads compress meanwhile.
    struct Case: Sendable, CustomTestStringConvertible {
        let format: String
        let change: Change
        let victim: String
        let moment: MeddlingFileSystem.Moment
        let threads: Int

        var testDescription: String { "\(format): \(victim) \(change) at \(moment), \(threads) threads" }
    }

    /// Sizes of the files, in the order they are packed.
    static let sizes = ["a-first": 900_000, "m-middle": 1_400_000, "z-last": 600_000]

    static let cases: [Case] = ArchiveInteroperationTests.formats.flatMap { format in
        Change.allCases.flatMap { change in
            sizes.sorted { $0.key < $1.key }.flatMap { victim, size in
                [.opening, .reading(1), .reading(UInt64(size / 2)), .reading(UInt64(size))].flatMap { moment in
                    [1, 2, 8].map {
                        Case(format: format, change: change, victim: victim, moment: moment, threads: $0)
                    }
                }
            }
        }
    }

    @Test(arguments: FullRun.sample(cases, 60))
    func aFileThatChangesWhileItIsPackedIsNamedAndNothingIsLeft(_ example: Case) async throws {
        try await withScratchFolder { folder in
            var tree = ContentTree()
            for (name, size) in Self.sizes {
                tree.addFile(
                    name,
                    [UInt8](repeating: UInt8(size % 251), count: size - 50_000) + SampleBytes.text(50_000)
                )
            }
            try tree.write(to: folder)
            var request = try tree.request(in: folder, format: example.format, compression: .quick)
            request.engine = ArchiveEngine(threads: example.threads)
            let victim = folder.appending(example.victim)
            let files = MeddlingFileSystem(victim: victim, at: example.moment) { try example.change.happen(to: victim) }
            let error = await #expect(throws: RelctlError.self) { try await request.pack(with: .onDisk(files: files)) }
            #expect(files.didMeddle)
            let said = error.map { String(describing: $0) } ?? ""
            #expect(said.contains("cannot pack `top/\(example.victim)`"), "\(said)")
            #expect(said.contains("`\(victim)`"), "\(said)")
            #expect(try LiveFileSystem().names(in: folder).filter { $0.contains("out-") } == [])
        }
    }

    @Test(arguments: ["tar.gz", "zip"])
    func whatHappensToAFileAfterItWasReadIsNoLongerOfInterest(_ format: String) async throws {
        try await withScratchFolder { folder in
            var tree = ContentTree()
            for name in Self.sizes.keys { tree.addFile(name, SampleBytes.text(300_000)) }
            try tree.write(to: folder)
            let request = try tree.request(in: folder, format: format, compression: .quick)
            let undisturbed = try await request.pack()
            let first = folder.appending("a-first")
            let files = MeddlingFileSystem(victim: folder.appending("z-last"), at: .reading(300_000)) {
                try LiveFileSystem().write("new".utf8, to: first)
            }
            #expect(try await request.pack(with: .onDisk(files: files)) == undisturbed)
            #expect(files.didMeddle)
        }
    }
}
