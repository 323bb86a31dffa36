import RelctlCore

/// Leaves releases in an outbox: a folder with one for each channel and tag in it, from where others take them.
struct OutboxPublisher: Publisher {
    let keys = [
        ConfigurationKey("path", "The outbox, from the project's folder on.", shape: .template, isRequired: true),
        ConfigurationKey("channel", "Who is to get the release.", shape: .choice(["customers", "partners"])),
    ]

    func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
        let outbox = try outbox(of: request)
        guard let status = try effects.files.resolvedStatus(of: outbox), status.kind == .folder else {
            return [Finding("there is no outbox at `\(outbox.string)`", code: "outbox.missing", hints: ["create it"])]
        }
        return []
    }

    func observe(_ request: PublicationRequest, with effects: Effects) async throws -> PublicationState {
        let folder = try folder(of: request)
        guard try effects.files.status(of: folder) != nil else { return .absent }
        let assets = try effects.files.names(in: folder).filter { !$0.hasSuffix(Self.unfinished) }.map { name in
            let bytes = try effects.files.contents(of: folder.appending(name), limit: 1 << 30)
            return RemoteAsset(name: name, size: UInt64(bytes.count), sha256: Digest(of: bytes))
        }
        let wanted = request.filesAndNotes
        guard assets.allSatisfy({ asset in wanted.contains(where: asset.holds) }) else {
            return PublicationState(.different, assets: assets, remarks: ["`\(folder.string)` has other files"])
        }
        return PublicationState(assets.count == wanted.count ? .identical : .partial, assets: assets)
    }

    func plan(_ request: PublicationRequest, observed: PublicationState) throws -> [PublicationAction] {
        guard observed.verdict != .different || request.replaces else {
            throw RelctlError(
                "the outbox has another `\(request.release.tag)`",
                hints: observed.remarks + ["publish with --replace to replace it"]
            )
        }
        let wanted = request.filesAndNotes
        let stale = observed.assets.filter { asset in !wanted.contains { $0.name == asset.name } }
        let missing = wanted.filter { file in !observed.assets.contains { $0.holds(file) } }
        return stale.map { PublicationAction(.delete, $0.name) }
            + missing.map { PublicationAction(.copy, $0.name, size: $0.size) }
    }

    func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        let (folder, files) = (try folder(of: request), run.effects.files)
        try files.createFolders(folder)
        try await run.readyToAppear()
        for action in actions {
            try await run.perform(action) { progress in
                let target = folder.appending(action.subject)
                guard action.verb == .copy else {
                    try files.removeFile(target)
                    return PublicationRun.Receipt()
                }
                let part = folder.appending(action.subject + Self.unfinished)
                if try files.status(of: part) != nil { try files.removeFile(part) }
                var done: UInt64 = 0
                try files.copyFile(FilePath(request.folder).appending(action.subject), to: part) { piece in
                    done += UInt64(piece.count)
                    progress(done)
                }
                try files.rename(part, to: target)
                return PublicationRun.Receipt()
            }
        }
    }

    private static let unfinished = ".part"

    private func outbox(of request: PublicationRequest) throws -> FilePath {
        FilePath(request.project).appending(request.options["path"]?.asText ?? "")
    }

    private func folder(of request: PublicationRequest) throws -> FilePath {
        try outbox(of: request).appending(request.options["channel"]?.asText ?? "customers")
            .appending(request.release.tag)
    }
}
