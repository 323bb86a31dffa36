/// The text that a forge shows as a release's own, which must not be longer than it takes.
package enum ReleaseBody {
    /// How many characters GitHub takes, less than other forges do.
    package static let limit = 125_000

    /// The whole page if it fits, else what of it does, cut where a section ends, and where the rest is to be found.
    ///
    /// Lengths are in UTF-16 units, of which a text has at least as many as characters, however those are counted.
    ///
    /// - Parameters:
    ///   - markdown: The page, which ends in a line break.
    ///   - full: Where all of it is: the address or the name of the file that ships.
    ///   - limit: How long it may be.
    /// - Returns: The text.
    package static func fitted(_ markdown: String, full: String, limit: Int = Self.limit) -> String {
        guard markdown.utf16.count > limit else { return markdown }
        let isAddress = full.hasPrefix("https://")
        let ending = "\nThis is not all: " + (isAddress ? "[the whole notes](\(full))" : Markdown.code(full)) + "\n"
        let room = limit - ending.utf16.count
        var (used, cut, lineCut) = (0, 0, 0)
        var fence: Int?
        var bytes = 0
        for line in markdown.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let marks = line.drop { $0 == 0x20 }.prefix { $0 == UInt8(ascii: "`") }.count
            if fence == nil, line.first == UInt8(ascii: "#") { cut = bytes }
            if fence == nil { lineCut = bytes }
            if marks >= fence ?? 3 { fence = fence == nil ? marks : nil }
            used += Substring(line).utf16.count + 1
            guard used <= room else { break }
            bytes += line.count + 1
        }
        // A section that is most of the page is cut itself, where a line ends.
        let end = cut > lineCut / 2 ? cut : lineCut
        var kept = Substring(markdown.utf8.prefix(end))
        // A line that is most of the page is cut itself.
        if lineCut < room / 2, bytes == lineCut {
            kept = Substring(markdown.utf8.prefix(lineCut))
            kept += part(of: Substring(markdown.utf8.dropFirst(lineCut)), fitting: room - kept.utf16.count)
        }
        while kept.utf8.last == UInt8(ascii: "\n") { kept.removeLast() }
        return kept.isEmpty ? String(ending.dropFirst()) : kept + "\n" + ending
    }

    /// The beginning of a line, as many characters as fit with a sign that there were more.
    ///
    /// Nothing of a line that may open what never ends: code between fences, or HTML, would hide all that follows.
    private static func part(of text: Substring, fitting room: Int) -> String {
        let first = text.utf8.first { $0 != 0x20 }
        guard let first, !"`~<".utf8.contains(first) else { return "" }
        var (end, left) = (text.startIndex, room - "…\n".utf16.count)
        while end < text.endIndex, text[end] != "\n" {
            left -= text[end].utf16.count
            guard left >= 0 else { break }
            end = text.index(after: end)
        }
        return end == text.startIndex ? "" : text[..<end] + "…\n"
    }
}
