import RelctlManifests
import TestSupport
import Testing

/// Files of a project in which `⟦1.2.3⟧` marks every place that must change with the version, and nothing else may.
///
/// `⟦^1.2→^1.3⟧` says what stands there afterwards, where that is not how the manifest writes the version. The first
/// file is the manifest.
struct MarkedManifest {
    /// The files with their marks.
    let files: [(path: String, text: String)]
    /// What reads and changes them.
    let source: any VersionSource

    init(_ source: any VersionSource, _ files: (path: String, text: String)...) {
        self.source = source
        self.files = files
    }

    /// The version's text that marks stand round where nothing else is said.
    var oldVersion: String { files.lazy.compactMap { Self.parts($0.text).first { $0.isMarked }?.old }.first ?? "" }

    /// How often the old version stands outside the marks, where a search for it would go wrong.
    var decoys: Int { decoysOfFiles.values.reduce(0, +) }

    /// How often it stands outside the marks of each file.
    var decoysOfFiles: [String: Int] {
        Dictionary(
            uniqueKeysWithValues: files.map { file in
                let plain = Self.parts(file.text).filter { !$0.isMarked }
                return (file.path, plain.reduce(0) { $0 + $1.old.ranges(of: oldVersion).count })
            }
        )
    }

    /// Changes the version, and expects the marked places to change and every other byte to stay.
    func expectChange(to version: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
        let version = try Version(version)
        let changed = try change(originals, to: version)
        for (path, text) in files {
            let expected = Self.parts(text).map { $0.new ?? ($0.isMarked ? source.spelling(of: version) : $0.old) }
            #expect(
                Array((changed[path] ?? "").utf8) == Array(expected.joined().utf8),
                "\(path)",
                sourceLocation: sourceLocation
            )
        }
        let again = try change(changed, to: version)
        #expect(again == changed, "a second change changes nothing", sourceLocation: sourceLocation)
        let said = try source.version(in: document(changed)).text
        let isAgreed = said == source.spelling(of: version) || source.meaning(of: said) == version
        #expect(isAgreed, "it says \(said)", sourceLocation: sourceLocation)
    }

    /// The files without marks, as they are before the change.
    var originals: [String: String] {
        Dictionary(uniqueKeysWithValues: files.map { ($0.path, Self.parts($0.text).map(\.old).joined()) })
    }

    /// The manifest among `texts`.
    func document(_ texts: [String: String]) throws -> VersionDocument {
        let file = try RelativePath(files[0].path)
        return VersionDocument(
            file: file,
            text: texts[files[0].path] ?? "",
            read: { texts[$0.string] },
            names: { folder in
                let prefix = folder.map { $0.string + "/" } ?? ""
                let below = texts.keys.filter { $0.hasPrefix(prefix) }.compactMap {
                    $0.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
                }
                return Set(below).sorted()
            }
        )
    }

    /// The files after the version was changed, with the proof that relctl asks for.
    func change(_ texts: [String: String], to version: Version) throws -> [String: String] {
        var texts = texts
        let edits = try source.edits(to: version, in: document(texts))
        for (file, edits) in Dictionary(grouping: edits, by: \.file) {
            let text = try #require(texts[file.string])
            texts[file.string] =
                try ManifestChange.applying(edits, to: text, of: file, by: source)?.new ?? text
        }
        return texts
    }

    /// Changes damaged copies of the files: whatever they have become, a change is refused with an error for people, or
    /// leaves every byte but those of the edits' places as it was and says the new version.
    func expectOnlyMeantChanges(cases: Int, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let version = try Version("7.8.9")
        let fragments = [
            "\"", "'", "\n", "\r\n", "{", "}", "[", "]", "(", ")", "=", ":", "#", "<", ">", "\\", "\u{FEFF}", "é",
        ]
        for _ in 0..<cases {
            var texts = originals
            guard let path = files.map(\.path).randomElement(using: &random), let text = texts[path] else { continue }
            texts[path] = Self.damaged(text, with: fragments + [oldVersion], &random)
            do {
                let changed = try change(texts, to: version)
                let said = try source.version(in: document(changed)).text
                #expect(
                    said == source.spelling(of: version) || source.meaning(of: said) == version,
                    "seed \(seed): it says \(said)"
                )
            } catch is RelctlError {
                continue
            }
        }
    }

    private static func damaged(
        _ text: String,
        with fragments: [String],
        _ random: inout SeededGenerator
    ) -> String {
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let start = Int.random(in: 0...scalars.count, using: &random)
            let end = min(scalars.count, start + Int.random(in: 0...12, using: &random))
            switch Int.random(in: 0..<3, using: &random) {
            case 0: scalars.removeSubrange(start..<end)
            case 1:
                scalars.insert(contentsOf: scalars[start..<end], at: Int.random(in: 0...scalars.count, using: &random))
            default:
                scalars.insert(contentsOf: (fragments.randomElement(using: &random) ?? "").unicodeScalars, at: start)
            }
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private struct Part {
        let old: String
        let new: String?
        let isMarked: Bool
    }

    private static func parts(_ text: String) -> [Part] {
        text.split(separator: "⟧", omittingEmptySubsequences: false).flatMap { piece -> [Part] in
            let halves = piece.split(separator: "⟦", maxSplits: 1, omittingEmptySubsequences: false)
            let plain = Part(old: String(halves[0]), new: nil, isMarked: false)
            guard halves.count == 2 else { return [plain] }
            let ends = halves[1].split(separator: "→", maxSplits: 1, omittingEmptySubsequences: false)
            return [plain, Part(old: String(ends[0]), new: ends.count == 2 ? String(ends[1]) : nil, isMarked: true)]
        }
    }
}
