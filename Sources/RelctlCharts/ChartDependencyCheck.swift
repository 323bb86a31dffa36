/// Holds the charts in `charts` against what Chart.yaml and Chart.lock say.
struct ChartDependencyCheck {
    private let contents: ChartContents

    /// Looks at a chart.
    init(_ contents: ChartContents) { self.contents = contents }

    /// What somebody should know.
    ///
    /// - Throws: ``RelctlError`` for a chart that is needed and not there, as Helm does, or that is there in another
    ///   version than is locked.
    func remarks() throws -> [String] {
        let wanted = contents.metadata.dependencies ?? []
        var problems: [any Error] = []
        for dependency in wanted where !contents.charts.contains(where: { isNamed($0, dependency.name) }) {
            let message = "Chart.yaml needs `\(dependency.name)`, which is not in `\(contents.label)/charts`"
            problems.append(RelctlError(message, code: .configurationInvalid, hints: [update]))
        }
        guard let file = contents.lock else {
            try RelctlError.throwAll(problems, "cannot use the charts in `\(contents.label)/charts`")
            return wanted.compactMap(differing)
        }
        let path = contents.label + "/" + file.path.string
        let lock = try HelmLock(try file.text(in: contents.label), file: try RelativePath(path))
        for (name, version) in lock.versions {
            guard let chart = contents.charts.first(where: { isNamed($0, name) }),
                !Self.isSame(chart.metadata.version, version)
            else { continue }
            let message = "`\(chart.label)` has the version \(chart.metadata.version), but `\(path)` says \(version)"
            problems.append(RelctlError(message, code: .configurationInvalid, hints: [update]))
        }
        try RelctlError.throwAll(problems, "cannot use the charts in `\(contents.label)/charts`")
        // A lock of the old form has a digest of another kind.
        guard contents.metadata.apiVersion == "v2", !wanted.isEmpty else { return [] }
        let description = try contents.description.text(in: contents.label)
        let chart = try HelmChart(description, file: try RelativePath(contents.label + "/Chart.yaml"))
        return lock.fits(chart) ? [] : ["`\(path)` is not of the dependencies that Chart.yaml has now; \(update)"]
    }

    /// What somebody should know of a chart that is there in another version than Chart.yaml names, as nothing locks it.
    ///
    /// Ranges are Helm's affair: it is by a whole version alone that they are told to differ.
    private func differing(_ dependency: ChartMetadata.Dependency) -> String? {
        guard let wanted = dependency.version, wanted.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+([\-+].*)?/) != nil,
            let chart = contents.charts.first(where: { isNamed($0, dependency.name) }),
            // Two of one name, each under an alias of its own, may both be there.
            !contents.charts.contains(where: {
                isNamed($0, dependency.name) && Self.isSame($0.metadata.version, wanted)
            })
        else { return nil }
        return "`\(chart.label)` has the version \(chart.metadata.version), but Chart.yaml needs \(wanted); \(update)"
    }

    private var update: String { "run `helm dependency update \(ShellWord.quoted(contents.label))`" }

    private func isNamed(_ chart: ChartContents, _ name: String) -> Bool {
        chart.metadata.name.utf8.elementsEqual(name.utf8)
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        guard let left = ChartVersion(one), let right = ChartVersion(other) else {
            return one.utf8.elementsEqual(other.utf8)
        }
        return left == right
    }
}
