/// Looks at what a bucket holds of a release; reads alone.
struct S3Observer: Sendable {
    let client: S3Client
    let settings: S3Settings
    let request: PublicationRequest

    /// How many objects are looked at at once.
    private static let width = 8

    /// Looks.
    ///
    /// - Throws: ``RelctlError`` if the store does not let it look.
    @concurrent func observe() async throws -> S3Observation {
        async let listing = client.list(settings.prefix)
        async let leftovers = client.uploads(settings.prefix)
        async let pointer = foundPointer()
        var objects = try await listing
        var found = S3Observation()
        if objects.removeValue(forKey: FilePath(YankNotice.fileName)) != nil {
            found.yankReason = try await YankNotice.reason(at: settings.key(of: YankNotice.fileName), client)
        }
        if let latest = settings.latest, latest.utf8.starts(with: settings.prefix.utf8) {
            objects[FilePath(String(decoding: latest.utf8.dropFirst(settings.prefix.utf8.count), as: UTF8.self))] = nil
        }
        let assets = try await assets(objects)
        found.sort(try await leftovers ?? [], settings, request, assets)
        found.pointer = try await pointer
        found.state = state(assets, found)
        found.state.isYanked = found.yankReason != nil
        if found.state.verdict == .different {
            found.state.release?.isOwn = try await isOwn(objects[FilePath(Manifest.fileName)] != nil)
        }
        return found
    }

    /// Whether what is there is a release of this project, so that `--replace` may remove files that it does not know.
    private func isOwn(_ hasManifest: Bool) async throws -> Bool {
        guard hasManifest else { return false }
        let key = settings.key(of: Manifest.fileName)
        guard let bytes = try await client.read(key, limit: 64 << 20)?.bytes,
            let manifest = try? JSONText.decode(Manifest.self, from: bytes, file: FilePath(key))
        else { return false }
        return manifest.release.name.equalsBytewise(request.release.name)
    }

    private func state(_ assets: [RemoteAsset], _ found: S3Observation) -> PublicationState {
        let files = request.filesAndNotes
        let isWhole = PublicationPlanner.differences(files, assets).isEmpty
        let isForeign = assets.contains { asset in
            !files.contains { $0.name.equalsBytewise(asset.name) && asset.holds($0) }
        }
        let isDone = isWhole && found.leftovers.isEmpty && found.pointer != .outdated
        let verdict: PublicationState.Verdict =
            if isForeign { .different } else if isDone { .identical } else if assets.isEmpty, found.uploads.isEmpty {
                .absent
            } else { .partial }
        // Without a draft, whatever is there is seen; what tells users that it is whole comes last.
        let release = RemoteRelease(
            id: settings.place,
            isVisible: !assets.isEmpty,
            isOwn: true,
            address: client.bucket.url(of: settings.prefix)
        )
        return PublicationState(verdict, release: release, assets: assets)
    }

    /// The objects as files; the digests of those alone that may be files of this release.
    private func assets(_ objects: [FilePath: S3Client.Object]) async throws -> [RemoteAsset] {
        let wanted = Dictionary(request.filesAndNotes.map { (FilePath($0.name), $0) }) { first, _ in first }
        return try await mapConcurrently(objects.keys.sorted(), width: Self.width) { name in
            let listed = objects[name]
            guard wanted[name]?.size == listed?.size else {
                return RemoteAsset(name: name.string, size: listed?.size, sha256: nil)
            }
            return try await asset(name.string)
        }.compactMap(\.self)
    }

    /// One file; nothing if it was listed and is gone a moment later.
    private func asset(_ name: String) async throws -> RemoteAsset? {
        let key = settings.key(of: name)
        guard let object = try await client.head(key) else { return nil }
        if let digest = object.sha256 { return RemoteAsset(name: name, size: object.size, sha256: digest) }
        let url = client.bucket.url(of: key)
        let file =
            object.tag.isEmpty ? nil : RemoteDigests.File(address: url, version: object.tag, size: object.size)
        let digest = try await client.digests.digest(of: file) { try await client.hash(key) }
        return RemoteAsset(name: name, size: object.size, sha256: digest)
    }

    /// What the pointer to the latest release has to do with this one.
    private func foundPointer() async throws -> S3Observation.Pointer {
        guard let key = settings.latest, !request.release.isSnapshot else { return .right }
        let found = LatestPointer.Found(try await client.read(key)?.bytes, key: key)
        let wanted = LatestPointer(to: request.release, in: settings, client.bucket)
        do {
            return try wanted.takesPlace(of: found, at: key, replaces: request.replaces) ? .outdated : .right
        } catch {
            return .foreign
        }
    }
}
