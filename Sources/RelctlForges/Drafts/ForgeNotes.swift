/// The text of a release at a forge: the notes, within its limit, and relctl's marks in it.
package struct ForgeNotes: Sendable {
    /// How many bytes of notes fit for certain beside the marks; of more, the file ships too.
    private let certainSize: UInt64
    private let limit: Int

    /// Knows how many characters a forge takes.
    init(limit: Int = ReleaseBody.limit) {
        self.limit = limit - 1000
        certainSize = UInt64(self.limit)
    }

    /// The files that belong to the release: the whole notes too, where its text cannot hold them.
    func files(of request: PublicationRequest) -> [PublishedFile] {
        guard let notes = request.notes, notes.size > certainSize else { return request.files }
        return request.filesAndNotes
    }

    /// The release's text.
    ///
    /// - Parameters:
    ///   - request: What is published.
    ///   - files: What reads the notes.
    ///   - download: Where a file of the release is downloaded.
    /// - Returns: The notes, or as much of them as fits.
    /// - Throws: ``FileSystemError`` if the notes cannot be read.
    func text(
        of request: PublicationRequest,
        files: any FileSystem,
        download: (_ file: String) -> String
    ) throws -> String {
        guard let notes = request.notes else { return "" }
        let markdown = try files.text(of: FilePath(request.folder).appending(notes.name))
        return ReleaseBody.fitted(markdown, full: download(notes.name), limit: limit)
    }

    /// Whether two texts are the same but for line ends, which forges may keep as browsers send them.
    static func isSame(_ one: String, _ other: String) -> Bool {
        func plain(_ text: String) -> String {
            var text = text.replacing("\r\n", with: "\n")
            while text.utf8.last == UInt8(ascii: "\n") { text.removeLast() }
            return text
        }
        return plain(one).equalsBytewise(plain(other))
    }

    // MARK: Whose draft it is

    /// Ends the text of a draft, unseen by readers, and says whose draft it is; the text that users see has none.
    static func marked(_ text: String, _ release: ReleaseIdentity) -> String {
        text + (text.isEmpty || text.hasSuffix("\n") ? "" : "\n") + draftMark(release.tag) + "\n"
    }

    /// Whether relctl made a draft of this text for the release.
    static func isMarked(_ body: String?, for release: ReleaseIdentity) -> Bool {
        isMarked(body, forTag: release.tag)
    }

    /// Whether relctl made a draft of this text for a tag.
    package static func isMarked(_ body: String?, forTag tag: String) -> Bool {
        body?.contains(draftMark(tag)) ?? false
    }

    private static func draftMark(_ tag: String) -> String {
        // What could end a comment is no part of a tag that git takes, but `--` is.
        "<!-- relctl: draft of \(PercentEncoding.segment(tag).replacing("-", with: "%2D")) -->"
    }

    // MARK: Releases that are not to be taken

    private static let yankStart = "<!-- relctl: yanked -->"

    /// The notice that stands on top of a release that is not to be taken.
    static func yankMark(_ reason: String) -> String {
        let line = Markdown.prose(Markdown.singleLine(reason))
        return "\(yankStart)\n> [!WARNING]\n> **Do not use this release, it was yanked:** \(line)\n\n"
    }

    /// The notice that a text begins with, if it does.
    static func yankMark(of body: String?) -> String? {
        guard let body = body?.replacing("\r\n", with: "\n"), body.hasPrefix(yankStart) else { return nil }
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false).prefix(while: { !$0.isEmpty })
        return lines.joined(separator: "\n") + "\n\n"
    }

    /// A text with a notice on top, in the place of an older one.
    static func yanked(_ body: String, reason: String) -> String {
        let body = body.replacing("\r\n", with: "\n")
        return yankMark(reason) + body.dropFirst(yankMark(of: body)?.count ?? 0)
    }
}
