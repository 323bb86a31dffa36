/// What a chart's `.helmignore` leaves out, by Helm's own rules (`pkg/ignore`), which are not those of git.
///
/// A pattern with a slash is matched against the whole path, one without against the last name; the first that matches
/// counts; `!` leaves out everything that does *not* match; a folder that is left out is not looked into.
struct ChartIgnore: Sendable, Hashable {
    /// The file's name; it is packed itself.
    static let fileName = ".helmignore"

    private var rules: [Rule] = []

    private struct Rule: Sendable, Hashable {
        var pattern: GoFilePattern
        /// Whether all is left out that does not match.
        var isNegated = false
        /// Whether it is about folders alone.
        var isForFolders = false
        /// Whether it is about the last name alone.
        var isForNames = false
    }

    /// What is left out of charts that say nothing: hidden files among the templates.
    static let standard = ["templates/.?*"]

    /// Reads a `.helmignore`, in front of what is always left out.
    ///
    /// - Throws: ``RelctlError`` with the place of a pattern that Helm does not take.
    init(_ text: String = "", file: String = ChartIgnore.fileName) throws(RelctlError) {
        let bytes = Array(text.utf8)
        let start = bytes.starts(with: SourcePlaces.byteOrderMark) ? SourcePlaces.byteOrderMark.count : 0
        let lines = bytes[start...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            try add(String(decoding: line, as: UTF8.self), SourcePlace(file: file, line: index + 1, column: 1))
        }
        for pattern in Self.standard { try add(pattern, SourcePlace(file: file, line: 1, column: 1)) }
    }

    private mutating func add(_ line: String, _ place: SourcePlace) throws(RelctlError) {
        let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
        var text = String(String.UnicodeScalarView(line.unicodeScalars.drop(while: isBlank)))
        while let last = text.unicodeScalars.last, isBlank(last) { text.unicodeScalars.removeLast() }
        guard let first = text.utf8.first, first != UInt8(ascii: "#") else { return }
        guard text.firstRange(of: "**") == nil else {
            throw RelctlError("Helm does not know `**` in patterns", code: .configurationInvalid, place: place)
        }
        let slash = UInt8(ascii: "/")
        do {
            var rule = Rule(pattern: try GoFilePattern(text))
            if first == UInt8(ascii: "!") {
                rule.isNegated = true
                text.unicodeScalars.removeFirst()
            }
            if text.utf8.last == slash {
                rule.isForFolders = true
                text.unicodeScalars.removeLast()
            }
            if text.utf8.first == slash {
                text.unicodeScalars.removeFirst()
            } else {
                rule.isForNames = !text.utf8.contains(slash)
            }
            rule.pattern = try GoFilePattern(text)
            rules.append(rule)
        } catch {
            throw RelctlError("`\(line)` is no pattern", code: .configurationInvalid, place: place)
        }
    }

    /// Whether the file or folder at `path`, from the chart's top, is left out.
    func leavesOut(_ path: RelativePath, isFolder: Bool) -> Bool {
        for rule in rules {
            let matches = { rule.pattern.matches(rule.isForNames ? path.lastComponent : path.string) }
            if rule.isNegated {
                if rule.isForFolders && !isFolder || !matches() { return true }
            } else if !rule.isForFolders || isFolder, matches() {
                return true
            }
        }
        return false
    }
}
