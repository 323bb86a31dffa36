import RelctlCore
import TestSupport

/// A bucket that a test has for itself, at moto's server; looked at by plain requests.
struct TestBucket: Sendable {
    private let server: MotoServer
    private let client: LoopbackClient
    private let name = "releases-\(UInt64.random(in: 0 ... .max))"

    /// What relctl is started with.
    static let environment: [String: String?] = [
        "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1",
    ]

    /// Creates it.
    init() async throws {
        server = try await MotoServer.shared
        client = try LoopbackClient(server.endpoint)
        _ = try await ask("PUT", "")
    }

    /// Has a configuration publish to it too.
    func add(to repository: TestRepository) throws {
        let place = #"{ to: "s3", bucket: "\#(name)", endpoint: "\#(server.endpoint)", latest: "latest.json" },"#
        let text = try repository.text("relctl.json")
        try repository.write("relctl.json", text.replacing("publish: [", with: "publish: [\n    \(place)"))
    }

    /// Every object: its key, its digest and its size, in order.
    func objects() async throws -> [String] {
        let list = try await ask("GET", "?list-type=2")
        return list.matches(of: #/<Key>(.*?)</Key>.*?<ETag>(.*?)</ETag>.*?<Size>(\d+)</Size>/#)
            .map { "\($0.output.1) \($0.output.2) \($0.output.3)" }.sorted()
    }

    /// Uploads that were begun and neither finished nor given up.
    func openUploads() async throws -> Int { try await ask("GET", "?uploads").matches(of: /<UploadId>/).count }

    /// Removes all objects.
    func clear() async throws {
        for object in try await objects() { _ = try await ask("DELETE", "/" + object.prefix { $0 != " " }) }
    }

    /// Says what users see that is not all of a release: what tells of a whole one is there, and the rest is not.
    func halves(of whole: [String]) async throws -> [String] {
        let seen = try await objects()
        let tells = seen.contains { object in
            ["/manifest.json ", "/SHA256SUMS ", "latest.json "].contains { object.contains($0) }
        }
        guard tells else { return [] }
        let files = whole.filter { object in
            !["/manifest.json ", "/SHA256SUMS ", "latest.json "].contains { object.contains($0) }
        }
        return files.filter { !seen.contains($0) }.map { "the bucket has no \($0)" }
    }

    private func ask(_ method: String, _ path: String) async throws -> String {
        // Its store wants no signature that is right, but who signs.
        let signature =
            "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0"
        let answer = try await client.ask(method, "/\(name)\(path)", headers: [("authorization", signature)])
        guard (200..<300).contains(answer.status) else {
            throw RelctlError("cannot \(method) `\(path)` of the bucket: \(answer.status) \(answer.text)")
        }
        return answer.text
    }
}
