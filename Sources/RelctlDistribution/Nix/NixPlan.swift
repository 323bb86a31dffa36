/// The files that a release has for users of Nix.
package struct NixPlan: Sendable, Hashable {
    /// The package's name.
    package let package: String
    /// What goes to the folder ``ReleaseFolder/nix``, sorted bytewise by name.
    package let files: [File]
    /// What goes to the project's folder, the same way.
    package let projectFiles: [File]
    /// The flake as it ships.
    package let archive: FlakeArchive
    /// Where the package, or a plugin's entry, belongs in nixpkgs.
    package let placeInNixpkgs: RelativePath
    /// What its maker should know.
    package let findings: [Finding]

    /// A file, whole.
    package struct File: Sendable, Hashable {
        /// From the folder that it goes to.
        package let path: RelativePath
        /// What is in it.
        package let text: String
    }

    /// The name of the file beside a flake that says which inputs it was tried with, and is Nix's.
    static let lockName = "flake.lock"
    /// The package's name.
    static let packageName = "package.nix"
    /// The name of a plugin's entry for nixpkgs.
    static let pluginName = "grafana-plugin.nix"
    /// The name of the workflow that publishes the flake.
    static let workflowName = "flakehub.yml"
    /// The files that not every plan has.
    static let optionalNames = [pluginName, workflowName]
}

/// What is wanted of a ``NixPlanner``.
package struct NixRequest: Sendable, Hashable {
    /// The release.
    package var manifest: Manifest
    /// What becomes of it.
    package var settings: NixSettings
    /// The names of its programs; empty to take what can be run in an archive's `bin`, else at its top.
    package var programs: [String]
    /// What templates may name beside the release.
    package var variables: [String: String]
    /// The pages of its repository; nothing where they are not known.
    package var forge: ForgeAddress?
    /// Whether the flake's archive gets a `.sha256` beside it.
    package var writesSidecars: Bool

    /// Asks for a release's files.
    ///
    /// - Parameters:
    ///   - manifest: What is released.
    ///   - project: The project's names.
    ///   - settings: What users of Nix get.
    ///   - forge: The kind of the repository's forge, where its address does not say.
    ///   - writesSidecars: Whether the flake's archive gets a `.sha256` beside it.
    package init(
        _ manifest: Manifest,
        of project: ProjectSettings,
        _ settings: NixSettings,
        forge: ForgeAddress.Kind?,
        writesSidecars: Bool
    ) {
        self.manifest = manifest
        self.settings = settings
        programs = project.binaries
        variables = project.variables
        self.forge = manifest.release.repository.flatMap { ForgeAddress(repository: $0, kind: forge) }
        self.writesSidecars = writesSidecars
    }

    /// The package's name.
    ///
    /// - Throws: ``RelctlError`` if nothing of the project's name is left for it.
    package var package: String { get throws { try settings.packageName(of: manifest.release.name) } }

    /// Where its artifacts are downloaded.
    package var addresses: DownloadAddresses {
        DownloadAddresses(
            manifest.release,
            template: settings.url,
            key: "nix.url",
            client: "Nix",
            variables: variables,
            forge: forge
        )
    }
}
