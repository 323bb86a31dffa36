/// Reads and changes the version in CMakeLists.txt, `project(NAME VERSION 1.2.3)`
/// (https://cmake.org/cmake/help/latest/command/project.html), or in the only `set(X 1.2.3)` of the file where the
/// version is `${X}`.
///
/// CMake knows numbers only, one to four of them: a pre-release is left out when it is written; `1.2` means 1.2.0 and
/// `1.2.3.0` means 1.2.3, as they are equal for CMake, and keeps its fourth number; one that is not zero is no version
/// of Semantic Versioning.
struct CMakeVersionSource: TokenVersionSource {
    let fileNames = ["CMakeLists.txt"]

    func language(of file: RelativePath) -> CodeLanguage { .cmake }

    func spelling(of version: Version) -> String {
        "\(version.major).\(version.minor).\(version.patch)"
    }

    /// A fourth number, which counts changes of what the other three say, starts again.
    func spelling(of version: Version, insteadOf text: String) -> String {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
        return spelling(of: version) + (numbers.count == 4 ? ".0" : "")
    }

    func meaning(of text: String) -> Version? {
        var numbers = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if numbers.count == 4, numbers[3] == "0" { numbers.removeLast() }
        while (1..<3).contains(numbers.count) { numbers.append("0") }
        let isNumeric = numbers.allSatisfy { $0.utf8.allSatisfy(CodeLexer.isDigit) }
        return isNumeric ? try? Version(numbers.joined(separator: ".")) : nil
    }

    func versions(in text: CodeText) throws -> [CodeToken] {
        let partners = try text.partners()
        let projects = Self.commands("project", in: text, partners)
        guard let first = projects.first else {
            throw VersionSourceError.absent("project(…)", in: text.file.string, at: nil)
        }
        let found = try projects.compactMap { try Self.version(of: $0, in: text) }
        guard !found.isEmpty else {
            let place = text.place(of: text.tokens[first.lowerBound - 1])
            throw VersionSourceError.absent("VERSION of `project(…)", in: text.file.string, at: place)
        }
        let sets = Dictionary(grouping: Self.commands("set", in: text, partners).filter { !$0.isEmpty }) {
            text.tokens[$0.lowerBound].text
        }
        return try found.map { try Self.followed($0, in: text, sets) }
    }

    /// The arguments of every command of this name.
    private static func commands(_ name: String, in text: CodeText, _ partners: [Int?]) -> [Range<Int>] {
        var commands: [Range<Int>] = []
        var index = 0
        while index + 1 < text.tokens.count {
            let (token, next) = (text.tokens[index], index + 1)
            guard token.kind == .word, text.tokens[next].isMark("("), let close = partners[next] else {
                index = next
                continue
            }
            if token.text.lowercased() == name { commands.append(next + 1..<close) }
            index = close + 1
        }
        return commands
    }

    /// The argument after `VERSION`, which may itself not be the project's name.
    private static func version(of project: Range<Int>, in text: CodeText) throws -> CodeToken? {
        // A keyword is one with quotes too.
        let keywords = project.dropFirst().filter { text.tokens[$0].text == "VERSION" }
        guard let keyword = keywords.first else { return nil }
        guard keywords.count == 1 else {
            throw text.problem("`VERSION` is given twice", at: text.tokens[keywords[1]])
        }
        return keyword + 1 < project.upperBound ? text.tokens[keyword + 1] : nil
    }

    /// The text that sets the variable which a version is, or the version itself.
    private static func followed(
        _ version: CodeToken,
        in text: CodeText,
        _ sets: [String: [Range<Int>]]
    ) throws -> CodeToken {
        guard version.text.utf8.contains(UInt8(ascii: "$")) else { return try numeric(version, in: text) }
        let inner = version.text.dropFirst(2).dropLast()
        let isName = inner.utf8.allSatisfy { CodeLexer.isDigit($0) || CodeLexer.isWordStart($0) || $0 == 0x2D }
        guard version.text.hasPrefix("${"), version.text.hasSuffix("}"), isName, !inner.isEmpty else {
            throw text.computed("VERSION", at: version, hints: ["write it as `VERSION 1.2.3`"])
        }
        let sets = (sets[String(inner)] ?? []).filter { $0.count > 1 }
        guard let set = sets.first, sets.count == 1 else {
            let places = sets.prefix(5).map { text.place(of: text.tokens[$0.lowerBound]).description }
            let hint =
                sets.isEmpty
                ? "there is no `set(\(inner) …)` in the file" : "it is set at " + places.joined(separator: ", ")
            throw text.computed("VERSION", at: version, hints: [hint, "write it as `VERSION 1.2.3`"])
        }
        let value = text.tokens[set.lowerBound + 1]
        let isList = set.count > 2 && !["CACHE", "PARENT_SCOPE"].contains(text.tokens[set.lowerBound + 2].text)
        guard !isList else { throw text.computed("VERSION", at: value) }
        return try numeric(value, in: text)
    }

    private static func numeric(_ version: CodeToken, in text: CodeText) throws -> CodeToken {
        let isNumeric = version.text.utf8.allSatisfy { CodeLexer.isDigit($0) || $0 == UInt8(ascii: ".") }
        guard isNumeric, CodeLexer.isDigit(version.text.utf8.first ?? 0) else {
            throw text.computed("VERSION", at: version, hints: ["CMake knows one to four numbers with dots between"])
        }
        return version
    }
}
