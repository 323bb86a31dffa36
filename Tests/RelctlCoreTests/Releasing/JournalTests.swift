import Foundation
import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlEffects
@testable import RelctlProject

/// What a run writes to the journal, and what it makes of one that it finds.
@Suite struct JournalTests {
    private let files = LiveFileSystem()

    private static func release(_ tag: String = "v1.0.0", commit: String = "c0ffee") throws -> ReleaseIdentity {
        ReleaseIdentity(name: "app", version: try Version("1.0.0"), tag: tag, commit: commit, timestamp: 0)
    }

    /// Begins a run, lets it do these actions, and returns what was told.
    @discardableResult
    private func run(
        _ journal: FilePath,
        of release: ReleaseIdentity? = nil,
        doing entries: [JournalEntry] = []
    ) throws -> [String] {
        let events = RecordedEvents()
        let sink = JournalingSink(.onDisk(events: events), journal: journal, of: try release ?? Self.release())
        for entry in entries { sink.send(.recorded(entry)) }
        return events.messages
    }

    private static func entry(_ phase: JournalEntry.Phase, _ subject: String) -> JournalEntry {
        JournalEntry(phase, of: PublicationAction(.upload, subject), in: "github", PublicationRun.Receipt())
    }

    private func lines(_ journal: FilePath) throws -> [JournalLine] {
        try files.contents(of: journal).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast().map { try JSONDecoder().decode(JournalLine.self, from: Data($0)) }
    }

    @Test func theFirstLineOfARunSaysFormatReleaseAndRun() async throws {
        try await withScratchFolder { folder in
            let journal = folder.appending("journal.jsonl")
            #expect(try run(journal, doing: [Self.entry(.began, "a"), Self.entry(.finished, "a")]).isEmpty)
            #expect(try run(journal).isEmpty)
            let lines = try lines(journal)
            #expect(lines.map(\.event) == [.run, .action, .action, .run])
            #expect(lines.map(\.run) == [1, nil, nil, 2])
            let head = try #require(lines.first)
            #expect(head.format == 1 && head.release?.tag == "v1.0.0" && head.release?.commit == "c0ffee")
        }
    }

    @Test func whatARunThatWasCutOffWasAtIsTold() async throws {
        try await withScratchFolder { folder in
            let journal = folder.appending("journal.jsonl")
            let begun = ["a", "b", "c", "d", "e", "f"].map { Self.entry(.began, $0) }
            try run(journal, doing: begun + [Self.entry(.finished, "b"), Self.entry(.failed, "c")])
            let told =
                "the run before was cut off while: github: upload a, github: upload d, github: upload e and 1 more"
            #expect(try run(journal) == [told])
            // The run in between was cut off at nothing.
            #expect(try run(journal).isEmpty)
        }
    }

    @Test(arguments: [("v1.0.1", "c0ffee"), ("v1.0.0", "decade")])
    func anotherReleaseBeginsTheJournalAnew(tag: String, commit: String) async throws {
        try await withScratchFolder { folder in
            let journal = folder.appending("journal.jsonl")
            try run(journal, of: Self.release(tag, commit: commit), doing: [Self.entry(.began, "a")])
            let told = try run(journal, doing: [Self.entry(.began, "b")])
            #expect(told == ["the journal of \(tag) at \(commit) ends: it is another release"])
            let lines = try lines(journal)
            #expect(lines.count == 2 && lines.first?.release?.tag == "v1.0.0" && lines.first?.run == 1)
        }
    }

    @Test(
        arguments: [
            "{\"event\":\"began\",\"activ", "not JSON at all, though long enough\n",
            "{\"event\":\"unheard of\",\"time\":1}\n",
            "\0\u{1}\u{7f}\u{1b}[31m a binary file of some kind\n", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n", "\n\n",
            "{" + String(repeating: "{\"a\":", count: 9000) + "}\n", "{\"event\":\"run\",\"time\":12345678}\n",
            "{\"event\":\"began\",\"time\":1e400}\n", String(repeating: " ", count: 100_000) + "\n",
        ]
    )
    func damagedLinesAreIgnoredAndWhatIsWholeIsKept(damage: String) async throws {
        try await withScratchFolder { folder in
            let journal = folder.appending("journal.jsonl")
            try run(journal, doing: [Self.entry(.began, "a")])
            let whole = try files.contents(of: journal)
            try files.write(whole + Array(damage.utf8), to: journal)
            let told = try run(journal)
            #expect(told.count == 2)
            #expect(told.first?.hasPrefix("ignored damaged lines of the journal: ") == true)
            #expect(told.last == "the run before was cut off while: github: upload a")
            // What is left is a journal again.
            #expect(try lines(journal).map(\.run) == [1, nil, 2])
            #expect(try files.contents(of: journal).starts(with: whole))
        }
    }

    @Test func bytesThatAreNoTextAreIgnored() async throws {
        try await withScratchFolder { folder in
            let journal = folder.appending("journal.jsonl")
            try files.write((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7919) }, to: journal)
            #expect(try run(journal).allSatisfy { $0.hasPrefix("ignored damaged lines") })
            #expect(try lines(journal).map(\.run) == [1])
        }
    }

    @Test func anEmptyJournalIsBegun() async throws {
        try await withScratchFolder { folder in
            let journal = folder.appending("journal.jsonl")
            try files.write([UInt8](), to: journal)
            #expect(try run(journal).isEmpty)
            #expect(try lines(journal).map(\.run) == [1])
        }
    }

    @Test func linesThatDoNotSayOfWhichReleaseAreIgnored() async throws {
        try await withScratchFolder { folder in
            let journal = folder.appending("journal.jsonl")
            try files.write("{\"activity\":\"build\",\"event\":\"began\",\"time\":1}\n".utf8, to: journal)
            #expect(try run(journal) == ["ignored lines of the journal that do not say of which release: 1"])
            #expect(try lines(journal).map(\.run) == [1])
        }
    }

    @Test(arguments: [true, false])
    func aJournalThatGrewTooLongIsBegunAnew(hasLines: Bool) async throws {
        try await withScratchFolder { folder in
            let journal = folder.appending("journal.jsonl")
            try run(journal)
            let line = try JSONText.line(JournalLine(time: 1, event: .began, activity: "a"))
            let filler = hasLines ? line : [UInt8(ascii: "x")]
            let many = Self.bytes(filler, count: 2 * JournalHistory.limit / filler.count)
            try files.write(try files.contents(of: journal) + many, to: journal)
            let clock = ContinuousClock()
            let start = clock.now
            try run(journal)
            #expect(start.duration(to: clock.now) < .seconds(60))
            #expect(try files.status(of: journal).map(\.size) ?? 0 < 1000)
            #expect(try lines(journal).map(\.run) == [1])
        }
    }

    /// So many times the same bytes, doubled until there are enough: one at a time takes seconds.
    private static func bytes(_ piece: [UInt8], count: Int) -> [UInt8] {
        var bytes = piece
        while bytes.count < piece.count * count { bytes += bytes.prefix(piece.count * count - bytes.count) }
        return bytes
    }

    @Test func theLastRunOfALongJournalIsKept() async throws {
        try await withScratchFolder { folder in
            let journal = folder.appending("journal.jsonl")
            try run(journal)
            let line = try JSONText.line(JournalLine(time: 1, event: .began, activity: "a"))
            let many = Self.bytes(line, count: JournalHistory.limit / line.count + 1)
            try files.write(try files.contents(of: journal) + many, to: journal)
            let head = JournalLine.head(of: JournalLine.Release(try Self.release()), run: 7, time: 1)
            let action = JournalLine(time: 1, event: .action, action: Self.entry(.began, "a"))
            try files.write(
                try files.contents(of: journal) + JSONText.line(head) + JSONText.line(action),
                to: journal
            )
            #expect(try run(journal).last == "the run before was cut off while: github: upload a")
            #expect(try lines(journal).map(\.run) == [7, nil, 8])
        }
    }

    @Test func aFolderOrALinkInItsPlaceIsLeftAlone() async throws {
        try await withScratchFolder { folder in
            let (journal, other) = (folder.appending("journal.jsonl"), folder.appending("other"))
            try files.createFolder(journal)
            let told = try run(journal, doing: [Self.entry(.began, "a")])
            #expect(told.count == 1 && told[0].hasPrefix("cannot keep the journal") && told[0].contains("folder"))
            #expect(try files.names(in: journal).isEmpty)
            try files.removeFolder(journal)
            try files.write("mine".utf8, to: other)
            try files.createLink(at: journal, to: "other")
            #expect(try run(journal, doing: [Self.entry(.began, "a")]).count == 1)
            #expect(try files.text(of: other) == "mine")
        }
    }

    /// Whatever fails, the run goes on and hears every event; the journal that is there afterwards can be read.
    @Test(arguments: [false, true])
    func aDiskThatFailsFailsNoRun(isDamaged: Bool) async throws {
        try await withScratchFolder { folder in
            var call = 1
            var hasFailed = true
            while hasFailed {
                let journal = folder.appending("\(call).jsonl")
                try run(journal, doing: [Self.entry(.began, "a")])
                if isDamaged { try files.write(try files.contents(of: journal) + [1, 2, 3], to: journal) }
                let faulty = FaultyFileSystem(failingCall: call)
                let events = RecordedEvents()
                let sink = JournalingSink(
                    .onDisk(files: faulty, events: events),
                    journal: journal,
                    of: try Self.release()
                )
                let entries = [Self.entry(.began, "b"), Self.entry(.finished, "b"), Self.entry(.began, "c")]
                for entry in entries { sink.send(.recorded(entry)) }
                #expect(events.events.count { if case .recorded = $0 { true } else { false } } == 3)
                hasFailed = faulty.didFail
                try run(journal)
                #expect(try !lines(journal).isEmpty)
                call += 1
            }
            #expect(call > 8)
        }
    }
}

extension RecordedEvents {
    /// What the user was told, in order.
    fileprivate var messages: [String] {
        events.compactMap { if case .message(_, let text) = $0 { text } else { nil } }
    }
}
