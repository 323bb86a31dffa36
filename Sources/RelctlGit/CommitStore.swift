/// Commits as git lists them, kept small: names as bits, authors once each, texts in one piece.
///
/// Commits are known by number. One gets its number when it is listed or first named as a parent, whichever is first;
/// the parents that were named but not listed are the edge of what is known.
package struct CommitStore: Sendable {
    /// How many commits have a number.
    package var count: Int { names.count }
    /// Those that were listed, in git's order.
    package private(set) var listed: [Int32] = []

    private var names: [ObjectName] = []
    private var numbers: [ObjectName: Int32] = [:]
    /// For each number, where its parents stand in `links`.
    private var parentRanges: [Range<Int32>] = []
    private var links: [Int32] = []
    /// For each number, what was listed; nothing worth reading for one that was only named.
    private var details: [Details] = []
    private var isListed: [Bool] = []
    private var texts: [UInt8] = []
    private var authors: [CommitIdentity] = []
    private var authorNumbers: [[UInt8]: Int32] = [:]

    private struct Details: Sendable {
        var author: Int32 = 0
        var timestamp: Int64 = 0
        var message: Range<Int> = 0..<0
    }

    /// One commit, as git writes it.
    struct Listing {
        var name: ObjectName
        var parents: [ObjectName]
        /// The author's name, NUL, the author's address.
        var author: Slice<UnsafeRawBufferPointer>
        var timestamp: Int64
        var message: Slice<UnsafeRawBufferPointer>
    }

    /// Takes a commit in; its number.
    @discardableResult
    mutating func add(_ listing: Listing) -> Int32 {
        let number = number(of: listing.name)
        // One that comes twice has nothing new to say.
        guard !isListed[Int(number)] else { return number }
        isListed[Int(number)] = true
        listed.append(number)
        let start = Int32(links.count)
        for parent in listing.parents { links.append(self.number(of: parent)) }
        parentRanges[Int(number)] = start..<Int32(links.count)
        let textStart = texts.count
        texts.append(contentsOf: listing.message)
        details[Int(number)] = Details(
            author: author(listing.author),
            timestamp: listing.timestamp,
            message: textStart..<texts.count
        )
        return number
    }

    private mutating func number(of name: ObjectName) -> Int32 {
        if let number = numbers[name] { return number }
        let number = Int32(names.count)
        numbers[name] = number
        names.append(name)
        parentRanges.append(0..<0)
        details.append(Details())
        isListed.append(false)
        return number
    }

    private mutating func author(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int32 {
        let key = Array(bytes)
        if let number = authorNumbers[key] { return number }
        let number = Int32(authors.count)
        let parts = key.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        authors.append(
            CommitIdentity(
                name: String(decoding: parts[0], as: UTF8.self),
                email: parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
            )
        )
        authorNumbers[key] = number
        return number
    }

    /// The number of a commit; nothing for one that was neither listed nor named.
    package func number(named name: ObjectName) -> Int32? { numbers[name] }

    /// The name of a commit.
    package func name(of number: Int32) -> ObjectName { names[Int(number)] }

    /// Whether a commit was listed rather than only named.
    package func isListed(_ number: Int32) -> Bool { isListed[Int(number)] }

    /// The parents of a commit, the first one first; none for one that was only named.
    package func parents(of number: Int32) -> ArraySlice<Int32> {
        let range = parentRanges[Int(number)]
        return links[Int(range.lowerBound)..<Int(range.upperBound)]
    }

    /// When a commit was committed, in seconds since 1970.
    package func timestamp(of number: Int32) -> Int64 { details[Int(number)].timestamp }

    /// The number of who wrote a commit that was listed, the same for the same person.
    package func author(of number: Int32) -> Int32 { details[Int(number)].author }

    /// Somebody by the number that ``author(of:)`` tells.
    package func author(numbered author: Int32) -> CommitIdentity { authors[Int(author)] }

    /// The whole message of a commit that was listed.
    package func message(of number: Int32) -> ArraySlice<UInt8> { texts[details[Int(number)].message] }

    /// Everything about one that was listed.
    package func record(_ number: Int32) -> CommitRecord {
        let details = details[Int(number)]
        let author = authors[Int(details.author)]
        let message = CommitRecord.parts(ofMessage: texts[details.message])
        return CommitRecord(
            hash: names[Int(number)].description,
            authorName: author.name,
            authorEmail: author.email,
            timestamp: details.timestamp,
            parents: parents(of: number).map { names[Int($0)].description },
            subject: message.subject,
            body: message.body
        )
    }
}
