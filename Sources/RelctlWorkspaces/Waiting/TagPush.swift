/// What was written down about the push of a tag, and about workflows that were started because the push did not.
package struct TagPush: Sendable {
    /// When the tag was pushed, in seconds since 1970; nothing for just now, or where nobody knows.
    private let time: Int64?
    /// The lines about workflows that were started.
    private let orders: [WorkspaceRecord]
    private let name: String?
    private let journal: WorkspaceJournal?

    /// A push just now, of which nothing is written down.
    package init() { (time, orders, name, journal) = (nil, [], nil, nil) }

    /// What earlier runs wrote down about the push of a repository's tag.
    ///
    /// - Parameters:
    ///   - repository: The repository's name.
    ///   - commit: The commit that is tagged.
    ///   - isNew: Whether it was pushed just now.
    ///   - history: What was written down.
    ///   - journal: Where it is written down what is started from now on.
    init(
        of repository: String,
        at commit: String,
        isNew: Bool,
        _ history: WorkspaceHistory,
        journal: WorkspaceJournal
    ) {
        let pushes = history.lines(about: .push, of: repository).filter { $0.object == commit }
        let waits = history.lines(about: .wait, of: repository).filter { $0.object == commit }
        // Where another machine pushed, it did so before this one first waited.
        time = isNew ? nil : pushes.last?.time ?? waits.first?.time
        orders = history.lines(about: .dispatch, of: repository)
        (name, self.journal) = (repository, journal)
    }

    /// How long ago a workflow should have begun; nothing where it was started by an order that the forge took.
    ///
    /// An order of which nobody knows what became of it counts as the push: the forge may have taken it.
    func age(of workflow: String?, now: Int64) -> Duration? {
        let order = orders.last { $0.object == workflow }
        guard order?.event != .ended else { return nil }
        return .seconds(max(0, now - (order?.time ?? time ?? now)))
    }

    /// Starts a workflow, and writes down that it did.
    func ordering<Value>(_ workflow: String?, _ body: () async throws -> Value) async throws -> Value {
        guard let journal else { return try await body() }
        return try await journal.during(.dispatch, of: name, object: workflow, body)
    }
}
