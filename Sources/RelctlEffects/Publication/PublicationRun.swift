/// One publication that is being made: what it may touch the world through, and whom it tells of each action.
public struct PublicationRun: Sendable {
    /// The world.
    public let effects: Effects
    /// What tells this publication from others of the run: its `name`, else its publisher's id.
    public let name: String
    private let progress: TransferProgress?
    private let appearance: @Sendable () async throws -> Void

    /// Describes a run; `appearance` returns when this publication may be seen.
    package init(
        name: String,
        effects: Effects,
        progress: TransferProgress? = nil,
        appearance: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.name = name
        self.effects = effects
        self.progress = progress
        self.appearance = appearance
    }

    /// What came of an action.
    public struct Receipt: Sendable, Hashable {
        /// The remote's id of what it was done to.
        public var remoteID: String?
        /// The digest of what is there now.
        public var sha256: Digest?

        /// Describes what came of an action.
        public init(remoteID: String? = nil, sha256: Digest? = nil) {
            self.remoteID = remoteID
            self.sha256 = sha256
        }
    }

    /// Does an action: shows it, and has the journal hold its beginning and its end.
    ///
    /// - Parameters:
    ///   - action: What is done.
    ///   - body: Does it and confirms it; it is handed what to call with the number of bytes sent so far.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    @discardableResult
    public func perform(
        _ action: PublicationAction,
        _ body: (_ sent: @escaping @Sendable (UInt64) -> Void) async throws -> Receipt
    ) async throws -> Receipt {
        let id = "publish/\(name)/\(action.verb)/\(action.subject)"
        let activity = Activity(
            id: id,
            title: "\(name): \(action.verb) \(action.subject)",
            total: action.size.map { Int64(clamping: $0) },
            unit: action.size == nil ? .items : .bytes
        )
        let events = effects.events
        func record(_ phase: JournalEntry.Phase, _ receipt: Receipt = Receipt()) {
            events.send(.recorded(JournalEntry(phase, of: action, in: name, receipt)))
        }
        record(.began)
        return try await events.during(activity) {
            do {
                let receipt = try await body { [progress] sent in
                    events.send(.advanced(id, completed: Int64(clamping: sent)))
                    progress?.advance(id, to: sent)
                }
                progress?.advance(id, to: action.size ?? 0)
                record(.finished, receipt)
                return receipt
            } catch {
                record(.failed)
                throw error
            }
        }
    }

    /// Returns when what was prepared may be seen by users.
    ///
    /// What can be taken back may be seen at once. What cannot waits until all that does not come after it is published
    /// or likewise ready.
    ///
    /// - Throws: ``RelctlError`` if another place failed, so that this one stays unseen until the next run.
    public func readyToAppear() async throws { try await appearance() }
}

extension JournalEntry {
    /// Describes where an action stands.
    init(
        _ phase: Phase,
        of action: PublicationAction,
        in publication: String,
        _ receipt: PublicationRun.Receipt
    ) {
        self.init(
            phase: phase,
            publication: publication,
            verb: action.verb,
            subject: action.subject,
            remoteID: receipt.remoteID ?? action.remoteID,
            sha256: receipt.sha256
        )
    }
}
