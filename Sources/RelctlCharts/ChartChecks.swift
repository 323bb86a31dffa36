/// Finds what is wrong with `charts` beyond their shape.
package struct ChartChecks {
    private let charts: [ChartSettings]
    /// The completed text, for places.
    private let root: JSONNode

    /// Checks charts.
    package init(_ charts: [ChartSettings], _ root: JSONNode) { (self.charts, self.root) = (charts, root) }

    /// Charts that are there twice, and repositories that are no registry's.
    package var problems: [RelctlError] {
        var problems: [RelctlError] = []
        var places: [RelativePath: SourcePlace] = [:]
        for (index, chart) in charts.enumerated() {
            let entry = ConfigurationPath().key("charts").index(index)
            if let first = places[chart.path] {
                let message = "`\(entry.key("path"))`: `\(chart.path)` is there twice; the first is at \(first)"
                problems.append(.configuration(message, chart.place, entry.key("path")))
            }
            places[chart.path] = places[chart.path] ?? chart.place
            if let repository = chart.repository?.source {
                problems += repositoryProblems(repository, entry.key("repository"))
            }
        }
        return problems
    }

    /// What is wrong with an address, as far as that can be told before names are filled in.
    private func repositoryProblems(_ repository: String, _ path: ConfigurationPath) -> [RelctlError] {
        // One with credentials in it is told of where all addresses are, and not shown.
        guard !UserInfo.isIn(repository) else { return [] }
        let place = root.place(at: path)
        guard repository.hasPrefix("oci://") else {
            let shown = UserInfo.masked(reference: repository) ?? repository
            let message = "`\(path)`: `\(shown)` does not begin with `oci://`"
            let hints = ["name a registry and a path there, such as `oci://ghcr.io/example/charts`"]
            return [.configuration(message, place, path, hints: hints)]
        }
        guard !repository.contains("{{") else { return [] }
        do {
            _ = try ReleasedCharts.repository(of: "chart", in: repository)
            return []
        } catch {
            return [.configuration("`\(path)`: \(error)", place, path, hints: (error as? RelctlError)?.hints ?? [])]
        }
    }
}
