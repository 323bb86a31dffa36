/// A version as Python's packages have it, by PEP 440
/// (https://packaging.python.org/en/latest/specifications/version-specifiers/#appendix-parsing-version-strings-with-regular-expressions).
///
/// Numbers are kept as digits without leading zeros, because they have no limit.
package struct PythonVersion: Sendable, Hashable {
    /// The number before `!`; nothing for the usual zero.
    package private(set) var epoch: String?
    /// The numbers between dots.
    package private(set) var release: [String]
    /// `a`, `b` or `rc`, and its number.
    package private(set) var candidate: Label?
    /// The number of a post-release.
    package private(set) var post: String?
    /// The number of a development release.
    package private(set) var development: String?
    /// What follows `+`, with dots between its parts.
    package private(set) var local: String?

    /// Which pre-release it is.
    package struct Label: Sendable, Hashable {
        let phase: String
        let number: String
    }

    /// Reads any spelling that the specification allows; nothing for another text.
    package init?(_ text: String) {
        var reader = Reader(text)
        reader.skip("v")
        let first = reader.digits()
        guard var number = first else { return nil }
        if reader.skip("!") {
            epoch = number == "0" ? nil : number
            guard let next = reader.digits() else { return nil }
            number = next
        }
        release = [number]
        while let next = reader.dotted() { release.append(next) }
        let phases = [
            ("alpha", "a"), ("a", "a"), ("beta", "b"), ("b", "b"), ("preview", "rc"), ("pre", "rc"), ("c", "rc"),
            ("rc", "rc"),
        ]
        if let (phase, number) = reader.label(phases) { candidate = Label(phase: phase, number: number) }
        post = reader.afterHyphen() ?? reader.label([("post", ""), ("rev", ""), ("r", "")])?.number
        development = reader.label([("dev", "")])?.number
        if reader.skip("+") {
            guard let parts = reader.local() else { return nil }
            local = parts
        }
        guard reader.isAtEnd else { return nil }
    }

    /// How Python's tools write a version (PEP 440, "Normalization"), without its build metadata; nothing for a
    /// pre-release that is no alpha, beta, release candidate or development release.
    package static func spelling(of version: Version) -> String? {
        let numbers = "\(version.major).\(version.minor).\(version.patch)"
        guard version.isPrerelease else { return numbers }
        // PEP 440 lets `-` and `.` stand round a label, so that it can read what Semantic Versioning writes.
        guard let read = PythonVersion(numbers + "-" + version.prereleaseText), read.post == nil else { return nil }
        let candidate = read.candidate.map { $0.phase + $0.number } ?? ""
        return numbers + candidate + (read.development.map { ".dev" + $0 } ?? "")
    }

    /// The version that a text means; nothing where Semantic Versioning cannot say it, such as a post-release.
    package static func meaning(of text: String) -> Version? {
        let semantic = try? Version(text)
        guard let read = PythonVersion(text) else { return semantic }
        guard read.epoch == nil, read.post == nil, read.release.count <= 3 else { return nil }
        if let semantic { return semantic }
        guard read.local == nil else { return nil }
        let numbers = (read.release + ["0", "0"]).prefix(3).joined(separator: ".")
        let names = ["a": "alpha", "b": "beta"]
        let labels =
            (read.candidate.map { [names[$0.phase] ?? $0.phase, $0.number] } ?? [])
            + (read.development.map { ["dev", $0] } ?? [])
        return try? Version(numbers + (labels.isEmpty ? "" : "-" + labels.joined(separator: ".")))
    }
}

/// One pass over a version's text; letters count in either case.
private struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let start = Array(text.utf8).drop(while: isBlank)
        rest = start[..<(start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex)]
        rest = ArraySlice(rest.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 })
    }

    var isAtEnd: Bool { rest.isEmpty }

    @discardableResult
    mutating func skip(_ word: String) -> Bool {
        guard rest.starts(with: word.utf8) else { return false }
        rest = rest.dropFirst(word.utf8.count)
        return true
    }

    /// A number without leading zeros.
    mutating func digits() -> String? {
        let run = rest.prefix { (0x30...0x39).contains($0) }
        guard !run.isEmpty else { return nil }
        rest = rest.dropFirst(run.count)
        let significant = run.drop { $0 == 0x30 }
        return significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
    }

    /// `.N`, another number of the release.
    mutating func dotted() -> String? { following(".") }

    /// `-N`, a post-release.
    mutating func afterHyphen() -> String? { following("-") }

    private mutating func following(_ mark: String) -> String? {
        let start = rest
        if skip(mark), let number = digits() { return number }
        rest = start
        return nil
    }

    /// One of the words with its number, which is 0 if it is left out; separators may stand before both,
    /// before a number that is left out too.
    mutating func label(_ words: [(word: String, meaning: String)]) -> (meaning: String, number: String)? {
        let start = rest
        skipSeparator()
        for (word, meaning) in words where skip(word) {
            skipSeparator()
            return (meaning, digits() ?? "0")
        }
        rest = start
        return nil
    }

    private mutating func skipSeparator() {
        if let first = rest.first, [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(first) {
            rest = rest.dropFirst()
        }
    }

    /// Parts of letters and digits, to the end.
    mutating func local() -> String? {
        let parts = rest.split(omittingEmptySubsequences: false) { byte in
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        }
        let isValid = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
        }
        rest = []
        return isValid ? parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".") : nil
    }
}
