/// Looks at the files of a release at a web server; only ever reads.
struct PutObserver: Sendable {
    private let server: PutServer
    private let effects: Effects

    /// How many files are looked at at once.
    private static let lookWidth = 8

    /// Looks at the server of these settings.
    ///
    /// - Throws: ``RelctlError`` for settings by which no server can be spoken to.
    init(_ settings: PutSettings, with effects: Effects) throws {
        server = try PutServer(settings, with: effects)
        self.effects = effects
    }

    /// Looks at what is there.
    ///
    /// - Throws: ``RelctlError`` if it cannot be looked at.
    func observe(_ request: PublicationRequest) async throws -> PublicationState {
        let files = request.filesAndNotes
        let assets = try await mapConcurrently(files, width: Self.lookWidth) { file in
            try await server.find(file, knowing: effects.remoteDigests)
        }.compactMap(\.self)
        let verdict: PublicationState.Verdict =
            if assets.isEmpty {
                .absent
            } else if PublicationPlanner.differences(files, assets).isEmpty {
                .identical
            } else if PutPlanner.isVisible(assets), !Self.holdNothingElse(assets, files),
                try await !isCutOff(assets, files, request)
            {
                .different
            } else {
                .partial
            }
        return PublicationState(verdict, assets: assets)
    }

    /// Returns true if the `manifest.json` that is there is only the beginning of the release's own: servers may keep what
    /// came of a file before the connection broke.
    private func isCutOff(
        _ assets: [RemoteAsset],
        _ files: [PublishedFile],
        _ request: PublicationRequest
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
}
