/// A file of a chart as Helm's loader finds it, in the order in which it walks.
package struct ChartFile: Sendable, Hashable {
    /// From the chart's top.
    package var path: RelativePath
    /// Where its content is.
    package var content: ChartContent
    /// Bytes.
    package var size: UInt64
    /// The content without a byte order mark, of a file that says something about its chart.
    package var bytes: [UInt8]?
    /// The files of a packed chart that others need, in its order.
    package var members: [ChartFile]?

    /// Describes a file.
    package init(
        path: RelativePath,
        content: ChartContent,
        size: UInt64,
        bytes: [UInt8]? = nil,
        members: [ChartFile]? = nil
    ) {
        self.path = path
        self.content = content
        self.size = size
        self.bytes = bytes
        self.members = members
    }
}

/// A chart's folder as it was observed.
package struct ChartObservation: Sendable, Hashable {
    /// The folder, below the project's.
    package var folder: RelativePath
    /// Its files but those that `.helmignore` leaves out, in Helm's order.
    package var files: [ChartFile]

    /// Describes a folder.
    package init(folder: RelativePath, files: [ChartFile]) {
        self.folder = folder
        self.files = files
    }

    /// The files of the project that end up in the packed chart.
    package var shipped: [RelativePath] { files.map { folder.appending($0.path) } }
}

/// What Helm's loader makes of a path in a chart.
enum ChartFileRole {
    /// A file that says something about the chart that it is in, at its top or that of one that it needs.
    case description
    /// A packed chart that another one needs.
    case packedChart
    /// Anything else.
    case content

    /// The names of files that say something about their chart.
    static let descriptions = [
        "Chart.yaml", "Chart.lock", "requirements.yaml", "requirements.lock", "values.yaml", "values.schema.json",
    ]

    init(_ path: RelativePath) {
        let names = path.components
        let isInCharts = zip(names.indices, names).allSatisfy { index, name in
            index % 2 == 1 || index == names.count - 1 || name == "charts"
        }
        let last = String(names.last ?? "")
        switch (isInCharts, names.count % 2) {
        case (true, 1) where Self.descriptions.contains(last): self = .description
        case (true, 0) where last.hasSuffix(ChartPlan.fileExtension) && !"_.".utf8.contains(last.utf8.first ?? 0):
            self = .packedChart
        default: self = .content
        }
    }
}

/// How large a chart may be: Helm reads no larger one.
enum ChartLimits {
    /// Bytes of a file.
    static let file: UInt64 = 5 << 20
    /// Bytes of all files.
    static let chart: UInt64 = 100 << 20
    /// Files and folders, so that no tree keeps us busy for ever.
    static let entries = 100_000
    /// Folders inside one another.
    static let depth = 100

    /// Refuses a file that is too large.
    static func check(_ size: UInt64, of path: String) throws {
        guard size > file else { return }
        throw RelctlError(
            "cannot pack `\(path)`: it has \(ByteCount(size)), and Helm takes no file of a chart over 5 MiB",
            hints: ["leave it out by `\(ChartIgnore.fileName)`"]
        )
    }
}
