extension ManifestReference {
    /// Reads a reference from a completed text; nil for what does not have its shape, which has been reported.
    package init?(reading node: JSONNode) {
        guard let file = node.path ?? node["file"]?.path else { return nil }
        self.init(
            file: file,
            source: node["source"]?.text,
            pattern: node["pattern"]?.text,
            count: node["count"]?.integer ?? 1,
            path: Self.path(node),
            place: node.place
        )
    }

    private static func path(_ node: JSONNode) -> ManifestPath? {
        for format in SourceFormat.allCases {
            guard let path = (node[format.rawValue]?.text).flatMap({ try? SourcePath($0) }) else { continue }
            return ManifestPath(format: format, path: path)
        }
        return nil
    }
}
