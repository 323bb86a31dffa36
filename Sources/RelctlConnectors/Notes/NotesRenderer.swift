/// Writes the page of a release in words of its own, in place of relctl's.
///
/// A renderer is handed what the page is to tell, and answers with the page; it asks nobody anything else, so that the
/// same release has the same page wherever and whenever it is made.
public protocol NotesRenderer: Sendable {
    /// The keys it takes in `notes`, beside `with` and those that say what is told.
    ///
    /// One that calls a key as relctl calls one of its own in `notes`, or two keys the same, cannot be registered.
    var keys: [ConfigurationKey] { get }

    /// Writes the page, as a forge shows it and `NOTES.md` holds it: Markdown, as most forges take it.
    ///
    /// - Throws: ``RelctlError`` if it cannot be written.
    func page(for request: NotesPageRequest) throws -> String
}

/// What the page of a release tells.
public struct NotesPageRequest: Sendable {
    /// What changed, and who changed it; texts are as people wrote them: see ``markdown(_:)``.
    public var notes: ReleaseNotes
    /// The archives and programs that users take; none for notes of changes alone.
    public var downloads: [NotesDownload]
    /// The renderer's own keys, templates filled in.
    public var options: [String: ConfigurationValue]
    /// The project's name.
    public var project: String
    /// What the project is, in a sentence, if it says so.
    public var description: String?
    /// How far the texts of commits are believed.
    private let style: Markdown.Style
    private let forge: ForgeAddress?

    /// Describes what a page is to tell, as to try a renderer.
    ///
    /// Texts become Markdown as where the configuration says nothing of that, and no forge is known.
    public init(
        project: String,
        description: String? = nil,
        notes: ReleaseNotes,
        downloads: [NotesDownload] = [],
        options: [String: ConfigurationValue] = [:]
    ) {
        (self.project, self.description, self.notes) = (project, description, notes)
        (self.downloads, self.options) = (downloads, options)
        (style, forge) = (Markdown.Style(), nil)
    }

    /// Describes what a page is to tell, with the texts of commits in a style and the addresses of a forge.
    package init(
        project: String,
        description: String?,
        notes: ReleaseNotes,
        downloads: [NotesDownload],
        options: [String: ConfigurationValue],
        style: Markdown.Style,
        forge: ForgeAddress?
    ) {
        (self.project, self.description, self.notes) = (project, description, notes)
        (self.downloads, self.options) = (downloads, options)
        (self.style, self.forge) = (style, forge)
    }

    /// A text that somebody wrote into a commit, as Markdown that shows it and nothing else: what `notes.markup` and
    /// `notes.mentions` let through stays, and issues lead to their pages.
    public func markdown(_ text: String) -> String {
        Markdown.prose(text, style)
    }

    /// The page of a commit at the forge; nothing where that is not known.
    public func address(ofCommit commit: String) -> String? { forge?.commit(commit) }
}

/// An archive or a program that users take.
public struct NotesDownload: Sendable, Hashable {
    /// Its name, platform, size and digest.
    public var artifact: Artifact
    /// Where it is found; nothing where that is not known, and for a trial, which is nowhere.
    public var address: String?
    /// The commands that fetch, check and unpack it, to be pasted.
    public var install: String
    /// What the commands are written in: `sh` or `powershell`.
    public var language: String

    /// Describes an archive or a program that users take.
    public init(artifact: Artifact, address: String?, install: String, language: String) {
        (self.artifact, self.address, self.install, self.language) = (artifact, address, install, language)
    }
}
