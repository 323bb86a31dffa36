/// Sending blobs (OCI distribution specification 1.1, "Pushing blobs").
extension RegistryClient {
    /// Asks the registry to take a blob over from another of its repositories.
    ///
    /// - Parameters:
    ///   - digest: What names the blob.
    ///   - source: The path of the other repository.
    /// - Returns: What it did; unless it took it over, for whatever reason, it must be sent.
    /// - Throws: `CancellationError`.
    package func mountBlob(_ digest: ContentDigest, from source: String) async throws -> BlobMount {
        let query = "mount=\(digest)&from=\(PercentEncoding.segments(source))"
        var call = RegistryCall(
            .post,
            url("blobs/uploads/?\(query)"),
            "cannot take the blob `\(digest)` over from `\(source)`"
        )
        // Allowed to read the other one too, if that may be.
        call.scopes = [scope, RegistryScope(source, canPush: false)]
        do {
            let response = try await send(call)
            guard response.status != 201 else { return .mounted }
            return response.status == 202 ? .begun(try upload(begunBy: response, call.purpose)) : .refused
        } catch is RelctlError {
            // Not every registry lets people read what they ask it to take over, or can do it at all.
            return .refused
        }
    }

    /// Sends a blob, whether or not it is there; `begun` is an upload that the registry has begun for it already.
    ///
    /// - Throws: ``RelctlError`` if the registry does not take it.
    package func uploadBlob(
        _ blob: BlobContent,
        to begun: BlobUpload? = nil,
        sent: (@Sendable (UInt64) -> Void)? = nil
    ) async throws {
        var uploads = session.access.uploads
        var attempt = 1
        var begun = begun
        while true {
            do {
                let upload = if let begun { begun } else { try await beginUpload(blob) }
                // One that fails is given up.
                begun = nil
                switch uploads {
                case .whole: try await sendWhole(blob, to: upload, sent)
                case .chunks(let size): try await BlobChunks(self, blob, size, sent).send(to: upload)
                }
                return
            } catch let error as RelctlError {
                // A proxy before the registry may take less than the registry does.
                if error.details["status"] == "413", uploads == .whole, blob.size > RegistryAccess.commonChunk {
                    uploads = .chunks(RegistryAccess.commonChunk)
                    continue
                }
                guard attempt < Self.attempts, Self.mayBeRepeated(error) else { throw error }
                try await session.pause(after: attempt, because: error)
                attempt += 1
                if try await blobExists(blob.digest) { return }
            }
        }
    }

    /// How often a blob is sent at most.
    private static let attempts = 3

    /// Whether an upload that failed may go right when it is begun anew: its server did not answer or faltered, or forgot
    /// it.
    static func mayBeRepeated(_ error: RelctlError) -> Bool {
        guard error.details[surpriseKey] == nil, error.details["registryCode"] != "NAME_UNKNOWN" else { return false }
        guard let status = error.details["status"].flatMap({ Int($0) }) else {
            return error.code == .remoteUnavailable
        }
        return [404, 408, 416, 429, 499].contains(status) || status >= 500
            || error.details["registryCode"].map { Self.passingCodes.contains($0) } == true
    }

    /// What registries say that goes by (distribution specification 1.1, "Error Codes", and Docker's own).
    private static let passingCodes: Set<String> = [
        "BLOB_UPLOAD_INVALID", "BLOB_UPLOAD_UNKNOWN", "TOOMANYREQUESTS", "UNKNOWN", "UNAVAILABLE",
    ]

    // MARK: One request

    private func sendWhole(_ blob: BlobContent, to upload: BlobUpload, _ sent: (@Sendable (UInt64) -> Void)?)
        async throws
    {
        var call = uploadCall(.put, Self.closing(upload.location, blob.digest), blob)
        call.headers = [HTTPHeader("Content-Type", "application/octet-stream")]
        call.body = blob.body
        call.sink = HTTPSink(sent: sent)
        try await end(call, blob, upload)
    }

    /// Sends what ends an upload, and gives the upload up if that fails.
    func end(_ call: RegistryCall, _ blob: BlobContent, _ upload: BlobUpload) async throws {
        do {
            let response = try await send(call)
            guard response.status != 202 else { throw surprise(call.purpose, "the registry wants more than there is") }
            try requireDigest(blob.digest, in: response, call.purpose)
        } catch {
            await giveUp(upload.location)
            throw error
        }
    }

    private func beginUpload(_ blob: BlobContent) async throws -> BlobUpload {
        let call = uploadCall(.post, url("blobs/uploads/"), blob)
        return try upload(begunBy: try await send(call), call.purpose)
    }

    private func upload(begunBy response: HTTPResponse, _ purpose: String) throws -> BlobUpload {
        guard response.status == 202, let location = response.headers["Location"], !location.isEmpty else {
            throw surprise(purpose, "the registry does not say where to (it answered \(response.status))")
        }
        return BlobUpload(
            location: try self.location(location, in: response, purpose),
            minimumChunk: response.headers["OCI-Chunk-Min-Length"].flatMap { UInt64($0) } ?? 0
        )
    }

    /// A request that belongs to an upload: not repeated by itself, as half of it may have been acted upon.
    func uploadCall(_ method: HTTPMethod, _ url: String, _ blob: BlobContent) -> RegistryCall {
        var call = RegistryCall(method, url, "cannot send the blob `\(repository)@\(blob.digest)`")
        call.repeats = .ifUnsent
        call.redirects = method == .put || method == .patch ? 5 : 0
        return call
    }

    /// Where an answer says to go on: absolute or not, on any host, but never from `https` to `http`.
    func location(_ text: String, in response: HTTPResponse, _ purpose: String) throws -> String {
        do {
            let from = try HTTPAddress(response.url, allowsPlainHTTP: true)
            // Kept as it is where it can be: some registries sign it.
            let isAbsolute = text.hasPrefix("https://") || text.hasPrefix("http://")
            let url = try isAbsolute ? text : from.resolving(text)
            let target = try HTTPAddress(url, allowsPlainHTTP: session.host.allowsPlainHTTP)
            guard from.isPlain || !target.isPlain else {
                throw HTTPFailure(.malformedAnswer, "the registry leads from `https` to `http`")
            }
            return url
        } catch let failure as HTTPFailure {
            var error = surprise(purpose, failure.reason)
            error.hints = ["a registry behind a proxy must know that its own address begins with `https`"]
            throw error
        }
    }

    /// The address that ends an upload: what the registry said, its own query kept, and the digest.
    static func closing(_ location: String, _ digest: ContentDigest) -> String {
        location + (location.contains("?") ? "&" : "?") + "digest=\(digest)"
    }

    /// Has the registry forget an upload; it would by itself, some day.
    package func giveUp(_ location: String) async {
        var call = RegistryCall(.delete, location, "cannot give the upload up")
        call.accepting = Set(400..<600)
        call.isTriedOnce = true
        _ = try? await send(call)
    }
}
