/// Finds, in a text, pins that still name versions which a release replaced; pure.
///
/// A version alone says nothing of whose it is. It is taken for a pin where its line, or for a line that says nothing but
/// a version one of the three above, names the repository or a package of it, with no other version between the two; or
/// where it is set to a key that the release changed elsewhere.
struct PinReader {
    private let versions: [(version: ReplacedVersion, old: [UInt8])]
    /// All names that are known, the longest first, and whose they are; nothing for those that are none's to be pinned.
    private let names: [(name: [UInt8], owners: Set<String>)]
    /// The same as they stand in words such as `sdkCoreVersion`: without what joins their parts.
    private let joinedNames: [(letters: [UInt8], owners: Set<String>)]

    /// Looks for these versions.
    ///
    /// - Parameters:
    ///   - versions: What was replaced.
    ///   - others: Further names, such as the repository's own: `core` is not meant by `core-tools`.
    init(_ versions: [ReplacedVersion], others: [String]) {
        self.versions = versions.map { ($0, Array($0.old.utf8)) }
        var owners: [[UInt8]: Set<String>] = [:]
        for other in others { owners[FoldedText.fold(other)] = [] }
        for version in versions {
            for name in version.names { owners[name, default: []].insert(version.repository) }
        }
        names = owners.map { ($0.key, $0.value) }.sorted { left, right in
            left.name.count != right.name.count
                ? left.name.count > right.name.count : left.name.lexicographicallyPrecedes(right.name)
        }
        joinedNames = names.map { ($0.name.filter(VersionWord.isLetterOrDigit), $0.owners) }.filter { !$0.0.isEmpty }
    }

    /// A pin that was found.
    struct Pin: Hashable {
        /// Where its version begins, in bytes.
        var offset: Int
        /// The version that it names.
        var version: ReplacedVersion
    }

    /// So many pins are told of in a text.
    private static let limit = 20
    /// Longer lines are written by programs, in bytes.
    private static let longestLine = 1000
    /// How far above a version its name may stand, in lines.
    private static let reach = 3

    /// The pins in a text, in its order.
    func pins(in text: [UInt8]) -> [Pin] {
        let lines = Self.lines(text)
        var pins: [Pin] = []
        for (number, range) in lines.enumerated() where range.count <= Self.longestLine {
            let line = Array(text[range])
            for (version, old) in versions {
                for place in VersionWord.places(of: old, in: line[...]) {
                    guard !pins.contains(where: { $0.offset == range.lowerBound + place }),
                        isPin(version, Word(line, place, old.count), above: lines[..<number], of: text)
                    else { continue }
                    pins.append(Pin(offset: range.lowerBound + place, version: version))
                }
            }
            if pins.count >= Self.limit { break }
        }
        return Array(pins.sorted { $0.offset < $1.offset }.prefix(Self.limit))
    }

    private static func lines(_ text: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        for (index, byte) in text.enumerated() where byte == 0x0A {
            lines.append(start..<index)
            start = index + 1
        }
        return lines + [start..<text.count]
    }

    /// A version in its line.
    private struct Word {
        let line: [UInt8]
        let folded: [UInt8]
        let range: Range<Int>

        init(_ line: [UInt8], _ place: Int, _ count: Int) {
            (self.line, folded, range) = (line, FoldedText.fold(line[...]), place..<(place + count))
        }
    }

    private func isPin(
        _ version: ReplacedVersion,
        _ word: Word,
        above: ArraySlice<Range<Int>>,
        of text: [UInt8]
    ) -> Bool {
        guard !Self.tellsOfThePast(word.folded) else { return false }
        if let key = ReplacedVersion.key(before: word.range.lowerBound, in: word.line), version.keys.contains(key) {
            return true
        }
        let named = owners(in: word.line, word.folded)
        for (range, owners) in named where owners.contains(version.repository) {
            let between =
                range.upperBound <= word.range.lowerBound
                ? word.line[range.upperBound..<word.range.lowerBound]
                : word.line[min(word.range.upperBound, range.lowerBound)..<range.lowerBound]
            if !Self.hasVersion(between) { return true }
        }
        guard named.isEmpty, Self.saysNothingElse(word) else { return false }
        return isNamedAbove(version, above, of: text)
    }

    /// Whether the lines above name the repository, before another version or an empty line comes.
    private func isNamedAbove(_ version: ReplacedVersion, _ above: ArraySlice<Range<Int>>, of text: [UInt8]) -> Bool {
        for range in above.suffix(Self.reach).reversed() {
            let line = text[range]
            guard line.count <= Self.longestLine, line.contains(where: { $0 > 0x20 }), !Self.hasVersion(line) else {
                return false
            }
            let named = owners(in: Array(line), FoldedText.fold(line))
            guard named.isEmpty else { return named.contains { $0.owners.contains(version.repository) } }
        }
        return false
    }

    // MARK: Words

    /// Keys whose value is the version of what is named above.
    private static let versionKeys = Set(
        ["version", "tag", "ref", "rev", "revision", "newtag", "targetrevision", "app-version", "appversion"]
    )

    /// Whether a line holds a version, a key that is called so, and marks.
    private static func saysNothingElse(_ word: Word) -> Bool {
        var rest = word.folded
        rest.replaceSubrange(word.range, with: [0x20])
        let words = rest.split { !VersionWord.isLetterOrDigit($0) && $0 != UInt8(ascii: "-") }
            .map { $0.split(separator: UInt8(ascii: "-")).joined(separator: [UInt8(ascii: "-")]) }
            .map { String(decoding: Array($0), as: UTF8.self) }
            .filter { !$0.isEmpty && $0 != "v" }
        return !words.isEmpty && words.allSatisfy(versionKeys.contains)
    }

    /// Words of lines that tell when something came or went.
    private static let past: Set<String> = [
        "since", "until", "before", "prior", "introduced", "deprecated", "added", "removed", "fixed", "changed",
    ]

    private static func tellsOfThePast(_ folded: [UInt8]) -> Bool {
        let words = folded.split { !VersionWord.isLetterOrDigit($0) }
        return words.contains { past.contains(String(decoding: $0, as: UTF8.self)) }
    }

    /// Whether numbers with two points between them stand in there.
    private static func hasVersion(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split { !VersionWord.isDigit($0) && $0 != UInt8(ascii: ".") }.contains { number in
            number.split(separator: UInt8(ascii: ".")).count >= 3
        }
    }

    /// Where names stand, longer ones before those that are parts of them.
    private func owners(in line: [UInt8], _ folded: [UInt8]) -> [(range: Range<Int>, owners: Set<String>)] {
        var found: [(range: Range<Int>, owners: Set<String>)] = []
        for (name, owners) in names where name.count <= folded.count {
            for index in 0...(folded.count - name.count) where folded[index] == name[0] {
                let range = index..<(index + name.count)
                guard folded[index...].starts(with: name), Self.isWhole(range, in: folded),
                    !Self.goesOn(after: range.upperBound, in: line),
                    !found.contains(where: { $0.range.overlaps(range) })
                else { continue }
                found.append((range, owners))
            }
        }
        return found + joined(in: line, folded).filter { joined in !found.contains { $0.range.overlaps(joined.range) } }
    }

    /// Names at the beginning of words that say that a version follows, such as `sdkCoreVersion`.
    private func joined(in line: [UInt8], _ folded: [UInt8]) -> [(range: Range<Int>, owners: Set<String>)] {
        var found: [(range: Range<Int>, owners: Set<String>)] = []
        for index in line.indices where index == 0 || !VersionWord.isLetterOrDigit(line[index - 1]) {
            let word = line[index...].prefix { VersionWord.isLetterOrDigit($0) }
            for (letters, owners) in joinedNames {
                let end = index + letters.count
                guard end < word.endIndex, folded[index...].starts(with: letters) else { continue }
                let rest = Self.words(ofJoined: word[end...])
                guard let last = rest.last, Self.kinds.contains(last),
                    rest.allSatisfy({ Self.kinds.contains($0) || Self.forms.contains($0) })
                else { continue }
                found.append((index..<end, owners))
                break
            }
        }
        return found
    }

    /// The words of `ImageVersion`, folded; none where it does not begin with a capital letter.
    private static func words(ofJoined text: ArraySlice<UInt8>) -> [String] {
        func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
        guard let first = text.first, isCapital(first) else { return [] }
        let starts = text.indices.filter { isCapital(text[$0]) } + [text.endIndex]
        return zip(starts, starts.dropFirst()).map { String(decoding: FoldedText.fold(text[$0..<$1]), as: UTF8.self) }
    }

    /// Words that follow a name and leave it that name, as in `core-version` and `core.git`.
    private static let kinds = versionKeys.union(["git"])
    /// Words that may stand before those, as in `CORE_IMAGE_TAG`.
    private static let forms: Set<String> = ["image", "chart", "app", "docker", "release", "crate", "package"]

    /// Whether a name is the beginning of a longer one: `core-utils` is not `core`.
    private static func goesOn(after end: Int, in line: [UInt8]) -> Bool {
        let added = addedWords(after: end, in: line)
        guard let last = added.last else { return false }
        return !kinds.contains(last) || !added.allSatisfy { kinds.contains($0) || forms.contains($0) }
    }

    /// The words that `-`, `_` and `.` join to a name, up to a version.
    private static func addedWords(after end: Int, in line: [UInt8]) -> [String] {
        var found: [String] = []
        var rest = line[end...]
        while let mark = rest.first, Array("-_.".utf8).contains(mark) {
            let letters = rest.dropFirst().prefix { VersionWord.isLetterOrDigit($0) }
            let word = FoldedText.fold(letters)
            guard let first = word.first, !VersionWord.isDigit(first) else { break }
            let isVersion = first == UInt8(ascii: "v") && word.dropFirst().first.map(VersionWord.isDigit) ?? false
            guard !isVersion else { break }
            found.append(String(decoding: word, as: UTF8.self))
            rest = rest[letters.endIndex...]
        }
        return found
    }

    private static func isWhole(_ range: Range<Int>, in folded: [UInt8]) -> Bool {
        let before = range.lowerBound > 0 && VersionWord.isLetterOrDigit(folded[range.lowerBound - 1])
        let after = range.upperBound < folded.count && VersionWord.isLetterOrDigit(folded[range.upperBound])
        return !before && !after
    }
}
