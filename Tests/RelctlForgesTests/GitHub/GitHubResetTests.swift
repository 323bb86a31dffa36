import TestSupport
import Testing

@testable import RelctlForges

/// Connections that are reset at any byte of a request or of its answer.
@Suite struct GitHubResetTests {
    private static let requests = [
        #""method": "POST", "origin": "api""#, #""method": "POST", "path": "name=app-linux""#, #""method": "PATCH""#,
        #""method": "GET", "path": "/releases\\?""#, #""method": "GET", "path": "/assets\\?""#,
        #""method": "GET", "path": "/git/ref/""#,
    ]

    /// Each byte at the beginning, then wider apart, a little beyond the end of what is sent.
    private static func places(upTo end: Int) -> [Int] {
        FullRun.isAsked
            ? Array(0..<64) + Array(stride(from: 64, to: end, by: max(13, end / 200)))
            : [0, 1, 12, 17, end / 8, end / 3, end - 1, end]
    }

    private func publish(_ stage: inout GitHubStage, _ name: String, _ match: String, _ effect: String) async throws {
        try await stage.begin(name)
        let rule = #"{"match": {\#(match)}, "times": 1, "effect": {\#(effect)}}"#
        try await stage.forge.admin("POST", "faults", rule)
        try await stage.publish()
        try await stage.expectPublished("\(match), \(effect)")
        try await stage.expectNothingLeft("\(match), \(effect)")
    }

    @Test(arguments: 0..<requests.count) func anAnswerThatIsCutAtAnyByteIsGotOver(request: Int) async throws {
        try await GitHubStage.run { stage in
            for (number, byte) in Self.places(upTo: 2600).enumerated() {
                // An orderly end within the head is more than Foundation takes.
                let ending = number % 2 == 0 ? "" : #", "of": "body", "how": "close""#
                let effect = #""kind": "cut", "bytes": \#(byte)\#(ending)"#
                try await publish(&stage, "answer-\(number)", Self.requests[request], effect)
            }
        }
    }

    @Test(arguments: [(0, 350), (1, 20_000), (2, 250)])
    func aRequestThatIsResetAtAnyByteIsGotOver(request: Int, size: Int) async throws {
        try await GitHubStage.run { stage in
            for (number, byte) in Self.places(upTo: size).enumerated() {
                try await publish(
                    &stage,
                    "request-\(number)",
                    Self.requests[request],
                    #""kind": "reset", "bytes": \#(byte)"#
                )
            }
        }
    }
}
