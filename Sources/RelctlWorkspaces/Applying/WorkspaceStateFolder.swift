/// Where a run of a coordinated release keeps what it knows, so that another can go on: one folder for each version of
/// each workspace, in the user's state folder, never inside a repository.
package struct WorkspaceStateFolder: Sendable {
    /// Everything of one version lies in here.
    package let folder: FilePath
    /// The folder of the workspace, which holds one for each version.
    package let workspace: FilePath
    let files: any FileSystem

    /// What was planned.
    package var planFile: FilePath { folder.appending("plan.json") }
    /// What was begun and ended.
    package var journalFile: FilePath { folder.appending("journal.jsonl") }
    /// How it is being taken back.
    package var rollbackFile: FilePath { folder.appending("rollback.json") }
    /// Who works on the workspace on this machine; of all versions, as they share branches.
    package var lockFile: FilePath { workspace.appending("lock") }

    /// Who has the lock, or had it last.
    var holderFile: FilePath { workspace.appending("holder.json") }

    private static let sizeLimit = 256 << 20

    /// The state of one version of a workspace; nothing need be there yet.
    package init(of workspace: String, _ version: Version, in root: FilePath, files: any FileSystem) {
        self.init(workspace: root.appending(workspace), named: version.description, files)
    }

    private init(workspace: FilePath, named name: String, _ files: any FileSystem) {
        self.workspace = workspace
        self.files = files
        folder = workspace.appending(name)
    }

    /// `relctl/workspaces` in the user's state folder: `XDG_STATE_HOME`, else `~/.local/state`
    /// (XDG Base Directory Specification).
    ///
    /// - Throws: ``RelctlError`` where neither is known.
    package static func root(environment: [String: String]) throws -> FilePath {
        let named = environment["XDG_STATE_HOME"].map { FilePath($0) }
        if let named, named.isAbsolute { return named.appending("relctl/workspaces") }
        guard let home = environment["HOME"].map({ FilePath($0) }), home.isAbsolute else {
            throw RelctlError(
                "cannot tell where the state of releases is kept",
                hints: ["set `XDG_STATE_HOME` or `HOME` to an absolute path"]
            )
        }
        return home.appending(".local/state/relctl/workspaces")
    }

    /// The version that was last worked on; nothing where none is there.
    ///
    /// - Throws: ``FileSystemError`` if the folder cannot be read.
    package static func latest(
        of workspace: String,
        in root: FilePath,
        files: any FileSystem
    ) throws -> WorkspaceStateFolder? {
        var latest: (time: Int64, state: WorkspaceStateFolder)?
        for state in try all(in: root.appending(workspace), files) {
            let time = try state.journal().lastTime ?? 0
            if time >= latest?.time ?? .min { latest = (time, state) }
        }
        return latest?.state
    }

    /// The states of all versions of the workspace of which something was planned.
    func all() throws -> [WorkspaceStateFolder] { try Self.all(in: workspace, files) }

    private static func all(in folder: FilePath, _ files: any FileSystem) throws -> [WorkspaceStateFolder] {
        guard try files.status(of: folder)?.kind == .folder else { return [] }
        return try files.names(in: folder).filter { (try? Version($0)) != nil }
            .map { WorkspaceStateFolder(workspace: folder, named: $0, files) }
            .filter { try files.status(of: $0.planFile)?.kind == .file }
    }

    /// Whether anything was planned here.
    package func isThere() throws -> Bool { try files.status(of: planFile) != nil }

    /// What was planned.
    ///
    /// - Throws: ``FileSystemError`` if there is no plan; ``RelctlError`` if it cannot be read.
    package func plan() throws -> WorkspacePlan {
        let again =
            "`relctl workspace release \(folder.lastComponent)` then plans again and goes on from what is there, "
            + "`relctl workspace apply FILE` by a plan that was saved"
        return try read(planFile, thenSay: again) {
            try WorkspacePlan.read($0, file: planFile)
        }
    }

    /// Keeps a plan, before anything of it is done; what was noted about another one is forgotten.
    package func save(_ plan: WorkspacePlan) throws {
        try keeping {
            try files.createFolders(folder)
            if try isThere() {
                guard try self.plan() != plan else { return }
                try files.removeTree(journalFile)
            }
            try files.write(try plan.text(), to: planFile)
        }
    }

    /// Writes what must be kept before anything is changed.
    func keeping<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as FileSystemError {
            throw RelctlError(
                "cannot keep the state of `\(workspace.lastComponent)` \(folder.lastComponent)",
                hints: ["nothing was changed; make room, or let XDG_STATE_HOME name a folder that you may write to"],
                causes: [error]
            )
        }
    }

    /// What the journal says so far; nothing where there is none.
    package func journal() throws -> WorkspaceHistory {
        guard try files.status(of: journalFile)?.kind == .file else { return WorkspaceHistory(reading: []) }
        return WorkspaceHistory(reading: try files.contents(of: journalFile, limit: Self.sizeLimit))
    }

    /// Who works on the workspace by what is kept here, or did so last; nothing where that cannot be told.
    func holder() -> WorkspaceOperator? {
        (try? files.contents(of: holderFile, limit: 1 << 20)).flatMap { text in
            try? JSONText.decode(WorkspaceOperator.self, from: text, file: holderFile)
        }
    }

    /// The claims that runs on this machine made, of whatever version.
    package func claims() throws -> Set<String> {
        guard try files.status(of: workspace)?.kind == .folder else { return [] }
        let journals = try files.names(in: workspace).filter { (try? Version($0)) != nil }.map {
            try WorkspaceStateFolder(workspace: workspace, named: $0, files).journal()
        }
        return journals.reduce(into: []) { $0.formUnion($1.claims) }
    }

    /// How the version is being taken back; nothing where that was not begun.
    package func rollback() throws -> RollbackPlan? {
        guard try files.status(of: rollbackFile) != nil else { return nil }
        return try read(rollbackFile, thenSay: "`relctl workspace rollback` then plans it again") {
            try JSONText.decode(RollbackPlan.self, from: $0, file: rollbackFile)
        }
    }

    /// Reads a file that relctl wrote, and that may have been damaged since.
    private func read<Value>(_ file: FilePath, thenSay next: String, _ body: ([UInt8]) throws -> Value) throws -> Value
    {
        let text = try files.contents(of: file, limit: Self.sizeLimit)
        do {
            return try body(text)
        } catch var error as RelctlError {
            error.hints.append("remove `\(file)` if it is damaged: \(next)")
            throw error
        }
    }

    /// Keeps how the version is taken back, before anything of it is done.
    package func save(_ rollback: RollbackPlan) throws {
        try keeping {
            try files.createFolders(folder)
            try files.write(try JSONText.pretty(rollback), to: rollbackFile)
        }
    }

    /// Forgets that the version was to be taken back: nothing of it could be.
    package func dropRollback() throws {
        if try files.status(of: rollbackFile) != nil { try files.removeFile(rollbackFile) }
    }

    /// Forgets the version: nothing is left to do, and nothing to take back.
    package func drop() throws {
        // The plan goes first: without it there is no release here, whatever else is left.
        for file in [planFile, rollbackFile, journalFile] where try files.status(of: file) != nil {
            try files.removeFile(file)
        }
        try files.removeTree(folder)
    }
}
