/// Everything that release notes are made of.
package struct NotesRequest: Sendable, Equatable {
    /// What is released.
    package var release: ReleaseIdentity
    /// The names that every template may use: `version`, `tag`, the project's own `variables` and so on.
    package var scope: TemplateScope
    /// Which commits are in it.
    package var history: History
    /// How changes are grouped.
    package var grouping: NotesSettings.Grouping
    /// The archives; empty for notes of the changes alone.
    package var archives: [Archive]
    /// Which checksum files ship.
    package var checksums: ChecksumSettings
    /// An archive's content as lines of text; nothing to leave it out.
    package var tree: String?
    /// A template of the project's own in place of the built-in one.
    package var template: UserTemplate?

    /// The way from the release before.
    package struct History: Sendable, Hashable {
        /// The tag of the release before; nothing for the first.
        package var previousTag: String?
        /// The commits that are reachable from this release and not from that one, newest first.
        package var commits: [CommitRecord]

        /// Describes the way.
        package init(previousTag: String?, commits: [CommitRecord]) {
            self.previousTag = previousTag
            self.commits = commits
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

    /// A template of the project's own.
    package struct UserTemplate: Sendable, Hashable {
        /// The file, as the user knows it.
        package var file: String
        /// Its text.
        package var text: String

        /// Describes a template.
        package init(file: String, text: String) {
            self.file = file
            self.text = text
        }
    }

    /// Describes a release whose notes are wanted, without archives, checksums, tree and template.
    package init(
        release: ReleaseIdentity,
        scope: TemplateScope,
        history: History,
        grouping: NotesSettings.Grouping = .conventional
    ) {
        self.release = release
        self.scope = scope
        self.history = history
        self.grouping = grouping
        archives = []
        checksums = ChecksumSettings(sidecars: false, combined: nil)
        tree = nil
        template = nil
    }
}
