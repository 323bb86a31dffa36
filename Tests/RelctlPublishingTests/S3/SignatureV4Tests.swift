import Foundation
import TestSupport
import Testing

@testable import RelctlPublishing

@Suite struct SignatureV4Tests {
    private static let empty = Digest(of: [])

    /// The account of AWS's own examples.
    private func example(token: String? = nil) throws -> SignatureV4 {
        let credentials = try #require(
            AWSCredentials(
                accessKey: "AKIAIOSFODNN7EXAMPLE",
                secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
                sessionToken: token
            )
        )
        return SignatureV4(credentials: credentials, region: "us-east-1")
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let request: SignatureV4.Signable
        let signature: String
    }

    /// The examples of the Amazon S3 API Reference, "Signature Calculations for the Authorization Header".
    private static let cases = [
        Case(
            testDescription: "get an object",
            request: .init(
                method: "GET",
                path: "/test.txt",
                headers: [("Host", "examplebucket.s3.amazonaws.com"), ("Range", "bytes=0-9")],
                payload: empty
            ),
            signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        ),
        Case(
            testDescription: "put an object",
            request: .init(
                method: "PUT",
                path: "/test%24file.text",
                headers: [
                    ("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("Host", "examplebucket.s3.amazonaws.com"),
                    ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
                ],
                payload: Digest(of: Array("Welcome to Amazon S3.".utf8))
            ),
            signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        ),
        Case(
            testDescription: "get a bucket's lifecycle",
            request: .init(
                method: "GET",
                path: "/",
                query: [("lifecycle", "")],
                headers: [("Host", "examplebucket.s3.amazonaws.com")],
                payload: empty
            ),
            signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        ),
        Case(
            testDescription: "list objects",
            request: .init(
                method: "GET",
                path: "/",
                query: [("prefix", "J"), ("max-keys", "2")],
                headers: [("Host", "examplebucket.s3.amazonaws.com")],
                payload: empty
            ),
            signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        ),
    ]

    @Test(arguments: cases) func publishedExamplesAreSignedAsPublished(example: Case) throws {
        let headers = try self.example().headers(for: example.request, at: 1_369_353_600)
        let authorization = headers.first { $0.name == "Authorization" }?.sentValue ?? ""
        #expect(authorization.hasSuffix("Signature=\(example.signature)"))
        #expect(authorization.contains("Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "))
        #expect(headers.contains(HTTPHeader("x-amz-date", "20130524T000000Z")))
    }

    /// Of RFC 4231, sections 4.2, 4.3 and 4.7.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func codesAreThoseOfTheRFC(key: [UInt8], message: String, code: String) {
        #expect(HMACSHA256.code(of: Array(message.utf8), key: key).hexadecimal == code)
    }

    /// Keys, queries and fields of all kinds, and a session token, against botocore's own signer.
    @Test func signaturesAreThoseOfAnotherImplementation() async throws {
        let key = "über uns/a b+c=d&e%2F~!*'();:@,$[]#?/日本.tar.gz"
        let query = [("uploadId", "a+b/c=="), ("partNumber", "7"), ("empty", ""), ("Z", "1"), ("a b", "ü&=")]
        let request = SignatureV4.Signable(
            method: "PUT",
            path: "/" + PercentEncoding.segments("releases/" + key),
            query: query.map { (name: $0, value: $1) },
            headers: [
                ("host", "127.0.0.1:9000"), ("Content-Type", "text/plain;  charset=utf-8"),
                ("x-amz-meta-sha256", " x "),
            ],
            payload: Digest(of: Array("body".utf8))
        )
        let headers = try example(token: "session/token==").headers(for: request, at: 1_767_323_045)
        let items = query.map { "\(PercentEncoding.segment($0.0))=\(PercentEncoding.segment($0.1))" }
        let script = """
            import sys, datetime, hashlib
            import botocore.auth
            from botocore.awsrequest import AWSRequest
            from botocore.credentials import Credentials
            botocore.auth.get_current_datetime = lambda *a, **k: datetime.datetime(2026, 1, 2, 3, 4, 5)
            access = Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "session/token==")
            request = AWSRequest(method="PUT", url=sys.argv[1], data=b"body", headers={
                "Content-Type": "text/plain;  charset=utf-8", "x-amz-meta-sha256": " x ",
                "X-Amz-Content-SHA256": hashlib.sha256(b"body").hexdigest()})
            request.context["payload_signing_enabled"] = True
            botocore.auth.S3SigV4Auth(access, "s3", "us-east-1").add_auth(request)
            print(request.headers["Authorization"])
            """
        try await World.scratch { world in
            let url = "http://127.0.0.1:9000" + request.path + "?" + items.joined(separator: "&")
            let output = try await world.python(["-c", script, url])
            let authorization = headers.first { $0.name == "Authorization" }?.sentValue
            #expect(output.trimmingCharacters(in: .newlines) == authorization)
        }
    }

    @Test func whatIsSecretIsMarkedSo() throws {
        let headers = try example(token: "token").headers(for: Self.cases[0].request, at: 0)
        #expect(!"\(headers)".contains("Signature=") && !"\(headers)".contains("wJalr"))
        #expect(headers.first { $0.name == "x-amz-security-token" }?.value == .secret(Secret("token"), prefix: ""))
        #expect(headers.contains(HTTPHeader("x-amz-date", "19700101T000000Z")))
    }

    @Test func namesInListingsAreDecodedAndBrokenOnesAreNot() {
        #expect(PercentEncoding.decode("a+b%2Bc%25/%C3%BC") == "a b+c%/ü")
        for broken in ["%", "%2", "%2G", "%FF"] { #expect(PercentEncoding.decode(broken) == nil) }
    }
}
