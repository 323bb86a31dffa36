/// Looks, in files that edits change, for versions that an edit replaces elsewhere.
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

    /// Where a file names one of them, but for the places that are declared.
    func findings(in text: String, of file: RelativePath, except declared: Set<SourcePlace>) -> [Finding] {
        let bytes = Array(text.utf8)
        guard !old.isEmpty, bytes.count <= Self.sizeLimit else { return [] }
        var places = SourcePlaces(file: file.string, bytes: bytes)
        var findings: [Finding] = []
        var index = 0
        while index < bytes.count, findings.count < Self.limit {
            guard let found = old.first(where: { VersionWord.stands($0, at: index, in: bytes[...]) }) else {
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
}
