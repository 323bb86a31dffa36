/// What a chart's Chart.yaml says, by Helm's names (helm.sh/helm/v4/pkg/chart/v2, `Metadata`).
///
/// As JSON it is what Helm has as a chart's configuration in registries and as an entry of a repository's index.
package struct ChartMetadata: Sendable, Hashable, Codable {
    /// The chart's name.
    package var name: String
    /// Its version, as lenient as Helm takes it.
    package var version: String
    /// The form of the chart: `v1` or `v2`.
    package var apiVersion: String
    /// The project's page.
    package var home: String?
    /// Where its sources are.
    package var sources: [String]?
    /// What it is, in a sentence.
    package var description: String?
    /// What to find it by.
    package var keywords: [String]?
    /// Who cares for it.
    package var maintainers: [Maintainer]?
    /// The address of an image.
    package var icon: String?
    /// The path of a value that turns it on.
    package var condition: String?
    /// Tags that turn it on.
    package var tags: String?
    /// The version of what it installs.
    package var appVersion: String?
    /// Whether nobody should begin to use it.
    package var deprecated: Bool?
    /// Anything else.
    package var annotations: [String: String]?
    /// The versions of Kubernetes that it works with.
    package var kubeVersion: String?
    /// The charts that it needs.
    package var dependencies: [Dependency]?
    /// `application` or `library`; nothing for the former.
    package var type: String?

    /// Somebody who cares for a chart.
    package struct Maintainer: Sendable, Hashable, Codable {
        /// The person's name.
        package var name: String?
        /// The mail address.
        package var email: String?
        /// The page.
        package var url: String?
    }

    /// A chart that another one needs.
    package struct Dependency: Sendable, Hashable, Codable {
        /// Its name.
        package var name: String
        /// A version or a range of versions.
        package var version: String?
        /// The address of where it comes from; empty for a folder in `charts`.
        package var repository: String
        /// The path of a value that turns it on.
        package var condition: String?
        /// Tags that turn it on.
        package var tags: [String]?
        /// Whether it is on.
        package var enabled: Bool?
        /// Values that are taken from it, each a text or the members `child` and `parent`.
        package var importValues: [ConfigurationValue]?
        /// What it is called here.
        package var alias: String?

        enum CodingKeys: String, CodingKey {
            case name, version, repository, condition, tags, enabled, alias
            case importValues = "import-values"
        }
    }

    /// What the chart installs nothing by itself with: `library` charts are for other charts.
    package static let kinds = ["application", "library"]
    /// The forms of charts that Helm knows.
    package static let apiVersions = ["v1", "v2"]
}
