/// Looks at a project's files and says what it is, for `relctl init`; it never writes.
package struct ProjectDetector: Sendable {
    let files: any FileSystem
    let folder: FilePath
    private let sources: Registry<any VersionSource>

    /// The largest file that is looked into, in bytes.
    static let sizeLimit = 4 << 20

    /// Looks at the project in `folder`, which should be absolute: its last component may become the project's name.
    ///
    /// Manifests of ecosystems that are not known else are those that `sources` can read.
    package init(
        folder: FilePath,
        files: any FileSystem,
        sources: Registry<any VersionSource> = Registry(kind: "version source")
    ) {
        self.folder = folder
        self.files = files
        self.sources = sources
    }

    /// Says what the project is.
    ///
    /// - Throws: ``RelctlError`` or ``FileSystemError`` if a file that says so cannot be read or parsed.
    package func project() throws -> DetectedProject {
        var project = try detected()
        project.name = Self.fileName(project.name) ?? Self.fileName(folder.lastComponent) ?? "project"
        project.binaries = Self.unique(project.binaries).filter { Self.isUsable($0) }
        if project.binaries.isEmpty { project.build = nil }
        if project.manifests.isEmpty { project.manifests = try manifestsAtTop() }
        if project.repository == nil { project.repository = try remote() }
        project.documents = try documents()
        return project
    }

    /// The files at the top that say a version.
    private func manifestsAtTop() throws -> [DetectedProject.Manifest] {
        let found = try ManifestReader(project: folder, files: files, sources: sources)
            .readings(of: nil)
        let saying = found.filter { if case .version = $0.outcome { true } else { false } }
        guard saying.isEmpty else { return saying.map { .init(file: $0.file.string) } }
        return try exists("VERSION") ? [.init(file: "VERSION")] : []
    }

    /// The first of these wins: what stands further down often only serves what stands above.
    private func detected() throws -> DetectedProject {
        if let text = try text("Cargo.toml") { return try cargo(text) }
        if let text = try text("Package.swift") { return swift(text) }
        if let text = try text("go.mod") { return try go(text) }
        if let text = try text("build.zig") { return try zig(text) }
        if let text = try text("CMakeLists.txt") { return try cmake(text) }
        if let text = try text("package.json") { return try npm(text) }
        return DetectedProject(
            ecosystem: .plain,
            name: folder.lastComponent,
            targets: [
                .init(triple: "x86_64-unknown-linux-gnu", runner: "ubuntu-latest"),
                .init(triple: "aarch64-apple-darwin", runner: "macos-15"),
                .init(triple: "x86_64-pc-windows-msvc", runner: "windows-latest"),
            ]
        )
    }

    /// Documentation that every archive should hold, sorted bytewise.
    private func documents() throws -> [String] {
        try files.names(in: folder).filter { name in
            let isDocument = ["README", "LICENSE", "LICENCE", "COPYING", "NOTICE"].contains {
                name.uppercased().hasPrefix($0)
            }
            let isPlain = !name.contains { "*?[]{}!\\".contains($0) } && TextForm.path.problem(with: name) == nil
            return try isDocument && isPlain && status(name)?.kind == .file
        }
    }

    /// `OWNER/NAME` of the repository that was cloned, where the address of `origin` ends so.
    private func remote() throws -> String? {
        guard let config = try text(".git/config") else { return nil }
        var isOrigin = false
        for line in config.split(whereSeparator: \.isNewline).map({ $0.trimmed }) {
            if line.hasPrefix("[") { isOrigin = line == "[remote \"origin\"]" }
            guard isOrigin, line.hasPrefix("url"), let equals = line.firstIndex(of: "=") else { continue }
            return Self.repository(line[line.index(after: equals)...].trimmed)
        }
        return nil
    }
}

/// What the detectors share.
extension ProjectDetector {
    func status(_ path: String) throws -> FileStatus? { try files.resolvedStatus(of: folder.appending(path)) }

    func exists(_ path: String) throws -> Bool { try status(path)?.kind == .file }

    /// A file's text; nothing where there is no such file.
    func text(_ path: String) throws -> String? {
        guard try exists(path) else { return nil }
        return try files.text(of: folder.appending(path), limit: Self.sizeLimit)
    }

    /// The names in a folder below the project's; none where there is no such folder.
    func names(in path: String) throws -> [String] {
        guard try status(path)?.kind == .folder else { return [] }
        return try files.names(in: folder.appending(path))
    }

    /// A name that the configuration takes, made of `text` by putting `-` for what no file's name may have.
    static func fileName(_ text: String) -> String? {
        let allowed = text.map { character in
            TextForm.fileNameProblem("a\(character)a") == nil ? character : "-"
        }
        let name = String(allowed.drop { "-. ".contains($0) }.reversed().drop { "-. ".contains($0) }.reversed())
        return TextForm.fileNameProblem(name) == nil ? name : nil
    }

    /// Whether a binary's name may stand in the configuration and in its templates.
    static func isUsable(_ name: String) -> Bool {
        TextForm.binaryName.problem(with: name) == nil && !name.contains("{{") && !name.contains("$")
    }

    /// `OWNER/NAME` of an address on a forge, or the address without what only git needs.
    static func repository(_ address: String) -> String? {
        var text = address.trimmed
        for prefix in ["git+", "github:"] where text.hasPrefix(prefix) { text.removeFirst(prefix.count) }
        if text.hasSuffix(".git") { text.removeLast(4) }
        if let match = text.wholeMatch(
            of: /(?:https?:\/\/|ssh:\/\/git@|git@|git:\/\/)github\.com[:\/]([^\/\s]+\/[^\/\s]+)\/?/
        ) {
            return String(match.1)
        }
        return text.isEmpty || text.contains("@") ? nil : text
    }

    static func unique(_ names: [String]) -> [String] {
        var seen: Set<[UInt8]> = []
        return names.filter { seen.insert(Array($0.utf8)).inserted }
    }
}

extension StringProtocol {
    /// This text without white space at its ends.
    var trimmed: String { String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()) }
}

extension String {
    /// This source text without `//` and `/* … */` comments, where it has them outside of double-quoted strings.
    var withoutComments: String {
        var result = ""
        var rest = self[...]
        while let first = rest.first {
            if first == "\"" {
                let string = rest.prefixMatch(of: /"(?:\\.|[^"\\\n])*"?/)?.0 ?? rest.prefix(1)
                result += string
                rest = rest[string.endIndex...]
            } else if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
                result += " "
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
