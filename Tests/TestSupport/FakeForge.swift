import Foundation
package import RelctlCore

/// The forge of `Tests/Fakes/forge`, running: GitHub, GitLab and Gitea on loopback, with faults at will.
///
/// Its `README.md` tells what the admin interface takes.
package struct FakeForge: Sendable {
    /// The addresses of the origins, each `http://127.0.0.1:PORT`.
    package struct Addresses: Sendable, Decodable {
        /// GitHub's API, and below their paths GitHub Enterprise's, GitLab's and Gitea's.
        package let api: String
        /// Where GitHub takes assets.
        package let uploads: String
        /// GitHub's pages: downloads by name.
        package let web: String
        /// Where GitHub's downloads are redirected to.
        package let storage: String
    }

    /// How it is started.
    package struct Options: Sendable {
        /// Milliseconds that every request waits.
        package var latency = 0
        /// Whether it keeps size and digest of what it receives, and not the bytes.
        package var discards = false
        /// A Unix socket on which it serves too, under GitHub's own names.
        package var unixSocket: FilePath?

        /// Without delay, keeping all bytes, on TCP alone.
        package init() {}
    }

    /// Where it listens.
    package let addresses: Addresses
    /// The address of the API.
    package var url: String { addresses.api }
    /// The address for assets.
    package var uploadsURL: String { addresses.uploads }
    /// The program.
    package let program: RunningProgram
    private let client: LoopbackClient

    /// A forge that ends when the body is done, however it ends.
    package static func running<Value>(
        in world: World,
        _ options: Options = Options(),
        _ body: (FakeForge) async throws -> Value
    ) async throws -> Value {
        let forge = try await FakeForge(in: world, options)
        do {
            let value = try await body(forge)
            try await forge.stop()
            return value
        } catch {
            try? await forge.stop()
            throw error
        }
    }

    /// Starts one and waits until it listens.
    ///
    /// - Throws: ``ProgramFailure`` with what it said, if it ends instead.
    package init(in world: World, _ options: Options = Options()) async throws {
        let folder = world.folder.appending("forge-\(UUID().uuidString)")
        try LiveFileSystem().createFolder(folder)
        let ready = folder.appending("ready")
        var arguments = [CrossPrograms.python, Fixtures.project.appending("Tests/Fakes/forge").string]
        arguments += ["--state", folder.appending("state").string, "--ready-file", ready.string, "--with-parent"]
        arguments += ["--latency-ms", String(options.latency)] + (options.discards ? ["--discard"] : [])
        arguments += options.unixSocket.map { ["--unix-socket", $0.string] } ?? []
        program = try world.start(arguments)
        for _ in 0..<3000 where program.isRunning && !FileManager.default.fileExists(atPath: ready.string) {
            try await Task.sleep(for: .milliseconds(10))
        }
        guard let line = FileManager.default.contents(atPath: ready.string) else {
            program.send(SIGKILL)
            throw ProgramFailure(arguments: arguments, result: try await program.result())
        }
        addresses = try JSONDecoder().decode(Addresses.self, from: line.dropFirst("READY ".utf8.count))
        client = try LoopbackClient(addresses.api)
    }

    /// Ends it.
    package func stop() async throws {
        program.send(SIGTERM)
        _ = try await program.result()
    }

    /// Creates a repository, or changes what is given of one.
    package func createRepository(_ repository: ForgeRepository) async throws {
        _ = try await admin("POST", "repositories", repository)
    }

    /// Puts a release there that others have made.
    package func createRelease(_ release: ForgeForeignRelease) async throws {
        _ = try await admin("POST", "releases", release)
    }

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
    package func held(within seconds: Double = 30) async throws -> ForgeHeld? {
        struct Answer: Decodable { let held: ForgeHeld? }
        return try await decoded(Answer.self, "held?timeout=\(seconds)").held
    }

    /// Lets all go that is held: what was not handled yet is dropped if its client is gone, unless told otherwise.
    package func release(_ verdict: ForgeHeld.Verdict = .auto) async throws {
        _ = try await admin("POST", "release", ["then": verdict.rawValue])
    }

    /// What was asked, in order.
    package func requests() async throws -> [ForgeRequest] {
        struct Answer: Decodable { let requests: [ForgeRequest] }
        return try await decoded(Answer.self, "requests").requests
    }

    /// Begins the log, and with it the numbers, anew.
    package func forgetRequests() async throws { _ = try await admin("DELETE", "requests") }

    /// All that is there, and what people without a token saw.
    package func state() async throws -> ForgeState { try await decoded(ForgeState.self, "state") }

    /// The bytes of a stored file.
    package func bytes(sha256: String) async throws -> [UInt8] {
        struct Answer: Decodable { let base64: Data }
        return Array(try await decoded(Answer.self, "blob?sha256=\(sha256)").base64)
    }

    /// Forgets everything.
    package func reset() async throws { _ = try await admin("POST", "reset") }

    /// Changes how long every request waits.
    package func setLatency(milliseconds: Int) async throws {
        _ = try await admin("POST", "settings", ["latency": milliseconds])
    }

    /// Sends a request to one of the origins; the API's, if none is told.
    package func ask(_ method: String, _ path: String, token: String? = nil) async throws -> LoopbackClient.Answer {
        let credential = token.map { [("authorization", "Bearer \($0)")] } ?? []
        return try await client.ask(method, path, headers: credential + [("user-agent", "test")])
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ name: String) async throws -> Value {
        try JSONDecoder().decode(type, from: Data(try await admin("GET", name)))
    }

    private func admin(_ method: String, _ name: String) async throws -> [UInt8] {
        try await checked(method, name, [])
    }

    private func admin(_ method: String, _ name: String, _ value: some Encodable) async throws -> [UInt8] {
        try await checked(method, name, Array(JSONEncoder().encode(value)))
    }

    private func checked(_ method: String, _ name: String, _ body: [UInt8]) async throws -> [UInt8] {
        let answer = try await client.ask(method, "/_fake/\(name)", body: body)
        guard answer.status == 200 else { throw RelctlError("cannot \(method) `\(name)`: \(answer.text)") }
        return answer.body
    }
}
