/// Does what was planned at GitLab: the package, and the release that leads to its files.
struct GitLabExecutor: Sendable {
    private let settings: GitLabSettings
    private let api: GitLabAPI
    private let request: PublicationRequest
    private let run: PublicationRun

    init(_ api: GitLabAPI, _ request: PublicationRequest, in run: PublicationRun) {
        settings = api.settings
        self.api = api
        self.request = request
        self.run = run
    }

    private var release: ReleaseIdentity { request.release }

    /// Does what was planned, in that order.
    ///
    /// - Throws: ``RelctlError``, of code `publish.partial` where files are left that the next run goes on with.
    func execute(_ actions: [PublicationAction]) async throws {
        do {
            for stage in actions.stages(together: Self.mayRunTogether) { try await perform(stage) }
        } catch let error as RelctlError where actions.contains(where: { $0.verb == .publish }) {
            throw leftover(error)
        }
    }

    /// Whether an action is one of those on files that neither make the package nor show it.
    private static func mayRunTogether(_ action: PublicationAction) -> Bool {
        [.delete, .deleteBroken, .upload, .link].contains(action.verb)
            && action.parameters?["creates"] == nil && action.parameters?["shows"] == nil
    }

    private func perform(_ stage: [PublicationAction]) async throws {
        guard let action = stage.first else { return }
        switch action.verb {
        case .deleteDraft: try await deletePackage(action)
        case .yank: try await yank(action)
        case .update: try await update(action)
        case .verify: try await verify(action)
        case .publish:
            try await run.readyToAppear()
            try await publish(action)
        case .delete, .deleteBroken, .upload, .link:
            if action.parameters?["shows"] != nil { try await run.readyToAppear() }
            try await CertainUpload.forEachName(stage, transfer)
        default: throw RelctlError("cannot do `\(action.verb)` at GitLab")
        }
    }

    /// What failed, and that all that was sent is kept for the next run.
    private func leftover(_ error: RelctlError) -> RelctlError {
        RelctlError(
            "cannot finish the GitLab release `\(release.tag)` of `\(settings.project)`",
            code: error.code == .notAuthorized ? .notAuthorized : .partiallyPublished,
            hints: [
                "there is no release yet; run the same command again to go on with the package",
                "or remove what was sent: `relctl release --abandon \(ShellWord.quoted(release.tag))`",
            ],
            causes: [error]
        )
    }

    // MARK: The files

    private func transfer(_ action: PublicationAction) async throws {
        let file = settings.notes.files(of: request).first { $0.name.equalsBytewise(action.subject) }
        try await run.perform(action) { sent in
            var receipt = PublicationRun.Receipt(remoteID: action.remoteID)
            switch action.verb {
            case .upload:
                guard let file else { return receipt }
                let taken = try await upload(file, status: action.parameters?["status"] ?? "default", sent)
                receipt = PublicationRun.Receipt(remoteID: taken.id, sha256: taken.sha256)
                if action.parameters?["links"] != nil { try await link(file.name) }
            case .link: try await link(action.subject)
            default: try await delete(action.remoteID)
            }
            return receipt
        }
    }

    private func delete(_ id: String?) async throws {
        let parts = id?.split(separator: "/").map(String.init) ?? []
        switch parts.first {
        case "link" where parts.count == 2: try await api.deleteLink(parts[1], of: release.tag)
        case "file" where parts.count == 3: try await api.deleteFile(parts[2], ofPackage: parts[1])
        default: return
        }
    }

    /// Sends a file until it is there, whole.
    private func upload(
        _ file: PublishedFile,
        status: String,
        _ sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> RemoteAsset {
        let path = FilePath(request.folder).appending(try Artifact.validated(file.name))
        return try await CertainUpload(clock: run.effects.clock)(
            send: {
                let taken = try await api.upload(file, from: path, status: status, sent: sent)
                return taken.remote(id: String(taken.id))
            },
            fault: { CertainUpload.fault(of: $0, file, at: "GitLab") },
            // What is there otherwise gives way to what is sent next.
            whatIsThere: { try await api.look(for: file).flatMap { $0.holds(file) ? $0 : nil } }
        )
    }

    /// Leads from the release to a file, unless it does.
    private func link(_ file: String) async throws {
        let project = try await api.project().value.map { String($0.id) }
        let fields = GitLabLinkFields(file, url: api.address(of: file, project: project))
        var attempt = 1
        while true {
            let links = try await api.release(release.tag)?.assets?.links ?? []
            let found = links.first { $0.name.equalsBytewise(file) }
            if let found, leads(found, to: file, project) { return }
            do {
                return try await api.link(fields, of: release.tag, id: found?.id)
            } catch let error as RelctlError where error.code == .remoteUnavailable && attempt < CertainUpload.attempts
            {
                attempt += 1
            }
        }
    }

    private func leads(_ link: GitLabRecords.Link, to file: String, _ project: String?) -> Bool {
        api.file(at: link.url, project: project)?.equalsBytewise(PercentEncoding.segment(file)) == true
    }

    // MARK: What users see

    /// Reads back all that is there, and lets nothing pass that is not as it was made.
    private func verify(_ action: PublicationAction) async throws {
        try await run.perform(action) { _ in
            let found = try await GitLabObserver(settings, api, with: run.effects).observe(request)
            try settings.place.requireSame(settings.notes.files(of: request), found.state.assets)
            return PublicationRun.Receipt(remoteID: found.package?.id)
        }
    }

    private func update(_ action: PublicationAction) async throws {
        try await run.perform(action) { _ in
            let text = try settings.text(of: request, files: run.effects.files)
            try await api.change(release.tag, GitLabReleaseFields(name: settings.title, description: text))
            return PublicationRun.Receipt(remoteID: release.tag)
        }
    }

    /// The one step that shows the release.
    private func publish(_ action: PublicationAction) async throws {
        try await run.perform(action) { _ in
            let project = try await api.project().value.map { String($0.id) }
            let links = settings.notes.files(of: request).map {
                GitLabLinkFields($0.name, url: api.address(of: $0.name, project: project))
            }
            let fields = GitLabReleaseFields(
                tagName: release.tag,
                ref: release.commit,
                name: settings.title,
                description: try settings.text(of: request, files: run.effects.files),
                milestones: settings.milestones.isEmpty ? nil : settings.milestones,
                assets: GitLabReleaseFields.Assets(links: links)
            )
            // Between the first look and now a tag may have been pushed.
            try settings.place.requireCommit(try await api.commit(ofTag: release.tag), release)
            let shown = try await create(fields, project)
            if let address = shown.links?.page {
                run.effects.events.send(.message(.notice, "published \(address)"))
            }
            return PublicationRun.Receipt(remoteID: release.tag)
        }
    }

    /// Makes the release, and knows one as its own that an attempt without an answer made.
    private func create(_ fields: GitLabReleaseFields, _ project: String?) async throws -> GitLabRecords.Release {
        var attempt = 1
        while true {
            do {
                return try await api.create(fields)
            } catch let error as RelctlError
                where error.code == .remoteUnavailable || error.details["status"] == "409"
            {
                if let found = try await api.release(release.tag) {
                    guard isMade(found, from: fields, project) else { throw error }
                    return found
                }
                guard error.code == .remoteUnavailable, attempt < CertainUpload.attempts else { throw error }
                try await run.effects.clock.sleep(for: .milliseconds(500 << attempt))
                attempt += 1
            }
        }
    }

    private func isMade(
        _ found: GitLabRecords.Release,
        from fields: GitLabReleaseFields,
        _ project: String?
    ) -> Bool {
        let links = found.assets?.links ?? []
        return found.name == fields.name && ForgeNotes.isSame(found.description ?? "", fields.description ?? "")
            && fields.assets?.links.count == links.count
            && links.allSatisfy { leads($0, to: $0.name, project) }
    }

    // MARK: Ways back

    private func deletePackage(_ action: PublicationAction) async throws {
        guard let id = action.remoteID else { return }
        try await run.perform(action) { _ in
            // Someone may have made the release since it was looked at.
            guard try await api.release(release.tag) == nil else {
                throw RelctlError("cannot remove the package: a release leads to it meanwhile")
            }
            try await api.deletePackage(id, isHidden: action.parameters?["hidden"] == "yes")
            return PublicationRun.Receipt(remoteID: id)
        }
    }

    /// Tells users not to take a release that they see.
    private func yank(_ action: PublicationAction) async throws {
        guard let reason = action.parameters?["reason"] else { return }
        try await run.perform(action) { _ in
            guard let found = try await api.release(release.tag) else {
                throw RelctlError("cannot yank `\(release.tag)`: the release is not there any more")
            }
            let text = ForgeNotes.yanked(found.description ?? "", reason: reason)
            try await api.change(release.tag, GitLabReleaseFields(description: text))
            return PublicationRun.Receipt(remoteID: release.tag)
        }
    }
}
