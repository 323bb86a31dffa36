/// A source file that tells a program of which version it is, as a build will find it.
package struct EmbeddedSource: Sendable, Hashable, Codable {
    /// The file, below the project's folder.
    package var file: RelativePath
    /// Its whole text.
    package var text: String

    /// Describes a file.
    package init(file: RelativePath, text: String) {
        self.file = file
        self.text = text
    }

    /// The file that `settings` ask for.
    ///
    /// - Parameters:
    ///   - settings: Which file, in which language.
    ///   - facts: What it says.
    ///   - project: The project's name, from which a name in the file is made where the settings give none.
    package init(_ settings: EmbedSettings, facts: BuildFacts, project: String) {
        self.init(file: settings.file, text: settings.language.text(facts, name: settings.name(project: project)))
    }

    /// Writes the file, whole, if it says anything else or is not there.
    ///
    /// - Returns: Whether it was written.
    /// - Throws: ``RelctlError`` if it cannot be written; an older file is then as it was.
    @discardableResult
    package func write(in project: FilePath, files: any FileSystem) throws -> Bool {
        let path = project.appending(file)
        do {
            if try files.status(of: path) != nil {
                let old = try files.contents(of: path)
                if old.elementsEqual(text.utf8) { return false }
                guard isOwn(old) else { throw RelctlError("it is there, and relctl did not write it") }
            }
            try requireInside(project, files)
            try files.createFolders(path.parent)
            try files.write(text.utf8, to: path)
            return true
        } catch {
            throw RelctlError(
                "cannot write `\(file)`, which tells the program its version",
                hints: ["`version.embed` says that it is written; remove what is there, or name another file"],
                causes: [error]
            )
        }
    }
}

extension EmbeddedSource {
    /// Links may lead to other folders of the project, and no further.
    private func requireInside(_ project: FilePath, _ files: any FileSystem) throws {
        let top = try files.canonicalPath(of: project)
        var next = file.parent
        while let folder = next {
            let path = project.appending(folder)
            if try files.status(of: path) != nil {
                let found = try files.canonicalPath(of: path)
                guard found == top || found.path(below: top) != nil else {
                    throw RelctlError("`\(folder)` leads out of the project, to `\(found)`")
                }
                return
            }
            next = folder.parent
        }
    }

    /// Whether a text is what relctl writes for some version: the same but for what stands between quotes, and for the
    /// word that says whether the tree was dirty.
    private func isOwn(_ old: [UInt8]) -> Bool {
        guard let old = String(validating: old, as: UTF8.self) else { return false }
        let (lines, wanted) = (old.split(separator: "\n"), text.split(separator: "\n"))
        return lines.count == wanted.count
            && zip(lines, wanted).allSatisfy { old, new in
                old == new || Self.frame(old) == Self.frame(new)
            }
    }

    /// A line up to its value, which is all that differs from version to version.
    private static func frame(_ line: Substring) -> Substring {
        let start = line.firstRange(of: "\": ")?.lowerBound ?? line.firstIndex(of: "\"") ?? line.lastIndex(of: " ")
        return line[..<(start ?? line.endIndex)]
    }
}

/// A source file that tells a program of which version it is, as the configuration asks for it.
package struct EmbedSettings: Sendable, Equatable {
    /// The language it is written in.
    package var language: EmbedLanguage
    /// The file, below the project's folder.
    package var file: RelativePath
    /// What the constants are named after, see ``EmbedLanguage/standardName(for:project:)``; nothing for that.
    package var name: String?
    /// Where the configuration asks for it.
    package var place: SourcePlace

    /// Describes a source file that tells the version.
    package init(language: EmbedLanguage, file: RelativePath, name: String? = nil, place: SourcePlace) {
        self.language = language
        self.file = file
        self.name = name
        self.place = place
    }

    /// What its constants are named after in a project of this name.
    package func name(project: String) -> String { name ?? language.standardName(for: file, project: project) }
}
