import Synchronization

/// Does what was planned at a forge with drafts: the draft, its files, and the step that shows it.
struct DraftExecutor: Sendable {
    private let request: PublicationRequest
    private let run: PublicationRun
    private let api: any DraftForge

    init(_ api: any DraftForge, _ request: PublicationRequest, in run: PublicationRun) {
        self.api = api
        self.request = request
        self.run = run
    }

    private var release: ReleaseIdentity { request.release }
    private var terms: DraftTerms { api.terms }
    private var forge: String { api.terms.place.forge }

    /// Does what was planned, in that order.
    ///
    /// - Throws: ``RelctlError``, of code `publish.partial` where a draft is left that the next run goes on with.
    func execute(_ actions: [PublicationAction]) async throws {
        let publishing = actions.prefix { $0.verb != .deleteDraft && $0.verb != .yank }
        if !publishing.isEmpty { try await publish(publishing) }
        // Drafts go when the tag has its release: until then another machine may be about to show one of them.
        for action in actions.dropFirst(publishing.count) {
            if action.verb == .yank { try await yank(action) } else { try await deleteDraft(action) }
        }
    }

    private func publish(_ actions: ArraySlice<PublicationAction>) async throws {
        guard let draft = try await draft(for: actions) else { return }
        do {
            let late = try await perform(actions.drop { $0.verb == .createDraft }, on: draft)
            try await removeDoubles(of: draft, among: late)
        } catch let error as RelctlError where draft.draft {
            throw leftover(draft, error)
        }
        if terms.keepsDraft, let address = draft.htmlURL {
            run.effects.events.send(.message(.notice, "the draft waits for someone to publish it: \(address)"))
        }
    }

    /// Does what is done to a release, and returns the drafts that there are when its files are read back.
    private func perform(
        _ actions: ArraySlice<PublicationAction>,
        on draft: ForgeRelease
    ) async throws -> [ForgeRelease] {
        var drafts: [ForgeRelease] = []
        for stage in actions.stages(together: { Self.transfers.contains($0.verb) }) {
            guard let action = stage.first else { continue }
            switch action.verb {
            case .update: try await update(action, draft)
            case .verify:
                async let own = ownDrafts()
                try await verify(action, draft)
                drafts = try await own
            case .publish:
                try await run.readyToAppear()
                try await publish(action, draft)
            case .delete, .deleteBroken, .upload: try await transfer(stage, draft)
            default: throw RelctlError("cannot do `\(action.verb)` at \(forge)")
            }
        }
        return drafts
    }

    private static let transfers: [PublicationAction.Verb] = [.delete, .deleteBroken, .upload]

    /// What failed, and that all that was sent is kept for the next run.
    private func leftover(_ draft: ForgeRelease, _ error: RelctlError) -> RelctlError {
        RelctlError(
            "cannot finish the \(forge) release `\(release.tag)` of `\(terms.place.repository)`",
            code: error.code == .notAuthorized ? .notAuthorized : .partiallyPublished,
            details: draft.htmlURL.map { ["address": $0] } ?? [:],
            hints: [
                "users see nothing of it yet; run the same command again to go on with the draft",
                "or remove the draft: `relctl release --abandon \(ShellWord.quoted(release.tag))`",
            ],
            causes: [error]
        )
    }

    // MARK: The draft

    /// The release that files go to: the one that was found, or a draft made now.
    private func draft(for actions: ArraySlice<PublicationAction>) async throws -> ForgeRelease? {
        if let action = actions.first(where: { $0.verb == .createDraft }) {
            let made = MadeDraft()
            try await run.perform(action) { _ in
                let draft = try await createDraft()
                made.release.withLock { $0 = draft }
                return PublicationRun.Receipt(remoteID: String(draft.id))
            }
            return made.release.withLock(\.self)
        }
        guard let id = actions.lazy.compactMap({ $0.verb == .verify ? $0.remoteID : nil }).first else { return nil }
        guard let found = try await api.release(id) else {
            throw RelctlError(
                "cannot go on with the \(forge) release `\(release.tag)`: it was removed meanwhile",
                hints: ["run the same command again"]
            )
        }
        return found
    }

    /// Makes the draft, and takes one that a lost answer hid for it.
    private func createDraft() async throws -> ForgeRelease {
        var fields = try fields()
        fields.body = ForgeNotes.marked(fields.body ?? "", release)
        fields.draft = true
        var failures = 0
        while true {
            do {
                return try await api.create(fields)
            } catch let error as RelctlError where error.code == .remoteUnavailable || Self.isRefusedAsDouble(error) {
                failures += 1
                // What was made shows up in the list some seconds later.
                for delay in [0, 1, 2] {
                    try await run.effects.clock.sleep(for: .seconds(delay))
                    if let first = try await ownDrafts().min(by: { $0.id < $1.id }) { return first }
                }
                guard failures < CertainUpload.attempts, !Self.isRefusedAsDouble(error) else { throw error }
            } catch var error as RelctlError where error.details["status"] == "404" {
                // The repository was found: forges hide what may not be done.
                error.code = .notAuthorized
                error.hints.append(
                    "the token may read `\(terms.place.repository)`, and must be one that may write to it"
                )
                throw error
            }
        }
    }

    private func ownDrafts() async throws -> [ForgeRelease] {
        try await api.releases().filter {
            $0.draft && $0.tagName.equalsBytewise(release.tag) && ForgeNotes.isMarked($0.body, for: release)
        }
    }

    /// Removes drafts that showed up late: of a creation without an answer, or of a run that was cut off at it.
    private func removeDoubles(of draft: ForgeRelease, among drafts: [ForgeRelease]) async throws {
        for double in drafts where double.id != draft.id {
            try await deleteDraft(
                PublicationAction(.deleteDraft, release.tag, reason: "a double", remoteID: String(double.id))
            )
        }
    }

    /// Gitea takes one release for each tag: an attempt without an answer may have made it.
    private static func isRefusedAsDouble(_ error: RelctlError) -> Bool { error.details["status"] == "409" }

    private func fields() throws -> ReleaseFields {
        ReleaseFields(
            tagName: release.tag,
            targetCommitish: release.commit,
            name: terms.title,
            body: try terms.text(of: request, files: run.effects.files),
            prerelease: release.version.isPrerelease
        )
    }

    private func deleteDraft(_ action: PublicationAction) async throws {
        guard let id = action.remoteID else { return }
        try await run.perform(action) { _ in
            // Someone may have published it since it was looked at.
            guard let found = try await api.release(id) else { return PublicationRun.Receipt(remoteID: id) }
            guard found.draft, ForgeNotes.isMarked(found.body, for: release) else {
                throw RelctlError("cannot remove the draft `\(release.tag)`: it was changed meanwhile")
            }
            try await api.deleteRelease(id)
            return PublicationRun.Receipt(remoteID: id)
        }
    }

    // MARK: Its files

    /// Removes what does not belong there and sends what is missing.
    private func transfer(_ actions: [PublicationAction], _ draft: ForgeRelease) async throws {
        let files = Dictionary(terms.notes.files(of: request).map { ($0.name, $0) }) { first, _ in first }
        try await CertainUpload.forEachName(actions) { action in
            try await transfer(action, files[action.subject], draft)
        }
    }

    private func transfer(
        _ action: PublicationAction,
        _ file: PublishedFile?,
        _ draft: ForgeRelease
    ) async throws {
        try await run.perform(action) { sent in
            guard action.verb == .upload, let file else {
                if let id = action.remoteID { try await api.deleteAsset(id, of: String(draft.id)) }
                return PublicationRun.Receipt(remoteID: action.remoteID)
            }
            let asset = try await upload(file, to: draft, sent)
            return PublicationRun.Receipt(remoteID: String(asset.id), sha256: asset.sha256)
        }
    }

    /// Sends a file until it is there, whole.
    private func upload(
        _ file: PublishedFile,
        to draft: ForgeRelease,
        _ sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> ForgeAsset {
        let path = FilePath(request.folder).appending(try Artifact.validated(file.name))
        return try await CertainUpload(clock: run.effects.clock)(
            send: {
                let asset = try await api.upload(file, from: path, to: draft, sent: sent)
                guard asset.name.equalsBytewise(file.name) else {
                    // It would be called so at every attempt.
                    try await api.deleteAsset(String(asset.id), of: String(draft.id))
                    throw CertainUpload.fault(of: asset.remote, file, at: forge)
                        ?? RelctlError("cannot upload `\(file.name)`")
                }
                return asset
            },
            fault: { CertainUpload.fault(of: $0.remote, file, at: forge) },
            whatIsThere: { try await whatIsThere(of: file, in: draft) }
        )
    }

    /// Looks for a file whose upload had no answer; removes what is there of it if that is not the file.
    private func whatIsThere(
        of file: PublishedFile,
        in draft: ForgeRelease
    ) async throws -> ForgeAsset? {
        for asset in try await api.assets(of: String(draft.id))
        where asset.name.equalsBytewise(file.name) || asset.label?.equalsBytewise(file.name) == true {
            if CertainUpload.fault(of: asset.remote, file, at: forge) == nil, try await digest(of: asset) == file.sha256
            {
                return asset
            }
            try await api.deleteAsset(String(asset.id), of: String(draft.id))
        }
        return nil
    }

    private func digest(of asset: ForgeAsset) async throws -> Digest {
        if let digest = asset.sha256 { return digest }
        return try await api.digest(of: asset)
    }

    // MARK: What users see

    /// Reads back all that is there, and lets nothing pass that is not as it was made.
    private func verify(_ action: PublicationAction, _ draft: ForgeRelease) async throws {
        try await run.perform(action) { _ in
            async let commit = api.commit(ofTag: release.tag)
            var differences = try await differences(in: draft)
            // Between the first look and now a tag may have been pushed.
            try terms.place.requireCommit(try await commit, release)
            // What was taken shows up in the list some seconds later.
            for delay in [1, 2, 4] where !differences.isEmpty {
                try await run.effects.clock.sleep(for: .seconds(delay))
                differences = try await self.differences(in: draft)
            }
            try terms.place.requireNone(differences)
            return PublicationRun.Receipt(remoteID: String(draft.id))
        }
    }

    private func differences(in draft: ForgeRelease) async throws -> [String] {
        let read = try await mapConcurrently(
            api.assets(of: String(draft.id)),
            width: CertainUpload.width
        ) { asset in
            var remote = asset.remote
            if remote.sha256 == nil, remote.isComplete { remote.sha256 = try await digest(of: asset) }
            return remote
        }
        return PublicationPlanner.differences(terms.notes.files(of: request), read)
    }

    private func update(_ action: PublicationAction, _ found: ForgeRelease) async throws {
        try await run.perform(action) { _ in
            var fields = try fields()
            if found.draft { fields.body = ForgeNotes.marked(fields.body ?? "", release) }
            fields.tagName = nil
            fields.targetCommitish = nil
            _ = try await api.change(String(found.id), fields)
            return PublicationRun.Receipt(remoteID: String(found.id))
        }
    }

    /// The one step that shows the release.
    private func publish(_ action: PublicationAction, _ draft: ForgeRelease) async throws {
        try await run.perform(action) { _ in
            var fields = try fields()
            fields.draft = false
            if terms.choosesLatest { fields.makeLatest = action.parameters?["latest"] ?? "false" }
            fields.discussionCategoryName = terms.discussionCategory
            let shown = try await show(draft, fields)
            guard !shown.draft else {
                throw RelctlError("\(forge) still shows the release `\(release.tag)` as a draft")
            }
            if let address = shown.htmlURL {
                run.effects.events.send(.message(.notice, "published \(address)"))
            }
            return PublicationRun.Receipt(remoteID: String(shown.id))
        }
    }

    /// Shows the draft, and looks whether users see it wherever the answer does not tell.
    private func show(_ draft: ForgeRelease, _ fields: ReleaseFields) async throws -> ForgeRelease {
        let id = String(draft.id)
        var attempt = 1
        while true {
            do {
                return try await api.change(id, fields, repeats: .ifUnsent)
            } catch let error as RelctlError where error.code == .remoteUnavailable {
                if let found = try? await api.release(id), !found.draft { return found }
                guard attempt < CertainUpload.attempts else { throw error }
                try await run.effects.clock.sleep(for: .milliseconds(500 << attempt))
                attempt += 1
            } catch var error as RelctlError {
                if error.details["status"] == "404", let category = terms.discussionCategory {
                    error.hints.append("the repository may have no discussion category `\(category)`")
                }
                throw error
            }
        }
    }

    /// Tells users not to take a release that they see.
    private func yank(_ action: PublicationAction) async throws {
        guard let id = action.remoteID, let reason = action.parameters?["reason"] else { return }
        try await run.perform(action) { _ in
            guard let found = try await api.release(id) else {
                throw RelctlError("cannot yank `\(release.tag)`: the release is not there any more")
            }
            let fields = ReleaseFields(
                body: ForgeNotes.yanked(found.body ?? "", reason: reason),
                prerelease: true,
                makeLatest: terms.choosesLatest ? "false" : nil
            )
            _ = try await api.change(id, fields)
            return PublicationRun.Receipt(remoteID: id)
        }
    }
}

/// What a draft's creation gives to what comes after it.
private final class MadeDraft: Sendable {
    let release = Mutex<ForgeRelease?>(nil)
}
