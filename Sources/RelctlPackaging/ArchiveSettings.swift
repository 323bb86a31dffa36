/// What goes into archives.
package struct ArchiveSettings: Sendable, Equatable {
    /// The archive's name without ending, also its top folder.
    package var name: Template
    /// Packager ids for targets that `formats` does not name.
    package var defaultFormats: [String]
    /// Packager ids by operating system (`windows`) or triple; the triple wins.
    package var formats: [String: [String]]
    /// The level that all formats are compressed at; nothing for the usual one of each.
    package var level: Int?
    /// Levels by packager id, on the scale of each; they win.
    package var levels: [String: Int] = [:]
    /// The content, in the file's order.
    package var contents: [ContentRule]
    /// What becomes of links in archives for Windows.
    package var windowsLinks: WindowsLinks
    /// Where `archive` stands, or the file's start.
    package var place: SourcePlace

    /// Describes what goes into archives.
    package init(
        name: Template,
        defaultFormats: [String],
        formats: [String: [String]],
        level: Int? = nil,
        levels: [String: Int] = [:],
        contents: [ContentRule],
        windowsLinks: WindowsLinks,
        place: SourcePlace
    ) {
        self.name = name
        self.defaultFormats = defaultFormats
        self.formats = formats
        self.level = level
        self.levels = levels
        self.contents = contents
        self.windowsLinks = windowsLinks
        self.place = place
    }

    /// What becomes of links in archives for Windows.
    package enum WindowsLinks: String, Sendable, Hashable, CaseIterable, Codable {
        /// A copy of what the link leads to.
        case copy
        /// For a link to a program, a small `.cmd` that runs it; a copy for any other.
        case launcher
    }
}

extension ArchiveSettings {
    /// The packager ids for a target: those of its triple, else of its operating system, else the usual ones.
    package func formats(for triple: TargetTriple) -> [String] {
        formats[triple.text] ?? formats[triple.system.templateName] ?? defaultFormats
    }
}
