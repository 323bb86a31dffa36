/// Looks for versions that nothing should name any more.
struct StalePins {
    private let old: [[UInt8]]

    /// Looks for these texts.
    init(_ texts: some Sequence<String>) {
        old = texts.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// How many places are told of in a file.
    private static let limit = 20
    /// Larger files are not looked through, in bytes.
    private static let sizeLimit = 4 << 20

    /// Whether a text says a version so that finding it elsewhere means something.
    static func isTelling(_ text: String) -> Bool {
        text.utf8.count >= 3 && text.utf8.contains(UInt8(ascii: "."))
            && text.utf8.contains { (0x30...0x39).contains($0) }
    }

    /// Where a file names one of them, but for the places that are declared.
    func findings(in text: String, of file: RelativePath, except declared: Set<SourcePlace>) -> [Finding] {
        let bytes = Array(text.utf8)
        guard !old.isEmpty, bytes.count <= Self.sizeLimit else { return [] }
        var places = SourcePlaces(file: file.string, bytes: bytes)
        var findings: [Finding] = []
        var index = 0
        while index < bytes.count, findings.count < Self.limit {
            guard let found = old.first(where: { isWord($0, at: index, in: bytes) }) else {
                index += 1
                continue
            }
            let place = places.place(at: index)
            if !declared.contains(place) {
                findings.append(
                    Finding(
                        "`\(file)` still names `\(String(decoding: found, as: UTF8.self))`, which an edit replaces elsewhere",
                        code: "pin.stale",
                        severity: .warning,
                        place: place,
                        hints: ["add an edit for it, or let the pattern match this place too with `count`"]
                    )
                )
            }
            index += found.count
        }
        return findings
    }

    /// Whether these bytes stand here, and are not part of a longer number or name.
    private func isWord(_ word: [UInt8], at index: Int, in bytes: [UInt8]) -> Bool {
        guard bytes[index] == word[0], bytes[index...].starts(with: word) else { return false }
        // `v1.0.0` names 1.0.0 as well.
        if index > 0, Self.isPart(bytes[index - 1]), bytes[index - 1] != UInt8(ascii: "v") { return false }
        let rest = bytes[(index + word.count)...]
        guard let next = rest.first else { return true }
        if next == UInt8(ascii: ".") { return !(rest.dropFirst().first.map(Self.isPart) ?? false) }
        return !Self.isPart(next) && next != UInt8(ascii: "+")
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
}
