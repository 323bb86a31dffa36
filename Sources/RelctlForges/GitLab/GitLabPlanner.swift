/// Decides what is left to do at GitLab, and the ways back; pure.
///
/// There are no drafts. The files go into a package that is hidden; the last of them takes the package out of hiding, whole
/// as it is then, and the release that leads to them is made in one step after that.
struct GitLabPlanner: Sendable {
    private let settings: GitLabSettings
    private let request: PublicationRequest

    init(_ settings: GitLabSettings, _ request: PublicationRequest) {
        self.settings = settings
        self.request = request
    }

    private var place: String { "GitLab release `\(request.release.tag)` of `\(settings.project)`" }

    /// What is left to do; nothing if all is there.
    func actions(_ observed: GitLabObservation) throws -> [PublicationAction] {
        try settings.place.requireCommit(observed.commit, request.release)
        let rules = PublicationPlanner.Rules(place: place, subject: request.release.tag)
        let files = settings.notes.files(of: request)
        let actions = try PublicationPlanner(rules).actions(for: request, files: files, observed.state)
            // What has no id gives way to what is sent under its name.
            .filter { $0.verb != .delete || $0.remoteID != nil }
        return observed.state.release == nil ? hiding(actions, observed) : linking(actions, observed)
    }

    /// Says of each file what the package is to be while it comes.
    private func hiding(_ actions: [PublicationAction], _ observed: GitLabObservation) -> [PublicationAction] {
        let uploads = actions.indices.filter { actions[$0].verb == .upload }
        let isShown = observed.package?.isHidden == false
        return actions.indices.map { index in
            guard actions[index].verb == .upload else { return actions[index] }
            var action = actions[index]
            let isLast = index == uploads.last
            action.parameters = ["status": isShown || isLast ? "default" : "hidden"]
            if isLast, !isShown {
                action.parameters?["shows"] = "package"
                action.reason = "and shows the package"
            }
            // Several at once would each try to make it.
            if index == uploads.first, observed.package?.id == nil { action.parameters?["creates"] = "package" }
            return action
        }
    }

    /// Leaves alone what is in the package already and only lacks its link.
    private func linking(_ actions: [PublicationAction], _ observed: GitLabObservation) -> [PublicationAction] {
        actions.map { action in
            guard action.verb == .upload else { return action }
            var action = action
            action.parameters = ["status": "default", "links": "yes"]
            if observed.present.contains(where: { $0.equalsBytewise(action.subject) }) {
                action.verb = .link
                action.size = nil
            }
            return action
        }
    }

    /// A way back.
    func actions(_ retreat: Retreat, _ observed: GitLabObservation) throws -> [PublicationAction] {
        let back = ForgeRetreat(place: place, tag: request.release.tag)
        switch retreat {
        case .abandon:
            guard observed.state.release == nil else { throw back.tooLateToAbandon }
            guard let package = observed.package, let id = package.id else {
                guard observed.state.verdict != .absent else { return [] }
                throw RelctlError(
                    "cannot abandon the \(place): this token does not see the package",
                    code: .noWayBack,
                    hints: ["use the token of a maintainer"]
                )
            }
            guard !package.hasOtherFiles else {
                throw RelctlError(
                    "cannot abandon the \(place): its package has files of others",
                    code: .noWayBack,
                    hints: ["remove the package `\(settings.package)` of this version yourself if it is not needed"]
                )
            }
            return [
                PublicationAction(
                    .deleteDraft,
                    request.release.tag,
                    reason: "the package `\(settings.package)`, to which no release leads",
                    remoteID: id,
                    parameters: ["hidden": package.isHidden ? "yes" : "no"]
                )
            ]
        case .yank(let reason):
            guard observed.state.release != nil else {
                guard observed.state.verdict != .absent else { return [] }
                throw back.tooEarlyToYank
            }
            return back.yank(reason, observed.state, marked: observed.yankMark)
        }
    }
}

extension PublicationAction.Verb {
    /// Leads from a release to a file that is there.
    static let link: Self = "link"
}
