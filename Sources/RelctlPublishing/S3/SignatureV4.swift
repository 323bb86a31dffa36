/// Signs requests so that AWS and stores that are compatible with it know who sends them: Signature Version 4 (Amazon S3
/// User Guide, "Authenticating Requests: Using the Authorization Header").
struct SignatureV4: Sendable {
    /// Who signs.
    let credentials: AWSCredentials
    /// The region that the request is for, such as `eu-central-1`.
    let region: String
    /// The service that it is for.
    var service = "s3"

    /// A request as it is signed.
    struct Signable: Sendable {
        /// The method's token.
        var method: String
        /// The path, percent-encoded, as it is sent.
        var path: String
        /// Names and values of the query, not encoded.
        var query: [(name: String, value: String)] = []
        /// The fields that are signed, `Host` among them.
        var headers: [(name: String, value: String)]
        /// The digest of the body.
        var payload: Digest
    }

    /// The fields that a request must be sent with beside those that it is signed with.
    ///
    /// - Parameters:
    ///   - request: The request, without these fields.
    ///   - seconds: The time, in seconds since 1970, which the store holds against its own.
    /// - Returns: `x-amz-date`, `x-amz-content-sha256`, `x-amz-security-token` for a temporary key, `Authorization`.
    func headers(for request: Signable, at seconds: Int64) -> [HTTPHeader] {
        let time = Self.timestamp(seconds)
        var signed = request
        signed.headers += [("x-amz-date", time), ("x-amz-content-sha256", request.payload.hexadecimal)]
        if let token = credentials.sessionToken {
            signed.headers.append(("x-amz-security-token", token.revealed))
        }
        let scope = "\(time.prefix(8))/\(region)/\(service)/aws4_request"
        let names = Self.signedNames(signed)
        let text = [
            "AWS4-HMAC-SHA256", time, scope, Digest(of: Array(Self.canonical(signed).utf8)).hexadecimal,
        ].joined(separator: "\n")
        let signature = HMACSHA256.code(of: Array(text.utf8), key: key(for: String(time.prefix(8)))).hexadecimal
        let access = credentials.accessKey.revealed
        var headers = [
            HTTPHeader("x-amz-date", time),
            HTTPHeader("x-amz-content-sha256", request.payload.hexadecimal),
            HTTPHeader(
                "Authorization",
                Secret(
                    "Credential=\(access)/\(scope), SignedHeaders=\(names), Signature=\(signature)",
                    madeFrom: [credentials.secretKey]
                ),
                prefix: "AWS4-HMAC-SHA256 "
            ),
        ]
        if let token = credentials.sessionToken { headers.append(HTTPHeader("x-amz-security-token", token)) }
        return headers
    }

    /// The request in the one form that both sides digest.
    static func canonical(_ request: Signable) -> String {
        let query = request.query.map {
            (name: PercentEncoding.segment($0.name), value: PercentEncoding.segment($0.value))
        }.sorted { ($0.name, $0.value) < ($1.name, $1.value) }.map { "\($0.name)=\($0.value)" }
        let fields = sorted(request.headers).map { "\($0.name):\(trimmed($0.value))\n" }
        return [
            request.method, request.path, query.joined(separator: "&"), fields.joined(), signedNames(request),
            request.payload.hexadecimal,
        ].joined(separator: "\n")
    }

    /// The names of the fields that are signed, as `Authorization` lists them.
    private static func signedNames(_ request: Signable) -> String {
        sorted(request.headers).map(\.name).joined(separator: ";")
    }

    private static func sorted(_ headers: [(name: String, value: String)]) -> [(name: String, value: String)] {
        headers.map { (name: $0.name.lowercased(), value: $0.value) }.sortedBytewise(by: \.name)
    }

    /// Blanks at the ends do not count, and several count as one.
    private static func trimmed(_ value: String) -> String {
        value.split(separator: " ").joined(separator: " ")
    }

    /// The key of a day, `YYYYMMDD`, a region and a service.
    private func key(for day: String) -> [UInt8] {
        [day, region, service, "aws4_request"].reduce(Array("AWS4\(credentials.secretKey.revealed)".utf8)) {
            key,
            part in
            HMACSHA256.code(of: Array(part.utf8), key: key).bytes
        }
    }

    /// `YYYYMMDDTHHMMSSZ` of a time in seconds since 1970 (ISO 8601, basic form).
    static func timestamp(_ seconds: Int64) -> String {
        let day = UTCTime.date(ofTimestamp: seconds).replacing("-", with: "")
        return "\(day)T\(UTCTime.time(ofTimestamp: seconds).replacing(":", with: ""))Z"
    }
}
