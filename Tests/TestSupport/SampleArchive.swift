package import RelctlCore

/// An archive with everything that is hard about archives in it, for a test to pack.
package struct SampleArchive: Sendable {
    /// What to pack; its `project` sources lie in the folder that it was made in.
    package let request: PackageRequest
    /// The content of each file by its path in the archive.
    package let contents: [String: [UInt8]]

    /// The time of every entry: 2024-02-29T12:34:56Z.
    package static let timestamp: Int64 = 1_709_210_096

    /// Texts by awkward paths.
    private static let texts: [String: String] = [
        "plain.txt": "plain\n", "with spaces and 'quotes' \"both\".txt": "q", "-leading dash": "d",
        "new\nline": "n", "back\\slash": "b", "umlaut-ä-日本語-🚀.txt": "u", "empty": "",
        "dollar $HOME `id` *?[x]": "x", "folder.with.dots...": "dots", "tab\there": "t",
        String(repeating: "n", count: 100 - 4): "ustar name, full",
        String(repeating: "m", count: 101 - 4): "ustar name, one too long",
        String(repeating: "p", count: 155 - 4) + "/" + String(repeating: "f", count: 100):
            "ustar prefix and name, full",
        String(repeating: "q", count: 156 - 4) + "/" + String(repeating: "f", count: 100): "prefix too long",
        String(repeating: "r", count: 40) + "/" + String(repeating: "g", count: 101): "name too long to split",
        String(repeating: "long/", count: 58) + "last-name-": "300 bytes",
        String(repeating: "é", count: 120): "240 bytes that are not ASCII",
    ]

    /// Writes the project's files into `folder` and describes an archive of them.
    package init(in folder: FilePath, format: String, target: TargetTriple) throws {
        let files = LiveFileSystem()
        var (contents, entries): ([String: [UInt8]], [String: PlannedEntry.Content]) = ([:], [:])
        for (name, text) in Self.texts {
            contents["top/\(name)"] = Array(text.utf8)
            entries["top/\(name)"] = .file(source: .text(text), isExecutable: false)
        }
        for (name, content) in Self.programs {
            try files.write(content, to: folder.appending(name), permissions: 0o600)
            contents["top/bin/\(name)"] = content
            let source = PlannedEntry.Source.project(path: try RelativePath(name))
            entries["top/bin/\(name)"] = .file(source: source, isExecutable: true)
        }
        entries["top/empty folder"] = .folder
        for path in entries.keys {
            var folder = try RelativePath(path).parent
            while let path = folder {
                entries[path.string] = .folder
                folder = path.parent
            }
        }
        entries["top/link"] = .link(target: "bin/tool")
        entries["top/übung"] = .link(target: "umlaut-ä-日本語-🚀.txt")
        entries["top/far"] = .link(target: String(repeating: "long/", count: 58) + "last-name-")
        let planned = try entries.map { PlannedEntry(path: try RelativePath($0), content: $1) }
        self.contents = contents
        let archive = ArchivePlan(
            name: "sample.\(format)",
            format: format,
            target: target,
            timestamp: Self.timestamp,
            entries: planned.sorted { $0.path < $1.path }
        )
        request = PackageRequest(archive: archive, project: folder, binaries: folder)
    }

    /// Programs of several pieces, of one, and of a whole number of pieces, by their names.
    private static let programs = ["tool": noise(3_000_000), "odd": noise(70_001), "edge": noise(1 << 20)]

    /// Bytes that compress a little, the same each time.
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = UInt64(count)
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33) & 0x3f
        }
    }
}
