/// Reads archives entry by entry, whoever made them, and never writes anything to disk.
package struct ArchiveReader: Sendable {
    private let files: any FileSystem
    private let limits: ArchiveLimits

    /// The formats that can be read, by packager id.
    package static let formats = ["tar", "tar.gz", "zip"]

    /// How the names of files in these formats end, for messages.
    package static let endings = "`.tar`, `.tar.gz`, `.tgz` or `.zip`"

    /// Reads through `files`, up to `limits`.
    package init(files: any FileSystem, limits: ArchiveLimits = ArchiveLimits()) {
        self.files = files
        self.limits = limits
    }

    /// The format that a file of this name has, if it is one that can be read.
    package static func format(ofName name: String) -> String? {
        if name.hasSuffix(".tgz") { return "tar.gz" }
        return formats.first { name.hasSuffix(".\($0)") }
    }

    /// Hands over the entries in the order in which they stand, each with the digest of its content.
    ///
    /// - Returns: What is wrong with the archive itself: damage, limits, contradictions, bytes that belong to nothing.
    ///   After damage no more entries come.
    /// - Throws: ``FileSystemError`` if the file cannot be read; `CancellationError`; whatever `body` throws.
    package func read(
        _ path: FilePath,
        format: String,
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
        do {
            switch format {
            case "tar":
                var reader = TarReader(PlainSource(file), limits)
                try reader.read(report, take)
            case "tar.gz":
                var reader = TarReader(try GzipSource(file, limits), limits)
                try reader.read(report, take)
            case "zip":
                var reader = try ZipReader(file, limits)
                try reader.read(report, take)
            case "": report("archive.unreadable", "its name does not end in \(Self.endings)")
            default: report("archive.unreadable", "relctl cannot read the format `\(format)`")
            }
            if isEmpty, findings.isEmpty { report("archive.empty", "there is nothing in it") }
        } catch let damage as ArchiveDamage {
            report(damage.code, damage.reason)
        }
        return findings
    }
}
