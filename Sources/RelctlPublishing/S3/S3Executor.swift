/// Does in a bucket what was planned.
struct S3Executor: Sendable {
    let client: S3Client
    let settings: S3Settings
    let request: PublicationRequest
    let run: PublicationRun
    let partSize: UInt64

    /// How many files are on their way at once.
    private static let width = 4

    /// Does all actions: files that may come in any order at the same time, all else one after the other.
    ///
    /// - Throws: ``RelctlError``, of code `publish.partial` if something was done that the next run goes on from;
    ///   `CancellationError` if the task was cancelled.
    @concurrent func execute(_ actions: [PublicationAction]) async throws {
        let isBulk = { (action: PublicationAction) in
            action.verb == .upload && !S3Planner.signs.contains(action.subject)
        }
        var (done, left) = (0, actions.count(where: isBulk))
        do {
            for stage in actions.stages(together: isBulk) {
                guard let action = stage.first else { continue }
                if isBulk(action) {
                    try await send(stage, &done)
                    left -= stage.count
                } else {
                    if left == 0 { try await run.readyToAppear() }
                    try await run.perform(action) { sent in try await perform(action, sent) }
                    done += 1
                }
            }
        } catch let error as RelctlError where done > 0 && error.code != .partiallyPublished {
            throw RelctlError(
                "cannot publish all of the release to `\(settings.place)`",
                code: .partiallyPublished,
                hints: ["run the same command again to go on; what is there is left alone"],
                causes: [error]
            )
        }
    }

    /// Sends files; one that fails does not keep the others.
    private func send(_ uploads: [PublicationAction], _ done: inout Int) async throws {
        let failures = try await mapConcurrently(uploads, width: Self.width) { action -> RelctlError? in
            do {
                try await run.perform(action) { sent in try await perform(action, sent) }
                return nil
            } catch let error as RelctlError where error.code != .notAuthorized {
                return error
            }
        }
        done += failures.count { $0 == nil }
        try RelctlError.throwAll(
            failures.compactMap(\.self),
            "cannot upload \(failures.count { $0 != nil }) of \(uploads.count) files"
        )
    }

    private func perform(
        _ action: PublicationAction,
        _ sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> PublicationRun.Receipt {
        let key = settings.key(of: action.subject)
        switch action.verb {
        case .upload: return try await upload(action, key, sent)
        case .delete: try await client.delete(key)
        case .deleteBroken:
            try await client.giveUp(S3Client.Upload(key: key, id: action.remoteID ?? "", begun: ""))
        case .verify: try await verify()
        case .update: try await movePointer(action.subject)
        case .yank: try await yank(action, key)
        default: throw RelctlError("cannot do `\(action.verb)` in a bucket")
        }
        return PublicationRun.Receipt()
    }

    private func upload(
        _ action: PublicationAction,
        _ key: String,
        _ sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> PublicationRun.Receipt {
        guard let file = request.filesAndNotes.first(where: { $0.name.equalsBytewise(action.subject) }) else {
            throw RelctlError("cannot upload `\(action.subject)`: it is no file of the release")
        }
        let path = FilePath(request.folder).appending(try Artifact.validated(file.name))
        let transfer = S3Transfer(
            client: client,
            files: run.effects.files,
            path: path,
            file: file,
            content: S3Client.Content(
                key: key,
                body: file.size == 0 ? .bytes([]) : .file(path, 0..<file.size),
                sha256: file.sha256,
                type: ContentType.of(file.name),
                cacheControl: settings.cacheControl
            ),
            partSize: partSize,
            sent: sent
        )
        try await transfer.send(resuming: action.remoteID)
        return PublicationRun.Receipt(sha256: file.sha256)
    }

    /// Looks again, and gives up uploads that a request whose answer was lost may have left.
    private func verify() async throws {
        let found = try await S3Observer(client: client, settings: settings, request: request).observe()
        let differences = PublicationPlanner.differences(request.filesAndNotes, found.state.assets)
        guard differences.isEmpty else {
            throw RelctlError(
                "what is in `\(settings.place)` is not the release",
                code: .remoteUnavailable,
                causes: differences.map { RelctlError($0) }
            )
        }
        for (id, name) in found.leftovers.sortedBytewise(by: \.key) {
            try await client.giveUp(S3Client.Upload(key: settings.key(of: name), id: id, begun: ""))
        }
    }

    /// Lets the pointer point to this release, unless somebody else has moved it further meanwhile.
    private func movePointer(_ key: String) async throws {
        let wanted = LatestPointer(to: request.release, in: settings, client.bucket)
        for _ in 0..<5 {
            let there = try await client.read(key)
            let found = LatestPointer.Found(there?.bytes, key: key)
            guard try wanted.takesPlace(of: found, at: key, replaces: request.replaces) else { return }
            let condition =
                there.map { HTTPHeader("If-Match", $0.tag) } ?? HTTPHeader("If-None-Match", "*")
            if try await put(wanted, key, LatestPointer.cacheControl, condition) { return }
        }
        throw RelctlError(
            "cannot point to the latest release in `\(key)`: it changes all the time",
            code: .remoteUnavailable
        )
    }

    private func yank(_ action: PublicationAction, _ key: String) async throws {
        let release = request.release
        let notice = YankNotice(
            name: release.name,
            version: release.version,
            tag: release.tag,
            reason: action.reason ?? ""
        )
        _ = try await put(notice, key, LatestPointer.cacheControl, nil)
        guard let latest = settings.latest,
            case .pointer(let pointer) = LatestPointer.Found(try await client.read(latest)?.bytes, key: latest),
            pointer.version == release.version
        else { return }
        run.effects.events.send(
            .message(
                .warning,
                "`\(latest)` still points to \(release.version): publish a release of a higher version, or move it by hand"
            )
        )
    }

    /// Puts a small JSON object.
    ///
    /// - Returns: Whether the condition held.
    private func put(
        _ value: some Encodable,
        _ key: String,
        _ cacheControl: String,
        _ condition: HTTPHeader?
    ) async throws -> Bool {
        let bytes = try JSONText.pretty(value)
        var content = S3Client.Content(
            key: key,
            body: .bytes(bytes),
            sha256: Digest(of: bytes),
            type: "application/json",
            cacheControl: cacheControl,
            condition: condition
        )
        do {
            return try await client.put(content) != nil
        } catch let error as RelctlError where condition != nil && error.storeCode == "NotImplemented" {
            // Stores that know no conditions: the last one to write wins, as with any object.
            content.condition = nil
            return try await client.put(content) != nil
        }
    }
}
