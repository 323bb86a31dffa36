import Foundation
import RelctlCore

/// A server of `Tests/Fakes`, running: with faults at will, requests that are held, and a log.
///
/// Its `README.md` tells what the admin interface takes.
package protocol FakeServer: Sendable {
    /// Asks the origin that has the admin interface.
    var client: LoopbackClient { get }
}

extension FakeServer {
    /// Adds a fault.
    package func addFault(_ effect: ForgeFault.Effect, on match: ForgeFault.Match, times: Int? = nil) async throws {
        _ = try await admin("POST", "faults", ForgeFault(match: match, times: times, effect: effect))
    }

    /// Removes all faults.
    package func removeFaults() async throws { _ = try await admin("DELETE", "faults") }

    /// Holds a request; see ``held(within:)``.
    package func hold(_ hold: ForgeHold) async throws { _ = try await admin("POST", "holds", hold) }

    /// Removes all points to hold at, and lets go what is held.
    package func removeHolds() async throws { _ = try await admin("DELETE", "holds") }

    /// The first request that is held, waiting for one; nothing if there is none in time.
    package func held(within seconds: Double = 600) async throws -> ForgeHeld? {
        try await decoded([String: ForgeHeld?].self, "held?timeout=\(seconds)")["held"] ?? nil
    }

    /// Lets all go that is held: what was not handled yet is dropped if its client is gone, unless told otherwise.
    package func release(_ verdict: ForgeHeld.Verdict = .auto) async throws {
        _ = try await admin("POST", "release", ["then": verdict.rawValue])
    }

    /// What was asked, in order.
    package func requests() async throws -> [LoggedRequest] {
        try await decoded([String: [LoggedRequest]].self, "requests")["requests"] ?? []
    }

    /// Begins the log, and with it the numbers, anew.
    package func forgetRequests() async throws { _ = try await admin("DELETE", "requests") }

    /// Forgets everything.
    package func reset() async throws { _ = try await admin("POST", "reset") }

    func decoded<Value: Decodable>(_ type: Value.Type, _ name: String) async throws -> Value {
        try decode(type, try await admin("GET", name))
    }

    func decode<Value: Decodable>(_ type: Value.Type, _ answer: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(answer))
    }

    func admin(_ method: String, _ name: String) async throws -> [UInt8] {
        try await checked(method, name, [])
    }

    func admin(_ method: String, _ name: String, _ value: some Encodable) async throws -> [UInt8] {
        try await checked(method, name, Array(JSONEncoder().encode(value)))
    }

    func checked(_ method: String, _ name: String, _ body: [UInt8]) async throws -> [UInt8] {
        let answer = try await client.ask(method, "/_fake/\(name)", body: body)
        guard answer.status == 200 else { throw RelctlError("cannot \(method) `\(name)`: \(answer.text)") }
        return answer.body
    }
}
