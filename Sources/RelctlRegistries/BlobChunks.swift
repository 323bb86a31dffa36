/// Sends a blob in chunks, and goes on where the registry stopped (OCI distribution specification 1.1, "Pushing a blob in
/// chunks").
///
/// The last chunk closes the upload: some registries take no closing request without one.
struct BlobChunks: Sendable {
    private let client: RegistryClient
    private let blob: BlobContent
    private let wanted: UInt64
    private let sent: (@Sendable (UInt64) -> Void)?

    /// How often in a row the registry is asked how far it got without having got any further.
    private static let patience = 3

    init(
        _ client: RegistryClient,
        _ blob: BlobContent,
        _ size: UInt64,
        _ sent: (@Sendable (UInt64) -> Void)?
    ) {
        self.client = client
        self.blob = blob
        wanted = max(1, size)
        self.sent = sent
    }

    func send(to begun: BlobUpload) async throws {
        var upload = begun
        do {
            let chunk = max(wanted, upload.minimumChunk)
            var (failures, best) = (0, UInt64(0))
            while blob.size - upload.offset > chunk {
                do {
                    try await append(upload.offset..<upload.offset + chunk, to: &upload)
                } catch let error as RelctlError where RegistryClient.mayBeRepeated(error) {
                    // What moves on has not failed, however often it breaks off.
                    failures = upload.offset > best ? 1 : failures + 1
                    best = max(best, upload.offset)
                    guard failures < Self.patience else { throw error }
                    try await client.session.pause(after: failures, because: error)
                    try await resume(&upload, after: error)
                }
            }
        } catch {
            await client.giveUp(upload.location)
            throw error
        }
        try await close(upload)
    }

    private func append(_ range: Range<UInt64>, to upload: inout BlobUpload) async throws {
        let call = call(.patch, upload.location, range)
        let response = try await client.send(call)
        try move(&upload, by: response, call.purpose, expecting: range.upperBound)
    }

    private func close(_ upload: BlobUpload) async throws {
        let url = RegistryClient.closing(upload.location, blob.digest)
        try await client.end(call(.put, url, upload.offset..<blob.size), blob, upload)
    }

    private func call(_ method: HTTPMethod, _ url: String, _ range: Range<UInt64>) -> RegistryCall {
        var call = client.uploadCall(method, url, blob)
        call.body = blob.part(range)
        call.headers = [HTTPHeader("Content-Type", "application/octet-stream")]
        if !range.isEmpty {
            // Not as in RFC 9110: without a unit, without the whole.
            call.headers.append(HTTPHeader("Content-Range", "\(range.lowerBound)-\(range.upperBound - 1)"))
        }
        if let sent { call.sink = HTTPSink(sent: { sent(range.lowerBound + $0) }) }
        return call
    }

    /// Asks how much the registry has.
    private func resume(_ upload: inout BlobUpload, after failure: RelctlError) async throws {
        var call = client.uploadCall(.get, upload.location, blob)
        call.repeats = .always
        call.accepting = Set(400..<500)
        let response = try await client.send(call)
        // It is forgotten, or the registry cannot tell: all is sent anew.
        guard response.isSuccess else { throw failure }
        try move(&upload, by: response, call.purpose, expecting: nil)
    }

    /// Takes from an answer where to go on, and from which byte.
    private func move(
        _ upload: inout BlobUpload,
        by response: HTTPResponse,
        _ purpose: String,
        expecting expected: UInt64?
    ) throws {
        if let location = response.headers["Location"] {
            upload.location = try client.location(location, in: response, purpose)
        }
        guard let text = response.headers["Range"] else {
            guard let expected else { throw client.surprise(purpose, "the registry does not say how much it has") }
            upload.offset = expected
            return
        }
        guard let count = Self.count(in: text, knowing: expected ?? upload.offset), count <= expected ?? blob.size
        else {
            throw client.surprise(purpose, "the registry says that it has the bytes `\(text)`")
        }
        guard expected == nil || count > upload.offset else {
            throw client.surprise(purpose, "the registry took nothing of a chunk")
        }
        upload.offset = count
    }

    /// How many bytes `0-END` are.
    ///
    /// Registries that have nothing say `0-0`, as those do that have one byte: it is that only where one is known of.
    static func count(in text: String, knowing known: UInt64) -> UInt64? {
        let range = text.hasPrefix("bytes=") ? text.dropFirst("bytes=".count) : text[...]
        let ends = range.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, UInt64(ends[0]) == 0, let last = UInt64(ends[1]), last < .max else { return nil }
        return last == 0 && known != 1 ? 0 : last + 1
    }
}
