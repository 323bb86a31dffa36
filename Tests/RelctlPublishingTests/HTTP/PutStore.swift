import Foundation
import RelctlPublishing
import Synchronization
import TestSupport

/// A web server's files in memory: PUT with conditions, HEAD and GET, and digests if it reports them.
final class PutStore: Sendable {
    private let files = Mutex<[String: String]>([:])
    /// Which digests its answers report.
    let digests: Digests

    enum Digests: Sendable {
        case none
        case checksum
        case field
        case oldField
    }

    init(_ digests: Digests = .none) { self.digests = digests }

    /// What is there, by path.
    var texts: [String: String] { files.withLock(\.self) }

    func put(_ text: String, at path: String) { files.withLock { $0[path] = text } }

    /// Answers as a server does that keeps to RFC 9110.
    func answer(_ request: ReceivedRequest) -> ServerAnswer {
        files.withLock { files in
            let found = files[request.target]
            switch request.method {
            case "PUT":
                if request.values("If-None-Match") == ["*"], found != nil { return ServerAnswer(412) }
                if let wanted = request.values("If-Match").first, wanted != found.map(tag) { return ServerAnswer(412) }
                files[request.target] = String(decoding: request.body, as: UTF8.self)
                return ServerAnswer(found == nil ? 201 : 204)
            case "DELETE":
                files[request.target] = nil
                return ServerAnswer(204)
            default:
                guard let found else { return ServerAnswer(404) }
                return ServerAnswer(200, headers(of: found), body: found)
            }
        }
    }

    private func tag(_ text: String) -> String { "\"\(Digest(of: Array(text.utf8)).hexadecimal.prefix(16))\"" }

    private func headers(of text: String) -> [(name: String, value: String)] {
        let digest = Digest(of: Array(text.utf8))
        let base64 = Data(digest.bytes).base64EncodedString()
        let reported: [(name: String, value: String)] =
            switch digests {
            case .none: []
            case .checksum: [("X-Checksum-Sha256", digest.hexadecimal)]
            case .field: [("Repr-Digest", "sha-512=:AAAA:, sha-256=:\(base64):")]
            case .oldField: [("Digest", "SHA-256=\(base64),unixsum=30637")]
            }
        return [("ETag", tag(text))] + reported
    }
}
