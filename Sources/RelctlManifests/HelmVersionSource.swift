/// Reads and changes the versions of Chart.yaml (https://helm.sh/docs/topics/charts/#the-chartyaml-file).
///
/// `version` is the chart's. `appVersion` follows it where it says the same one, and is left alone where it says
/// another: it is that of somebody else's application then. A `v` in front of either stays.
///
/// A dependency follows where it is a chart of the project (a folder in `charts` if it has no `repository`, or what
/// `file://` leads to) and both its entry and its own Chart.yaml say the chart's version; so do its own dependencies.
/// Chart.lock follows with its digest, unless it did not fit Chart.yaml before: `helm dependency update` mends that.
package struct HelmVersionSource: VersionSource {
    package let fileNames = ["Chart.yaml"]

    /// Creates the source.
    package init() {}

    package func version(in document: VersionDocument) throws -> LocatedVersion {
        let version = try HelmChart(document.text, file: document.file).version
        return LocatedVersion(text: version.text ?? "", place: version.place)
    }

    package func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let chart = try HelmChart(document.text, file: document.file)
        var release = HelmRelease(old: chart.version.text ?? "", new: version, read: document.read)
        try release.add(chart)
        return release.edits
    }

    package func meaning(of text: String) -> Version? { HelmChart.meaning(of: text) }

    package func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        try SourceNode(yaml: text, file: file.string).values
    }
}
