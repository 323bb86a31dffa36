import Synchronization

/// History in bulk.
extension GitRepository {
    /// Where a history begins, and what of it is wanted.
    package struct LogRequest: Sendable {
        /// The commits at its end.
        package var tips: [GitRevision]
        /// Commits that are left out with all that they stand on.
        package var excluded: [GitRevision] = []
        /// Whether the shape alone is wanted: names and parents, without authors, times and messages.
        package var isShapeAlone = false
        /// The files and folders, told from the project's folder on, of which commits must touch one; empty for any.
        ///
        /// Every commit that changes one is listed, those too whose change was undone or made twice on lines that were
        /// merged (git's `--full-history`): each is a fact about the folder. A merge is listed if it differs from all
        /// that it merges.
        package var paths: [String] = []

        /// Asks for the history of `tips`.
        package init(
            tips: [GitRevision],
            excluded: [GitRevision] = [],
            isShapeAlone: Bool = false,
            paths: [String] = []
        ) {
            self.tips = tips
            self.excluded = excluded
            self.isShapeAlone = isShapeAlone
            self.paths = paths
        }
    }

    /// The commits of a history, read while git lists them.
    ///
    /// - Throws: ``RelctlError`` if git cannot list them.
    package func log(_ request: LogRequest) async throws -> CommitStore {
        try await log(request, WholeLog()).store
    }

    /// The commits of a history, read while git lists them, until `visitor` has seen enough; with what became of it.
    ///
    /// - Throws: ``RelctlError`` if git cannot list them.
    package func log<Visitor: LogVisitor>(
        _ request: LogRequest,
        _ visitor: Visitor
    ) async throws -> (store: CommitStore, visitor: Visitor) {
        let arguments = try arguments(request)
        let log = RunningLog(visitor)
        let outcome = try await git.run(arguments) { try log.read($0) }
        let (store, visitor, isEnough) = try log.result()
        guard outcome.succeeded || isEnough else { throw git.failure("cannot read the history", arguments, outcome) }
        return (store, visitor)
    }

    /// Whether no commit that HEAD reaches touches a file or folder, told from the project's folder.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func isUntouched(_ path: String) async throws -> Bool {
        let arguments = ["rev-list", "--max-count=1", "--full-history", "HEAD", "--", ":(literal)" + path]
        return try await git.output(of: arguments, "cannot look for commits that touch `\(path)`").isEmpty
    }

    private func arguments(_ request: LogRequest) throws -> [String] {
        var arguments = request.isShapeAlone ? GitLog.shapeArguments : GitLog.arguments
        if !request.paths.isEmpty { arguments.append("--full-history") }
        arguments.append("--end-of-options")
        arguments += try request.tips.map { try $0.expression() }
        arguments += try request.excluded.map { "^" + (try $0.expression()) }
        arguments.append("--")
        // As they are written: no character of a path is a pattern.
        return arguments + request.paths.map { ":(literal)" + $0 }
    }
}

/// Looks at commits while they are read.
package protocol LogVisitor: Sendable {
    /// Looks at a commit that was just listed; whether to go on.
    mutating func visit(_ commit: Int32, in store: CommitStore) -> Bool
}

/// Wants all there is.
private struct WholeLog: LogVisitor {
    func visit(_ commit: Int32, in store: CommitStore) -> Bool { true }
}

/// A history that is being read.
private final class RunningLog<Visitor: LogVisitor>: Sendable {
    private let state: Mutex<State>

    private struct State: Sendable {
        var reader = GitLog.Reader()
        var visitor: Visitor
        var isEnough = false
    }

    init(_ visitor: Visitor) { state = Mutex(State(visitor: visitor)) }

    func read(_ piece: UnsafeRawBufferPointer) throws -> Bool {
        try state.withLock { state in
            let goesOn = try state.reader.read(piece) { state.visitor.visit($0, in: $1) }
            state.isEnough = !goesOn
            return goesOn
        }
    }

    /// What was read, when no more comes.
    func result() throws -> (store: CommitStore, visitor: Visitor, isEnough: Bool) {
        try state.withLock { state in
            if !state.isEnough { try state.reader.finish() }
            return (state.reader.store, state.visitor, state.isEnough)
        }
    }
}
