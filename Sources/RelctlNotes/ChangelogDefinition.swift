/// A line that says where the name of a link leads: `[1.2.0]: https://…`, `[1.2.0]: <https://…> "title"` (GFM 4.7).
struct ChangelogDefinition: Sendable {
    /// The name between the brackets.
    var name: String
    /// Where it leads.
    var address: String

    init?(_ line: ArraySlice<UInt8>) {
        guard line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]")),
            close + 1 < line.endIndex, line[close + 1] == UInt8(ascii: ":"), close > line.startIndex + 1
        else { return nil }
        let rest = line[(close + 2)...].drop(while: \.isBlank)
        var address = rest.prefix { !$0.isBlank }
        if address.first == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
            address = rest[(rest.startIndex + 1)..<end]
        }
        guard !address.isEmpty else { return nil }
        name = String(decoding: line[(line.startIndex + 1)..<close], as: UTF8.self)
        self.address = String(decoding: address, as: UTF8.self)
    }
}

/// The address of a page that compares what is not released with a release, somewhere in a line:
/// `https://…/compare/v1.0.0...HEAD`, with any reference behind two or three dots.
struct UnreleasedComparison: Sendable {
    /// Where the release stands that is compared with.
    let base: Range<Int>
    /// That release, as written.
    let release: String

    init?(in line: ArraySlice<UInt8>) {
        let (mark, dots) = (Array("/compare/".utf8), Array("..".utf8))
        guard let start = Self.firstIndex(of: mark, in: line).map({ $0 + mark.count }) else { return nil }
        let ends = " \t\r)>\"".utf8
        let rest = line[start...].prefix { !ends.contains($0) }
        guard let end = Self.firstIndex(of: dots, in: rest), end > start, end + dots.count < rest.endIndex else {
            return nil
        }
        base = start..<end
        release = String(decoding: line[base], as: UTF8.self)
    }

    private static func firstIndex(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.first { bytes[$0] == pattern[0] && bytes[$0...].starts(with: pattern) }
    }
}
