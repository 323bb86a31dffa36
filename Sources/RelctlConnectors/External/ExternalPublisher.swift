/// Publishes through a connector that is a program or a part of a library.
///
/// The connector is asked to do one action at a time, so that each has its own entry in the journal; what it says to have
/// done is looked at again by its own `observe`.
package struct ExternalPublisher: Publisher {
    private let connector: ExternalConnector

    package init(_ connector: ExternalConnector) { self.connector = connector }

    private var said: ConnectorDescription { connector.description }

    package var keys: [ConfigurationKey] { said.keys }
    package var isReversible: Bool { said.isReversible }
    package var takesSnapshots: Bool { said.takesSnapshots }

    package func secretNames(_ options: [String: ConfigurationValue]) -> [String] { said.secrets }

    // MARK: What is asked, and answered

    private struct Question: Encodable {
        var request: PublicationRequest
        var observed: ExternalObservation.Report?
        var action: PublicationAction?
    }

    private struct Actions: Codable { var actions: [PublicationAction] }

    private struct Receipt: Decodable {
        var remoteID: String?
        var sha256: Digest?
    }

    // MARK: Publishing

    package func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
        guard said.hasPreflight else { return [] }
        let answer = try await connector.ask(
            .preflight,
            Question(request: request),
            for: ConnectorProblems.self,
            with: effects
        )
        return answer.findings(code: "publish.\(connector.id)")
    }

    package func observe(_ request: PublicationRequest, with effects: Effects) async throws -> ExternalObservation {
        var observation = try await look(request, effects)
        let state = observation.state
        // Planning itself is pure and waits for no connector: what would be done is asked for here.
        let isWanted = state.verdict == .different ? request.replaces : [.absent, .partial].contains(state.verdict)
        // Without files, it is only asked for the way back.
        if isWanted, !request.files.isEmpty {
            let question = Question(request: request, observed: observation.report)
            let answer = try await connector.ask(.plan, question, for: Actions.self, with: effects)
            try check(answer.actions, for: state.verdict)
            observation.planned = answer.actions
        }
        return observation
    }

    private func look(_ request: PublicationRequest, _ effects: Effects) async throws -> ExternalObservation {
        ExternalObservation(
            try await connector.ask(
                .observe,
                Question(request: request),
                for: ExternalObservation.Report.self,
                with: effects
            )
        )
    }

    /// Makes sure that a plan can be carried out, and does something about what is not there.
    private func check(_ actions: [PublicationAction], for verdict: PublicationState.Verdict) throws {
        let subjects = actions.map { "\($0.verb) \($0.subject)" }
        if let twice = subjects.first(where: { subject in subjects.count { $0 == subject } > 1 }) {
            throw RelctlError("`\(connector.name)` plans to \(HTTPResponse.line(twice)) twice")
        }
        if let retreat = actions.first(where: Self.isRetreat) {
            throw RelctlError("`\(connector.name)` plans to \(retreat.verb), which nobody asked for")
        }
        guard actions.allSatisfy({ $0.verb == .skip }) else { return }
        throw RelctlError(
            "`\(connector.name)` finds what is there \(verdict.rawValue), and plans nothing to change that"
        )
    }

    private static func isRetreat(_ action: PublicationAction) -> Bool {
        action.verb == .yank || action.verb == .deleteDraft
    }

    package func plan(_ request: PublicationRequest, observed observation: ExternalObservation) throws
        -> [PublicationAction]
    {
        let observed = observation.state
        if observed.verdict == .unknown {
            throw RelctlError(
                "`\(connector.name)` cannot see what is there",
                code: .remoteUnavailable,
                causes: observed.remarks.map { RelctlError(HTTPResponse.line($0)) }
            )
        }
        if observed.verdict == .different, !request.replaces {
            throw RelctlError(
                "`\(request.name)` has another release of `\(request.release.tag)`",
                code: .publicationExists,
                hints: ["`--replace` puts this one in its place, if `\(connector.name)` can"],
                causes: observed.remarks.map { RelctlError(HTTPResponse.line($0)) }
            )
        }
        return observation.planned
    }

    package func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: ExternalObservation
    ) throws -> [PublicationAction] {
        guard observed.state.verdict != .absent else { return [] }
        let (way, action): (ConnectorDescription.Way, PublicationAction) =
            switch retreat {
            case .abandon: (.abandon, PublicationAction(.deleteDraft, request.release.tag))
            case .yank(let reason): (.yank, PublicationAction(.yank, request.release.tag, reason: reason))
            }
        guard said.retreats.contains(way) else {
            throw RelctlError("`\(request.name)` cannot take back what is there", code: .noWayBack)
        }
        return retreat != .abandon && observed.state.isYanked ? [] : [action]
    }

    package func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        // What the connector does not say otherwise, users may see at once.
        let seen = actions.firstIndex { $0.verb == .publish } ?? 0
        for (index, action) in actions.enumerated() {
            if index == seen { try await run.readyToAppear() }
            do { try await perform(action, request, run) } catch let error as RelctlError {
                guard try await isBegun(index, action, request, run.effects) else { throw error }
                throw unfinished(request, [error])
            }
        }
        try await confirm(actions, request, run.effects)
    }

    /// Whether something is at the remote though an action failed: those before it were done, or it has done a part.
    private func isBegun(
        _ index: Int,
        _ action: PublicationAction,
        _ request: PublicationRequest,
        _ effects: Effects
    ) async throws -> Bool {
        guard index == 0, !Self.isRetreat(action) else { return index > 0 }
        do {
            return [.partial, .identical].contains(try await look(request, effects).state.verdict)
        } catch is RelctlError {
            // Why it cannot be seen matters less than what went wrong before.
            return false
        }
    }

    private func perform(
        _ action: PublicationAction,
        _ request: PublicationRequest,
        _ run: PublicationRun
    ) async throws {
        try await run.perform(action) { sent in
            let receipt = try await connector.ask(
                .execute,
                Question(request: request, action: action),
                for: Receipt.self,
                with: run.effects,
                advance: sent
            )
            return PublicationRun.Receipt(remoteID: receipt.remoteID, sha256: receipt.sha256)
        }
    }

    /// Looks whether all is there that was to be, or gone.
    private func confirm(
        _ actions: [PublicationAction],
        _ request: PublicationRequest,
        _ effects: Effects
    ) async throws {
        guard let last = actions.last else { return }
        let state = try await look(request, effects).state
        let isDone =
            switch last.verb {
            case .yank: state.isYanked
            case .deleteDraft: state.verdict == .absent
            default: state.verdict == .identical
            }
        guard !isDone else { return }
        let finding = RelctlError(
            "`\(connector.name)` says that all is done, but finds what is there \(state.verdict.rawValue)",
            causes: state.remarks.map { RelctlError(HTTPResponse.line($0)) }
        )
        throw Self.isRetreat(last) ? finding : unfinished(request, [finding])
    }

    private func unfinished(_ request: PublicationRequest, _ causes: [RelctlError]) -> RelctlError {
        RelctlError(
            "cannot publish all of the release to `\(request.name)`",
            code: .partiallyPublished,
            hints: ["run the same command again to go on; what is there is left alone"],
            causes: causes
        )
    }
}
