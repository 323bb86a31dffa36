/// The form in which relctl asks for commits, and reads them back.
///
/// Every field ends in NUL, which no commit can hold; texts come as UTF-8, and what is not is replaced by U+FFFD.
enum GitLog {
    /// Asks for all that a ``CommitRecord`` holds.
    static let arguments = options + ["--format=%H%x00%P%x00%aN%x00%aE%x00%ct%x00%B"]

    /// Asks for the shape of the history and its times alone; read back in the same way, with nothing in the other
    /// fields.
    static let shapeArguments = options + ["--format=%H%x00%P%x00%x00%x00%ct%x00"]

    private static let options = [
        "log", "-z", "--no-show-signature", "--no-patch", "--no-notes", "--no-decorate", "--no-color",
        "--encoding=UTF-8",
    ]

    /// Takes commits from git's answer while it comes in, in pieces of any size.
    struct Reader: Sendable {
        /// What was read so far.
        private(set) var store = CommitStore()
        /// The beginning of a commit whose end has not come yet.
        private var pending: [UInt8] = []

        /// Reads what is whole and keeps the rest; tells each commit's number to `body`, which says whether to go on.
        ///
        /// - Returns: whether to go on.
        /// - Throws: ``RelctlError`` if the answer does not have the form that was asked for.
        mutating func read(
            _ piece: UnsafeRawBufferPointer,
            _ body: (Int32, CommitStore) throws -> Bool = { _, _ in true }
        ) throws -> Bool {
            guard !pending.isEmpty else {
                let (rest, goesOn) = try take(piece, body)
                pending.append(contentsOf: piece[rest...])
                return goesOn
            }
            pending.append(contentsOf: piece)
            var bytes: [UInt8] = []
            swap(&bytes, &pending)
            let (rest, goesOn) = try bytes.withUnsafeBytes { try take($0, body) }
            bytes.removeSubrange(..<rest)
            swap(&bytes, &pending)
            return goesOn
        }

        /// Says that no more comes.
        ///
        /// - Throws: ``RelctlError`` if that is in the midst of a commit.
        func finish() throws {
            guard pending.isEmpty else { throw GitLog.notUnderstood }
        }

        /// Where the first commit begins that is not whole, and whether to go on.
        private mutating func take(
            _ bytes: UnsafeRawBufferPointer,
            _ body: (Int32, CommitStore) throws -> Bool
        ) throws -> (rest: Int, goesOn: Bool) {
            var start = bytes.startIndex
            while let ends = Self.fieldEnds(in: bytes, from: start) {
                let listing = try Self.listing(bytes, start, ends)
                start = ends[5] + 1
                let number = store.add(listing)
                guard try body(number, store) else { return (start, false) }
            }
            return (start, true)
        }

        /// Where the six fields of a commit end; nothing if one does not.
        private static func fieldEnds(in bytes: UnsafeRawBufferPointer, from start: Int) -> SIMD8<Int>? {
            var ends = SIMD8<Int>()
            var position = start
            for field in 0..<6 {
                while position < bytes.count, bytes[position] != 0 { position += 1 }
                guard position < bytes.count else { return nil }
                ends[field] = position
                position += 1
            }
            return ends
        }

        private static func listing(
            _ bytes: UnsafeRawBufferPointer,
            _ start: Int,
            _ ends: SIMD8<Int>
        ) throws -> CommitStore.Listing {
            guard let name = ObjectName(bytes[start..<ends[0]]) else { throw GitLog.notUnderstood }
            var parents: [ObjectName] = []
            for digits in bytes[(ends[0] + 1)..<ends[1]].split(separator: UInt8(ascii: " ")) {
                guard let parent = ObjectName(digits) else { throw GitLog.notUnderstood }
                parents.append(parent)
            }
            let digits = String(decoding: bytes[(ends[3] + 1)..<ends[4]], as: UTF8.self)
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }) else {
                throw GitLog.notUnderstood
            }
            // Histories that came from elsewhere have commits of no day that there is.
            let timestamp = digits.isEmpty ? 0 : min(Int64(digits) ?? .max, lastTimestamp)
            return CommitStore.Listing(
                name: name,
                parents: parents,
                author: bytes[(ends[1] + 1)..<ends[3]],
                timestamp: timestamp,
                message: bytes[(ends[4] + 1)..<ends[5]]
            )
        }
    }

    /// The last second of the year 9999.
    private static let lastTimestamp: Int64 = 253_402_300_799

    fileprivate static let notUnderstood = RelctlError("cannot understand git's history")

    /// The commits in git's answer, in its order.
    ///
    /// - Throws: ``RelctlError`` if the answer does not have the form that was asked for.
    static func records(in output: [UInt8]) throws -> [CommitRecord] {
        var reader = Reader()
        _ = try output.withUnsafeBytes { try reader.read($0) }
        try reader.finish()
        return reader.store.listed.map { reader.store.record($0) }
    }
}
