import FoundationEssentials

/// A manifest's head: what it is called, what it is and how large.
package struct ManifestHead: Sendable, Hashable {
    /// What names it, whatever it was asked for by.
    package var digest: ContentDigest
    /// What it is.
    package var mediaType: MediaType
    /// Bytes.
    package var size: UInt64

    /// What leads to it.
    package var descriptor: ContentDescriptor { ContentDescriptor(mediaType, digest: digest, size: size) }
}

/// A manifest as a registry keeps it.
package struct RemoteManifest: Sendable, Hashable {
    /// Its bytes, which have the digest.
    package var bytes: [UInt8]
    /// What it is.
    package var mediaType: MediaType
    /// What names it.
    package var digest: ContentDigest

    /// Its head.
    package var head: ManifestHead {
        ManifestHead(digest: digest, mediaType: mediaType, size: UInt64(bytes.count))
    }
}

/// Reading and writing manifests (OCI distribution specification 1.1, "Pulling manifests", "Pushing Manifests").
extension RegistryClient {
    /// More than any manifest has: registries must take 4 MiB.
    package static let manifestLimit = 8 << 20

    /// Reads a manifest of any of the families.
    ///
    /// - Returns: Nothing where there is none of that name, or no such repository.
    /// - Throws: ``RelctlError`` if it cannot be read, is larger than ``manifestLimit``, has not the digest that it was
    ///   asked for by, or says of itself that it is something else than the server says.
    package func manifest(_ name: ManifestName) async throws -> RemoteManifest? {
        var call = manifestCall(.get, name, "cannot read the manifest")
        call.sink = HTTPSink(bodyLimit: Self.manifestLimit)
        let response = try await send(call)
        guard response.isSuccess else { return nil }
        return try RemoteManifest(response, name, call.purpose)
    }

    /// Looks for a manifest; like ``manifest(_:)``, but nothing is read where the server tells its digest.
    ///
    /// A digest that a tag leads to is what the server says; nothing proves it until the manifest is read.
    package func headManifest(_ name: ManifestName) async throws -> ManifestHead? {
        let call = manifestCall(.head, name, "cannot look at the manifest")
        let response = try await send(call)
        guard response.status != 404 else { return nil }
        let digest = response.headers["Docker-Content-Digest"].flatMap { ContentDigest($0) }
        if response.isSuccess, let digest, let size = response.headers["Content-Length"].flatMap({ UInt64($0) }),
            let type = RemoteManifest.mediaType(response)
        {
            if case .digest(let asked) = name, asked != digest {
                throw surprise(call.purpose, "the registry says that it is `\(digest)`")
            }
            return ManifestHead(digest: digest, mediaType: type, size: size)
        }
        return try await manifest(name)?.head
    }

    /// Puts a manifest; all that it leads to must be there.
    ///
    /// - Parameters:
    ///   - bytes: The manifest.
    ///   - mediaType: What it is.
    ///   - name: The tag that it gets, or its own digest.
    /// - Returns: Whether the registry lists it among the referrers of its subject, where it has one.
    /// - Throws: ``RelctlError`` if the registry does not take it, or says that it is something else.
    @discardableResult
    package func putManifest(_ bytes: [UInt8], _ mediaType: MediaType, as name: ManifestName) async throws -> Bool {
        var call = manifestCall(.put, name, "cannot put the manifest")
        call.accepting = []
        call.headers = [HTTPHeader("Content-Type", mediaType.rawValue)]
        call.body = .bytes(bytes)
        let response = try await send(call)
        try requireDigest(ContentDigest(of: bytes), in: response, call.purpose)
        return response.headers["OCI-Subject"] != nil
    }

    /// Makes sure that the registry took what was sent for what it is.
    func requireDigest(_ digest: ContentDigest, in response: HTTPResponse, _ purpose: String) throws {
        guard let told = response.headers["Docker-Content-Digest"], ContentDigest(told) != digest else { return }
        throw surprise(purpose, "the registry says that it is `\(told)`, and `\(digest)` was sent")
    }

    private func manifestCall(_ method: HTTPMethod, _ name: ManifestName, _ purpose: String) -> RegistryCall {
        let separator = if case .tag = name { ":" } else { "@" }
        var call = RegistryCall(method, url("manifests/\(name)"), "\(purpose) `\(repository)\(separator)\(name)`")
        call.accepting = [404]
        let types = MediaType.manifests.map(\.rawValue).joined(separator: ", ")
        call.headers = [HTTPHeader("Accept", types)]
        return call
    }
}

extension RemoteManifest {
    private struct Kind: Decodable { var mediaType: String? }

    /// Understands an answer.
    fileprivate init(_ response: HTTPResponse, _ name: ManifestName, _ purpose: String) throws {
        func refusal(_ reason: String) -> RelctlError {
            RelctlError(purpose, code: .remoteUnavailable, causes: [RelctlError(HTTPResponse.line(reason))])
        }
        bytes = response.body
        digest = ContentDigest(of: bytes)
        if case .digest(let asked) = name, asked != digest {
            throw refusal("what came has the digest `\(digest)`")
        }
        if let told = response.headers["Docker-Content-Digest"], let told = ContentDigest(told), told != digest {
            throw refusal("what came has the digest `\(digest)`, and the registry says `\(told)`")
        }
        guard let kind = try? JSONDecoder().decode(Kind.self, from: Data(bytes)) else {
            throw refusal("what came is no JSON object")
        }
        let (said, own) = (Self.mediaType(response), kind.mediaType.map { MediaType(rawValue: $0) })
        // Two readers could take it for two things.
        if let said, let own, said != own {
            throw refusal("it says of itself that it is `\(own.rawValue)`, and the registry says `\(said.rawValue)`")
        }
        guard let type = said ?? own else { throw refusal("nothing says what it is") }
        mediaType = type
    }

    /// What a server says it is; nothing where it says no more than that it is JSON, or bytes.
    fileprivate static func mediaType(_ response: HTTPResponse) -> MediaType? {
        guard let text = response.headers["Content-Type"]?.split(separator: ";").first else { return nil }
        let type = text.lowercased().filter { $0 != " " }
        let meaningless: Set = ["", "application/json", "application/octet-stream", "text/plain"]
        return meaningless.contains(type) ? nil : MediaType(rawValue: type)
    }
}
