/// The index of a chart repository, `index.yaml` (helm.sh/helm/v4/pkg/repo/v1, `IndexFile`).
package struct ChartIndex: Sendable, Hashable, Encodable {
    /// The form of the index, which is the only one.
    package let apiVersion = "v1"
    /// The charts by name, the newest version of each first.
    package var entries: [String: [Entry]]
    /// When it was made, as RFC 3339 has it.
    package var generated: String

    /// The name of the file.
    package static let fileName = "index.yaml"

    /// A packed chart.
    package struct Entry: Sendable, Hashable, Encodable {
        /// What it says of itself.
        package var metadata: ChartMetadata
        /// Where it is, absolute or from the index on.
        package var urls: [String]
        /// When it was packed, as RFC 3339 has it.
        package var created: String?
        /// The SHA-256 of the archive, in hexadecimal digits.
        package var digest: String?

        private enum CodingKeys: String, CodingKey {
            case urls, created, digest
        }

        /// Writes all of it as members of one object.
        package func encode(to encoder: any Encoder) throws {
            try metadata.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(urls, forKey: .urls)
            try container.encodeIfPresent(created, forKey: .created)
            try container.encodeIfPresent(digest, forKey: .digest)
        }
    }

    /// The index as YAML; the same index gives the same bytes.
    package func text() throws -> String {
        let value = try JSONText.decode(
            ConfigurationValue.self,
            from: try JSONText.line(self),
            file: FilePath(Self.fileName)
        )
        return YAMLText.text(of: value)
    }
}

extension ChartIndex {
    /// Reads an index, whoever wrote it.
    ///
    /// - Throws: ``RelctlError`` with the place of what is not as it should be.
    package init(_ text: String, file: String) throws {
        let root = try ChartYAML.values(of: text, file: file)
        guard case .table = root.content, root["apiVersion"]?.text == "v1" else {
            let message = "`\(file)` is no index of charts: it does not say `apiVersion: v1`"
            throw RelctlError(message, code: .configurationInvalid, place: root.place)
        }
        generated = root["generated"]?.text ?? ""
        entries = [:]
        for member in try root["entries"]?.chartMembers(called: "entries") ?? [] {
            entries[member.key] = try member.node.chartItems(called: member.key).map { node in
                _ = try node.chartMembers(called: member.key)
                return Entry(
                    metadata: try ChartMetadata(node),
                    urls: try (node["urls"]?.chartItems(called: "urls") ?? []).map {
                        try $0.chartText(called: "urls") ?? ""
                    },
                    created: try node["created"]?.chartText(called: "created"),
                    digest: try node["digest"]?.chartText(called: "digest")
                )
            }
        }
    }
}
