/// The secrets that publications need, as a workflow hands them over.
struct PublicationSecrets: Sendable {
    /// The names of variables, each with the expression that fills it, in order.
    let variables: [(name: String, value: String)]

    /// Those of a project.
    init(_ configuration: Configuration, _ extensions: Extensions) {
        var names: [String] = []
        for publication in configuration.publications {
            let all =
                (try? extensions.publishers.connector(publication.publisher))?.secretNames(publication.options) ?? []
            // One token is as good as the other, and every workflow has the first.
            names += all.contains(Self.token) ? all.filter { $0 != "GH_TOKEN" } : all
            // Registries are asked with what `docker login` knows where no variable is named.
            if all.isEmpty, [RegistryPublisher.id, HelmPublisher.id].contains(publication.publisher) {
                names += configuration.repositories(of: publication)
                    .map { $0.isAtGitHubRegistry ? Self.token : "DOCKER_AUTH_CONFIG" }
            }
        }
        variables = Set(names).sortedBytewise().map { ($0, Self.expression(for: $0)) }
    }

    /// What every workflow has by itself.
    static let token = "GITHUB_TOKEN"

    static func expression(for name: String) -> String {
        name == token ? "${{ github.token }}" : "${{ secrets.\(name) }}"
    }

    /// Whether GitHub lets a secret have this name.
    static func canBeNamed(_ name: String) -> Bool {
        name == token || WorkflowTextForm.secret.problem(with: name) == nil
    }
}

extension Configuration {
    /// Whether images or charts go to GitHub's registry.
    var usesGitHubRegistry: Bool {
        let texts =
            images.flatMap(\.names) + charts.compactMap { $0.repository?.source }
            + publications.flatMap { $0.options.values.flatMap(\.texts) }
        return texts.contains { $0.isAtGitHubRegistry }
    }

    /// What a publication to registries may push to, as far as the configuration says where it is.
    fileprivate func repositories(of publication: PublicationSettings) -> [String] {
        let options = publication.options
        if publication.publisher == HelmPublisher.id { return options[HelmPublisher.repositoryKey]?.texts ?? [] }
        return options["registry"]?.texts ?? images.flatMap(\.names) + (options["names"]?.texts ?? [])
    }
}

extension String {
    /// Whether it names GitHub's registry, or something there.
    fileprivate var isAtGitHubRegistry: Bool { split(separator: "/").contains("ghcr.io") }
}

extension ConfigurationValue {
    /// All texts in it.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let values): values.flatMap(\.texts)
        case .object(let members): members.values.flatMap(\.texts)
        case .null, .flag, .integer: []
        }
    }
}

/// What is left of a publication into a folder when the machine is gone.
enum PublishedArtifact: Sendable, Hashable {
    /// Nothing: it is elsewhere, or a machine of one's own keeps it.
    case elsewhere
    /// A folder of the project's, which can be kept.
    case folder(String)
    /// A folder whose name is known only with the release.
    case nameless

    /// What becomes of a publication.
    init(_ publication: PublicationSettings) {
        guard publication.publisher == DirectoryPublisher.id, case .text(let path)? = publication.options["path"],
            !path.hasPrefix("/")
        else {
            self = .elsewhere
            return
        }
        let folders = path.split(separator: "/").prefix { !$0.contains("{{") }
        self = folders.isEmpty || folders.contains("..") ? .nameless : .folder(folders.joined(separator: "/"))
    }
}

extension Configuration {
    /// The folders of the project that are published into, each once.
    var publishedFolders: [String] {
        var folders: [String] = []
        for case .folder(let name) in publications.map({ PublishedArtifact($0) }) where !folders.contains(name) {
            folders.append(name)
        }
        return folders
    }
}

extension IntegrationSettings {
    /// Variables that the workflow sets for itself.
    static let reservedVariables = ["RELEASE", "TARGET", "RELCTL_CONFIG"]
}

extension TargetSettings {
    /// The CI runner that builds it.
    var usualRunner: String { runner ?? Matrix.usualRunner(for: triple) }
}
