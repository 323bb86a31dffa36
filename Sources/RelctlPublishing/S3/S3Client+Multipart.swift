/// What is asked of uploads in parts (Amazon S3 User Guide, "Uploading and copying objects using multipart upload").
extension S3Client {
    /// An upload that was begun and not ended.
    struct Upload: Sendable, Hashable {
        /// The object's key.
        var key: String
        /// The store's id of the upload.
        var id: String
        /// When it was begun, as the store writes it: `2026-01-02T03:04:05.000Z`.
        var begun: String
    }

    /// A part that is at the store.
    struct Part: Sendable, Hashable {
        /// From 1.
        var number: Int
        /// Bytes.
        var size: UInt64
        /// What stands for its content: without encryption by keys of the store, its MD5 in quotation marks.
        var tag: String
        /// The digest in base64, where the store keeps it.
        var checksum: String?
    }

    /// The uploads whose keys begin with a prefix, in the store's order; nothing where the store does not tell.
    func uploads(_ prefix: String) async throws -> [Upload]? {
        var uploads: [Upload] = []
        var markers: (key: String, id: String)?
        for _ in 0..<Self.pageLimit {
            var query = [
                (name: "uploads", value: ""), (name: "prefix", value: prefix), (name: "encoding-type", value: "url"),
            ]
            if let markers {
                query += [(name: "key-marker", value: markers.key), (name: "upload-id-marker", value: markers.id)]
            }
            let call = Call(
                method: .get,
                purpose: "cannot list uploads",
                query: query,
                // Telling them takes a permission of its own, and some stores cannot.
                accepting: [400, 403, 404, 405, 501]
            )
            let response = try await send(call)
            guard response.isSuccess else {
                let failure = failure(response, call)
                guard failure.storeCode != "NoSuchBucket" else { throw failure }
                return nil
            }
            let page = try document(response, ["ListMultipartUploadsResult"], call)
            let isEncoded = page.firstText("EncodingType") == "url"
            func key(_ text: String) -> String? { isEncoded ? PercentEncoding.decode(text) : text }
            uploads += page.children("Upload").compactMap { entry in
                guard let key = entry.firstText("Key").flatMap(key), let id = entry.firstText("UploadId"),
                    key.utf8.starts(with: prefix.utf8)
                else { return nil }
                return Upload(key: key, id: id, begun: entry.firstText("Initiated") ?? "")
            }
            guard page.firstText("IsTruncated") == "true", let next = page.firstText("NextKeyMarker").flatMap(key)
            else {
                return uploads
            }
            let id = page.firstText("NextUploadIdMarker") ?? ""
            guard markers == nil || markers?.key != next || markers?.id != id else { return uploads }
            markers = (next, id)
        }
        throw RelctlError("cannot list uploads in the bucket `\(bucket.name)`: there is no end of them")
    }

    /// Begins an upload in parts.
    func begin(_ content: Content) async throws -> Upload {
        let call = Call(
            method: .post,
            purpose: "cannot begin the upload of `\(content.key)`",
            key: content.key,
            query: [(name: "uploads", value: "")],
            headers: content.metadata + [
                HTTPHeader("x-amz-checksum-algorithm", "SHA256"), HTTPHeader("x-amz-checksum-type", "COMPOSITE"),
            ]
        )
        let answer = try document(try await send(call), ["InitiateMultipartUploadResult"], call)
        guard let id = answer.firstText("UploadId"), !id.isEmpty else {
            throw RelctlError("\(call.purpose): the store gives it no id", code: .remoteUnavailable)
        }
        return Upload(key: content.key, id: id, begun: "")
    }

    /// The parts of an upload that are at the store; nothing where there is no such upload.
    func parts(of upload: Upload) async throws -> [Part]? {
        var parts: [Part] = []
        var marker = ""
        for _ in 0..<Self.pageLimit {
            var query = [(name: "uploadId", value: upload.id)]
            if !marker.isEmpty { query.append((name: "part-number-marker", value: marker)) }
            let call = Call(
                method: .get,
                purpose: "cannot list the parts of `\(upload.key)`",
                key: upload.key,
                query: query,
                accepting: [403, 404]
            )
            let response = try await send(call)
            guard response.isSuccess else { return nil }
            let page = try document(response, ["ListPartsResult", "ListPartsResponse"], call)
            parts += page.children("Part").compactMap { entry in
                guard let number = entry.firstText("PartNumber").flatMap({ Int($0) }),
                    let size = entry.firstText("Size").flatMap({ UInt64($0) }), let tag = entry.firstText("ETag")
                else { return nil }
                return Part(number: number, size: size, tag: tag, checksum: entry.firstText("ChecksumSHA256"))
            }
            let next = page.firstText("NextPartNumberMarker") ?? ""
            guard page.firstText("IsTruncated") == "true", !next.isEmpty, next != marker else { return parts }
            marker = next
        }
        throw RelctlError("cannot list the parts of `\(upload.key)`: there is no end of them")
    }

    /// Sends a part; the store compares it with its digest.
    ///
    /// - Returns: The part's tag.
    func put(
        _ body: HTTPBody,
        _ digest: Digest,
        asPart number: Int,
        of upload: Upload,
        sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> String {
        let call = Call(
            method: .put,
            purpose: "cannot upload part \(number) of `\(upload.key)`",
            key: upload.key,
            query: [(name: "partNumber", value: String(number)), (name: "uploadId", value: upload.id)],
            headers: Self.checksum(digest) + [HTTPHeader("Content-Type", "application/octet-stream")],
            body: body,
            payload: digest
        )
        guard let tag = try await send(call, receiving: HTTPSink(sent: sent)).headers["ETag"] else {
            throw RelctlError("\(call.purpose): the store gives no tag for it", code: .remoteUnavailable)
        }
        return tag
    }

    /// Makes the object of its parts.
    ///
    /// - Throws: ``RelctlError``, also where the store says in the body of a success that it could not.
    func complete(_ upload: Upload, _ parts: [(tag: String, digest: Digest)]) async throws {
        let items = parts.enumerated().map { index, part in
            let tag = part.tag.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            return "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(tag)</ETag>"
                + "<ChecksumSHA256>\(part.digest.base64)</ChecksumSHA256></Part>"
        }
        let body = Array(
            """
            <CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\(items.joined())\
            </CompleteMultipartUpload>
            """.utf8
        )
        let call = Call(
            method: .post,
            purpose: "cannot end the upload of `\(upload.key)`",
            key: upload.key,
            query: [(name: "uploadId", value: upload.id)],
            headers: [HTTPHeader("Content-Type", "application/xml")],
            body: .bytes(body),
            payload: Digest(of: body)
        )
        let response = try await send(call)
        if let failure = hiddenFailure(response, call) { throw failure }
    }

    /// Gives an upload up, and has the store forget its parts.
    func giveUp(_ upload: Upload) async throws {
        let call = Call(
            method: .delete,
            purpose: "cannot give up the upload of `\(upload.key)`",
            key: upload.key,
            query: [(name: "uploadId", value: upload.id)],
            accepting: [404]
        )
        _ = try await send(call)
    }
}
