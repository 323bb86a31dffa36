extension NotesPageRequest {
    /// Asks for the page of these notes.
    init(_ page: NotesRequest, options: [String: ConfigurationValue]) {
        self.init(
            project: page.project.name,
            description: page.project.description,
            notes: page.notes,
            downloads: page.archives.map { archive in
                let address = page.address(of: archive.artifact)
                let commands = InstallCommands(for: archive, at: address)
                return NotesDownload(
                    artifact: archive.artifact,
                    address: address,
                    install: commands.install,
                    language: commands.language
                )
            },
            options: options,
            style: NotesMarkup(settings: page.settings, forge: page.forge).style,
            forge: page.forge
        )
    }
}
