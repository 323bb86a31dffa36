import Synchronization

/// One publication to GitHub: the draft, its files, and the step that shows it.
struct GitHubTransfer: Sendable {
    private let settings: GitHubSettings
    private let request: PublicationRequest
    private let run: PublicationRun
    private let api: GitHubAPI

    init(_ settings: GitHubSettings, _ request: PublicationRequest, in run: PublicationRun) {
        self.settings = settings
        self.request = request
        self.run = run
        api = GitHubAPI(settings, with: run.effects)
    }

    private var release: ReleaseIdentity { request.release }

    /// Does what was planned.
    ///
    /// - Throws: ``RelctlError``, of code `publish.partial` where a draft is left that the next run goes on with.
    func execute(_ actions: [PublicationAction]) async throws {
        for action in actions where action.verb == .deleteDraft { try await deleteDraft(action) }
        for action in actions where action.verb == .yank { try await yank(action) }
        let rest = actions.filter { ![.deleteDraft, .yank].contains($0.verb) }
        guard !rest.isEmpty else { return }
        guard let draft = try await draft(for: rest) else { return }
        do {
            try await fill(draft, rest)
            for action in rest where action.verb == .update { try await update(action, draft) }
            for action in rest where action.verb == .verify { try await verify(action, draft) }
            for action in rest where action.verb == .publish {
                try await run.readyToAppear()
                try await publish(action, draft)
            }
        } catch let error as RelctlError where draft.draft {
            throw leftover(draft, error)
        }
        if settings.keepsDraft, let address = draft.htmlURL {
            run.effects.events.send(.message(.notice, "the draft waits for someone to publish it: \(address)"))
        }
    }

    /// What failed, and that all that was sent is kept for the next run.
    private func leftover(_ draft: GitHubRecords.Release, _ error: RelctlError) -> RelctlError {
        RelctlError(
            "cannot finish the GitHub release `\(release.tag)` of `\(settings.repository)`",
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
    private func draft(for actions: [PublicationAction]) async throws -> GitHubRecords.Release? {
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
                "cannot go on with the GitHub release `\(release.tag)`: it was removed meanwhile",
                hints: ["run the same command again"]
            )
        }
        return found
    }

    /// Makes the draft, and takes one that a lost answer hid for it.
    private func createDraft() async throws -> GitHubRecords.Release {
        var fields = try fields()
        fields.body = GitHubBody.marked(fields.body ?? "", release)
        fields.draft = true
        var failures = 0
        while true {
            do {
                return try await api.create(fields)
            } catch let error as RelctlError where error.code == .remoteUnavailable {
                failures += 1
                // What was made shows up in the list some seconds later.
                for delay in [0, 1, 2] {
                    try await run.effects.clock.sleep(for: .seconds(delay))
                    let own = try await api.releases().filter {
                        $0.draft && $0.tagName == release.tag && GitHubBody.isMarked($0.body, for: release)
                    }
                    if let first = own.min(by: { $0.id < $1.id }) { return first }
                }
                guard failures < Self.attempts else { throw error }
            }
        }
    }

    private func fields() throws -> ReleaseFields {
        ReleaseFields(
            tagName: release.tag,
            targetCommitish: release.commit,
            name: settings.title,
            body: try GitHubBody.text(of: request, settings, files: run.effects.files),
            prerelease: release.version.isPrerelease
        )
    }

    private func deleteDraft(_ action: PublicationAction) async throws {
        guard let id = action.remoteID else { return }
        try await run.perform(action) { _ in
            // Someone may have published it since it was looked at.
            guard let found = try await api.release(id) else { return PublicationRun.Receipt(remoteID: id) }
            guard found.draft, GitHubBody.isMarked(found.body, for: release) else {
                throw RelctlError("cannot remove the draft `\(release.tag)`: it was changed meanwhile")
            }
            try await api.deleteRelease(id)
            return PublicationRun.Receipt(remoteID: id)
        }
    }

    // MARK: Its files

    /// How often an upload is begun anew at most.
    private static let attempts = 5
    /// How many files are sent at once.
    private static let width = 8

    /// Removes what does not belong there and sends what is missing, all that concerns one name in one task.
    private func fill(_ draft: GitHubRecords.Release, _ actions: [PublicationAction]) async throws {
        let transfers = actions.filter { [.delete, .deleteBroken, .upload].contains($0.verb) }
        var names: [String] = []
        var byName: [String: [PublicationAction]] = [:]
        for action in transfers {
            if byName[action.subject] == nil { names.append(action.subject) }
            byName[action.subject, default: []].append(action)
        }
        let files = Dictionary(GitHubBody.files(of: request).map { ($0.name, $0) }) { first, _ in first }
        let failures = try await mapConcurrently(names.map { byName[$0] ?? [] }, width: Self.width) { actions in
            do {
                for action in actions { try await transfer(action, files[action.subject], draft) }
                return nil as RelctlError?
            } catch let error as RelctlError where error.code != .notAuthorized {
                return error
            }
        }.compactMap(\.self)
        try RelctlError.throwAll(failures, "cannot send \(failures.count) files")
    }

    private func transfer(
        _ action: PublicationAction,
        _ file: PublishedFile?,
        _ draft: GitHubRecords.Release
    ) async throws {
        try await run.perform(action) { sent in
            guard action.verb == .upload, let file else {
                if let id = action.remoteID { try await api.deleteAsset(id) }
                return PublicationRun.Receipt(remoteID: action.remoteID)
            }
            let asset = try await upload(file, to: draft, sent)
            return PublicationRun.Receipt(remoteID: String(asset.id), sha256: asset.sha256)
        }
    }

    /// Sends a file until it is there, whole.
    private func upload(
        _ file: PublishedFile,
        to draft: GitHubRecords.Release,
        _ sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> GitHubRecords.Asset {
        let path = FilePath(request.folder).appending(try Artifact.validated(file.name))
        var attempt = 1
        while true {
            let failure: RelctlError
            do {
                let asset = try await api.upload(file, from: path, to: draft.uploadURL, sent: sent)
                guard let fault = fault(of: asset, file) else {
                    return asset
                }
                failure = fault
            } catch let uncertain as GitHubAPI.UploadFailure {
                failure = uncertain.error
            } catch let error as RelctlError where error.code == .remoteUnavailable {
                failure = error
            }
            if let there = try await whatIsThere(of: file, in: draft) { return there }
            guard attempt < Self.attempts else { throw failure }
            try await run.effects.clock.sleep(for: .milliseconds(500 << attempt))
            attempt += 1
        }
    }

    /// What is wrong with a file as GitHub says that it took it.
    private func fault(of asset: GitHubRecords.Asset, _ file: PublishedFile) -> RelctlError? {
        let reason: String? =
            if !asset.name.equalsBytewise(file.name) {
                "GitHub calls it `\(asset.name)`"
            } else if asset.state != "uploaded" {
                "GitHub says that it is not whole"
            } else if asset.size != file.size {
                "GitHub has \(asset.size) bytes of it, not \(file.size)"
            } else if let digest = asset.sha256, digest != file.sha256 {
                "GitHub has other contents"
            } else {
                nil
            }
        return reason.map { RelctlError("cannot upload `\(file.name)`", causes: [RelctlError($0)]) }
    }

    /// Looks for a file whose upload had no answer; removes what is there of it if that is not the file.
    private func whatIsThere(
        of file: PublishedFile,
        in draft: GitHubRecords.Release
    ) async throws -> GitHubRecords.Asset? {
        for asset in try await api.assets(of: String(draft.id))
        where asset.name.equalsBytewise(file.name) || asset.label?.equalsBytewise(file.name) == true {
            if fault(of: asset, file) == nil, try await digest(of: asset) == file.sha256 { return asset }
            try await api.deleteAsset(String(asset.id))
        }
        return nil
    }

    private func digest(of asset: GitHubRecords.Asset) async throws -> Digest {
        if let digest = asset.sha256 { return digest }
        return try await api.digest(ofAsset: String(asset.id))
    }

    // MARK: What users see

    /// Reads back all that is there, and lets nothing pass that is not as it was made.
    private func verify(_ action: PublicationAction, _ draft: GitHubRecords.Release) async throws {
        try await run.perform(action) { _ in
            let assets = try await api.assets(of: String(draft.id))
            let wanted = GitHubBody.files(of: request)
            let read = try await mapConcurrently(assets, width: Self.width) { asset in
                var remote = asset.remote
                if remote.sha256 == nil, remote.isComplete { remote.sha256 = try await digest(of: asset) }
                return remote
            }
            let differences = PublicationPlanner.differences(wanted, read)
            guard differences.isEmpty else {
                throw RelctlError(
                    "cannot publish: what GitHub has is not what was sent",
                    hints: ["run the same command again to send it anew"],
                    causes: differences.map { RelctlError($0) }
                )
            }
            return PublicationRun.Receipt(remoteID: String(draft.id))
        }
    }

    private func update(_ action: PublicationAction, _ found: GitHubRecords.Release) async throws {
        try await run.perform(action) { _ in
            var fields = try fields()
            if found.draft { fields.body = GitHubBody.marked(fields.body ?? "", release) }
            fields.tagName = nil
            fields.targetCommitish = nil
            _ = try await api.change(String(found.id), fields)
            return PublicationRun.Receipt(remoteID: String(found.id))
        }
    }

    /// The one step that shows the release.
    private func publish(_ action: PublicationAction, _ draft: GitHubRecords.Release) async throws {
        try await run.perform(action) { _ in
            var fields = try fields()
            fields.draft = false
            fields.makeLatest = action.parameters?["latest"] ?? "false"
            fields.discussionCategoryName = settings.discussionCategory
            // Between the first look and now a tag may have been pushed.
            try GitHubObserver.requireCommit(try await api.commit(ofTag: release.tag), request, settings)
            let shown = try await api.change(String(draft.id), fields)
            guard !shown.draft else { throw RelctlError("GitHub still shows the release `\(release.tag)` as a draft") }
            if let address = shown.htmlURL {
                run.effects.events.send(.message(.notice, "published \(address)"))
            }
            return PublicationRun.Receipt(remoteID: String(shown.id))
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
                body: GitHubBody.yanked(found.body ?? "", reason: reason),
                prerelease: true,
                makeLatest: "false"
            )
            _ = try await api.change(id, fields)
            return PublicationRun.Receipt(remoteID: id)
        }
    }
}

/// What a draft's creation gives to what comes after it.
private final class MadeDraft: Sendable {
    let release = Mutex<GitHubRecords.Release?>(nil)
}
