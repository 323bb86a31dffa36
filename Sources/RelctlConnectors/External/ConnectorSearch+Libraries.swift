/// Libraries, `relctl-NAME.so`, or `relctl-NAME.dylib` on macOS, in the folder of plugins.
extension ConnectorSearch {
    #if canImport(Darwin)
        /// What the names of libraries end in.
        static let librarySuffix = ".dylib"
    #else
        /// What the names of libraries end in.
        static let librarySuffix = ".so"
    #endif
    /// A library larger than this is none, in bytes.
    private static let sizeLimit = 512 << 20

    /// What libraries register that `plugins.allow` lists, each after a process of its own loaded it, in the order of
    /// their names.
    func libraries() async throws -> [FoundConnectors] {
        try await mapConcurrently(names { settings.allowed?[$0] != nil }, width: effects.processes.availableCores) {
            try await found($0)
        }
    }

    /// Libraries that `plugins.allow` does not list, none of which is ever loaded.
    func unlistedLibraries() async throws -> [FoundConnectors] {
        var found: [FoundConnectors] = []
        for name in names(where: { settings.allowed?[$0] == nil }) { found.append(try await self.found(name)) }
        return found
    }

    private func names(where isMeant: (String) -> Bool) -> [String] {
        guard let folder else { return [] }
        return ((try? effects.files.names(in: folder)) ?? [])
            .filter { $0.hasPrefix("relctl-") && $0.hasSuffix(Self.librarySuffix) && isMeant($0) }
    }

    /// What a library registers, or why it cannot be used.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    private func found(_ name: String) async throws -> FoundConnectors {
        do {
            return FoundConnectors(name: name, kind: nil, result: .success(try await connectors(of: name)))
        } catch let error where !(error is CancellationError) {
            let path = settings.directory.map { FilePath($0).appending(name).string } ?? name
            let reason = error as? RelctlError
            let failure = RelctlError(
                "cannot use the library `\(path)`",
                code: .configurationInvalid,
                hints: reason?.hints ?? [],
                causes: [reason.map { RelctlError($0.message, causes: $0.causes) } ?? RelctlError("\(error)")]
            )
            return FoundConnectors(name: name, kind: nil, result: .failure(failure))
        }
    }

    /// What a library registers, once it is known that it may be loaded, and can be.
    private func connectors(of name: String) async throws -> [ExternalConnector] {
        guard let folder else { return [] }
        let path = try safe(folder.appending(name))
        guard try effects.files.status(of: path)?.kind == .file else { throw RelctlError("it is no regular file") }
        // From here on only these bytes count, whatever happens to the file.
        let bytes = try effects.files.contents(of: path, limit: Self.sizeLimit)
        let digest = Digest(of: bytes)
        try requireAllowed(name, digest)
        try requireLibrary(bytes)
        let library = ExternalConnector.LibraryFile(name: name, bytes: bytes)
        return try await registered(by: library).map { registered in
            let what = "the \(registered.kind.rawValue) `\(registered.id)`"
            guard Registry<ExternalConnector>.isIdentifier(registered.id) else {
                throw RelctlError("it registers \(what), and an id is made of \(Registry<ExternalConnector>.idForm)")
            }
            do { try registered.description.check(for: registered.kind) } catch {
                throw RelctlError("what it says of \(what) makes no sense", causes: [error])
            }
            var connector = ExternalConnector(
                kind: registered.kind,
                id: registered.id,
                path: path,
                digest: digest,
                library: library,
                project: project,
                timeout: settings.timeout
            )
            connector.description = registered.description
            return connector
        }
    }

    /// Makes sure that this machine could load these bytes, as far as their headers tell.
    private func requireLibrary(_ bytes: [UInt8]) throws {
        let found: String
        do {
            let format = try BinaryFormat(size: UInt64(bytes.count)) { offset, count in
                Array(bytes.dropFirst(Int(clamping: offset)).prefix(count))
            }
            let isLoadable = format.slices.contains { slice in
                slice.kind == .sharedLibrary
                    && (TargetTriple.Architecture.own == nil || slice.architecture == TargetTriple.Architecture.own)
            }
            guard !isLoadable else { return }
            found = "\(format)"
        } catch let problem as BinaryFormat.Problem { found = "\(problem)" }
        let processor = TargetTriple.Architecture.own.map { " for \($0)" } ?? ""
        throw RelctlError("it is \(found), and no shared library\(processor)")
    }

    /// What a library registers, as another process finds that loads it: should it crash or hang, so does that.
    private func registered(by library: ExternalConnector.LibraryFile) async throws -> [LibraryTrial.Registered] {
        guard let program = effects.trialProgram else {
            throw RelctlError(
                "there is no relctl here that it could be tried by",
                hints: ["`RelctlCLI.main` makes a program that can load libraries"]
            )
        }
        let patience = ExternalConnector.Question.describe.patience
        // What relctl finds its own libraries by, this one may need too.
        var variables = effects.environment.filter { ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].contains($0.key) }
        // Where a library crashed is no matter of relctl's.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        var request = ProcessRequest(
            arguments: [program.string, LibraryTrial.argument],
            directory: project,
            environment: ExternalConnector.plainVariables(effects).merging(variables) { $1 },
            output: .captured(limit: 1 << 20),
            timeout: patience
        )
        request.input = library.bytes
        let contents = ConnectorAnswer<LibraryTrial.Contents>()
        let output = ConnectorOutput(of: library.name, hiding: [], reading: { try contents.read($0, $1) }) { _ in }
        let outcome = try await effects.processes.run(request) { try output.take($0) }
        do {
            try output.requireAnswer(outcome, within: patience)
            return try contents.get().connectors
        } catch let error as RelctlError {
            if case .exited = outcome.termination { throw error }
            throw RelctlError(
                "another process failed to load it and to have it say what it has",
                hints: ["what takes its time, or may fail, is better done when it is first asked to observe"],
                causes: [RelctlError(error.message)]
            )
        }
    }
}

extension TargetTriple.Architecture {
    /// That of this process; nothing where it is none of these.
    fileprivate static var own: Self? {
        #if arch(x86_64)
            .x86_64
        #elseif arch(arm64)
            .aarch64
        #else
            nil
        #endif
    }
}
