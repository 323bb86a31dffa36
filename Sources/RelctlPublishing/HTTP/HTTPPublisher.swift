/// Publishes by HTTP PUT: to Artifactory, Nexus, WebDAV, or any web server that takes files so.
///
/// Each file has a URL of its own, and nothing there holds them together. Users take the release for whole when they see
/// `manifest.json`, which is sent last: what is there without it is what a run of ours left, and is gone on with.
package struct HTTPPublisher: Publisher {
    /// Needs nothing.
    package init() {}

    package var keys: [ConfigurationKey] { PutSettings.keys }

    /// A user's name is no secret: masked, it would blot out the same word everywhere.
    package func secretNames(_ options: [String: ConfigurationValue]) -> [String] {
        (options["tokenFrom"]?.asTexts ?? []) + (options["passwordFrom"]?.asTexts ?? [])
    }

    package func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
        do {
            try await PutServer(PutSettings(request), with: effects).greet()
            return []
        } catch let error as RelctlError {
            let code = error.code == .configurationInvalid ? "settings" : "access"
            return Finding.failures(of: error, code: "publish.http.\(code)")
        }
    }

    package func observe(_ request: PublicationRequest, with effects: Effects) async throws -> PublicationState {
        let server = try PutServer(PutSettings(request), with: effects)
        let files = request.filesAndNotes
        let assets = try await mapConcurrently(files, width: Self.lookWidth) { file in
            try await server.find(file, knowing: effects.remoteDigests)
        }.compactMap(\.self)
        let verdict: PublicationState.Verdict =
            if assets.isEmpty {
                .absent
            } else if PublicationPlanner.differences(files, assets).isEmpty {
                .identical
            } else if Self.isVisible(assets), !Self.holdNothingElse(assets, files),
                try await !Self.isCutOff(assets, files, request, server, effects)
            {
                .different
            } else {
                .partial
            }
        return PublicationState(verdict, assets: assets)
    }

    package func plan(
        _ request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        let settings = try PutSettings(request)
        let rules = PublicationPlanner.Rules(
            place: "`\(settings.place)`",
            subject: settings.place,
            publishes: false,
            last: Self.last
        )
        let files = request.filesAndNotes
        let planned = try PublicationPlanner(rules).actions(for: request, files: files, observed)
        let uploads = Set(planned.filter { $0.verb == .upload }.map { FilePath($0.subject) })
        // A file takes the place of the one that is there; each is read back as soon as it is sent.
        let transfers = planned.filter { $0.verb == .upload || !uploads.contains(FilePath($0.subject)) }
            .filter { $0.verb != .verify }
            .map { $0.verb == .upload ? Self.replacing($0, observed) : $0 }
        return try Self.preparations(settings, files, observed, uploads) + transfers
    }

    package func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        guard observed.verdict != .absent else { return [] }
        let place = try PutSettings(request).place
        switch retreat {
        case .yank:
            throw RelctlError(
                "cannot yank the release at `\(place)`: files alone cannot say that they should not be taken",
                code: .noWayBack,
                hints: ["remove them there yourself if nobody may take them"]
            )
        case .abandon:
            guard !Self.isVisible(observed.assets) else {
                throw RelctlError(
                    "cannot abandon the release at `\(place)`: its `\(Manifest.fileName)` is there for users to see",
                    code: .noWayBack,
                    hints: ["remove the files there yourself if nobody may take them"]
                )
            }
            return observed.assets.map { PublicationAction(.delete, $0.name, remoteID: $0.id) }
        }
    }

    package func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        guard !actions.isEmpty else { return }
        try await PutTransfer(PutSettings(request), request, in: run).execute(actions)
    }

    // MARK: What is decided

    /// What users take the release for whole by.
    static let last = ["SHA256SUMS", Manifest.fileName]
    /// How many files are looked at at once.
    private static let lookWidth = 8

    private static func isVisible(_ assets: [RemoteAsset]) -> Bool {
        assets.contains { $0.name.equalsBytewise(Manifest.fileName) }
    }

    /// Returns true if the `manifest.json` that is there is only the beginning of the release's own: servers may keep what
    /// came of a file before the connection broke.
    private static func isCutOff(
        _ assets: [RemoteAsset],
        _ files: [PublishedFile],
        _ request: PublicationRequest,
        _ server: PutServer,
        _ effects: Effects
    ) async throws -> Bool {
        let isManifest = { (name: String) in name.equalsBytewise(Manifest.fileName) }
        guard let whole = files.first(where: { isManifest($0.name) }),
            let size = assets.first(where: { isManifest($0.name) })?.size, size < whole.size
        else { return false }
        guard size > 0 else { return true }
        let own = try effects.files.contents(of: FilePath(request.folder).appending(whole.name))
        let found = try await server.digest(of: whole)
        return found == Digest(of: Array(own.prefix(Int(size))))
    }

    /// Whether all that is there is the release's own.
    private static func holdNothingElse(_ assets: [RemoteAsset], _ files: [PublishedFile]) -> Bool {
        let wanted = Dictionary(files.map { (FilePath($0.name), $0) }) { first, _ in first }
        return assets.allSatisfy { asset in wanted[FilePath(asset.name)].map { asset.holds($0) } ?? true }
    }

    /// An upload that knows what it takes the place of.
    private static func replacing(_ upload: PublicationAction, _ state: PublicationState) -> PublicationAction {
        guard let found = state.assets.first(where: { $0.name.equalsBytewise(upload.subject) }) else { return upload }
        var upload = upload
        upload.reason = "what is there has other contents"
        upload.remoteID = found.id
        upload.parameters = [PutTransfer.replaces: "true"]
        return upload
    }

    /// What comes before the first file: folders where nothing is yet; and where another release is replaced, the end of
    /// its `manifest.json`, so that nobody takes a half of each for a whole.
    private static func preparations(
        _ settings: PutSettings,
        _ files: [PublishedFile],
        _ state: PublicationState,
        _ uploads: Set<FilePath>
    ) throws -> [PublicationAction] {
        if state.verdict == .different, uploads.contains(FilePath(Manifest.fileName)) {
            let manifest = state.assets.first { $0.name.equalsBytewise(Manifest.fileName) }
            return [
                PublicationAction(
                    .delete,
                    Manifest.fileName,
                    reason: "users take a release for whole that has it",
                    remoteID: manifest?.id
                )
            ]
        }
        guard settings.createsFolders else { return [] }
        let known = Set(try state.assets.map { FilePath(try settings.folder(of: $0.name)) })
        let wanted = try files.filter { uploads.contains(FilePath($0.name)) }.map { try settings.folder(of: $0.name) }
        var folders: [String] = []
        for folder in wanted where !known.contains(FilePath(folder)) && !folders.contains(folder) {
            folders.append(folder)
        }
        return folders.map { PublicationAction(PutTransfer.createFolder, $0) }
    }
}
