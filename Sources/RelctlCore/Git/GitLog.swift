/// The form in which relctl asks for commits, and reads them back.
///
/// Every field ends in NUL, which no commit can hold; texts come as UTF-8, and what is not is replaced by U+FFFD.
enum GitLog {
    static let arguments = [
        "log", "-z", "--no-show-signature", "--no-patch", "--no-notes", "--no-decorate", "--no-color",
        "--encoding=UTF-8", "--format=%H%x00%P%x00%aN%x00%aE%x00%ct%x00%B",
    ]

    private static let fieldCount = 6

    /// The commits in git's answer, in its order.
    ///
    /// - Throws: ``RelctlError`` if the answer does not have the form that was asked for.
    static func records(in output: [UInt8]) throws -> [CommitRecord] {
        var fields = output.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        if fields.last == "" { fields.removeLast() }
        guard fields.count.isMultiple(of: fieldCount) else { throw RelctlError("cannot understand git's history") }
        return try stride(from: 0, to: fields.count, by: fieldCount).map { start in
            let fields = fields[start..<(start + fieldCount)].map(\.self)
            guard let timestamp = Int64(fields[4]) else { throw RelctlError("cannot understand git's history") }
            let message = CommitRecord.parts(ofMessage: fields[5])
            return CommitRecord(
                hash: fields[0],
                authorName: fields[2],
                authorEmail: fields[3],
                timestamp: timestamp,
                parents: fields[1].split(separator: " ").map(String.init),
                subject: message.subject,
                body: message.body
            )
        }
    }
}
