/// Reads archives entry by entry, whoever made them, and never writes anything to disk.
package struct ArchiveReader: Sendable {
    private let files: any FileSystem
    private let limits: ArchiveLimits

    /// The endings of the names of archives that can be read, with the packager's id for each.
    private static let formats = [
        ".tar.gz": "tar.gz", ".tgz": "tar.gz", ".tar.xz": "tar.xz", ".txz": "tar.xz", ".tar.zst": "tar.zst",
        ".tzst": "tar.zst", ".tar": "tar", ".zip": "zip",
    ]

    /// How the names of archives end, for messages.
    package static let endings = "`.tar`, `.tar.gz`, `.tgz`, `.tar.xz`, `.txz`, `.tar.zst`, `.tzst` or `.zip`"

    /// Reads through `files`, up to `limits`.
    package init(files: any FileSystem, limits: ArchiveLimits = ArchiveLimits()) {
        self.files = files
        self.limits = limits
    }

    /// How the name of an archive ends, with the packager's id for that; nothing if it is not one that can be read.
    package static func ending(ofName name: String) -> (text: String, format: String)? {
        formats.first { name.hasSuffix($0.key) }.map { ($0.key, $0.value) }
    }

    /// The format that a file of this name has, if it is one that can be read.
    package static func format(ofName name: String) -> String? { ending(ofName: name)?.format }

    /// Whether archives of the packager of this id can be read.
    package static func reads(_ format: String) -> Bool {
        format == BinaryPackager.id || formats.values.contains(format)
    }

    /// Hands over the entries in the order in which they stand, each with the digest of its content.
    ///
    /// `content` is shown the content of files piece by piece before that, with the entry as far as it is known;
    /// `decompressed`, for a tar, all its bytes as they come.
    ///
    /// - Returns: What is wrong with the archive itself: damage, limits, contradictions, bytes that belong to nothing.
    ///   After damage no more entries come.
    /// - Throws: ``FileSystemError`` if the file cannot be read; `CancellationError`; whatever `body` throws.
    package func read(
        _ path: FilePath,
        format: String,
        content: (ArchiveMember, UnsafeRawBufferPointer) throws -> Void = { _, _ in },
        decompressed: ((UnsafeRawBufferPointer) -> Void)? = nil,
        _ body: (ArchiveMember) throws -> Void
    ) throws -> [Finding] {
        let file = try files.open(path)
        var findings: [Finding] = []
        let report = { (code: String, reason: String) in
            findings.append(Finding("`\(path.lastComponent)`: \(reason)", code: code))
        }
        var isEmpty = true
        func take(_ member: ArchiveMember) throws {
            isEmpty = false
            try body(member)
        }
        func readTar(_ source: any ByteSource) throws {
            var reader = TarReader(decompressed.map { ShownSource(source, to: $0) } ?? source, limits)
            try reader.read(report, content: content, take)
        }
        do {
            switch format {
            case "tar": try readTar(PlainSource(file))
            case "tar.gz": try readTar(GzipSource(file, limits))
            case "tar.xz": try readTar(FilteredSource(file, .xz, limits))
            case "tar.zst": try readTar(FilteredSource(file, .zstd, limits))
            case BinaryPackager.id: try take(try Self.program(file, named: path.lastComponent, content))
            case "zip":
                var reader = try ZipReader(file, limits)
                try reader.read(report, content: content, take)
            case "": report("archive.unreadable", "its name does not end in \(Self.endings)")
            default: report("archive.unreadable", "relctl cannot read the format `\(format)`")
            }
            if isEmpty, findings.isEmpty { report("archive.empty", "there is nothing in it") }
        } catch let damage as ArchiveDamage {
            report(damage.code, damage.reason)
        }
        return findings
    }

    /// The only entry of a file that is a program itself.
    ///
    /// It can be run: what a download has of permissions says nothing.
    private static func program(
        _ file: any ReadableFile,
        named name: String,
        _ show: TarReader.Content
    ) throws -> ArchiveMember {
        var member = ArchiveMember(name: Array(name.utf8), kind: .file, mode: 0o755)
        var content = ContentDigester()
        let shown = member
        try file.readAll { chunk in
            member.size += UInt64(chunk.count)
            content.update(chunk)
            try show(shown, chunk)
        }
        content.finish(&member)
        return member
    }
}
