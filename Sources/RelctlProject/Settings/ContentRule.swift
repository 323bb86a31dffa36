/// One line of `archive.contents`.
package struct ContentRule: Sendable, Equatable {
    /// What it puts there.
    package var content: Content
    /// Where the configuration says so.
    package var place: SourcePlace

    /// Describes a line of `archive.contents`.
    package init(content: Content, place: SourcePlace) {
        self.content = content
        self.place = place
    }

    /// What a rule puts into an archive.
    package enum Content: Sendable, Equatable {
        /// All binaries, in this folder; nothing for the top.
        case binaries(folder: RelativePath?)
        /// A link for each binary (or one, if no template names `binary`).
        case link(path: Template, to: Template)
        /// Files from the working tree.
        case files(FileSelection)
        /// A script that puts the archive's binaries on PATH, under this name plus `.sh` or `.bat`.
        case environment(name: String)
    }
}

/// Files from the working tree.
package struct FileSelection: Sendable, Equatable {
    /// Globs below `from`.
    package var patterns: [String]
    /// Globs of what is left out.
    package var except: [String]
    /// The folder that the patterns start in and that is stripped; nothing for the project's.
    package var from: RelativePath?
    /// The folder in the archive that is put in front; nothing for the top.
    package var to: RelativePath?

    /// Describes files of the working tree.
    package init(patterns: [String], except: [String], from: RelativePath? = nil, to: RelativePath? = nil) {
        self.patterns = patterns
        self.except = except
        self.from = from
        self.to = to
    }
}
