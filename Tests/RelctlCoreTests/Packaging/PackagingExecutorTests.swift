import Synchronization
import TestSupport
import Testing

@testable import RelctlCore

/// From rules to archives on disk, on the real file system.
@Suite struct PackagingExecutorTests {
    static let target = "x86_64-unknown-linux-gnu"

    static func request(_ folder: FilePath, _ plans: [ArchivePlan]) throws -> PackagingExecutor.Request {
        PackagingExecutor.Request(
            plans: plans,
            release: ReleaseIdentity(
                name: "app",
                version: try Version("1.0.0"),
                tag: "v1.0.0",
                commit: String(repeating: "a", count: 40),
                timestamp: 1_700_000_000
            ),
            project: folder.appending("project"),
            builds: folder.appending("build"),
            output: folder.appending("dist"),
            writesSidecars: true,
            width: 2
        )
    }

    static func packagers() throws -> Registry<any Packager> {
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        return extensions.packagers
    }

    /// A project with one program, one file and a link; plans of two archives of it.
    static func prepare(_ folder: FilePath) throws -> [ArchivePlan] {
        let files = LiveFileSystem()
        for name in ["project", "build/\(target)", "dist"] { try files.createFolders(folder.appending(name)) }
        try files.write("read me".utf8, to: folder.appending("project/README.md"))
        try files.write("program".utf8, to: folder.appending("build/\(target)/app"))
        var sample = PlannerSample(
            rules: [.binaries("bin"), .link("run", "bin/app"), .files("README.md"), .environment],
            tree: ["README.md"]
        )
        sample.formats = ["linux": ["tar.gz", "zip"]]
        return try sample.plans()
    }

    @Test func archivesSidecarsAndManifestAgree() async throws {
        try await withScratchFolder { folder in
            let plans = try Self.prepare(folder)
            let manifest = try await PackagingExecutor().execute(
                Self.request(folder, plans),
                packagers: Self.packagers(),
                with: .onDisk()
            )
            let files = LiveFileSystem()
            let dist = folder.appending("dist")
            let names = manifest.artifacts.map(\.name)
            #expect(try files.names(in: dist) == (names + ["manifest.json"]).sorted { $0.precedesBytewise($1) })
            #expect(manifest.artifacts.map(\.kind) == [.archive, .checksum, .archive, .checksum])
            for artifact in manifest.artifacts {
                let bytes = try files.contents(of: dist.appending(artifact.name))
                #expect(Digest(of: bytes) == artifact.sha256)
                #expect(UInt64(bytes.count) == artifact.size)
            }
            let bytes = try files.contents(of: dist.appending("manifest.json"))
            #expect(try JSONText.decode(Manifest.self, from: bytes, file: dist) == manifest)
            let checked = try await #require(HostTool("sha256sum")).run(
                ["-c", "--strict"] + names.filter { $0.hasSuffix(".sha256") },
                in: dist
            )
            #expect(checked.status == 0)
            let listed = try await #require(HostTool("bsdtar", "tar")).run(["-tf", plans[0].name], in: dist)
            #expect(
                listed.text.split(separator: "\n").map { $0.replacing(/\/$/, with: "") }
                    == plans[0].entries.map { Substring($0.path.string) }
            )
        }
    }

    #if os(Linux)
        /// To `String` both names are one; to the file system and in archives they are two.
        @Test(arguments: ["tar.gz", "zip"])
        func twoSpellingsOfOneNameShipAsTwoFiles(_ format: String) async throws {
            try await withScratchFolder { folder in
                let files = LiveFileSystem()
                let names = ["caf\u{e9}", "cafe\u{301}", "\u{301}"]
                for name in ["project", "build", "dist"] { try files.createFolder(folder.appending(name)) }
                for name in names {
                    try files.write(name.utf8, to: folder.appending("project").appending(name))
                    try files.createLink(at: folder.appending("project/to-\(name)"), to: name)
                }
                let place = SourcePlace(file: "relctl.json", line: 1, column: 1)
                let selection = FileSelection(patterns: ["**"], except: [], from: nil, to: nil)
                let rules = [ContentRule(content: .files(selection), place: place)]
                let project = folder.appending("project")
                let plans = try ArchivePlanner().plan(
                    ArchivePlanner.Request(
                        settings: ArchiveSettings(
                            name: try Template("app"),
                            defaultFormats: [format],
                            formats: [:],
                            contents: rules,
                            windowsLinks: .copy,
                            place: place
                        ),
                        timestamp: 0,
                        targets: [try PlannerSample.context(Self.target, [])],
                        tree: try await SourceTree.observe(for: rules, in: project, excluding: [], files: files),
                        packagers: Self.packagers()
                    )
                )
                let manifest = try await PackagingExecutor().execute(
                    Self.request(folder, plans),
                    packagers: Self.packagers(),
                    with: .onDisk()
                )
                var found: [FilePath: Digest] = [:]
                let archive = folder.appending("dist/app.\(format)")
                let damage = try ArchiveReader(files: files).read(archive, format: format) { member in
                    found[FilePath(member.shownName)] = member.sha256
                }
                #expect(damage.isEmpty)
                let wanted = names.map { (FilePath("app/\($0)"), Digest(of: Array($0.utf8))) }
                #expect(found == Dictionary(uniqueKeysWithValues: wanted))
                #expect(manifest.artifacts.first?.contents?.count == 1 + 2 * names.count)
            }
        }
    #endif

    @Test func missingAndEmptyBinariesAreErrorsBeforeAnythingIsWritten() async throws {
        try await withScratchFolder { folder in
            let plans = try Self.prepare(folder)
            let files = LiveFileSystem()
            let program = folder.appending("build/\(Self.target)/app")
            try files.write([], to: program)
            let pack: () async throws -> Manifest = {
                try await PackagingExecutor().execute(
                    Self.request(folder, plans),
                    packagers: Self.packagers(),
                    with: .onDisk()
                )
            }
            var error = try await #require(throws: RelctlError.self) { try await pack() }
            #expect(error.hints == ["run `relctl build` first"])
            #expect(error.description.hasSuffix("cannot pack `\(program)`: it is empty"))
            try files.removeFile(program)
            error = try await #require(throws: RelctlError.self) { try await pack() }
            #expect(error.description.contains("cannot find `app` for \(Self.target)"))
            #expect(try files.names(in: folder.appending("dist")).isEmpty)
        }
    }

    @Test func allArchivesThatFailAreToldAndNoManifestIsWritten() async throws {
        try await withScratchFolder { folder in
            let plans = try Self.prepare(folder)
            try LiveFileSystem().removeFile(folder.appending("project/README.md"))
            let error = try await #require(throws: RelctlError.self) {
                try await PackagingExecutor().execute(
                    Self.request(folder, plans),
                    packagers: Self.packagers(),
                    with: .onDisk()
                )
            }
            #expect(error.message == "cannot pack 2 of 2 archives")
            #expect(error.causes.count == 2)
            #expect(try LiveFileSystem().names(in: folder.appending("dist")).isEmpty)
        }
    }

    @Test func everyFailingCallLeavesOnlyWholeFiles() async throws {
        try await withScratchFolder { folder in
            let plan = try #require(try Self.prepare(folder).first)
            let disk = LiveFileSystem()
            let dist = folder.appending("dist")
            let request = try Self.request(folder, [plan])
            let expected = try await PackagingExecutor().execute(request, packagers: Self.packagers(), with: .onDisk())
            let whole = try disk.contents(of: dist.appending(plan.name))
            for call in 1...500 {
                for name in try disk.names(in: dist) { try disk.removeFile(dist.appending(name)) }
                let files = FaultyFileSystem(failingCall: call)
                let result: Manifest?
                do {
                    result = try await PackagingExecutor().execute(
                        request,
                        packagers: Self.packagers(),
                        with: .onDisk(files: files)
                    )
                } catch {
                    result = nil
                }
                for name in try disk.names(in: dist) where !name.hasPrefix(".") {
                    let bytes = try disk.contents(of: dist.appending(name))
                    if name == plan.name { #expect(bytes == whole) } else { #expect(!bytes.isEmpty) }
                }
                guard files.didFail else {
                    #expect(result == expected)
                    return #expect(call > 10)
                }
            }
            Issue.record("packing never ran out of calls to break")
        }
    }

    /// Waits until it is cancelled, having written something.
    private struct EndlessPackager: Packager {
        let began: @Sendable () -> Void
        let fileExtension = ".tar.gz"

        func package(
            _ request: PackageRequest,
            to output: any WritableFile,
            with effects: Effects
        ) async throws -> PackagedArchive {
            try [UInt8](repeating: 1, count: 10).withUnsafeBytes { try output.write($0) }
            began()
            while true { try await Task.sleep(for: .seconds(60)) }
        }
    }

    @Test func cancellingLeavesNothing() async throws {
        try await withScratchFolder { folder in
            let plans = try Self.prepare(folder)
            let (began, begin) = AsyncStream.makeStream(of: Void.self)
            var packagers = Registry<any Packager>(kind: "packager")
            for id in ["tar.gz", "zip"] { try packagers.register(EndlessPackager { begin.yield() }, id: id) }
            let request = try Self.request(folder, plans)
            let task = Task { [packagers] in
                try await PackagingExecutor().execute(request, packagers: packagers, with: .onDisk())
            }
            for await _ in began { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try LiveFileSystem().names(in: folder.appending("dist")).isEmpty)
        }
    }
}
