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
    @concurrent func observe() async throws -> PublicationState {
        async let listing = client.list(settings.prefix)
        async let leftovers = client.uploads(settings.prefix)
        async let pointer = foundPointer()
        var objects = try await listing
        var facts = S3Facts()
        if objects.removeValue(forKey: FilePath(YankNotice.fileName)) != nil {
            facts.yanked = try await YankNotice.reason(at: settings.key(of: YankNotice.fileName), client)
        }
        if let latest = settings.latest, latest.utf8.starts(with: settings.prefix.utf8) {
            objects[FilePath(String(decoding: latest.utf8.dropFirst(settings.prefix.utf8.count), as: UTF8.self))] = nil
        }
        let assets = try await assets(objects)
        facts.sort(try await leftovers ?? [], settings, request, assets)
        facts.pointer = try await pointer
        var state = state(assets, facts)
        if state.verdict == .different {
            state.release?.isOwn = try await isOwn(objects[FilePath(Manifest.fileName)] != nil)
        }
        return state
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

    private func state(_ assets: [RemoteAsset], _ facts: S3Facts) -> PublicationState {
        let files = request.filesAndNotes
        let isWhole = PublicationPlanner.differences(files, assets).isEmpty
        let isForeign = assets.contains { asset in
            !files.contains { $0.name.equalsBytewise(asset.name) && asset.holds($0) }
        }
        let isDone = isWhole && facts.leftovers.isEmpty && facts.pointer != .outdated
        let verdict: PublicationState.Verdict =
            if isForeign { .different } else if isDone { .identical } else if assets.isEmpty, facts.uploads.isEmpty {
                .absent
            } else { .partial }
        // Without a draft, whatever is there is seen; what tells users that it is whole comes last.
        let release = RemoteRelease(
            id: settings.place,
            isVisible: !assets.isEmpty,
            isOwn: true,
            address: client.bucket.url(of: settings.prefix)
        )
        return PublicationState(verdict, release: release, assets: assets, details: facts.details)
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
    private func foundPointer() async throws -> S3Facts.Pointer {
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

/// What is known of a bucket beside its files, as the observation hands it to the plan.
struct S3Facts: Sendable, Hashable {
    /// Uploads in parts that were cut off and can go on, by the file's name.
    var uploads: [FilePath: String] = [:]
    /// Uploads in parts that lead nowhere: their ids, with the names.
    var leftovers: [String: String] = [:]
    /// How the pointer to the latest release stands.
    var pointer: Pointer = .right
    /// Why the release was taken back, if it was.
    var yanked: String?

    /// How the pointer to the latest release stands to this one.
    enum Pointer: String, Sendable, Hashable {
        /// It may stay.
        case right
        /// It is to point to this release.
        case outdated
        /// Something that relctl did not write is in its place.
        case foreign
    }

    /// Nothing is known.
    init() {}

    /// Tells uploads that can go on from those that lead nowhere.
    ///
    /// The newest of a file that is wanted and not there goes on; the others cost storage and nothing ever ends them.
    mutating func sort(
        _ found: [S3Client.Upload],
        _ settings: S3Settings,
        _ request: PublicationRequest,
        _ assets: [RemoteAsset]
    ) {
        let files = request.filesAndNotes
        for upload in found.sorted(by: { ($0.begun, $0.id) > ($1.begun, $1.id) }) {
            let name = String(decoding: upload.key.utf8.dropFirst(settings.prefix.utf8.count), as: UTF8.self)
            // What lies deeper belongs to another release, or to nobody.
            guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { continue }
            let file = files.first { $0.name.equalsBytewise(name) }
            let isThere =
                file.map { file in assets.contains { $0.name.equalsBytewise(name) && $0.holds(file) } } ?? true
            if !isThere, uploads[FilePath(name)] == nil {
                uploads[FilePath(name)] = upload.id
            } else {
                leftovers[upload.id] = name
            }
        }
    }

    /// As a state carries them.
    var details: [String: String] {
        var details = ["pointer": pointer.rawValue]
        for (name, id) in uploads { details["upload/\(name)"] = id }
        for (id, name) in leftovers { details["leftover/\(id)"] = name }
        details["yanked"] = yanked
        return details
    }

    /// Reads them from a state.
    init(_ state: PublicationState) {
        for (key, value) in state.details {
            if key == "pointer" { pointer = Pointer(rawValue: value) ?? .right }
            if key == "yanked" { yanked = value }
            let parts = key.split(separator: "/", maxSplits: 1).map { String($0) }
            guard parts.count == 2 else { continue }
            if parts[0] == "upload" { uploads[FilePath(parts[1])] = value }
            if parts[0] == "leftover" { leftovers[parts[1]] = value }
        }
    }
}
