import RelctlArchives
import TestSupport
import Testing

@testable import RelctlConnectors
@testable import RelctlPackaging

@Suite struct ArchiveInteroperationTests {
    /// How a program unpacks an archive into its working folder.
    struct Extractor: Sendable, CustomTestStringConvertible {
        let tool: String
        let arguments: [String]
        let format: String
        var testDescription: String { "\(tool) \(format)" }

        static let tarInPython = """
            import tarfile, sys
            with tarfile.open(sys.argv[1]) as archive:
                for member in archive:
                    assert (member.uid, member.gid, member.uname, member.gname) == (0, 0, "", ""), member.name
                    assert member.mtime == 1709210096, member.name
                archive.extractall(filter="fully_trusted") if hasattr(tarfile, "data_filter") else archive.extractall()
            """

        /// `zipfile` knows neither modes nor links when it extracts, so both are taken from what it read.
        static let zipInPython = """
            import zipfile, sys, os, stat
            with zipfile.ZipFile(sys.argv[1]) as archive:
                assert archive.testzip() is None
                for info in archive.infolist():
                    mode = info.external_attr >> 16
                    assert info.date_time == (2024, 2, 29, 12, 34, 56), info.date_time
                    if stat.S_ISDIR(mode): os.makedirs(info.filename, exist_ok=True)
                    os.makedirs(os.path.dirname(info.filename.rstrip("/")) or ".", exist_ok=True)
                    if stat.S_ISLNK(mode): os.symlink(archive.read(info).decode(), info.filename)
                    elif stat.S_ISREG(mode):
                        open(info.filename, "wb").write(archive.read(info)); os.chmod(info.filename, mode & 0o7777)
            """

        static let all = [
            Extractor(tool: "tar", arguments: ["-xzpf"], format: "tar.gz"),
            Extractor(tool: "bsdtar", arguments: ["-xpf"], format: "tar.gz"),
            Extractor(tool: "python3", arguments: ["-c", tarInPython], format: "tar.gz"),
            Extractor(tool: "tar", arguments: ["-xpf"], format: "tar"),
            Extractor(tool: "bsdtar", arguments: ["-xpf"], format: "tar"),
            Extractor(tool: "python3", arguments: ["-c", tarInPython], format: "tar"),
            Extractor(tool: "tar", arguments: ["-xJpf"], format: "tar.xz"),
            Extractor(tool: "bsdtar", arguments: ["-xpf"], format: "tar.xz"),
            Extractor(tool: "python3", arguments: ["-c", tarInPython], format: "tar.xz"),
            Extractor(tool: "tar", arguments: ["--zstd", "-xpf"], format: "tar.zst"),
            Extractor(tool: "bsdtar", arguments: ["-xpf"], format: "tar.zst"),
            Extractor(tool: "bsdtar", arguments: ["-xpf"], format: "zip"),
            Extractor(tool: "unzip", arguments: ["-q", "-^"], format: "zip"),
            Extractor(tool: "7zz", arguments: ["x", "-bd", "-snld"], format: "zip"),
            Extractor(tool: "python3", arguments: ["-c", zipInPython], format: "zip"),
        ].filter { HostTool($0.tool) != nil }
    }

    /// The sample in each format, packed once: to read it takes others far less time.
    private actor Packed {
        private var formats: [String: Task<(bytes: [UInt8], PackagedArchive, [String: [UInt8]]), any Error>] = [:]

        func archive(
            _ format: String,
            in folder: FilePath
        ) async throws -> (FilePath, PackagedArchive, [String: [UInt8]]) {
            let task = formats[format] ?? Task { try await Self.packed(format) }
            formats[format] = task
            let (bytes, packaged, contents) = try await task.value
            let path = folder.appending("sample.\(format)")
            try LiveFileSystem().write(bytes, to: path)
            return (path, packaged, contents)
        }

        private static func packed(_ format: String) async throws -> ([UInt8], PackagedArchive, [String: [UInt8]]) {
            try await withScratchFolder { scratch in
                let target = try TargetTriple("x86_64-unknown-linux-musl")
                let sample = try SampleArchive(in: scratch, format: format, target: target)
                let (path, packaged) = try await ArchiveInteroperationTests.pack(sample, into: scratch)
                return (try LiveFileSystem().contents(of: path), packaged, sample.contents)
            }
        }
    }

    private static let packed = Packed()

    static func pack(_ sample: SampleArchive, into folder: FilePath) async throws -> (FilePath, PackagedArchive) {
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        let packager = try extensions.packagers.connector(sample.request.archive.format)
        let path = folder.appending(sample.request.archive.name)
        let output = try LiveFileSystem().create(path, permissions: 0o644)
        let packaged = try await packager.package(sample.request, to: output, with: .onDisk())
        try output.close()
        return (path, packaged)
    }

    @Test(arguments: Extractor.all)
    func othersUnpackWhatWasPacked(_ extractor: Extractor) async throws {
        try await withScratchFolder { scratch in
            let files = LiveFileSystem()
            let (archive, packaged, contents) = try await Self.packed.archive(extractor.format, in: scratch)
            let folder = scratch.appending("unpacked")
            try files.createFolder(folder)
            let tool = try #require(HostTool(extractor.tool))
            let outcome = try await tool.run(extractor.arguments + [archive.string], in: folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try Self.tree(folder, files).map(\.string) == packaged.contents.map(\.path.string).sorted())
            for entry in packaged.contents {
                let path = folder.appending(entry.path)
                let status = try #require(try files.status(of: path), "\(entry.path)")
                #expect(status.kind.rawValue == entry.kind.rawValue)
                if entry.kind == .link { #expect(try files.destination(ofLink: path) == entry.target) }
                guard entry.kind == .file else { continue }
                #expect(status.permissions == entry.mode, "\(entry.path)")
                #expect(try files.contents(of: path) == contents[entry.path.string], "\(entry.path)")
                #expect(entry.size == status.size)
            }
        }
    }

    /// All paths below `folder`, sorted.
    private static func tree(_ folder: FilePath, _ files: any FileSystem) throws -> [FilePath] {
        func below(_ path: String) throws -> [String] {
            try files.names(in: folder.appending(path)).flatMap { name -> [String] in
                let inner = path.isEmpty ? name : "\(path)/\(name)"
                let isFolder = try files.status(of: folder.appending(inner))?.kind == .folder
                return [inner] + (isFolder ? try below(inner) : [])
            }
        }
        return try below("").sorted().map { FilePath($0) }
    }

    static let formats = ["tar", "tar.gz", "tar.xz", "tar.zst", "zip"]

    @Test(arguments: formats, [("bsdtar", ["-tf"]), ("tar", ["-tf"]), ("unzip", ["-tq"]), ("7zz", ["t"])])
    func othersListWithoutComplaint(_ format: String, _ lister: (tool: String, arguments: [String])) async throws {
        let reads = format == "zip" ? lister.tool != "tar" : lister.tool == "tar" || lister.tool == "bsdtar"
        guard reads, let tool = HostTool(lister.tool) else { return }
        try await withScratchFolder { scratch in
            let (archive, _, _) = try await Self.packed.archive(format, in: scratch)
            let outcome = try await tool.run(lister.arguments + [archive.string], in: scratch)
            #expect(outcome.status == 0)
            #expect(outcome.errors.isEmpty)
        }
    }

    @Test(arguments: formats)
    func theSameInputGivesTheSameBytesAnywhere(_ format: String) async throws {
        try await withScratchFolder { scratch in
            let files = LiveFileSystem()
            let target = try TargetTriple("x86_64-unknown-linux-musl")
            var digests: Set<Digest> = []
            for name in ["one", "other"] {
                let folder = scratch.appending(name)
                try files.createFolder(folder)
                let (archive, packaged) = try await Self.pack(
                    SampleArchive(in: folder, format: format, target: target),
                    into: folder
                )
                let summary = try await FileHasher(files: files).summary(of: archive)
                #expect(summary.sha256 == packaged.sha256)
                #expect(summary.size == packaged.size)
                digests.insert(packaged.sha256)
            }
            #expect(digests.count == 1)
        }
    }
}
