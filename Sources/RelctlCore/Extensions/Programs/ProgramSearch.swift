/// Finds the programs that are connectors: in the folder of plugins, then on `PATH`.
package struct ProgramSearch: Sendable {
    private let settings: PluginSettings
    private let project: FilePath
    private let effects: Effects

    /// Searches for a project whose configuration has these settings.
    package init(_ settings: PluginSettings, project: FilePath, effects: Effects) {
        self.settings = settings
        self.project = project
        self.effects = effects
    }

    /// The folder of plugins, if there is to be one.
    private var folder: FilePath? { settings.directory.map { project.appending($0) } }

    /// Where a connector was looked for in vain, and what of a like name is there, for people.
    func places(of kind: ConnectorProgram.Kind, _ id: String) -> String {
        let like = Nearest.to(id, among: ids(of: kind)).map { "; there is `\(kind.prefix)\($0)`" } ?? ""
        let folder = settings.directory.map { "in `\($0)` and " } ?? ""
        return "looked for `\(kind.prefix)\(id)` \(folder)on PATH\(like)"
    }

    /// The program that is this connector, after it said what it is.
    ///
    /// - Throws: ``RelctlError`` if there is one that must not be run, or that fails to describe itself.
    package func program(_ kind: ConnectorProgram.Kind, _ id: String) async throws -> ConnectorProgram? {
        guard let path = try path(of: kind.prefix + id) else { return nil }
        return try await described(kind, id, at: path)
    }

    /// All programs there are, in the order of their kinds and ids, each with what is wrong with it in place of itself.
    package func all() async throws -> [(kind: ConnectorProgram.Kind, id: String, Result<ConnectorProgram, any Error>)]
    {
        var found: [(kind: ConnectorProgram.Kind, id: String, Result<ConnectorProgram, any Error>)] = []
        for kind in ConnectorProgram.Kind.allCases {
            for id in ids(of: kind) {
                do {
                    guard let program = try await program(kind, id) else { continue }
                    found.append((kind, id, .success(program)))
                } catch let error as RelctlError {
                    found.append((kind, id, .failure(error)))
                }
            }
        }
        return found
    }

    /// The ids of all programs of a kind, whether they can be used or not, sorted bytewise.
    private func ids(of kind: ConnectorProgram.Kind) -> [String] {
        let folders = [folder].compactMap(\.self) + FilePath.folders(ofSearchPath: searchPath)
        let names = Set(folders.flatMap { (try? effects.files.names(in: $0)) ?? [] })
        return names.filter { $0.hasPrefix(kind.prefix) }.map { String($0.dropFirst(kind.prefix.count)) }
            .filter { Registry<ConnectorProgram>.isIdentifier($0) }.sorted { $0.precedesBytewise($1) }
    }

    private func path(of name: String) throws -> FilePath? {
        if let own = folder?.appending(name), try effects.files.resolvedStatus(of: own) != nil { return own }
        return effects.files.executable(name, on: searchPath)
    }

    private var searchPath: String { effects.environment["PATH"] ?? "" }

    private func described(_ kind: ConnectorProgram.Kind, _ id: String, at path: FilePath) async throws
        -> ConnectorProgram
    {
        do {
            let (real, digest) = try await approved(path, kind.prefix + id)
            var program = ConnectorProgram(
                kind: kind,
                id: id,
                path: real,
                digest: digest,
                project: project,
                timeout: settings.timeout
            )
            let said = try await program.ask(.describe, NoContent(), for: ProgramDescription.self, with: effects)
            try said.check(for: kind)
            program.description = said
            return program
        } catch let error as RelctlError {
            throw RelctlError(
                "cannot use the \(kind.rawValue) `\(id)`, which is the program `\(path)`",
                code: .configurationInvalid,
                hints: error.hints,
                causes: [RelctlError(error.message, causes: error.causes)]
            )
        }
    }

    private struct NoContent: Encodable {}

    /// Makes sure that a program is one that may be run.
    private func approved(_ path: FilePath, _ name: String) async throws -> (path: FilePath, Digest) {
        let files = effects.files
        let real = try files.canonicalPath(of: path)
        guard let status = try files.status(of: real), status.kind == .file, status.isExecutable else {
            throw RelctlError("it is no file that can be executed", hints: ["`chmod +x` makes a script a program"])
        }
        // In a folder that anyone may write to, anyone may put a link to a program of theirs.
        for (place, what) in [(real, "it"), (real.parent, "its folder"), (path.parent, "its folder")] {
            guard let permissions = try files.resolvedStatus(of: place)?.permissions, permissions & 0o002 != 0 else {
                continue
            }
            throw RelctlError(
                "\(what) may be written by anyone on this machine: mode \(String(permissions, radix: 8))",
                hints: ["`chmod o-w \(ShellWord.quoted(place.string))`"]
            )
        }
        let digest = try await FileHasher(files: files).summary(of: real).sha256
        guard let allowed = settings.allowed else { return (real, digest) }
        guard let wanted = allowed[name] else {
            throw RelctlError(
                "`plugins.allow` does not list it",
                hints: ["add `\"\(name)\": \"sha256:\(digest)\"` once you trust it"]
            )
        }
        guard wanted == digest else {
            throw RelctlError("its digest is sha256:\(digest), and `plugins.allow` says sha256:\(wanted)")
        }
        return (real, digest)
    }
}

extension Extensions {
    /// Makes those programs known that a configuration means by ids that nobody registered.
    ///
    /// - Parameters:
    ///   - root: The configuration, which is not checked yet.
    ///   - project: The project's folder.
    ///   - effects: The disk, other programs, the environment.
    /// - Throws: ``RelctlError`` if there is such a program, and it cannot be used.
    package mutating func addPrograms(
        wantedBy root: JSONNode,
        project: FilePath,
        effects: Effects
    ) async throws {
        let search = ProgramSearch(PluginSettings(root["plugins"]), project: project, effects: effects)
        let destinations = (root["publish"]?.items ?? []).compactMap { $0["to"] }
        let formats = (root["archive"]?["formats"]?.members ?? []).flatMap { [$0.node] + $0.node.items }
        let wanted =
            Self.unknown(destinations, to: publishers).map { (ConnectorProgram.Kind.publisher, $0) }
            + Self.unknown(formats, to: packagers).map { (.packager, $0) }
        for (kind, (id, place)) in wanted {
            guard let program = try await search.program(kind, id, at: place) else {
                missing[kind.rawValue, default: [:]][id] = search.places(of: kind, id)
                continue
            }
            try add(program)
        }
    }

    /// Whether a connector of this kind and id is registered.
    package func knows(_ kind: ConnectorProgram.Kind, _ id: String) -> Bool {
        switch kind {
        case .publisher: publishers.ids.contains(id)
        case .packager: packagers.ids.contains(id)
        }
    }

    /// Makes a program known as a connector.
    package mutating func add(_ program: ConnectorProgram) throws {
        let origin = ConnectorOrigin.program(program.path, program.digest)
        switch program.kind {
        case .publisher: try publishers.register(ProgramPublisher(program), id: program.id, from: origin)
        case .packager: try packagers.register(ProgramPackager(program), id: program.id, from: origin)
        }
    }

    /// The texts that nobody registered as ids, though they could be some, each with its first place.
    private static func unknown<Connector>(
        _ nodes: [JSONNode],
        to registry: Registry<Connector>
    ) -> [(id: String, place: SourcePlace)] {
        var seen = Set(registry.ids)
        return nodes.compactMap { node in
            guard let id = node.text, Registry<Connector>.isIdentifier(id), seen.insert(id).inserted else { return nil }
            return (id, node.place)
        }
    }
}

extension ProgramSearch {
    fileprivate func program(
        _ kind: ConnectorProgram.Kind,
        _ id: String,
        at place: SourcePlace
    ) async throws -> ConnectorProgram? {
        do { return try await program(kind, id) } catch var error as RelctlError {
            error.place = place
            throw error
        }
    }
}

extension FilePath {
    /// The folders of a `PATH` that are named whole: what a relative one means depends on where relctl was started.
    static func folders(ofSearchPath text: String) -> [FilePath] {
        text.split(separator: ":").filter { $0.hasPrefix("/") }.map { FilePath(String($0)) }
    }
}

extension FileSystem {
    /// The first file of this name that can be executed in the folders of a `PATH`; nothing where there is none.
    package func executable(_ name: String, on searchPath: String) -> FilePath? {
        FilePath.folders(ofSearchPath: searchPath).map { $0.appending(name) }.first { path in
            guard let status = try? resolvedStatus(of: path) else { return false }
            return status.kind == .file && status.isExecutable
        }
    }
}
