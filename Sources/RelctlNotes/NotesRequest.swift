/// Everything that the page of a release is made of.
package struct NotesRequest: Sendable {
    /// The project.
    package var project: Project
    /// The names that every template may use: `version`, `tag`, the project's own `variables` and so on.
    package var scope: TemplateScope
    /// What changed.
    package var notes: ReleaseNotes
    /// How it is told.
    package var settings: NotesSettings
    /// As what it is written, unless the template's name says more.
    package var format: NotesMarkup.Format
    /// The repository's pages; nothing where they are not known.
    package var forge: ForgeAddress?
    /// Whether this is a trial that no tag stands for.
    package var isSnapshot: Bool
    /// The archives; empty for notes of the changes alone.
    package var archives: [Archive]
    /// The signatures of the list of all checksums.
    package var signatures: [SignatureCheck]
    /// Which checksum files ship.
    package var checksums: ChecksumSettings
    /// An archive's content as lines of text; nothing to leave it out.
    package var tree: String?
    /// How users take the release otherwise than by a download.
    package var documentation = DocumentationPlan.empty
    /// What the file says that tells how to begin.
    package var quickStart: String?
    /// A template of the project's own in place of the built-in one.
    package var template: UserTemplate?
    /// Where the configuration says how notes are made.
    package var place: SourcePlace?

    /// What the configuration says of the project.
    package struct Project: Sendable, Hashable {
        /// Its name.
        package var name: String
        /// What it is.
        package var description: String?
        /// Its page.
        package var homepage: String?
        /// Its licence.
        package var license: String?
        /// Its repository.
        package var repository: String?

        /// Describes a project.
        package init(
            name: String,
            description: String? = nil,
            homepage: String? = nil,
            license: String? = nil,
            repository: String? = nil
        ) {
            self.name = name
            self.description = description
            self.homepage = homepage
            self.license = license
            self.repository = repository
        }

        /// The project that a configuration describes.
        package init(_ project: ProjectSettings) {
            self.init(
                name: project.name,
                description: project.description,
                homepage: project.homepage,
                license: project.license,
                repository: project.repository
            )
        }
    }

    /// An archive or a program as it is, and what its users need to know of its content.
    package struct Archive: Sendable, Hashable {
        /// The archive or the program.
        package var artifact: Artifact
        /// Its programs, without `.exe`.
        package var binaries: [String]
        /// The script at its top that puts the programs on PATH, such as `setup-env.sh`, if it has one.
        package var environmentScript: String?

        /// Describes an archive.
        package init(artifact: Artifact, binaries: [String], environmentScript: String?) {
            self.artifact = artifact
            self.binaries = binaries
            self.environmentScript = environmentScript
        }
    }

    /// A signature of the list of all checksums, and how users check it.
    package struct SignatureCheck: Sendable, Hashable {
        /// The name of its file.
        package var name: String
        /// The command for shells of Unix.
        package var shell: String?
        /// The command for PowerShell.
        package var powerShell: String?

        /// Describes a signature.
        package init(name: String, shell: String? = nil, powerShell: String? = nil) {
            self.name = name
            self.shell = shell
            self.powerShell = powerShell
        }
    }

    /// A template of the project's own.
    package struct UserTemplate: Sendable, Hashable {
        /// The file, as the user knows it.
        package var file: String
        /// Its text.
        package var text: String
        /// The texts that it may include, by name.
        package var partials: [String: String]

        /// Describes a template.
        package init(file: String, text: String, partials: [String: String] = [:]) {
            self.file = file
            self.text = text
            self.partials = partials
        }
    }

    /// Where a file of the release is found; a trial is published at no forge, so that it has no address there.
    package func address(of artifact: Artifact) -> String? {
        isSnapshot ? nil : notes.tag.flatMap { forge?.download(artifact.name, tag: $0) }
    }

    /// Describes notes of changes alone.
    package init(
        project: Project,
        scope: TemplateScope,
        notes: ReleaseNotes,
        settings: NotesSettings,
        forge: ForgeAddress? = nil
    ) {
        self.project = project
        self.scope = scope
        self.notes = notes
        self.settings = settings
        self.forge = forge
        format = .markdown
        isSnapshot = false
        archives = []
        checksums = ChecksumSettings(sidecars: false, combined: nil)
        signatures = []
        tree = nil
        quickStart = nil
        template = nil
    }
}
