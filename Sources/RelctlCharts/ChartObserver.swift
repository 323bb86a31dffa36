/// Looks at the folders of charts, as Helm's loader does; never writes.
package struct ChartObserver: Sendable {
    private let project: FilePath
    private let files: any FileSystem

    /// Looks below the project's folder.
    package init(project: FilePath, files: any FileSystem) {
        self.project = project
        self.files = files
    }

    /// What a chart's folder holds.
    ///
    /// - Parameter folder: The folder, below the project's.
    /// - Returns: All files that are not left out, in Helm's order, with the text of those that describe charts.
    /// - Throws: ``RelctlError`` if there is no such folder, or something in it cannot be packed: a file that is none, a
    ///   link that leads out of the chart, a packed chart that cannot be read.
    @concurrent
    package func observe(_ folder: RelativePath) async throws -> ChartObservation {
        let path = project.appending(folder)
        guard try files.resolvedStatus(of: path)?.kind == .folder else {
            throw RelctlError(
                "cannot find the chart `\(folder)`: there is no such folder",
                code: .configurationInvalid,
                hints: ["`path` is the folder that holds Chart.yaml, below the project's"]
            )
        }
        do {
            var walk = ChartWalk(
                folder: folder,
                location: path,
                top: try files.canonicalPath(of: path),
                ignore: try ignore(in: path, named: folder),
                files: files
            )
            try walk.run()
            return ChartObservation(folder: folder, files: walk.found)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw RelctlError("cannot look at the chart `\(folder)`", code: Self.code(of: error), causes: [error])
        }
    }

    private static func code(of error: any Error) -> RelctlError.Code { (error as? RelctlError)?.code ?? .failed }

    private func ignore(in path: FilePath, named folder: RelativePath) throws -> ChartIgnore {
        let file = path.appending(ChartIgnore.fileName)
        guard try files.resolvedStatus(of: file)?.kind == .file else { return try ChartIgnore() }
        return try ChartIgnore(files.text(of: file, limit: 1 << 20), file: "\(folder)/\(ChartIgnore.fileName)")
    }
}

/// One walk over a chart's folder: names sorted bytewise, each folder's content where the folder stands, links followed.
private struct ChartWalk {
    let folder: RelativePath
    let location: FilePath
    /// The folder without links, which no link may lead out of.
    let top: FilePath
    let ignore: ChartIgnore
    let files: any FileSystem
    var found: [ChartFile] = []
    private var entries = 0
    private var size: UInt64 = 0

    init(folder: RelativePath, location: FilePath, top: FilePath, ignore: ChartIgnore, files: any FileSystem) {
        self.folder = folder
        self.location = location
        self.top = top
        self.ignore = ignore
        self.files = files
    }

    mutating func run() throws { try visit(nil, above: [top]) }

    /// Visits what is in a folder; `above` are the folders that it is in, without links, itself included.
    private mutating func visit(_ folder: RelativePath?, above: [FilePath]) throws {
        guard above.count <= ChartLimits.depth else {
            throw RelctlError("more than \(ChartLimits.depth) folders stand inside one another at `\(shown(folder))`")
        }
        try Task.checkCancellation()
        for name in try files.names(in: folder.map { location.appending($0) } ?? location) {
            let name = try RelativePath(name)
            let path = folder?.appending(name) ?? name
            entries += 1
            guard entries <= ChartLimits.entries else {
                throw RelctlError("there are more than \(ChartLimits.entries) files and folders")
            }
            try visit(path, in: above)
        }
    }

    private mutating func visit(_ path: RelativePath, in above: [FilePath]) throws {
        let location = location.appending(path)
        let isLink = try files.status(of: location)?.kind == .link
        guard let status = try files.resolvedStatus(of: location) else {
            // What is left out may lead anywhere.
            if ignore.leavesOut(path, isFolder: false) { return }
            throw RelctlError("`\(shown(path))` is a link that leads nowhere")
        }
        guard !ignore.leavesOut(path, isFolder: status.kind == .folder) else { return }
        let canonical = try files.canonicalPath(of: location)
        if isLink, canonical != top, canonical.path(below: top) == nil {
            throw RelctlError(
                "`\(shown(path))` is a link that leads out of the chart",
                hints: ["copy what it leads to, or leave it out by `\(ChartIgnore.fileName)`"]
            )
        }
        switch status.kind {
        case .folder:
            guard !above.contains(canonical) else {
                throw RelctlError("`\(shown(path))` is a link to a folder that it is in")
            }
            try visit(path, above: above + [canonical])
        case .file: try take(path, status)
        default:
            throw RelctlError("cannot pack `\(shown(path))`: it is a \(status.kind.rawValue), not a regular file")
        }
    }

    private mutating func take(_ path: RelativePath, _ status: FileStatus) throws {
        let location = location.appending(path)
        let below = folder.appending(path)
        var file = ChartFile(path: path, content: .project(path: below), size: status.size)
        switch ChartFileRole(path) {
        case .packedChart:
            file.members = try ChartArchive.files(of: location, as: below, files)
            size += file.members?.reduce(0) { $0 + $1.size } ?? 0
        case .description:
            try ChartLimits.check(status.size, of: shown(path))
            file.bytes = ChartBytes.withoutMark(try files.contents(of: location, limit: Int(ChartLimits.file)))
            size += status.size
        case .content:
            try ChartLimits.check(status.size, of: shown(path))
            size += status.size
        }
        guard size <= ChartLimits.chart else {
            throw RelctlError(
                "cannot pack the chart: it has more than 100 MiB, and Helm takes no larger one",
                hints: ["leave out what it does not need by `\(ChartIgnore.fileName)`"]
            )
        }
        found.append(file)
    }

    private func shown(_ path: RelativePath?) -> String { path.map { folder.appending($0).string } ?? folder.string }
}
