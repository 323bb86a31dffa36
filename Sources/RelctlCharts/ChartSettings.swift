/// A Helm chart that is packed with the release.
package struct ChartSettings: Sendable, Equatable {
    /// The chart's folder, below the project's.
    package var path: RelativePath
    /// The chart's version; nothing for the one that Chart.yaml says.
    package var version: Template?
    /// The version of what the chart installs; nothing for what Chart.yaml says, if it says one.
    package var appVersion: Template?
    /// What values.yaml says in the packed chart, such as the image's tag.
    package var values: [Value]
    /// Who signs the packed chart; nothing for no provenance file.
    package var signing: Signing?
    /// The repository of an OCI registry that `relctl chart push` pushes it to, such as `oci://ghcr.io/acme/charts`.
    package var repository: Template?
    /// Where the configuration names it.
    package var place: SourcePlace

    /// A value of values.yaml.
    package struct Value: Sendable, Equatable {
        /// Where it stands in values.yaml.
        package var path: SourcePath
        /// What it says.
        package var text: Template
        /// Where the configuration says so.
        package var place: SourcePlace

        /// Describes a value.
        package init(path: SourcePath, text: Template, place: SourcePlace) {
            self.path = path
            self.text = text
            self.place = place
        }
    }

    /// Who signs.
    package struct Signing: Sendable, Hashable, Codable {
        /// The key, as gpg's `--local-user` takes it: a fingerprint, an id or a mail address.
        package var key: String
        /// The environment variable that holds the key's passphrase; nothing where gpg's agent knows it.
        package var passphrase: String?

        /// Describes who signs.
        package init(key: String, passphrase: String? = nil) {
            self.key = key
            self.passphrase = passphrase
        }
    }

    /// Describes a chart that is packed as it stands.
    package init(path: RelativePath, place: SourcePlace) {
        self.path = path
        values = []
        self.place = place
    }
}

extension ChartSettings {
    /// Reads a chart's settings from a completed text.
    package init?(_ node: JSONNode) {
        guard let path = node["path"]?.path else { return nil }
        self.path = path
        version = node["version"]?.template
        appVersion = node["appVersion"]?.template
        values = (node["values"]?.members ?? []).compactMap { member in
            guard let path = try? SourcePath(member.key), let text = member.node.template else { return nil }
            return Value(path: path, text: text, place: member.keyPlace)
        }
        signing = (node["sign"]?["key"]?.text).map { Signing(key: $0, passphrase: node["sign"]?["passphrase"]?.text) }
        repository = node["repository"]?.template
        place = node.place
    }
}
