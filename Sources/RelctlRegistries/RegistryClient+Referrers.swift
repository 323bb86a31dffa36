import FoundationEssentials

/// What refers to a manifest: signatures, attestations, bills of materials (OCI distribution specification 1.1, "Listing
/// Referrers", "Referrers Tag Schema").
extension RegistryClient {
    /// Lists the manifests whose subject is this one, in the registry's order.
    ///
    /// Where the registry has no such list, the index that clients keep under the tag `sha256-HEX` is read.
    ///
    /// - Parameters:
    ///   - subject: The manifest that they are about; it need not be there.
    ///   - type: Their kind; nothing for all.
    /// - Returns: Their descriptors, each once.
    /// - Throws: ``RelctlError`` if they cannot be listed.
    package func referrers(
        of subject: ContentDigest,
        artifactType type: String? = nil
    ) async throws -> [ContentDescriptor] {
        let query = type.map { "?artifactType=\(PercentEncoding.segment($0))" } ?? ""
        let purpose = "cannot list what refers to `\(repository)@\(subject)`"
        var (found, isSupported): ([ContentDescriptor], Bool) = ([], true)
        try await pages(url("referrers/\(subject)\(query)"), purpose, accepting: Self.unsupported) { response in
            guard response.isSuccess, Self.isIndex(response) else {
                isSupported = false
                return
            }
            found += try response.decoded(ImageIndex.self).manifests
        }
        if !isSupported { found = try await fallbackIndex(of: subject)?.manifests ?? [] }
        var seen: Set<ContentDigest> = []
        // A registry may leave the choice to the client.
        return found.filter { (type == nil || $0.artifactType == type) && seen.insert($0.digest).inserted }
    }

    /// What registries answer that have no list of referrers.
    private static let unsupported: Set<Int> = [400, 404, 405, 501]

    private static func isIndex(_ response: HTTPResponse) -> Bool {
        response.headers["Content-Type"]?.lowercased().hasPrefix(MediaType.imageIndex.rawValue) == true
    }

    /// Puts a manifest that has a subject, by its digest, and makes sure that those who look for referrers find it.
    ///
    /// - Parameters:
    ///   - bytes: The manifest.
    ///   - descriptor: What leads to it: media type, digest, size, artifact type and annotations.
    ///   - subject: What it is about, as the manifest says.
    /// - Throws: ``RelctlError`` if the registry does not take it.
    package func attachReferrer(
        _ bytes: [UInt8],
        _ descriptor: ContentDescriptor,
        to subject: ContentDigest
    ) async throws {
        let isListed = try await putManifest(bytes, descriptor.mediaType, as: .digest(descriptor.digest))
        guard !isListed else { return }
        // Another may write the same index at the same time, and registries compare nothing.
        for attempt in 1...Self.indexAttempts {
            var index = try await fallbackIndex(of: subject) ?? ImageIndex(manifests: [])
            guard !index.manifests.contains(where: { $0.digest == descriptor.digest }) else { return }
            if attempt > 1 { try await session.pause(after: attempt) }
            index.manifests.append(descriptor)
            try await putManifest(try index.bytes(), .imageIndex, as: Self.fallbackTag(of: subject))
        }
        guard
            try await fallbackIndex(of: subject)?.manifests.contains(where: { $0.digest == descriptor.digest }) == true
        else {
            throw surprise(
                "cannot list `\(descriptor.digest)` among what refers to `\(repository)@\(subject)`",
                "others change the list at the same time"
            )
        }
    }

    private static let indexAttempts = 3

    private static func fallbackTag(of subject: ContentDigest) -> ManifestName {
        .tag("sha256-\(subject.sha256.hexadecimal)")
    }

    private func fallbackIndex(of subject: ContentDigest) async throws -> ImageIndex? {
        let name = Self.fallbackTag(of: subject)
        guard let manifest = try await manifest(name) else { return nil }
        guard manifest.mediaType.isIndex,
            let index = try? JSONDecoder().decode(ImageIndex.self, from: Data(manifest.bytes))
        else {
            throw surprise(
                "cannot read what refers to `\(repository)@\(subject)`",
                "what has the tag `\(name)` is no index of manifests"
            )
        }
        return index
    }
}
