import FoundationEssentials

/// What a journal says of the runs before this one, as far as it can be read.
///
/// It is told to the user and decides nothing: damaged lines and other releases' are ignored, whatever they say.
struct JournalHistory: Sendable {
    /// The number of the last run of the release; 0 for none.
    private(set) var lastRun = 0
    /// What the last run began at a remote and did not end, in the order in which it began.
    private(set) var unfinished: [JournalEntry] = []
    /// What was ignored and why, a sentence each.
    private(set) var remarks: [String] = []
    /// Whether the lines of a new run may simply follow.
    private(set) var isSound = true
    /// What a new journal starts with, where they may not.
    private(set) var kept: [UInt8] = []

    /// The size in bytes beyond which a journal is begun anew.
    static let limit = 4 << 20
    /// What no line of relctl's is longer than, in bytes.
    private static let longestLine = 64 << 10
    /// What no line of relctl's is shorter than, in bytes.
    private static let shortestLine = 24

    /// A journal that does not say anything, and for which reason.
    init(ignoring remark: String) {
        remarks = [remark]
        isSound = false
    }

    /// Reads the bytes of a journal, or those of its end where it is too long, for a run of `release`.
    init(reading bytes: [UInt8], isWhole: Bool = true, of release: JournalLine.Release) {
        guard !bytes.isEmpty else { return }
        let newline = UInt8(ascii: "\n")
        var lines = bytes.split(separator: newline, omittingEmptySubsequences: false)[...]
        var scan = Scan(release: release)
        // What follows the last newline is a line that was cut off.
        if let rest = lines.popLast(), !rest.isEmpty { scan.damaged += 1 }
        if !isWhole { lines = lines.dropFirst() }
        for line in lines { scan.take(line) }
        isSound = isWhole && scan.isSound && bytes.count <= Self.limit
        lastRun = scan.lastRun
        unfinished = scan.open.values.sorted { $0.order < $1.order }.map(\.entry)
        remarks = scan.remarks
        guard !isSound else { return }
        let sizes = { (lines: ArraySlice<ArraySlice<UInt8>>) in lines.reduce(0) { $0 + $1.count + 1 } }
        // A journal that grew too long is cut to half of what it may have, so that it is not cut each time.
        let candidates = [scan.own[...], scan.own[scan.lastHead...]]
        let fitting = candidates.first { sizes($0) <= Self.limit / 2 } ?? []
        kept = fitting.flatMap { $0 + [newline] }
    }

    /// What the last run was at when it was cut off; nothing if it was not at a remote.
    var interruption: String? {
        guard !unfinished.isEmpty else { return nil }
        let shown = unfinished.prefix(3).map { "\($0.publication): \($0.verb) \($0.subject)" }.joined(separator: ", ")
        let more = unfinished.count > 3 ? " and \(unfinished.count - 3) more" : ""
        return "the run before was cut off while: \(shown)\(more)"
    }

    /// The lines so far.
    private struct Scan {
        let release: JournalLine.Release
        var damaged = 0
        var strays = 0
        var foreign: JournalLine.Release?
        var lastRun = 0
        /// The lines of this release, and where the last run's begin among them.
        var own: [ArraySlice<UInt8>] = []
        var lastHead = 0
        var open: [Action: (order: Int, entry: JournalEntry)] = [:]
        private var isOwn = false
        private let decoder = JSONDecoder()

        init(release: JournalLine.Release) { self.release = release }

        /// What tells one action of a run from the others.
        struct Action: Hashable {
            let publication, verb, subject: String

            init(_ entry: JournalEntry) {
                (publication, verb, subject) = (entry.publication, entry.verb.name, entry.subject)
            }
        }

        var isSound: Bool { damaged == 0 && strays == 0 && foreign == nil }

        var remarks: [String] {
            var remarks: [String] = []
            if let foreign {
                remarks.append(
                    "the journal of \(foreign.tag) at \(foreign.commit.prefix(12)) ends: it is another release"
                )
            }
            if strays > 0 { remarks.append("ignored lines of the journal that do not say of which release: \(strays)") }
            if damaged > 0 { remarks.append("ignored damaged lines of the journal: \(damaged)") }
            return remarks
        }

        mutating func take(_ text: ArraySlice<UInt8>) {
            guard let line = parsed(text) else { return damaged += 1 }
            if line.event == .run { return begin(line, text) }
            guard isOwn else { return foreign == nil ? strays += 1 : () }
            own.append(text)
            guard let entry = line.action else { return }
            let action = Action(entry)
            open[action] = entry.phase == .began ? open[action] ?? (own.count, entry) : nil
        }

        private mutating func begin(_ head: JournalLine, _ text: ArraySlice<UInt8>) {
            open = [:]
            isOwn = head.release == release && head.format == JournalLine.currentFormat
            guard isOwn else { return foreign = head.release ?? foreign }
            lastRun = max(0, min(head.run ?? 0, Int.max - 1))
            lastHead = own.count
            own.append(text)
        }

        private func parsed(_ text: ArraySlice<UInt8>) -> JournalLine? {
            guard (JournalHistory.shortestLine...JournalHistory.longestLine).contains(text.count),
                text.first == UInt8(ascii: "{"), text.last == UInt8(ascii: "}"),
                let line = try? decoder.decode(JournalLine.self, from: Data(text)),
                line.event != .run || line.release != nil
            else { return nil }
            return line
        }
    }
}
