/// Looks at packed charts; never writes.
package struct PackedChartObserver: Sendable {
    private let effects: Effects

    /// Looks with these.
    package init(_ effects: Effects) { self.effects = effects }

    /// The packed charts in a folder and the folders right in it, as `helm repo index` finds them; what ends in `.tgz` and
    /// is no chart is told of and left out.
    ///
    /// - Throws: ``RelctlError`` if the folder cannot be read.
    @concurrent
    package func charts(in folder: FilePath) async throws -> [PackedChart] {
        let files = effects.files
        guard try files.resolvedStatus(of: folder)?.kind == .folder else {
            throw RelctlError("cannot find packed charts in `\(folder)`: there is no such folder", code: .usage)
        }
        let names = try files.names(in: folder).map { try RelativePath($0) }
        var paths = names
        for name in names where try files.resolvedStatus(of: folder.appending(name))?.kind == .folder {
            // A release in the making is none of a folder's charts.
            guard name.string.utf8.first != UInt8(ascii: ".") else { continue }
            paths += try files.names(in: folder.appending(name)).map { name.appending(try RelativePath($0)) }
        }
        var charts: [PackedChart] = []
        for path in paths where path.string.hasSuffix(ChartPlan.fileExtension) {
            let kind = try files.resolvedStatus(of: folder.appending(path))?.kind
            guard kind == .file else {
                let reason = kind.map { "it is a \($0.rawValue), not a file" } ?? "it is a link that leads nowhere"
                effects.events.send(.message(.warning, "`\(path)` is left out: \(reason)"))
                continue
            }
            do {
                charts.append(try await chart(at: folder.appending(path), as: path))
            } catch let error as RelctlError {
                effects.events.send(.message(.warning, "`\(path)` is left out: \(error)"))
            }
        }
        return charts
    }

    /// What a packed chart says of itself.
    ///
    /// - Throws: ``RelctlError`` if it is no packed chart.
    @concurrent
    package func chart(at location: FilePath, as path: RelativePath) async throws -> PackedChart {
        let members = try ChartArchive.members(of: location, effects.files)
        func text(_ name: String) throws -> (text: String, file: String)? {
            guard let member = members.first(where: { $0.path.string == name }) else { return nil }
            guard let text = String(validating: member.bytes, as: UTF8.self) else {
                throw RelctlError("cannot read `\(member.name)` in `\(path)`: it is not UTF-8 text")
            }
            return (text, "\(path): \(member.name)")
        }
        guard let description = try text("Chart.yaml") else { throw RelctlError("`\(path)` has no Chart.yaml") }
        let metadata = try ChartMetadata(
            description.text,
            file: description.file,
            requirements: try text("requirements.yaml")
        )
        return PackedChart(
            path: path,
            metadata: metadata,
            sha256: try await FileHasher(files: effects.files).summary(of: location).sha256,
            modificationTime: members.first { $0.path.string == "Chart.yaml" }?.modificationTime ?? 0
        )
    }
}
