/// What runs the jobs of a release.
package enum IntegrationService: String, Sendable, Hashable, CaseIterable {
    /// GitHub Actions.
    case github
    /// GitLab CI/CD.
    case gitlab

    /// The command that writes what it runs.
    package var command: String { "relctl ci \(rawValue)" }

    /// The stages that a release needs on GitLab, in order.
    package static let gitLabStages = [ReleaseJob.plan, .build, .join, .publish, .verify].map(\.rawValue)
}
