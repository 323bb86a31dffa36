/// What a store says when it does not do what was asked (Amazon S3 API Reference, "Error responses").
struct S3Failure: Sendable, Hashable {
    /// The status of the answer.
    var status: Int
    /// The word for it, such as `AccessDenied`; made from the status where the answer has no body.
    var code: String
    /// The store's sentence, masked and in one line; it may be empty.
    var message: String
    /// The region that the store says the bucket is in.
    var region: String?

    /// Reads an answer that is no success.
    init(_ response: HTTPResponse, mask: SecretMask) {
        status = response.status
        let root = Self.root(of: response)
        func text(_ name: String) -> String? {
            guard let text = root?.children(name).first.flatMap({ try? $0.text().text }), !text.isEmpty else {
                return nil
            }
            return HTTPResponse.line(mask.masked(text))
        }
        code = text("Code") ?? Self.code(of: response.status)
        message = text("Message") ?? ""
        region = response.headers["x-amz-bucket-region"].map { HTTPResponse.line($0) } ?? text("Region")
    }

    /// An error that came with the status of a success, as it can at the end of an upload in parts; else nothing.
    init?(in response: HTTPResponse, mask: SecretMask) {
        guard Self.root(of: response) != nil else { return nil }
        self.init(response, mask: mask)
    }

    private static func root(of response: HTTPResponse) -> XMLElement? {
        guard !response.body.isEmpty, let text = String(validating: response.body, as: UTF8.self),
            let root = try? XMLParser.parse(text, file: "the answer"), root.name == "Error"
        else { return nil }
        return root
    }

    /// What HEAD, whose answers have no body, leaves to guess.
    private static func code(of status: Int) -> String {
        switch status {
        case 301, 307, 308: "PermanentRedirect"
        case 401, 403: "AccessDenied"
        case 404: "NotFound"
        case 412: "PreconditionFailed"
        case 501: "NotImplemented"
        default: "status \(status)"
        }
    }

    /// The error that the user sees.
    ///
    /// - Parameters:
    ///   - purpose: What could not be done, such as "cannot read `app/v1/a.zip` in the bucket `releases`".
    ///   - bucket: The bucket.
    /// - Returns: The error; its details hold the store's word as `code`, and the status.
    func error(_ purpose: String, _ bucket: S3Bucket) -> RelctlError {
        let said = message.isEmpty ? code : "\(code): \(message)"
        return RelctlError(
            purpose,
            code: kind,
            details: ["code": code, "status": String(status)],
            hints: hint(bucket).map { [$0] } ?? [],
            causes: [RelctlError("the store says \(said)")]
        )
    }

    private var kind: RelctlError.Code {
        switch code {
        case "AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken",
            "TokenRefreshRequired", "RequestTimeTooSkewed", "AllAccessDisabled", "AccountProblem", "NotSignedUp",
            "InvalidSecurity", "RequestExpired", "UnauthorizedAccess":
            .notAuthorized
        case "NoSuchBucket", "PermanentRedirect", "AuthorizationHeaderMalformed", "TemporaryRedirect",
            "IllegalLocationConstraintException":
            .configurationInvalid
        case "SlowDown", "ServiceUnavailable", "InternalError", "RequestTimeout", "OperationAborted":
            .remoteUnavailable
        default: status >= 500 && status != 501 ? .remoteUnavailable : .failed
        }
    }

    private func hint(_ bucket: S3Bucket) -> String? {
        switch code {
        case "AccessDenied", "AllAccessDisabled":
            "the credentials are known and may not do this: the bucket's or the user's policy decides"
        case "InvalidAccessKeyId": "the store does not know the access key's id: is it one of another store or account?"
        case "SignatureDoesNotMatch": "the secret access key does not belong to the access key's id"
        case "ExpiredToken", "InvalidToken", "TokenRefreshRequired", "RequestExpired":
            "the session has expired, or its token is wrong: log in again"
        case "RequestTimeTooSkewed": "this machine's clock and the store's differ by more than 15 minutes: set it"
        case "NoSuchBucket": "create the bucket, or mend `bucket`, `region` or `endpoint`"
        case "PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed",
            "IllegalLocationConstraintException":
            region.map { "the bucket is in the region `\($0)`, not `\(bucket.region)`: set `region`" }
                ?? "the bucket is in another region than `\(bucket.region)`: set `region`"
        default: nil
        }
    }
}

extension RelctlError {
    /// The word of an S3-compatible store for what went wrong, if it was one that said so.
    var storeCode: String? { details["code"] }
}
