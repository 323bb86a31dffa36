import TestSupport
import Testing

@testable import RelctlCore

@Suite struct ChecksumStepTests {
    static let settings = ChecksumSettings(sidecars: true, combined: "SHA256SUMS")

    static func plan(
        _ archives: [String],
        others: [String] = ["manifest.json"],
        existing: Set<String> = [],
        settings: ChecksumSettings = settings
    ) throws -> ChecksumPlan {
        try ChecksumPlanner().plan(
            ChecksumPlanner.Request(
                archives: archives.map { ChecksumPlan.File(name: $0) },
                others: others.map { ChecksumPlan.File(name: $0) },
                existingSidecars: existing,
                settings: settings
            )
        )
    }

    @Test func theCombinedFileListsAllAndSidecarsAreForArchives() throws {
        let plan = try Self.plan(["b.zip", "a.tar.gz"], existing: ["b.zip.sha256"])
        #expect(plan.files.map(\.name) == ["a.tar.gz", "b.zip", "manifest.json"])
        #expect(plan.sidecars == ["a.tar.gz"])
        #expect(plan.combined == "SHA256SUMS")
    }

    @Test func nothingIsHashedForNothing() throws {
        let settings = ChecksumSettings(sidecars: true, combined: nil)
        #expect(try Self.plan(["a", "b"], existing: ["a.sha256"], settings: settings).files.map(\.name) == ["b"])
        let none = ChecksumSettings(sidecars: false, combined: nil)
        #expect(try Self.plan(["a", "b"], settings: none).files.isEmpty)
    }

    @Test func namesThatMeanTwoThingsAreRefused() {
        #expect(throws: RelctlError.self) { try Self.plan(["a", "a"]) }
        #expect(throws: RelctlError.self) { try Self.plan(["SHA256SUMS"]) }
    }

    @Test func writtenFilesAreSortedAndComplete() async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            for name in ["b", "a", "Z", "manifest.json"] { try files.write(name.utf8, to: folder.appending(name)) }
            let plan = try Self.plan(["b", "a", "Z"])
            let entries = try await ChecksumExecutor().execute(plan, in: folder, width: 2, with: .onDisk())
            #expect(entries.map(\.name) == ["Z", "a", "b", "manifest.json"])
            let combined = ChecksumFile(parsing: try files.contents(of: folder.appending("SHA256SUMS")))
            #expect(combined.entries.map(\.sha256) == entries.map { Digest(of: Array($0.name.utf8)) })
            let digest = Digest(of: Array("a".utf8))
            #expect(try files.text(of: folder.appending("a.sha256")) == "\(digest)  a\n")
            #expect(try files.status(of: folder.appending("manifest.json.sha256")) == nil)
        }
    }

    @Test func everyUnreadableFileIsNamed() async throws {
        try await withScratchFolder { folder in
            let error = await #expect(throws: RelctlError.self) {
                try await ChecksumExecutor().entries(of: ["no", "none"], in: folder, width: 2, with: .onDisk())
            }
            #expect(error?.causes.count == 2)
        }
    }

    @Test func aFailureAnywhereLeavesOldFilesAndNoOthers() async throws {
        try await withScratchFolder { folder in
            let base = LiveFileSystem()
            let old = ["a": "a", "a.sha256": "old sidecar", "SHA256SUMS": "old list", "manifest.json": "{}"]
            var failures = 0
            for failingCall in 1...200 {
                for (name, text) in old { try base.write(text.utf8, to: folder.appending(name)) }
                let files = FaultyFileSystem(failingCall: failingCall)
                let plan = try Self.plan(["a"])
                let effects = Effects.onDisk(files: files)
                do {
                    _ = try await ChecksumExecutor().execute(plan, in: folder, width: 1, with: effects)
                } catch {
                    failures += 1
                }
                #expect(try base.names(in: folder) == old.keys.sorted(), "call \(failingCall)")
                for name in ["a.sha256", "SHA256SUMS"] {
                    let text = try base.text(of: folder.appending(name))
                    let isNew = text.hasPrefix(Digest(of: Array("a".utf8)).hexadecimal)
                    #expect(isNew || text == old[name], "call \(failingCall): \(text)")
                }
                guard files.didFail else { break }
            }
            #expect(failures > 15)
            #expect(try base.text(of: folder.appending("SHA256SUMS")) != old["SHA256SUMS"])
        }
    }

    @Test func aCheckTellsEachKindOfProblem() async throws {
        try await withScratchFolder { scratch in
            let files = LiveFileSystem()
            let folder = scratch.appending("release")
            try files.createFolder(folder)
            try files.write("secret".utf8, to: scratch.appending("outside"))
            for name in ["good", "bad"] { try files.write(name.utf8, to: folder.appending(name)) }
            try files.createFolder(folder.appending("folder"))
            try files.createLink(at: folder.appending("link"), to: "../outside")
            let digest = Digest(of: Array("good".utf8))
            let names = ["good", "bad", "gone", "../outside", "/etc/passwd", "link", "folder"]
            let text = names.map { "\(digest)  \($0)\n" }.joined() + "nonsense\n"
            try files.write(text.utf8, to: folder.appending("SUMS"))
            let report = try await ChecksumCheck(width: 2, with: .onDisk()).check(folder.appending("SUMS"))
            #expect(report.results.map(\.name) == names)
            let outcomes = report.results.map(\.outcome)
            let bad = Digest(of: Array("bad".utf8))
            #expect(outcomes.prefix(6) == [.matches, .differs(bad), .missing, .refused, .refused, .refused])
            #expect(report.findings.map { $0.place?.line } == [8, 2, 3, 4, 5, 6, 7])
            #expect(report.findings.first?.code == "checksum.malformed")
            #expect(report.findings.last?.code == "checksum.unreadable")
        }
    }

    @Test func anEmptyListProvesNothing() async throws {
        try await withScratchFolder { folder in
            try LiveFileSystem().write([], to: folder.appending("SUMS"))
            let report = try await ChecksumCheck(width: 1, with: .onDisk()).check(folder.appending("SUMS"))
            #expect(report.findings.map(\.code) == ["checksum.empty"])
        }
    }
}
