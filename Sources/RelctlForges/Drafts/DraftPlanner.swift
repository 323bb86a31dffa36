/// Decides what is left to do at a forge with drafts, and the ways back; pure.
struct DraftPlanner: Sendable {
    private let terms: DraftTerms
    private let request: PublicationRequest

    init(_ terms: DraftTerms, _ request: PublicationRequest) {
        self.terms = terms
        self.request = request
    }

    /// The files that belong to the release.
    var files: [PublishedFile] { terms.notes.files(of: request) }

    private var rules: PublicationPlanner.Rules {
        PublicationPlanner.Rules(
            place: "\(terms.place.forge) release `\(request.release.tag)` of `\(terms.place.repository)`",
            subject: request.release.tag,
            hasDraft: true,
            publishes: !terms.keepsDraft
        )
    }

    /// What is left to do; nothing if all is there.
    func actions(_ observed: DraftObservation) throws -> [PublicationAction] {
        try terms.place.requireCommit(observed.commit, request.release)
        let actions = try PublicationPlanner(rules).actions(for: request, files: files, observed.state)
        let doubles = observed.doubles.map {
            PublicationAction(.deleteDraft, request.release.tag, reason: "a double", remoteID: $0)
        }
        return actions.map { action in
            guard [.publish, .update].contains(action.verb) else { return action }
            var action = action
            action.remoteID = observed.state.release?.id
            guard terms.choosesLatest else { return action }
            action.parameters = ["latest": "\(observed.isLatest)"]
            if action.verb == .publish, let newer = observed.newer {
                action.reason = "not as the latest: `\(newer)` is newer"
            }
            return action
        } + doubles
    }

    /// A way back.
    func actions(_ retreat: Retreat, _ observed: DraftObservation) throws -> [PublicationAction] {
        guard let release = observed.state.release else { return [] }
        let back = ForgeRetreat(place: rules.place, tag: request.release.tag)
        switch retreat {
        case .abandon:
            let doubles = observed.doubles
            guard !release.isVisible || !doubles.isEmpty else { throw back.tooLateToAbandon }
            guard release.isOwn else { throw back.foreignDraft(release.address) }
            return ((release.isVisible ? [] : [release.id]) + doubles).map {
                PublicationAction(.deleteDraft, request.release.tag, remoteID: $0)
            }
        case .yank(let reason):
            guard release.isVisible else { throw back.tooEarlyToYank }
            return back.yank(reason, observed.state, marked: observed.yankMark)
        }
    }
}

/// The ways back that all forges have.
struct ForgeRetreat: Sendable {
    /// The release, for messages.
    let place: String
    /// Its tag.
    let tag: String

    /// Users may have taken it.
    var tooLateToAbandon: RelctlError {
        RelctlError(
            "cannot abandon the \(place): users see it",
            code: .noWayBack,
            hints: ["`relctl yank \(ShellWord.quoted(tag))` tells them not to take it"]
        )
    }

    /// A draft that may be somebody's work.
    func foreignDraft(_ address: String?) -> RelctlError {
        RelctlError(
            "cannot abandon the \(place): its draft was not made by relctl for this release",
            code: .noWayBack,
            hints: ["remove it yourself if it is not needed" + (address.map { ": \($0)" } ?? "")]
        )
    }

    /// Nobody needs to be told.
    var tooEarlyToYank: RelctlError {
        RelctlError(
            "cannot yank the \(place): users do not see it",
            code: .noWayBack,
            hints: ["`relctl release --abandon \(ShellWord.quoted(tag))` removes what was sent"]
        )
    }

    /// Puts a notice on top of the text of a release, unless this one is there.
    ///
    /// - Parameters:
    ///   - reason: What users are told.
    ///   - state: What is there.
    ///   - mark: The mark of the notice that is there.
    /// - Returns: The action; none if the notice is there.
    func yank(_ reason: String, _ state: PublicationState, marked mark: String?) -> [PublicationAction] {
        guard let id = state.release?.id, mark != ForgeNotes.yankMark(reason) else { return [] }
        return [
            PublicationAction(.yank, tag, reason: reason, remoteID: id, parameters: ["reason": reason])
        ]
    }
}
