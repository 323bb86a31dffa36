extension WorkspaceForge {
    /// The forge itself.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` if `repository` is none there.
    package func project(with effects: Effects) throws -> any ProjectForge {
        switch kind {
        case .github: GitHubProject(GitHubSettings(try owned, api: api, tokenNames: tokenNames), with: effects)
        case .gitea: GiteaProject(GiteaSettings(try owned, api: api, tokenNames: tokenNames), with: effects)
        case .gitlab: GitLabProject(try GitLabSettings(repository, api: api, tokenNames: tokenNames), with: effects)
        }
    }

    private var owned: OwnedRepository {
        get throws {
            guard let owned = OwnedRepository(repository) else {
                throw RelctlError(
                    "cannot ask the forge: `\(repository)` is no repository",
                    code: .configurationInvalid,
                    hints: ["write `forge.repository` as `OWNER/NAME`"]
                )
            }
            return owned
        }
    }
}
