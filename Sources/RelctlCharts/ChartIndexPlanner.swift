/// Decides what the index of a folder of packed charts says; pure.
package struct ChartIndexPlanner: Sendable {
    /// Needs nothing.
    package init() {}

    /// What the decision rests on.
    package struct Request: Sendable {
        /// The packed charts.
        package var charts: [PackedChart]
        /// The address of the folder; nothing for addresses from the index on.
        package var url: String?
        /// The index whose other charts and versions are kept.
        package var known: ChartIndex?
        /// When it is made, in seconds since 1970; nothing for when the newest chart was packed.
        package var timestamp: Int64?

        /// Gathers what the decision rests on.
        package init(
            charts: [PackedChart],
            url: String? = nil,
            known: ChartIndex? = nil,
            timestamp: Int64? = nil
        ) {
            self.charts = charts
            self.url = url
            self.known = known
            self.timestamp = timestamp
        }
    }

    /// Plans the index: of each name and version what is in the folder, else what was known.
    ///
    /// - Throws: ``RelctlError`` if the address is none, or two files are one version of one chart.
    package func plan(_ request: Request) throws -> ChartIndex {
        let base = try request.url.map { try Self.base($0) }
        var index = ChartIndex(
            entries: [:],
            generated: request.known?.generated ?? UTCTime.dateAndTime(ofTimestamp: 0)
        )
        var paths: [[String]: String] = [:]
        for chart in request.charts {
            let (metadata, path) = (chart.metadata, chart.path.string)
            if let other = paths.updateValue(path, forKey: [metadata.name, metadata.version]) {
                throw RelctlError(
                    "cannot index `\(other)` and `\(path)`: both are the chart `\(metadata.name)` "
                        + metadata.version,
                    hints: ["remove the one that nobody shall take"]
                )
            }
            let entry = ChartIndex.Entry(
                metadata: metadata,
                urls: [(base.map { $0 + "/" } ?? "") + PercentEncoding.segments(path)],
                created: UTCTime.dateAndTime(ofTimestamp: chart.modificationTime),
                digest: chart.sha256.hexadecimal
            )
            index.entries[metadata.name, default: []].append(entry)
        }
        for (name, entries) in request.known?.entries ?? [:] {
            let new = Set((index.entries[name] ?? []).map(\.metadata.version))
            index.entries[name, default: []] += entries.filter { !new.contains($0.metadata.version) }
        }
        for (name, entries) in index.entries { index.entries[name] = Self.sorted(entries) }
        let newest = request.charts.map(\.modificationTime).max()
        if let time = request.timestamp ?? newest { index.generated = UTCTime.dateAndTime(ofTimestamp: time) }
        return index
    }

    /// The newest version first, as Semantic Versioning orders them; what is no version comes last.
    private static func sorted(_ entries: [ChartIndex.Entry]) -> [ChartIndex.Entry] {
        entries.sorted { one, other in
            let (left, right) = (one.metadata.version, other.metadata.version)
            switch (ChartVersion(left)?.meaning, ChartVersion(right)?.meaning) {
            case (let newer?, let older?) where !newer.hasSamePrecedence(as: older):
                return Version.precedes(older, newer)
            case (.some, nil): return true
            case (nil, .some): return false
            default: return right.precedesBytewise(left)
            }
        }
    }

    private static func base(_ url: String) throws -> String {
        guard !UserInfo.isIn(url) else {
            // It may hold a password, which the index would tell everybody.
            throw RelctlError(
                "cannot take the address of charts: it holds a user name or password, which the index would publish",
                code: .usage,
                hints: ["leave out what stands before `@`: Helm takes credentials by `helm repo add --username`"]
            )
        }
        let hasScheme = ["http://", "https://"].contains { scheme in
            url.hasPrefix(scheme) && url.dropFirst(scheme.count).first.map { $0 != "/" } == true
        }
        guard hasScheme, url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x3F && $0 != 0x23 }) else {
            throw RelctlError(
                "cannot take `\(UserInfo.masked(reference: url) ?? url)` for the address of charts",
                code: .usage,
                hints: ["it is an `http` or `https` address without query, such as `https://example.org/charts`"]
            )
        }
        var bytes = Array(url.utf8)
        while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A packed chart that lies in a folder.
package struct PackedChart: Sendable, Hashable {
    /// From the folder on.
    package var path: RelativePath
    /// What its Chart.yaml says.
    package var metadata: ChartMetadata
    /// The digest of the archive.
    package var sha256: Digest
    /// When it was packed, as the archive says, in seconds since 1970.
    package var modificationTime: Int64

    /// Describes a packed chart.
    package init(path: RelativePath, metadata: ChartMetadata, sha256: Digest, modificationTime: Int64) {
        self.path = path
        self.metadata = metadata
        self.sha256 = sha256
        self.modificationTime = modificationTime
    }
}
