/// What no shape can say about `version`.
extension VersionSettings {
    /// Checks where the version is.
    package func check(_ sources: Registry<any VersionSource>, _ report: inout ConfigurationReport) {
        checkManifests(sources, &report)
        checkManifestsDiffer(&report)
    }

    /// A file that no version source knows needs to be told how it is read.
    private func checkManifests(
        _ sources: Registry<any VersionSource>,
        _ report: inout ConfigurationReport
    ) {
        let known = sources.all.flatMap(\.connector.fileNames)
        for manifest in manifests ?? [] {
            guard manifest.source == nil, manifest.pattern == nil, manifest.path == nil else { continue }
            let name = manifest.file.lastComponent
            guard !sources.all.contains(where: { $0.connector.isChosen(for: name) }) else { continue }
            // A way that is itself wrong has been reported.
            let node = report.root["version"]?["manifests"]?.items.first { $0.place == manifest.place }
            guard !VersionShapes.ways.contains(where: { node?[$0] != nil }) else { continue }
            report.add(
                "`version.manifests`: no version source knows a file named `\(manifest.file.lastComponent)`",
                at: manifest.place,
                ConfigurationPath().key("version").key("manifests"),
                hints: [
                    "say where the version stands in it: "
                        + "`{ file: \(manifest.file.string.quotedAsJSON), pattern: \"version ([0-9.]+)\" }`",
                    "known: " + known.sortedBytewise().joined(separator: ", "),
                ]
            )
        }
    }

    /// A file says the version once in each place: with one pattern, at one path, or with what reads the whole file.
    private func checkManifestsDiffer(_ report: inout ConfigurationReport) {
        let path = ConfigurationPath().key("version").key("manifests")
        var places: [RelativePath: [ManifestReference]] = [:]
        for manifest in manifests ?? [] {
            let first = places[manifest.file]?.first { $0.pattern == manifest.pattern && $0.path == manifest.path }
            guard let first else {
                places[manifest.file, default: []].append(manifest)
                continue
            }
            report.add(
                "`\(path)`: `\(manifest.file)` is there twice; the first is at \(first.place)",
                at: manifest.place,
                path
            )
        }
    }
}
