/// What `relctl.json` says, validated, with the defaults filled in.
package struct Configuration: Sendable, Equatable {
    /// The file as the user knows it, such as `relctl.json`.
    package var file: String
    /// The project's name; in archive names and templates.
    package var name: String
    /// What the project is, in a sentence.
    package var description: String?
    /// The project's page.
    package var homepage: String?
    /// The SPDX expression of its licence.
    package var license: String?
    /// `OWNER/NAME` at its forge, or the repository's address.
    package var repository: String?
    /// Names for templates, of the project's own.
    package var variables: [String: String]
    /// Where the version stands and how tags are made of it.
    package var version: VersionSettings
    /// The programs that a release consists of, without `.exe`.
    package var binaries: [String]
    /// How they are built; nothing if they are not.
    package var build: BuildSettings?
    /// The platforms, in the file's order.
    package var targets: [TargetSettings]
    /// What goes into archives.
    package var archive: ArchiveSettings
    /// Which checksum files are written.
    package var checksums: ChecksumSettings
    /// Who signs the list of all checksums, in order.
    package var signing: [SigningSettings] = []
    /// What release notes look like.
    package var notes: NotesSettings
    /// Where `notes` stands, or the file's start.
    package var notesPlace: SourcePlace
    /// Where releases go, in order.
    package var publications: [PublicationSettings]
    /// The images that are made of the archives, in order, each before its variants.
    package var images: [ImageSettings] = []
    /// What archives and programs may have.
    package var budgets = SizeBudgets()
    /// The Helm charts that are packed with the release, in order.
    package var charts: [ChartSettings] = []
    /// What becomes of releases for users of Nix; nothing where no release is for them.
    package var nix: NixSettings?
    /// By what else users take releases, in order.
    package var distribution: [DistributionSettings] = []
    /// How releases are made by continuous integration; nothing where that is no matter.
    package var integration: IntegrationSettings?
    /// What tells the text it was read from from any other; nothing for one that was not read.
    package var digest: Digest?
}

/// Where the version stands and how tags are made of it.
package struct VersionSettings: Sendable, Equatable {
    /// Files that say the version; empty if tags alone do; nothing to take what is found at the top of the project.
    package var manifests: [ManifestReference]?
    /// The tag's form; `version` stands in it exactly once, and else only the project's name and variables.
    package var tag: Template
    /// The branch that tags must be reachable from; nothing for no such rule.
    package var branch: String?
    /// How the next version is decided and recorded.
    package var bump = BumpSettings()
    /// Source files that are written before a build, to tell programs their version.
    package var embeds: [EmbedSettings] = []
}

/// A program to run.
package struct CommandSettings: Sendable, Equatable {
    /// The program and its arguments.
    package var command: [Template]
    /// Variables added to its environment.
    package var environment: [String: Template]
    /// The folder it runs in, below the project's; nothing for the project's own.
    package var directory: RelativePath?
    /// How long it may take.
    package var timeout: Duration?
    /// Where the configuration names it.
    package var place: SourcePlace
}

/// How binaries are built.
package struct BuildSettings: Sendable, Equatable {
    /// What is run for each target; with a builder, how what it says is run.
    package var command: CommandSettings
    /// Where a binary is found afterwards, without a builder.
    package var output: Template
    /// What decides on the command and its output; nothing where they stand here.
    package var builder: BuilderSettings?
    /// Names of variables that are handed on from relctl's own environment.
    package var passEnvironment: [String]
    /// What is run once, before any target.
    package var before: [CommandSettings]
    /// What is run once, after all targets.
    package var after: [CommandSettings]
}

/// Who decides how a target is built.
package struct BuilderSettings: Sendable, Equatable {
    /// The builder's id.
    package var id: String
    /// Its own keys, as they stand.
    package var options: [String: ConfigurationValue]
    /// Where the configuration names it.
    package var place: SourcePlace

    /// These settings with what a target says otherwise.
    func merging(_ override: BuilderSettings?) -> BuilderSettings {
        guard var merged = override else { return self }
        if merged.id == id { merged.options.merge(options) { override, _ in override } }
        return merged
    }
}

/// A platform, and what is special about it.
package struct TargetSettings: Sendable, Equatable {
    /// Which.
    package var triple: TargetTriple
    /// The CI runner that builds it.
    package var runner: String?
    /// Names for templates that differ by target.
    package var variables: [String: String]
    /// Variables added to the build's environment.
    package var environment: [String: Template]
    /// The binaries it has, where it has not all.
    package var binaries: [String]?
    /// What its build does differently.
    package var build: BuildOverride?
    /// Where the configuration names it.
    package var place: SourcePlace
}

/// What one target's build does differently; nothing means as in `build`.
package struct BuildOverride: Sendable, Equatable {
    /// Another command.
    package var command: [Template]?
    /// Another place for its binaries.
    package var output: Template?
    /// Another builder, or other keys of the same.
    package var builder: BuilderSettings?
    /// More or other variables.
    package var environment: [String: Template]
    /// Another folder to run in.
    package var directory: RelativePath?
    /// Another limit.
    package var timeout: Duration?
    /// What is run before this target's command.
    package var before: [CommandSettings]
    /// What is run after it.
    package var after: [CommandSettings]
    /// Where the configuration names it.
    package var place: SourcePlace
}

extension BuildSettings {
    /// Who decides how a target is built; nobody where its command and its output are said.
    package func builder(of target: TargetSettings) -> BuilderSettings? {
        builder.map { $0.merging(target.build?.builder) } ?? target.build?.builder
    }
}

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

    /// What becomes of links in archives for Windows.
    package enum WindowsLinks: String, Sendable, Hashable, CaseIterable, Codable {
        /// A copy of what the link leads to.
        case copy
        /// For a link to a program, a small `.cmd` that runs it; a copy for any other.
        case launcher
    }
}

/// One line of `archive.contents`.
package struct ContentRule: Sendable, Equatable {
    /// What it puts there.
    package var content: Content
    /// Where the configuration says so.
    package var place: SourcePlace

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
}

/// Which checksum files are written.
package struct ChecksumSettings: Sendable, Equatable {
    /// Whether each archive gets a `.sha256` beside it.
    package var sidecars: Bool
    /// The name of the file that lists all; nothing for none.
    package var combined: String?
}

/// Who signs the list of all checksums.
package struct SigningSettings: Sendable, Equatable {
    /// The signer's id.
    package var signer: String
    /// Its own keys, as they stand.
    package var options: [String: ConfigurationValue]
    /// Where the configuration names it.
    package var place: SourcePlace
}

/// Where a release goes.
package struct PublicationSettings: Sendable, Equatable {
    /// What other publications call it in `after`; by default its publisher's id.
    package var name: String?
    /// The names of the publications that are done before this one begins.
    package var after: [String] = []
    /// The publisher's id.
    package var publisher: String
    /// Its own keys, as they stand.
    package var options: [String: ConfigurationValue]
    /// Where the configuration names it.
    package var place: SourcePlace
}
