/// Finds connectors that are programs, in the folder of plugins, then on `PATH`, and parts of libraries, in that folder.
package struct ConnectorSearch: Sendable {
    let settings: PluginSettings
    let project: FilePath
    let effects: Effects

    /// Searches for a project whose configuration has these settings.
    package init(_ settings: PluginSettings, project: FilePath, effects: Effects) {
        self.settings = settings
        self.project = project
        self.effects = effects
    }

    /// The folder of plugins, if there is to be one.
    var folder: FilePath? { settings.directory.map { project.appending($0) } }

    /// Where a connector was looked for in vain, and what of a like name is there, for people.
    package func places(of kind: ExternalConnector.Kind, _ id: String) -> String {
        let like = Nearest.to(id, among: ids(of: kind)).map { "; there is `\(kind.prefix)\($0)`" } ?? ""
        let folder = settings.directory.map { "in `\($0)` and " } ?? ""
        return "looked for `\(kind.prefix)\(id)` \(folder)on PATH\(like)"
    }

    /// The program that is this connector, after it said what it is.
    ///
    /// - Throws: ``RelctlError`` if there is one that must not be run, or that fails to describe itself.
    package func program(_ kind: ExternalConnector.Kind, _ id: String) async throws -> ExternalConnector? {
        guard let path = try path(of: kind.prefix + id) else { return nil }
        return try await described(kind, id, at: path)
    }

    /// All there are: programs in the order of their kinds and ids, then libraries in the order of their names.
    package func all() async throws -> [FoundConnectors] {
        let programs = ExternalConnector.Kind.allCases.flatMap { kind in ids(of: kind).map { (kind, $0) } }
        return try await found(programs) + libraries() + unlistedLibraries()
    }

    /// All that may be of this id: programs of that name, then all libraries that may be loaded.
    ///
    /// What is in a library nobody knows who did not try it. No other program is run.
    package func all(named id: String) async throws -> [FoundConnectors] {
        guard Registry<ExternalConnector>.isIdentifier(id) else { return [] }
        return try await found(ExternalConnector.Kind.allCases.map { ($0, id) }) + libraries()
    }

    /// What the programs are that there are of these, all at once: one may take its time.
    private func found(_ programs: [(ExternalConnector.Kind, String)]) async throws -> [FoundConnectors] {
        try await mapConcurrently(programs, width: effects.processes.availableCores) { kind, id in
            do {
                guard let program = try await program(kind, id) else { return nil }
                return FoundConnectors(name: id, kind: kind, result: .success([program]))
            } catch let error as RelctlError {
                return FoundConnectors(name: id, kind: kind, result: .failure(error))
            }
        }
        .compactMap(\.self)
    }

    /// The ids of all programs of a kind, whether they can be used or not, sorted bytewise.
    package func ids(of kind: ExternalConnector.Kind) -> [String] {
        let folders = [folder].compactMap(\.self) + FilePath.folders(ofSearchPath: searchPath)
        let names = Set(folders.flatMap { (try? effects.files.names(in: $0)) ?? [] })
        return names.filter { $0.hasPrefix(kind.prefix) }.map { String($0.dropFirst(kind.prefix.count)) }
            .filter { Registry<ExternalConnector>.isIdentifier($0) && !$0.hasSuffix(Self.librarySuffix) }.sorted {
                $0.precedesBytewise($1)
            }
    }

    private func path(of name: String) throws -> FilePath? {
        if let own = folder?.appending(name), try effects.files.resolvedStatus(of: own) != nil { return own }
        return effects.files.executable(name, on: searchPath)
    }

    private var searchPath: String { effects.environment["PATH"] ?? "" }

    private func described(_ kind: ExternalConnector.Kind, _ id: String, at path: FilePath) async throws
        -> ExternalConnector
    {
        do {
            let real = try safe(path)
            if settings.allowed == nil { try requireSafeFolders(above: [path, real]) }
            guard let status = try effects.files.status(of: real), status.kind == .file, status.isExecutable else {
                throw RelctlError("it is no file that can be executed", hints: ["`chmod +x` makes a script a program"])
            }
            let digest = try await FileHasher(files: effects.files).summary(of: real).sha256
            if settings.allowed != nil { try requireAllowed(kind.prefix + id, digest) }
            var program = ExternalConnector(
                kind: kind,
                id: id,
                path: real,
                digest: digest,
                library: nil,
                project: project,
                timeout: settings.timeout
            )
            let said = try await program.ask(
                .describe,
                ExternalConnector.NoContent(),
                for: ConnectorDescription.self,
                with: effects
            )
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

    // MARK: What may be used

    /// The file that a path leads to, which nobody but its owner, or their group, can exchange for another.
    ///
    /// - Throws: ``RelctlError`` if anyone can; ``FileSystemError`` if there is none.
    func safe(_ path: FilePath) throws -> FilePath {
        let files = effects.files
        let real = try files.canonicalPath(of: path)
        // In a folder that anyone may write to, anyone may put a link to a file of theirs.
        for (place, what) in [(real, "it"), (real.parent, "its folder"), (path.parent, "its folder")] {
            guard let permissions = try files.resolvedStatus(of: place)?.permissions, permissions & 0o002 != 0 else {
                continue
            }
            throw RelctlError(
                "\(what) may be written by anyone on this machine: mode \(String(permissions, radix: 8))",
                hints: ["`chmod o-w \(ShellWord.quoted(place.string))`"]
            )
        }
        return real
    }

    /// Makes sure that nobody can exchange the folders that a path leads through: where no digest is wanted, the path is
    /// all that a program is known by.
    ///
    /// In a folder such as `/tmp`, whose sticky bit is set, everybody can exchange what is their own alone.
    private func requireSafeFolders(above paths: [FilePath]) throws {
        for path in paths {
            var place = try effects.files.canonicalPath(of: path.parent)
            while place.parent != place {
                place = place.parent
                guard let permissions = try effects.files.resolvedStatus(of: place)?.permissions,
                    permissions & 0o1002 == 0o002
                else { continue }
                throw RelctlError(
                    "the folder `\(place)` above it may be written by anyone on this machine: mode "
                        + String(permissions, radix: 8),
                    hints: ["`chmod o-w \(ShellWord.quoted(place.string))`, or list its digest in `plugins.allow`"]
                )
            }
        }
    }

    /// Makes sure that `plugins.allow` lists a file of this digest.
    func requireAllowed(_ name: String, _ digest: Digest) throws(RelctlError) {
        guard let wanted = settings.allowed?[name] else {
            throw RelctlError(
                "`plugins.allow` does not list it",
                hints: ["add `\"\(name)\": \"sha256:\(digest)\"` once you trust it"]
            )
        }
        guard wanted == digest else {
            throw RelctlError("its digest is sha256:\(digest), and `plugins.allow` says sha256:\(wanted)")
        }
    }
}

/// What was found under one name: a program, or a library with all that it registers.
package struct FoundConnectors: Sendable {
    /// The id of the program's connector, or the name of the library's file.
    package let name: String
    /// What the program is; nothing of a library, which may be several things.
    package let kind: ExternalConnector.Kind?
    /// The connectors, or why there are none.
    package let result: Result<[ExternalConnector], RelctlError>

    /// Why there are none.
    package var failure: RelctlError? { if case .failure(let error) = result { error } else { nil } }
}

extension FilePath {
    /// The folders of a `PATH` that are named whole: what a relative one means depends on where relctl was started.
    package static func folders(ofSearchPath text: String) -> [FilePath] {
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
