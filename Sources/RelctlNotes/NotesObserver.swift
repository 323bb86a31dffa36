/// What was seen of a release whose notes are wanted.
package struct NotesObservation: Sendable {
    /// What is in it.
    package var changes: ReleaseChanges
    /// Who wrote it.
    package var people: ReleasePeople
    /// The repository's pages; nothing where they are not known.
    package var forge: ForgeAddress?

    /// Gathers what was seen.
    package init(changes: ReleaseChanges, people: ReleasePeople, forge: ForgeAddress?) {
        self.changes = changes
        self.people = people
        self.forge = forge
    }
}

/// Looks at everything that notes are made of; never writes.
package struct NotesObserver: Sendable {
    let settings: ProjectSettings
    let notes: NotesSettings
    private let place: SourcePlace
    package let project: FilePath
    package let repository: GitRepository
    package let files: any FileSystem

    /// Looks at the project in a folder, and at its repository.
    package init(
        settings: ProjectSettings,
        notes: NotesSettings,
        at place: SourcePlace,
        project: FilePath,
        repository: GitRepository,
        files: any FileSystem
    ) {
        self.settings = settings
        self.notes = notes
        self.place = place
        self.project = project
        self.repository = repository
        self.files = files
    }

    /// The history, of these files and folders alone; of those that the configuration names, where none are.
    ///
    /// - Parameters:
    ///   - paths: The files and folders, from the project's folder.
    ///   - seeksNewcomers: Whether ``observation(of:in:_:)`` is the next question.
    ///   - listsOthers: Whether commits that touch none of the paths are there too, hidden.
    /// - Returns: The history, of which nothing is read yet.
    /// - Throws: ``RelctlError`` if `version.tag` makes no tags.
    package func history(
        paths: [HistoryPath] = [],
        seeksNewcomers: Bool = false,
        listsOthers: Bool = false
    ) throws -> ReleaseHistory {
        var options = ReleaseHistory.Options(notes)
        options.seeksNewcomers = seeksNewcomers && notes.contributors
        options.listsOthers = listsOthers
        if !paths.isEmpty { options.paths = paths }
        return ReleaseHistory(
            repository: repository,
            template: try TagTemplate(of: settings),
            options: options
        )
    }

    /// What else the notes of changes need; `origin` is the repository's.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func observation(
        of changes: ReleaseChanges,
        in history: ReleaseHistory,
        _ origin: GitOrigin
    ) async throws -> NotesObservation {
        let people = try await people(behind: changes, in: history, origin)
        return NotesObservation(changes: changes, people: people, forge: forge(origin))
    }

    /// Who wrote the changes, and who of them is new; nobody where the configuration does not want them named.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    private func people(
        behind changes: ReleaseChanges,
        in history: ReleaseHistory,
        _ origin: GitOrigin
    ) async throws -> ReleasePeople {
        var people = ReleasePeople()
        guard notes.contributors else { return people }
        let coauthors = ReleasePeople.coauthors(in: changes)
        // Few projects have a mailmap that changes anything: history is read for the names as they are beside it.
        async let unmapped = newcomers(to: changes, [:], history)
        let mailmap = repository.top.appending(".mailmap")
        if !coauthors.isEmpty, try origin.namesMailmap || files.status(of: mailmap) != nil {
            people.mapped = try await repository.mailmapped(coauthors)
        }
        let isChanged = people.mapped.contains { $0.key.key != $0.value.key }
        people.newcomers = isChanged ? try await newcomers(to: changes, people.mapped, history) : try await unmapped
        return people
    }

    /// Those who are new, under none of their names known to the releases before.
    private func newcomers(
        to changes: ReleaseChanges,
        _ mapped: [CommitIdentity: CommitIdentity],
        _ history: ReleaseHistory
    ) async throws -> Set<CommitIdentity> {
        guard changes.previous != nil else { return [] }
        var asked = changes
        if !mapped.isEmpty { asked.newContributors = nil }
        // The history knows co-authors by the names that messages give them, and authors by the mailmap's.
        let people = Set(mapped.values).sortedBytewise(by: \.email)
        asked.commits += people.map { person in
            let record = CommitRecord(
                hash: "",
                authorName: person.name,
                authorEmail: person.email,
                timestamp: 0,
                subject: ""
            )
            return ReleaseChanges.Commit(record: record, message: CommitMessage(changes: []))
        }
        let unknown = Set(try await history.newContributors(of: asked).map(\.key))
        let known = mapped.filter { !unknown.contains($0.key.key) }.values
        let all = changes.contributors.map { mapped[$0] ?? $0 }
        return Set(all.filter { unknown.contains($0.key) && !known.contains($0) })
    }

    /// The repository's pages: by the configuration, else by the address of the remote `origin`.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func forge() async throws -> ForgeAddress? {
        settings.repository == nil ? forge(try await repository.origin()) : forge(nil)
    }

    private func forge(_ origin: GitOrigin?) -> ForgeAddress? {
        (settings.repository ?? origin?.address).flatMap {
            ForgeAddress(repository: $0, kind: notes.forge)
        }
    }

    /// The page of a release, but for what `package` made.
    ///
    /// - Throws: ``RelctlError`` if a file that the configuration names cannot be read.
    package func request(_ observation: NotesObservation, scope: TemplateScope) throws -> NotesRequest {
        let composer = ReleaseNotesComposer(notes, forge: observation.forge)
        var request = NotesRequest(
            project: NotesRequest.Project(settings),
            scope: scope,
            notes: composer.notes(of: observation.changes, people: observation.people),
            settings: notes,
            forge: observation.forge
        )
        request.template = try template()
        request.place = place
        request.quickStart = try notes.quickStart.map { try files.text(of: project.appending($0)) }
        return request
    }

    /// The project's own template and what it includes: `{{> part}}` is the file `part` with the template's ending,
    /// beside it.
    ///
    /// - Throws: ``RelctlError`` if it cannot be read.
    package func template() throws -> NotesRequest.UserTemplate? {
        guard let path = notes.template else { return nil }
        var template = NotesRequest.UserTemplate(
            file: path.string,
            text: try files.text(of: project.appending(path))
        )
        let name = path.lastComponent
        let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        var waiting = (try? Template(template.text, language: .whole))?.partialNames ?? []
        while let partial = waiting.popLast() {
            guard template.partials[partial] == nil,
                let file = try? RelativePath((path.parent.map { $0.string + "/" } ?? "") + partial + ending),
                try files.resolvedStatus(of: project.appending(file))?.kind == .file
            else { continue }
            let text = try files.text(of: project.appending(file))
            template.partials[partial] = text
            waiting += (try? Template(text, language: .whole))?.partialNames ?? []
        }
        return template
    }
}
