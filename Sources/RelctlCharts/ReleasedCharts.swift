/// The charts of a release as registries hold them: made of its record and its files alone.
///
/// Each is a manifest with what the chart says of itself as configuration, and the packed chart and its provenance as
/// layers (https://helm.sh/docs/topics/registries/; helm.sh/helm/v4/pkg/registry).
package struct ReleasedCharts: Sendable {
    /// What is released.
    package let release: ReleaseIdentity
    /// What holds all of it.
    package let content: HeldContent
    private let charts: [Chart]

    private struct Chart {
        let metadata: ChartMetadata
        let graph: ContentGraph
    }

    /// The kinds of what a chart consists of.
    private enum Kinds {
        static let configuration: MediaType = "application/vnd.cncf.helm.config.v1+json"
        static let content: MediaType = "application/vnd.cncf.helm.chart.content.v1.tar+gzip"
        static let provenance: MediaType = "application/vnd.cncf.helm.chart.provenance.v1.prov"
    }

    /// Reads the record in `folder`, and the charts that it names.
    ///
    /// - Throws: ``RelctlError`` if there is no record, no chart in it, or a file is not what it says.
    package init(in folder: FilePath, _ effects: Effects) async throws {
        let record = folder.appending(Manifest.fileName)
        guard try effects.files.resolvedStatus(of: record) != nil else {
            throw Self.none("there is no `\(record)`", hint: "run `relctl package` first")
        }
        let manifest = try JSONText.decode(Manifest.self, from: try effects.files.contents(of: record), file: record)
        let packed = manifest.artifacts.filter { $0.kind == .chart }
        guard !packed.isEmpty else {
            throw Self.none("`\(record)` names none", hint: "run `relctl package`, with `charts` in the configuration")
        }
        var (charts, content): ([Chart], HeldContent) = ([], HeldContent())
        for artifact in packed {
            let name = artifact.name + ChartPlan.provenanceExtension
            let provenance = manifest.artifacts.first { $0.kind == .signature && $0.name.utf8.elementsEqual(name.utf8) }
            charts.append(try await Self.hold(artifact, provenance, in: folder, &content, effects))
        }
        release = manifest.release
        self.charts = charts
        self.content = content
    }

    /// Why there is nothing to push.
    package static func none(_ reason: String, hint: String) -> RelctlError {
        RelctlError("cannot push the release's charts: \(reason)", code: .configurationInvalid, hints: [hint])
    }

    private static func hold(
        _ artifact: Artifact,
        _ provenance: Artifact?,
        in folder: FilePath,
        _ content: inout HeldContent,
        _ effects: Effects
    ) async throws -> Chart {
        let chart = try await PackedChartObserver(effects)
            .chart(at: folder.appending(artifact.name), as: try RelativePath(artifact.name))
        let layers = [(Kinds.content, artifact)] + (provenance.map { [(Kinds.provenance, $0)] } ?? [])
        var descriptors: [ContentDescriptor] = []
        for (kind, artifact) in layers {
            let path = folder.appending(artifact.name)
            let found = try await FileHasher(files: effects.files).summary(of: path)
            guard found.sha256 == artifact.sha256, found.size == artifact.size else {
                throw RelctlError(
                    "cannot push the chart `\(artifact.name)`: `\(path)` is not what `\(Manifest.fileName)` says",
                    hints: ["run `relctl package` to make it again"]
                )
            }
            let descriptor = ContentDescriptor(kind, digest: ContentDigest(artifact.sha256), size: artifact.size)
            content.hold(descriptor, file: path)
            descriptors.append(descriptor)
        }
        let manifest = ImageManifest(
            config: content.hold(Kinds.configuration, Array(try JSONText.line(chart.metadata).dropLast())),
            // In Helm's order.
            layers: descriptors.sortedBytewise(by: \.digest.description),
            annotations: annotations(of: chart)
        )
        let root = content.hold(.imageManifest, try manifest.bytes())
        return Chart(metadata: chart.metadata, graph: try await ContentWalk.graph(of: root, in: content))
    }

    /// What Helm says of a chart in its manifest; a chart's own annotations may say other things, but not these two.
    private static func annotations(of chart: PackedChart) -> [String: String] {
        let (prefix, metadata) = ("org.opencontainers.image.", chart.metadata)
        let authors = (metadata.maintainers ?? []).compactMap { maintainer -> String? in
            guard let name = maintainer.name, !name.isEmpty else { return nil }
            return name + (maintainer.email.map { $0.isEmpty ? "" : " (\($0))" } ?? "")
        }
        let facts: [String: String?] = [
            "title": metadata.name, "version": metadata.version, "description": metadata.description,
            "url": metadata.home, "source": metadata.sources?.first, "authors": authors.joined(separator: ", "),
            "created": UTCTime.dateAndTime(ofTimestamp: chart.modificationTime),
        ]
        var annotations: [String: String] = [:]
        for (name, text) in facts {
            guard let text, !text.isEmpty else { continue }
            annotations[prefix + name] = text
        }
        let fixed = [prefix + "title", prefix + "version"]
        return annotations.merging((metadata.annotations ?? [:]).filter { !fixed.contains($0.key) }) { $1 }
    }

    /// What is to be where.
    ///
    /// - Parameters:
    ///   - repository: `oci://HOST[/PATH]`, below which each chart has a repository of its name.
    ///   - names: The charts that are meant; all where there are none.
    /// - Returns: A target for each chart, in the record's order, under the tag that Helm looks for.
    /// - Throws: ``RelctlError`` if the release has no chart of a name, or the address is none.
    package func targets(in repository: String, only names: [String] = []) throws -> [PushTarget] {
        let known = charts.map(\.metadata.name)
        if let unknown = names.first(where: { name in !known.contains { $0.utf8.elementsEqual(name.utf8) } }) {
            let hint = "it has \(known.map { "`\($0)`" }.joined(separator: ", "))"
            throw Self.none("it has none that is called `\(unknown)`", hint: hint)
        }
        return try charts.filter { names.isEmpty || names.contains($0.metadata.name) }.map { chart in
            // Tags have no `+`.
            let tag = chart.metadata.version.replacing("+", with: "_")
            let place = try Self.repository(of: chart.metadata.name, in: repository)
            return PushTarget(chart.metadata.name, chart.graph, to: place, tags: [PushTag(tag, .fixed)])
        }
    }

    /// The repository of a chart below an address.
    ///
    /// - Throws: ``RelctlError`` if the address is none.
    package static func repository(of chart: String, in address: String) throws -> RepositoryName {
        guard !UserInfo.isIn(address) else {
            throw RelctlError(
                "cannot push charts to an address that holds a user name or password",
                code: .configurationInvalid,
                hints: ["leave out what stands before `@`: credentials are `tokenFrom`, or those of `docker login`"]
            )
        }
        let scheme = "oci://"
        guard address.hasPrefix(scheme), address.utf8.count > scheme.utf8.count else {
            throw RelctlError(
                "cannot push charts to `\(UserInfo.masked(reference: address) ?? address)`: it does not begin with `oci://`",
                code: .configurationInvalid,
                hints: ["name a registry and a path there, such as `oci://ghcr.io/example/charts`"]
            )
        }
        let parts = address.dropFirst(scheme.count).split(separator: "/", maxSplits: 1).map(String.init)
        var path = parts.count > 1 ? parts[1] : ""
        while path.hasSuffix("/") { path.removeLast() }
        return try RepositoryName(registry: parts.first ?? "", path: (path.isEmpty ? "" : path + "/") + chart)
    }
}
