/// What is asked of whole objects.
extension S3Client {
    /// An object as a listing or its own head shows it.
    struct Object: Sendable, Hashable {
        /// Bytes.
        var size: UInt64
        /// What stands for this very content at this store.
        var tag: String
        /// The digest, if the store knows it or relctl wrote it down there.
        var sha256: Digest?
    }

    /// An object that is to be.
    struct Content: Sendable {
        var key: String
        var body: HTTPBody
        var sha256: Digest
        /// `Content-Type` and `Cache-Control`.
        var type: String
        var cacheControl: String
        /// What must hold of what is there, such as `If-None-Match: *`.
        var condition: HTTPHeader?

        /// What a store keeps of an object beside its bytes.
        var metadata: [HTTPHeader] {
            [
                HTTPHeader("Content-Type", type), HTTPHeader("Cache-Control", cacheControl),
                HTTPHeader("x-amz-meta-sha256", sha256.hexadecimal),
            ]
        }
    }

    /// Makes sure that the bucket can be looked at, and finds its region if the store says.
    ///
    /// - Throws: ``RelctlError`` in the store's words, which the answer to HEAD has no room for.
    func probe() async throws -> String? {
        let head = try await send(Call(method: .head, purpose: "cannot look", accepting: [400, 403, 404]))
        if !head.isSuccess {
            let query = [(name: "list-type", value: "2"), (name: "max-keys", value: "1")]
            _ = try await send(Call(method: .get, purpose: "cannot look", query: query))
        }
        return head.headers["x-amz-bucket-region"]
    }

    /// The objects whose keys begin with a prefix and hold no further slash, by what follows the prefix.
    func list(_ prefix: String) async throws -> [FilePath: Object] {
        var objects: [FilePath: Object] = [:]
        var token: String?
        for _ in 0..<Self.pageLimit {
            var query = [("list-type", "2"), ("delimiter", "/"), ("encoding-type", "url"), ("prefix", prefix)]
            if let token { query.append(("continuation-token", token)) }
            let call = Call(
                method: .get,
                purpose: "cannot list `\(prefix)`",
                query: query.map { (name: $0, value: $1) }
            )
            let page = try document(try await send(call), ["ListBucketResult"], call)
            for entry in page.children("Contents") {
                guard let (key, object) = Self.object(entry), key.utf8.starts(with: prefix.utf8) else { continue }
                let name = String(decoding: key.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
                // Some consoles make an empty object stand for a folder.
                if !name.isEmpty { objects[FilePath(name)] = object }
            }
            let next = page.firstText("NextContinuationToken")
            guard page.firstText("IsTruncated") == "true" else { return objects }
            guard let next, next != token else { break }
            token = next
        }
        throw RelctlError("cannot list `\(prefix)` in the bucket `\(bucket.name)`: there is no end of objects")
    }

    /// More pages than any release has.
    static let pageLimit = 1000

    private static func object(_ entry: XMLElement) -> (key: String, object: Object)? {
        guard let key = entry.firstText("Key").flatMap(PercentEncoding.decode),
            let size = entry.firstText("Size").flatMap({ UInt64($0) })
        else { return nil }
        return (key, Object(size: size, tag: entry.firstText("ETag") ?? "", sha256: nil))
    }

    /// What a store knows of an object; nothing where none is.
    func head(_ key: String) async throws -> Object? {
        let call = Call(
            method: .head,
            purpose: "cannot look at `\(key)`",
            key: key,
            headers: [HTTPHeader("x-amz-checksum-mode", "ENABLED")],
            accepting: [404]
        )
        let response = try await send(call)
        guard response.status != 404 else { return nil }
        guard let size = response.headers["Content-Length"].flatMap({ UInt64($0) }) else {
            throw RelctlError("\(call.purpose) in the bucket `\(bucket.name)`: the store does not tell its size")
        }
        let tag = response.headers["ETag"] ?? ""
        return Object(size: size, tag: tag, sha256: Self.digest(response.headers, tag))
    }

    /// The digest in an object's head: the store's own, else what relctl wrote there.
    ///
    /// For an object that came in parts, `x-amz-checksum-sha256` is the digest of its parts' digests, unless the store
    /// says otherwise (Amazon S3 User Guide, "Checking object integrity").
    private static func digest(_ headers: HTTPFields, _ tag: String) -> Digest? {
        let isWhole = headers["x-amz-checksum-type"].map { $0 == "FULL_OBJECT" } ?? !tag.contains("-")
        if isWhole, let text = headers["x-amz-checksum-sha256"], let digest = Digest(base64: text) { return digest }
        return headers["x-amz-meta-sha256"].flatMap { Digest(hexadecimal: $0) }
    }

    /// A small object's bytes and tag; nothing where none is.
    func read(_ key: String, limit: Int = 1 << 20) async throws -> (bytes: [UInt8], tag: String)? {
        let call = Call(method: .get, purpose: "cannot read `\(key)`", key: key, accepting: [404])
        let response = try await send(call, receiving: HTTPSink(bodyLimit: limit))
        guard response.status == 404 else { return (response.body, response.headers["ETag"] ?? "") }
        let failure = failure(response, call)
        guard failure.storeCode != "NoSuchBucket" else { throw failure }
        return nil
    }

    /// The digest of an object's bytes, which are read for it.
    func hash(_ key: String) async throws -> Digest {
        let digest = DownloadDigest()
        let call = Call(method: .get, purpose: "cannot read `\(key)`", key: key)
        _ = try await send(call, receiving: digest.sink)
        return digest.finalize()
    }

    /// Puts an object in one request; the store compares it with its digest.
    ///
    /// - Returns: Nothing if the condition does not hold; else the object's tag.
    func put(_ content: Content, sent: (@Sendable (UInt64) -> Void)? = nil) async throws -> String? {
        let call = Call(
            method: .put,
            purpose: "cannot upload `\(content.key)`",
            key: content.key,
            headers: content.metadata + Self.checksum(content.sha256) + [content.condition].compactMap(\.self),
            body: content.body,
            payload: content.sha256,
            accepting: content.condition == nil ? [] : [409, 412]
        )
        let response = try await send(call, receiving: HTTPSink(sent: sent))
        return response.isSuccess ? response.headers["ETag"] ?? "" : nil
    }

    /// The fields by which a store compares a body with its digest.
    static func checksum(_ digest: Digest) -> [HTTPHeader] {
        [
            HTTPHeader("x-amz-sdk-checksum-algorithm", "SHA256"), HTTPHeader("x-amz-checksum-sha256", digest.base64),
        ]
    }

    /// Removes an object, if it is there.
    func delete(_ key: String) async throws {
        _ = try await send(Call(method: .delete, purpose: "cannot delete `\(key)`", key: key, accepting: [404]))
    }
}
