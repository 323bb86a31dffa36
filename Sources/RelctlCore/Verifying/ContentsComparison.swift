/// Compares the entries of an archive, as they are read, with what the manifest says is in it.
struct ContentsComparison {
    private let archive: String
    private var expected: [RelativePath: ArchivedEntry]
    private(set) var findings: [Finding] = []

    init(archive: String, contents: [ArchivedEntry]) {
        self.archive = archive
        expected = Dictionary(contents.map { ($0.path, $0) }) { first, _ in first }
    }

    /// Takes an entry; one that comes a second time is taken for one too many.
    mutating func take(_ member: ArchiveMember, at path: RelativePath) {
        guard let entry = expected.removeValue(forKey: path) else {
            return report("extra", "`\(path)` is in it, but not in the manifest")
        }
        guard let kind = Self.kind(of: member), kind == entry.kind else {
            return report("kind", "`\(path)` is not the \(entry.kind.rawValue) that the manifest lists")
        }
        if member.mode != entry.mode {
            let (found, wanted) = (String(member.mode, radix: 8), String(entry.mode, radix: 8))
            report("mode", "`\(path)` has the mode \(found), but the manifest lists \(wanted)")
        }
        if let size = entry.size, size != member.size {
            report("size", "`\(path)` has \(member.size) bytes, but the manifest lists \(size)")
        } else if entry.kind == .file, entry.sha256 != member.sha256 {
            report("digest", "`\(path)` does not have the SHA-256 that the manifest lists")
        }
        if let target = entry.target, !target.utf8.elementsEqual(member.linkTarget ?? []) {
            let found = String(decoding: member.linkTarget ?? [], as: UTF8.self)
            report("target", "the link `\(path)` leads to `\(found)`, but the manifest lists `\(target)`")
        }
    }

    /// Says what never came.
    mutating func finish() {
        for path in expected.keys.sorted() { report("missing", "`\(path)` is in the manifest, but not in it") }
    }

    private static func kind(of member: ArchiveMember) -> ArchivedEntry.Kind? {
        switch member.kind {
        case .file: .file
        case .folder: .folder
        case .link: .link
        case .hardLink, .special: nil
        }
    }

    private mutating func report(_ code: String, _ message: String) {
        findings.append(Finding("`\(archive)`: \(message)", code: "contents.\(code)"))
    }
}
