/// Reads packed charts, whoever packed them: the files below the top folder, as Helm's loader takes them.
enum ChartArchive {
    /// A file of a packed chart.
    struct Member {
        /// From the chart's top, below the archive's top folder.
        let path: RelativePath
        /// The name in the archive.
        let name: String
        /// The content without a byte order mark.
        let bytes: [UInt8]
        /// In seconds since 1970.
        let modificationTime: Int64
    }

    /// The files of the packed chart at `location`, which is `archive` below the project's folder.
    static func files(
        of location: FilePath,
        as archive: RelativePath,
        _ files: any FileSystem
    ) throws -> [ChartFile] {
        try members(of: location, files).map { member in
            let role = ChartFileRole(member.path)
            if case .packedChart = role {
                throw RelctlError(
                    "cannot unpack `\(archive)`: `\(member.name)` in it is packed once more",
                    hints: ["run `helm dependency update` with a Helm of today for the chart that it is of"]
                )
            }
            var isDescription = false
            if case .description = role { isDescription = true }
            return ChartFile(
                path: member.path,
                content: .member(archive: archive, name: member.name),
                size: UInt64(member.bytes.count),
                bytes: isDescription ? member.bytes : nil
            )
        }
    }

    /// All files of the packed chart at `location`.
    ///
    /// - Throws: ``RelctlError`` if it is damaged, larger than Helm takes, or holds what a chart cannot.
    static func members(of location: FilePath, _ files: any FileSystem) throws -> [Member] {
        var limits = ArchiveLimits()
        limits.entries = ChartLimits.entries
        limits.size = ChartLimits.chart + 64 << 20
        var (members, content, problems): ([Member], [UInt8], [String]) = ([], [], [])
        do {
            var reader = TarReader(try GzipSource(files.open(location), limits), limits)
            let take: TarReader.Content = { member, bytes in
                guard member.size <= ChartLimits.file else {
                    throw ArchiveDamage.limit("`\(member.shownName)` in it has more than 5 MiB")
                }
                content.append(contentsOf: bytes)
            }
            let report: TarReader.Report = { _, reason in problems.append(reason) }
            try reader.read(report, content: take) { member in
                defer { content = [] }
                guard member.kind != .folder else { return }
                members.append(try Self.member(member, content))
            }
        } catch let damage as ArchiveDamage {
            problems.append(damage.reason)
        }
        if let problem = problems.first { throw RelctlError("cannot read the packed chart `\(location)`: \(problem)") }
        guard members.contains(where: { $0.path.string == "Chart.yaml" }) else {
            throw RelctlError("cannot read the packed chart `\(location)`: there is no Chart.yaml in its top folder")
        }
        return members
    }

    private static func member(_ member: ArchiveMember, _ content: [UInt8]) throws -> Member {
        let shown = member.shownName
        guard member.kind == .file else { throw ArchiveDamage.damaged("`\(shown)` in it is no regular file") }
        guard let name = String(validating: member.name, as: UTF8.self), !name.utf8.contains(UInt8(ascii: "\\")),
            let whole = try? RelativePath(name), whole.components.count > 1,
            let path = try? RelativePath(whole.components.dropFirst().joined(separator: "/"))
        else { throw ArchiveDamage.damaged("`\(shown)` in it does not lie in a folder of the chart") }
        return Member(
            path: path,
            name: name,
            bytes: ChartBytes.withoutMark(content),
            modificationTime: member.modificationTime
        )
    }
}

/// The bytes of a chart's files.
enum ChartBytes {
    /// The bytes without the byte order mark that they begin with, if they do: Helm takes none along.
    static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        let mark = SourcePlaces.byteOrderMark
        return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    }
}
