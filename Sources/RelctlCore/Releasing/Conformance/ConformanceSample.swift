/// A project made for trying connectors: something of every kind to pack, and a release to publish.
struct ConformanceSample: Sendable {
    /// The project's folder.
    let project: FilePath
    /// Where archives go, and the release's files lie.
    var dist: FilePath { project.appending("dist") }
    /// Where temporary files go, which is empty but while something is done.
    let temporary: FilePath
    private let builds: FilePath
    private let effects: Effects

    /// What is released.
    let release: ReleaseIdentity

    private static let target = "x86_64-unknown-linux-gnu"
    private static let timestamp: Int64 = 1_700_000_000

    /// Makes the project in an empty folder.
    init(in folder: FilePath, named name: String, _ effects: Effects) throws {
        (project, temporary) = (folder.appending("project"), folder.appending("temporary"))
        builds = folder.appending("build")
        self.effects = effects
        release = ReleaseIdentity(
            name: name,
            version: try Version("0.0.0-check"),
            tag: "v0.0.0-check",
            commit: String(repeating: "0", count: 40),
            timestamp: Self.timestamp
        )
        let files = effects.files
        for folder in [temporary, project.appending("a folder"), dist, builds.appending(Self.target)] {
            try files.createFolders(folder)
        }
        let program = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &>> 7) }
        try files.write(program, to: builds.appending(Self.target).appending("sample"), permissions: 0o755)
        try files.write("# Sample\n".utf8, to: project.appending("README.md"))
        try files.write("caf\u{e9}\n".utf8, to: project.appending("a folder/caf\u{e9}.txt"))
    }

    /// The plan of an archive by a packager.
    func plan(_ id: String, _ packager: any Packager, level: Int?) throws -> ArchivePlan {
        let target = try TargetTriple(Self.target)
        let program = PlannedEntry.Content.file(source: .binary(name: "sample"), isExecutable: true)
        func entry(_ path: String, _ content: PlannedEntry.Content) throws -> PlannedEntry {
            PlannedEntry(path: try RelativePath(path), content: content)
        }
        func file(_ path: String) throws -> PlannedEntry.Content {
            .file(source: .project(path: try RelativePath(path)), isExecutable: false)
        }
        let tree = [
            try entry("sample", .folder), try entry("sample/README.md", file("README.md")),
            try entry("sample/a folder", .folder),
            try entry("sample/a folder/caf\u{e9}.txt", file("a folder/caf\u{e9}.txt")),
            try entry("sample/bin", .folder), try entry("sample/bin/sample", program),
            try entry("sample/empty", .folder), try entry("sample/run", .link(target: "bin/sample")),
            try entry("sample/setup.sh", .file(source: .text("PATH=$PWD/bin:$PATH\n"), isExecutable: false)),
        ]
        return ArchivePlan(
            name: "sample" + packager.fileExtension,
            format: id,
            target: target,
            compression: packager.compression?.compression(level: level, deflate: Compression.standardDeflate.engine),
            timestamp: Self.timestamp,
            entries: packager.kind == .binary ? [try entry("sample", program)] : tree
        )
    }

    /// How to pack plans into `dist`.
    func packing(_ plans: [ArchivePlan]) -> PackagingExecutor.Request {
        PackagingExecutor.Request(
            plans: plans,
            release: release,
            project: project,
            builds: builds,
            output: dist,
            writesSidecars: false,
            width: 1
        )
    }

    /// Makes the files of the release; what publishers know of them.
    func publication(_ scope: TemplateScope) async throws -> PublicationBasis {
        var registry = Registry<any Packager>(kind: "packager")
        try registry.register(TarGzipPackager(), id: "tar.gz")
        let request = packing([try plan("tar.gz", TarGzipPackager(), level: nil)])
        let quiet = Effects(
            files: effects.files,
            processes: effects.processes,
            events: UnheardEvents(),
            clock: effects.clock,
            environment: [:]
        )
        _ = try await PackagingExecutor().execute(request, packagers: registry, with: quiet)
        try effects.files.write("# Sample\n".utf8, to: dist.appending(ReleaseFolder.notesName))
        var published: [PublishedFile] = []
        for name in try effects.files.names(in: dist) {
            let summary = try await FileHasher(files: effects.files).summary(of: dist.appending(name))
            published.append(PublishedFile(name: name, size: summary.size, sha256: summary.sha256))
        }
        return PublicationBasis(
            release: release,
            scope: scope,
            files: published.filter { $0.name != ReleaseFolder.notesName },
            notes: published.first { $0.name == ReleaseFolder.notesName },
            folder: dist,
            project: project,
            replaces: false
        )
    }

    // MARK: What is there

    /// All that is below the project's folder and among the temporary files, with what each is.
    func state() async throws -> [FilePath: String] {
        var found: [FilePath: String] = [:]
        for folder in [project, temporary] { try await visit(folder, &found) }
        return found
    }

    /// Times tell of nothing: to write the same again changes nothing.
    private func visit(_ path: FilePath, _ found: inout [FilePath: String]) async throws {
        guard let status = try effects.files.status(of: path) else { return }
        var text = "\(status.kind.rawValue) \(status.permissions)"
        switch status.kind {
        case .file: text += " \(try await FileHasher(files: effects.files).summary(of: path).sha256)"
        case .link: text += " \(try effects.files.destination(ofLink: path))"
        case .folder:
            for name in try effects.files.names(in: path) { try await visit(path.appending(name), &found) }
        default: break
        }
        found[path] = text
    }

    /// Whether there are no temporary files.
    var isIdle: Bool { get throws { try effects.files.names(in: temporary).isEmpty } }

    /// What is among the temporary files, and beside what belongs into `dist`, for people.
    func leftovers() throws -> [String] {
        try effects.files.names(in: temporary).map { "it leaves `\($0)` among the temporary files" }
            + effects.files.names(in: dist).filter { $0.hasPrefix(".") }.map { "it leaves `\($0)` in `dist`" }
    }
}

/// Drops all that happens.
private struct UnheardEvents: EventSink {
    func send(_ event: Event) {}
}
