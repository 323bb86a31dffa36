/// Pushes the release's charts to registries, where Helm finds them: `helm install NAME oci://HOST/PATH/CHART`.
///
/// A chart's version is for ever: its tag is put last, and never moved but where a release is to be replaced.
package struct HelmPublisher: RegistryPushing {
    package static let id = "helm"
    static let noun = "charts"
    static let yankHint = "a version of its own, with what is wrong put right, is what helps those who have it"
    /// The key that says below which repository the charts' own lie.
    package static let repositoryKey = "repository"
    /// The key that says which charts are pushed.
    package static let chartsKey = "charts"

    /// Needs nothing.
    package init() {}

    package var keys: [ConfigurationKey] {
        [
            ConfigurationKey(
                Self.repositoryKey,
                "the repository that the charts' own lie below, such as `oci://ghcr.io/example/charts`",
                shape: .template,
                isRequired: true
            ),
            ConfigurationKey(
                Self.chartsKey,
                "the names of the charts that are pushed; by default all",
                shape: .selection
            ),
        ] + RegistrySettings.accessKeys
    }

    func plannedRepositories(of request: PublicationRequest) throws -> [RepositoryName] {
        let address = Self.address(request)
        let wanted = request.options[Self.chartsKey]?.asTexts ?? []
        let charts = wanted.isEmpty ? request.plannedNames.compactMap { Self.chart(of: $0, request.release) } : wanted
        guard request.plannedNames.isEmpty || !charts.isEmpty else {
            throw ReleasedCharts.none("the configuration has none", hint: "name them in `charts`")
        }
        // What is wrong with the address is wrong for any chart.
        _ = try ReleasedCharts.repository(of: "chart", in: address)
        return try charts.map { try ReleasedCharts.repository(of: $0, in: address) }
    }

    /// The name of the chart that a planned file is: what stands before its version, the release's or one of its own;
    /// nothing for a file that is no packed chart.
    private static func chart(of file: String, _ release: ReleaseIdentity) -> String? {
        guard file.hasSuffix(ChartPlan.fileExtension) else { return nil }
        let name = file.dropLast(ChartPlan.fileExtension.count)
        let own = "-\(release.version)"
        if name.hasSuffix(own) { return String(name.dropLast(own.count)) }
        let dashes = name.indices.filter { name[$0] == "-" }
        let isWhole = { (dash: Substring.Index) in (try? Version(String(name[name.index(after: dash)...]))) != nil }
        let isAny = { (dash: Substring.Index) in ChartVersion(String(name[name.index(after: dash)...])) != nil }
        return (dashes.last(where: isWhole) ?? dashes.last(where: isAny)).map { String(name[..<$0]) }
    }

    func push(of request: PublicationRequest, with effects: Effects) async throws -> RegistryPush {
        let charts = try await ReleasedCharts(in: FilePath(request.folder), effects)
        let names = request.options[Self.chartsKey]?.asTexts ?? []
        return RegistryPush(
            targets: try charts.targets(in: Self.address(request), only: names),
            content: charts.content
        )
    }

    private static func address(_ request: PublicationRequest) -> String {
        request.options[repositoryKey]?.asText ?? ""
    }
}
