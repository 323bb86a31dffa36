/// What runs the jobs of a release.
package enum IntegrationService: String, Sendable, Hashable, CaseIterable {
    /// GitHub Actions.
    case github
    /// GitLab CI/CD.
    case gitlab

    /// The command that writes what it runs.
    package var command: String { "relctl ci \(rawValue)" }
}
