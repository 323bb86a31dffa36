extension Extensions {
    /// Makes relctl's own publishers known.
    package mutating func registerBuiltInPublishers() throws {
        try publishers.register(DirectoryPublisher(), id: DirectoryPublisher.id)
        try publishers.register(GitHubPublisher(), id: GitHubSettings.id)
        try publishers.register(GitLabPublisher(), id: "gitlab")
        try publishers.register(GiteaPublisher(), id: "gitea")
        try publishers.register(S3Publisher(), id: "s3")
        try publishers.register(HTTPPublisher(), id: "http")
        try publishers.register(RegistryPublisher(), id: "registry")
        try publishers.register(HelmPublisher(), id: "helm")
    }
}
