import TestSupport
import Testing

@testable import RelctlPublishing

@Suite struct S3FailureTests {
    /// Answers every request with the same.
    private struct Answer: HTTPTransport {
        var status: Int
        var headers: [HTTPFields.Field] = []
        var body = ""

        func exchange(_ request: HTTPRequest, receiving sink: HTTPSink) async throws -> HTTPResponse {
            HTTPResponse(status: status, headers: HTTPFields(headers), body: Array(body.utf8), url: request.url)
        }
    }

    private func client(_ answer: Answer) throws -> S3Client {
        var effects = Effects.onDisk()
        effects.http = answer
        effects.environment = [
            "AWS_ACCESS_KEY_ID": "AKIA", "AWS_SECRET_ACCESS_KEY": "topsecret", "AWS_REGION": "eu-west-1",
        ]
        let request = PublicationRequest(
            publisher: "s3",
            options: ["bucket": .text("releases"), "endpoint": .text("https://store.example.org")],
            release: ReleaseIdentity(
                name: "streams",
                version: try Version("1.0.0"),
                tag: "v1.0.0",
                commit: "abc",
                timestamp: 0
            ),
            files: [],
            folder: FilePath("dist"),
            project: FilePath("."),
            replaces: false
        )
        return try S3Client(try S3Settings(request), with: effects)
    }

    @Test(
        arguments: [
            ("AccessDenied", 403, 77, "policy"), ("SignatureDoesNotMatch", 403, 77, "secret access key"),
            ("InvalidAccessKeyId", 403, 77, "another store"), ("ExpiredToken", 400, 77, "log in again"),
            ("RequestTimeTooSkewed", 403, 77, "clock"), ("NoSuchBucket", 404, 65, "create the bucket"),
            ("PermanentRedirect", 301, 65, "another region"), ("InvalidPart", 400, 1, ""),
        ] as [(String, Int, Int32, String)]
    )
    func errorsSayWhatTheStoreSaysAndWhatToTry(code: String, status: Int, exit: Int32, hint: String) async throws {
        let body = "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>no\u{1b}[2J: topsecret</Message></Error>"
        let client = try client(Answer(status: status, body: body.replacing("\u{1b}", with: "")))
        let error = await #expect(throws: RelctlError.self) { try await client.list("streams/") }
        #expect(error?.code.exitCode == exit)
        #expect(error?.description.contains("the store says \(code): no[2J: ****") == true)
        #expect(hint.isEmpty || error?.hints.first?.contains(hint) == true)
    }

    @Test func aBucketInAnotherRegionIsToldWithTheRegion() async throws {
        let field = HTTPFields.Field("x-amz-bucket-region", "ap-south-1")
        let client = try client(Answer(status: 301, headers: [field]))
        let error = await #expect(throws: RelctlError.self) { try await client.probe() }
        #expect(error?.hints == ["the bucket is in the region `ap-south-1`, not `eu-west-1`: set `region`"])
    }

    @Test func anErrorInsideASuccessIsAnError() async throws {
        let body = "<?xml version=\"1.0\"?>\n \n<Error><Code>InternalError</Code><Message>again</Message></Error>"
        let client = try client(Answer(status: 200, body: body))
        let error = await #expect(throws: RelctlError.self) {
            try await client.complete(S3Client.Upload(key: "k", id: "i", begun: ""), [])
        }
        #expect(error?.storeCode == "InternalError" && error?.code == .remoteUnavailable)
    }

    @Test(arguments: [
        "", "not XML", "<html><body>hello</body></html>", "<ListBucketResult>", "<a/><b/>",
        "<!DOCTYPE x [<!ENTITY a \"b\">]><ListBucketResult/>",
    ])
    func answersOfSomethingElseAreNoListing(body: String) async throws {
        let error = await #expect(throws: RelctlError.self) {
            try await client(Answer(status: 200, body: body)).list("streams/")
        }
        #expect(error?.code == .remoteUnavailable)
    }

    @Test(arguments: ["", "<NextContinuationToken>same</NextContinuationToken>"])
    func aListingWithoutAnEndIsAnError(token: String) async throws {
        let body = "<ListBucketResult><IsTruncated>true</IsTruncated>\(token)</ListBucketResult>"
        let error = await #expect(throws: RelctlError.self) {
            try await client(Answer(status: 200, body: body)).list("streams/")
        }
        #expect(error?.description.contains("no end") == true)
    }

    @Test func keysOutsideThePrefixAreNotThisReleases() async throws {
        let entries = ["streams/a%2Bb", "elsewhere", "streams/", "streams/%zz"].map {
            "<Contents><Key>\($0)</Key><Size>1</Size><ETag>&quot;x&quot;</ETag></Contents>"
        }
        let body = "<ListBucketResult><IsTruncated>false</IsTruncated>\(entries.joined())</ListBucketResult>"
        let objects = try await client(Answer(status: 200, body: body)).list("streams/")
        #expect(objects.keys.map(\.string) == ["a+b"])
    }

    @Test(arguments: [403, 404, 501]) func aStoreThatDoesNotTellUploadsIsTakenToHaveNone(status: Int) async throws {
        #expect(try await client(Answer(status: status)).uploads("streams/") == nil)
    }

    /// The digest of parts' digests is not that of the bytes.
    @Test func onlyADigestOfTheBytesIsTaken() async throws {
        let digest = Digest(of: Array("x".utf8))
        func head(_ fields: [(String, String)]) async throws -> Digest? {
            let fields = [("Content-Length", "1")] + fields
            return try await client(Answer(status: 200, headers: fields.map { HTTPFields.Field($0, $1) })).head("k")?
                .sha256
        }
        #expect(try await head([("x-amz-checksum-sha256", digest.base64), ("ETag", "\"abc\"")]) == digest)
        #expect(try await head([("x-amz-checksum-sha256", digest.base64), ("ETag", "\"abc-2\"")]) == nil)
        #expect(try await head([("x-amz-checksum-sha256", digest.base64 + "-2"), ("ETag", "\"abc\"")]) == nil)
        let composite = [("x-amz-checksum-sha256", digest.base64), ("x-amz-checksum-type", "COMPOSITE")]
        #expect(try await head(composite) == nil)
        let written = [("x-amz-meta-sha256", Digest(of: []).hexadecimal)]
        #expect(try await head(composite + written) == Digest(of: []))
        // The store's own word is better than what anybody may have written.
        #expect(try await head([("x-amz-checksum-sha256", digest.base64)] + written) == digest)
    }
}
