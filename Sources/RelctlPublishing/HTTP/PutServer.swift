/// A web server that takes files by PUT (RFC 9110, section 9.3.4), as typed questions and orders.
struct PutServer: Sendable {
    let settings: PutSettings
    private let client: HTTPClient
    private let credential: HTTPHeader?

    /// - Throws: ``RelctlError`` of code `remote.not_authorized` if the credentials are not set.
    init(_ settings: PutSettings, with effects: Effects) throws {
        self.settings = settings
        credential = try PutCredentials.header(settings, effects.environment)
        client = HTTPClient(effects)
    }

    private func request(_ method: HTTPMethod, _ url: String, _ extra: [HTTPHeader] = []) -> HTTPRequest {
        var request = HTTPRequest(method, url, headers: [credential].compactMap(\.self) + extra)
        request.allowsPlainHTTP = settings.allowsPlainHTTP
        return request
    }

    // MARK: Looking

    /// What is answered where nothing is.
    private static let absent: Set<Int> = [404, 410]
    /// What servers answer that have no HEAD.
    private static let headless: Set<Int> = [405, 501]

    /// Looks for a file: its size and digest as the server reports them, or as its bytes are where it does not.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - digests: What was downloaded already, where that may be believed.
    /// - Returns: The file, its `id` being its entity tag; nothing where there is none.
    /// - Throws: ``RelctlError`` if it cannot be looked at.
    func find(_ file: PublishedFile, knowing digests: RemoteDigests? = nil) async throws -> RemoteAsset? {
        let url = try settings.url(of: file.name)
        let request = request(.head, url)
        let response = try await client.send(request, accepting: Self.absent.union(Self.headless))
        guard !Self.absent.contains(response.status) else { return nil }
        guard response.isSuccess else { return try await read(file, tag: nil) }
        // Where a redirect led, there are other tags than where files are put.
        let tag = response.url == url ? response.headers.strongEntityTag : nil
        let size = response.headers["Content-Length"].flatMap { UInt64($0) }
        let digest = response.headers.sha256
        if digest == file.sha256, size ?? file.size == file.size {
            return RemoteAsset(name: file.name, id: tag, size: file.size, sha256: digest)
        }
        // Some servers answer every HEAD with no length, or with none of the file's.
        guard let size, size > 0 || file.size == 0, digest != nil || size != file.size else {
            guard let digests, let tag, let size, Self.isSettled(response) else {
                return try await read(file, tag: tag)
            }
            let version = RemoteDigests.File(address: url, version: tag, size: size)
            if let known = digests[version] { return RemoteAsset(name: file.name, id: tag, size: size, sha256: known) }
            let found = try await read(file, tag: tag)
            if let found, found.size == size, let digest = found.sha256 { digests.keep(digest, of: version) }
            return found
        }
        return RemoteAsset(name: file.name, id: tag, size: size, sha256: digest)
    }

    /// Whether an entity tag that was made of whole seconds can stand for no other bytes any more (RFC 9110, 8.8.2.2).
    private static func isSettled(_ response: HTTPResponse) -> Bool {
        guard let now = response.headers["Date"].flatMap(HTTPDate.seconds(of:)),
            let change = response.headers["Last-Modified"].flatMap(HTTPDate.seconds(of:))
        else { return false }
        return now - change >= 2
    }

    /// Downloads a file to learn what it is; not more of it than a byte beyond what is wanted.
    private func read(_ file: PublishedFile, tag: String?) async throws -> RemoteAsset? {
        let request = request(.get, try settings.url(of: file.name))
        switch try await client.download(request, absent: Self.absent, limit: file.size) {
        case .nothing: return nil
        case .tooLarge: return RemoteAsset(name: file.name, id: tag, size: nil, sha256: nil)
        case .whole(let size, let digest):
            return RemoteAsset(name: file.name, id: tag, size: size, sha256: digest)
        }
    }

    /// Downloads a file to learn its digest; nil if it is not there, or larger than it should be.
    func digest(of file: PublishedFile) async throws -> Digest? {
        try await read(file, tag: nil)?.sha256
    }

    /// Asks for what need not be there, to see whether the server is, and knows who asks.
    func greet() async throws {
        let request = request(.head, try settings.url(of: Manifest.fileName))
        _ = try await client.send(request, accepting: Self.absent.union(Self.headless))
    }

    // MARK: Changing

    /// What must be at a URL for a file to be put there.
    enum Condition: Sendable, Hashable {
        /// Nothing.
        case nothing
        /// What has this entity tag.
        case tag(String)
        /// Whatever there is.
        case anything

        /// The headers that say so (RFC 9110, section 13.1).
        fileprivate var headers: [HTTPHeader] {
            switch self {
            case .nothing: [HTTPHeader("If-None-Match", "*")]
            case .tag(let tag): [HTTPHeader("If-Match", tag)]
            case .anything: []
            }
        }
    }

    /// What came of sending a file.
    enum Outcome: Sendable {
        /// The server took it.
        case taken
        /// Something else was there than was expected.
        case conditionFailed(RelctlError)
        /// Nobody knows whether the server took it.
        case uncertain(RelctlError)
    }

    /// Answers that do not say what is there now.
    private static let uncertain: Set<Int> = [408, 500, 502, 503, 504]

    /// Sends a file once; only looking tells what came of it where the answer does not.
    ///
    /// - Throws: ``RelctlError`` if the server does not want it.
    func put(
        _ file: PublishedFile,
        from path: FilePath,
        if condition: Condition,
        sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> Outcome {
        var request = request(.put, try settings.url(of: file.name), try headers(of: file) + condition.headers)
        request.body = .file(path, 0..<file.size)
        request.repeats = .ifUnsent
        request.redirectLimit = 5
        do {
            let response = try await client.send(
                request,
                accepting: Self.uncertain.union([412]),
                receiving: HTTPSink(sent: sent)
            )
            guard !response.isSuccess else { return .taken }
            let failure = explained(client.failure(of: request, response), file)
            return response.status == 412 ? .conditionFailed(failure) : .uncertain(failure)
        } catch let error as RelctlError where error.code == .remoteUnavailable {
            return .uncertain(error)
        } catch let error as RelctlError {
            throw explained(error, file)
        }
    }

    private func headers(of file: PublishedFile) throws -> [HTTPHeader] {
        let own = try settings.headers(of: file)
        var headers = own
        if !own.contains(where: { $0.name.lowercased() == "content-type" }) {
            headers.append(HTTPHeader("Content-Type", ContentType.of(file.name)))
        }
        guard settings.sendsChecksums else { return headers }
        let sums = [("X-Checksum-Sha256", file.sha256.hexadecimal), ("Repr-Digest", file.sha256.structuredField)]
        for (name, value) in sums where !own.contains(where: { $0.name.lowercased() == name.lowercased() }) {
            headers.append(HTTPHeader(name, value))
        }
        return headers
    }

    private static let missingFolder =
        "the folder may be missing: `createFolders: true` makes it, where the server speaks WebDAV"

    /// Says what a refusal of a file usually means.
    private func explained(_ error: RelctlError, _ file: PublishedFile) -> RelctlError {
        let hint: String? =
            switch error.details["status"] {
            // 409 as RFC 4918 wants it, 500 as nginx answers.
            case "404", "409", "500": settings.createsFolders ? nil : Self.missingFolder
            case "405", "501": "the server takes no files there: check `url`, and that it allows PUT"
            case "413": "the server takes no file of \(file.size) bytes: raise its limit for the size of a body"
            case "403": "the server does not let this user write there, or not write again what is there"
            default: nil
            }
        var error = error
        error.hints += [hint].compactMap(\.self)
        return error
    }

    /// Removes a file, if it is still the one that has this entity tag; a file that is not there is no error.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - tag: Its entity tag, if it has one.
    ///   - isOptional: Whether a server that lets nobody remove anything is no error either.
    /// - Throws: ``RelctlError`` if it cannot be removed.
    func delete(_ name: String, tag: String?, isOptional: Bool) async throws {
        let condition = tag.map { Condition.tag($0).headers } ?? []
        let request = request(.delete, try settings.url(of: name), condition)
        let unsupported: Set = [403, 405, 501]
        _ = try await client.send(request, accepting: Self.absent.union(isOptional ? unsupported : []))
    }

    /// Makes a folder and those above it, as far as they are missing (RFC 4918, section 9.3).
    func createFolder(_ url: String) async throws {
        var request = request(HTTPMethod("MKCOL"), url)
        // Made twice, it is there.
        request.repeats = .always
        let response = try await client.send(request, accepting: [405, 409])
        guard response.status == 409 else { return }
        guard let parent = Self.parent(of: url) else { throw client.failure(of: request, response) }
        try await createFolder(parent)
        _ = try await client.send(request, accepting: [405])
    }

    /// The folder above a folder; nothing above the server's own.
    private static func parent(of url: String) -> String? {
        let inner = url.dropLast()
        guard let end = inner.lastIndex(of: "/"), inner[..<end].contains("://"), !inner[...end].hasSuffix("://")
        else { return nil }
        return String(inner[...end])
    }
}
