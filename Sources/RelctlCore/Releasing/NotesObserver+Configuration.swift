extension NotesObserver {
    /// Looks at the project that a configuration describes, in a folder, and at its repository.
    init(configuration: Configuration, project: FilePath, repository: GitRepository, files: any FileSystem) {
        self.init(
            settings: configuration.project,
            notes: configuration.notes,
            at: configuration.notesPlace,
            project: project,
            repository: repository,
            files: files
        )
    }
}
