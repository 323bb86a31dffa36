import TestSupport
import Testing

@testable import RelctlArchives

/// Names and numbers of entries at the limits of the formats, which no file system reaches.
@Suite struct ArchiveLimitTests {
    /// Programs that list the names in an archive, one a line, and that read names of any length.
    private static let listers: [(tool: String, arguments: [String], formats: Set<String>)] = [
        ("bsdtar", ["-tf"], ["tar.gz", "zip"]), ("tar", ["--quoting-style=literal", "-tzf"], ["tar.gz"]),
        (
            "python3",
            ["-c", "import sys, tarfile; print('\\n'.join(tarfile.open(sys.argv[1], encoding='utf-8').getnames()))"],
            ["tar.gz"]
        ),
        (
            "python3", ["-c", "import sys, zipfile; print('\\n'.join(zipfile.ZipFile(sys.argv[1]).namelist()))"],
            ["zip"]
        ),
    ]

    private func request(_ paths: [String], in folder: FilePath, _ format: String) throws -> PackageRequest {
        try PackagerTests.request(
            paths.map { path in
                let content = PlannedEntry.Content.file(source: .text("of \(path.utf8.count)"), isExecutable: false)
                return PlannedEntry(path: try RelativePath(path), content: content)
            },
            in: folder,
            format: format
        )
    }

    /// A path of so many bytes, some of them of characters that are not ASCII.
    private static func path(of count: Int) -> String {
        let whole = String(repeating: String(repeating: "é", count: 100) + "/", count: count / 201)
        return whole + String(repeating: "x", count: count % 201)
    }

    @Test(arguments: ["tar.gz", "zip"]) func everyReaderListsNamesOfAnyLengthThatTheFormatHolds(_ format: String)
        async throws
    {
        try await withScratchFolder { folder in
            let paths = [1, 99, 100, 101, 255, 256, 257, 4095, 4096, 32_767, 32_768, 65_534, 65_535].map(Self.path)
            let request = try request(paths, in: folder, format)
            _ = try await request.pack()
            for lister in Self.listers where lister.formats.contains(format) {
                guard let tool = HostTool(lister.tool) else { continue }
                let outcome = try await tool.run(lister.arguments + [request.packed.string], in: folder)
                #expect(outcome.status == 0, "\(lister.tool): \(outcome.errors)")
                #expect(outcome.text.split(separator: "\n").map(String.init) == paths, "\(lister.tool)")
            }
        }
    }

    @Test func aNameThatAZipCannotHoldIsRefused() async throws {
        try await withScratchFolder { folder in
            let request = try request([Self.path(of: 65_536)], in: folder, "zip")
            let error = await #expect(throws: RelctlError.self) { try await request.pack() }
            #expect(error?.message.contains("a zip holds no names of more than 65535 bytes") == true)
            #expect(try LiveFileSystem().names(in: folder) == [])
        }
    }

    /// 65,535 is the number of entries that says that the number stands elsewhere.
    @Test(arguments: FullRun.isAsked ? [65_534, 65_535, 65_536, 70_000] : [65_535])
    func everyReaderCountsMoreEntriesThanSixteenBitsHold(_ count: Int) async throws {
        try await withScratchFolder { folder in
            let paths = (0..<count).map { "f\($0)" }
            let request = try request(paths, in: folder, "zip")
            _ = try await request.pack()
            let counting = [
                ("bsdtar", ["-tf"]), ("unzip", ["-Z1"]),
                ("python3", ["-c", "import sys, zipfile; print('\\n'.join(zipfile.ZipFile(sys.argv[1]).namelist()))"]),
            ]
            for (name, arguments) in counting {
                guard let tool = HostTool(name) else { continue }
                let outcome = try await tool.run(arguments + [request.packed.string], in: folder)
                #expect(outcome.status == 0, "\(name): \(outcome.errors)")
                #expect(outcome.output.count { $0 == UInt8(ascii: "\n") } == count, "\(name)")
            }
            let outcome = try await HostTool("7zz")?.run(["t", "-bd", request.packed.string], in: folder)
            if let outcome { #expect(outcome.text.contains("Files: \(count)"), "\(outcome.text)") }
        }
    }
}
