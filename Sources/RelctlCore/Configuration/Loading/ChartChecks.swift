/// Finds what is wrong with `charts` beyond their shape.
struct ChartChecks {
    let charts: [ChartSettings]

    /// Charts that are there twice, and repositories that are no registry's.
    var problems: [RelctlError] {
        var problems: [RelctlError] = []
        var places: [RelativePath: SourcePlace] = [:]
        for (index, chart) in charts.enumerated() {
            let entry = ConfigurationPath().key("charts").index(index)
            if let first = places[chart.path] {
                let message = "`\(entry.key("path"))`: `\(chart.path)` is there twice; the first is at \(first)"
                problems.append(.configuration(message, chart.place, entry.key("path")))
            }
            places[chart.path] = places[chart.path] ?? chart.place
            if let repository = chart.repository?.source, !repository.hasPrefix("oci://") {
                let path = entry.key("repository")
                let shown = UserInfo.masked(reference: repository) ?? repository
                let message = "`\(path)`: `\(shown)` does not begin with `oci://`"
                let hints = ["name a registry and a path there, such as `oci://ghcr.io/example/charts`"]
                problems.append(.configuration(message, chart.place, path, hints: hints))
            }
        }
        return problems
    }
}
