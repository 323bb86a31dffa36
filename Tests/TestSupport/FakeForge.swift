import Foundation
package import RelctlCore

/// The forge of `Tests/Fakes/forge`, running: GitHub, GitLab and Gitea on loopback, with faults at will.
///
/// Its `README.md` tells what the admin interface takes.
package struct FakeForge: FakeServer {
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
    package let client: LoopbackClient

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
        var arguments = [Fixtures.project.appending("Tests/Fakes/forge").string]
        arguments += ["--state", folder.appending("state").string, "--ready-file", ready.string, "--with-parent"]
        arguments += ["--latency-ms", String(options.latency)] + (options.discards ? ["--discard"] : [])
        arguments += options.unixSocket.map { ["--unix-socket", $0.string] } ?? []
        program = try await world.startPython(arguments)
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

    /// All that is there, and what people without a token saw.
    package func state() async throws -> ForgeState { try await decoded(ForgeState.self, "state") }

    /// The bytes of a stored file.
    package func bytes(sha256: String) async throws -> [UInt8] {
        struct Answer: Decodable { let base64: Data }
        return Array(try await decoded(Answer.self, "blob?sha256=\(sha256)").base64)
    }

    /// Changes how long every request waits.
    package func setLatency(milliseconds: Int) async throws {
        _ = try await admin("POST", "settings", ["latency": milliseconds])
    }

    /// Sends a request to one of the origins; the API's, if none is told.
    package func ask(_ method: String, _ path: String, token: String? = nil) async throws -> LoopbackClient.Answer {
        let credential = token.map { [("authorization", "Bearer \($0)")] } ?? []
        return try await client.ask(method, path, headers: credential + [("user-agent", "test")])
    }
}
