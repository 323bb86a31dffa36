/// Decides what is left to do in a bucket; pure.
struct S3Planner {
    private let request: PublicationRequest
    private let settings: S3Settings

    /// Files that users take for the sign of a whole release.
    static let signs = ["SHA256SUMS", Manifest.fileName]

    /// Plans for a request.
    ///
    /// - Throws: ``RelctlError`` if its options are not as they should be.
    init(_ request: PublicationRequest) throws {
        self.request = request
        settings = try S3Settings(request)
    }

    /// What is left to do to have the release there.
    func actions(_ found: S3Observation) throws -> [PublicationAction] {
        let rules = PublicationPlanner.Rules(
            place: "`\(settings.place)`",
            subject: settings.place,
            publishes: false,
            last: Self.signs
        )
        let state = found.state
        guard found.pointer != .foreign else { throw foreignPointer() }
        if state.verdict == .different, request.replaces { try requireOwn(state) }
        let planned = try PublicationPlanner(rules).actions(for: request, files: request.filesAndNotes, state)
        var actions = leftovers(found) + arranged(planned, found)
        if !actions.contains(where: { $0.verb != .skip && $0.verb != .verify }) { actions = [] }
        if found.pointer == .outdated, let latest = settings.latest {
            actions.append(PublicationAction(.update, latest, reason: "points to \(request.release.version)"))
        }
        return actions
    }

    /// The planner's actions as a bucket wants them: an object takes the place of another in one step, so that none is
    /// removed for that; but while files change, nothing shall say that all is there.
    private func arranged(_ planned: [PublicationAction], _ found: S3Observation) -> [PublicationAction] {
        let uploads = Set(planned.filter { $0.verb == .upload }.map { FilePath($0.subject) })
        let deletions = planned.filter { $0.verb == .delete }
        let extras = deletions.filter { !uploads.contains(FilePath($0.subject)) }
        let signs = deletions.filter { uploads.contains(FilePath($0.subject)) && Self.signs.contains($0.subject) }
        let others = planned.filter { $0.verb != .delete }.map { action in
            guard action.verb == .upload, let id = found.uploads[FilePath(action.subject)] else { return action }
            var action = action
            action.remoteID = id
            action.reason = "goes on where it was cut off"
            return action
        }
        return extras + signs.reversed() + others
    }

    private func leftovers(_ found: S3Observation) -> [PublicationAction] {
        found.leftovers.sortedBytewise(by: \.key).map { id, name in
            PublicationAction(.deleteBroken, name, reason: "an upload that was cut off and leads nowhere", remoteID: id)
        }
    }

    /// Makes sure that nothing is removed but what belongs to a release of this project.
    private func requireOwn(_ state: PublicationState) throws {
        let files = request.filesAndNotes
        let manifest = state.assets.contains { $0.name == Manifest.fileName }
        let strangers = state.assets.filter { asset in !files.contains { $0.name.equalsBytewise(asset.name) } }
        guard state.release?.isOwn == false, manifest || !strangers.isEmpty else { return }
        let reason =
            manifest
            ? "its `\(Manifest.fileName)` is not that of a release of `\(request.release.name)`"
            : "it has no `\(Manifest.fileName)`"
        throw RelctlError(
            "cannot publish to `\(settings.place)`: what is there is not a release of this project: \(reason)",
            code: .publicationExists,
            hints: ["remove it yourself if it is not needed, or choose another `prefix`"],
            causes: strangers.map { RelctlError("`\($0.name)` is there, and not in this release") }
        )
    }

    private func foreignPointer() -> RelctlError {
        RelctlError(
            "cannot publish to `\(settings.place)`: what is in the place of the pointer `\(settings.latest ?? "")` is not "
                + "one of this project",
            code: .publicationExists,
            hints: ["choose another `latest`, or replace it with `--replace`"]
        )
    }

    // MARK: Going back

    /// What is removed of a release that was never whole there: its own files, and uploads that were cut off.
    ///
    /// - Throws: ``RelctlError`` if users can have seen it.
    func abandonment(_ found: S3Observation) throws -> [PublicationAction] {
        let state = found.state
        guard !state.assets.contains(where: { $0.name == Manifest.fileName }) else {
            throw RelctlError(
                "`\(request.name)` keeps the release in `\(settings.place)`: users see it",
                code: .noWayBack,
                hints: ["`relctl yank \(request.release.tag)` tells users not to take it"]
            )
        }
        let cutOff = found.uploads.sortedBytewise(by: \.key.string).map { name, id in
            PublicationAction(.deleteBroken, name.string, reason: "an upload that was cut off", remoteID: id)
        }
        let files = request.filesAndNotes
        let own = state.assets.filter { asset in
            files.contains { $0.name.equalsBytewise(asset.name) && asset.holds($0) }
        }
        // What says that all is there goes first.
        let ordered = own.filter { Self.signs.contains($0.name) } + own.filter { !Self.signs.contains($0.name) }
        return leftovers(found) + cutOff
            + ordered.map { PublicationAction(.delete, $0.name, reason: "never published") }
    }

    /// What tells users not to take a release that is there; nothing where none is.
    func yank(_ found: S3Observation, reason: String) -> [PublicationAction] {
        guard found.state.assets.contains(where: { $0.name == Manifest.fileName }) else { return [] }
        guard found.yankReason != reason else { return [] }
        return [PublicationAction(.yank, YankNotice.fileName, reason: reason)]
    }
}
