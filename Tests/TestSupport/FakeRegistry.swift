import Foundation
import RelctlCore

/// The registry of `Tests/Fakes/registry`, running: all of the distribution specification on loopback, with faults at will.
package struct FakeRegistry: FakeServer {
    /// The addresses of the origins, each `http://127.0.0.1:PORT`.
    package struct Addresses: Sendable, Decodable {
        /// The registry.
        package let api: String
        /// Its token server.
        package let web: String
        /// Another host, to which it may redirect; it refuses credentials.
        package let storage: String
    }

    /// How it behaves; the members mean what `Tests/Fakes/registry/README.md` says, and nothing leaves a thing as it is.
    package struct Settings: Sendable, Encodable {
        /// `none`, `basic`, `token` or `both`.
        package var auth: String?
        /// Whether anybody may read.
        package var anonymousPull: Bool?
        /// Whether the token server knows POST.
        package var identityByPost: Bool?
        /// How many seconds a token is good for.
        package var tokenLifetime: Int?
        /// How many requests a token is good for.
        package var tokenUses: Int?
        /// The token server's address as it is told.
        package var realm: String?
        /// All of `WWW-Authenticate`.
        package var challenge: String?
        /// Whether there is a list of referrers.
        package var referrers: Bool?
        /// Whether the registry filters that list.
        package var filters: Bool?
        /// How many items a page has.
        package var pageSize: Int?
        /// Where each page leads: `loop`, `other` or `endless`.
        package var pages: String?
        /// Whether blobs are taken over from other repositories.
        package var mounts: Bool?
        /// The smallest chunk.
        package var minimumChunk: Int?
        /// The largest chunk.
        package var maximumChunk: Int?
        /// How many bytes of a chunk are taken.
        package var takes: Int?
        /// Whether an upload cannot end without a last chunk.
        package var needsLastChunk: Bool?
        /// Where uploads are: `relative`, `storage`, `query`, or as it stands.
        package var location: String?
        /// Where blobs are: `storage`, `loop`, or as it stands.
        package var redirects: String?
        /// A warning in every answer.
        package var warning: String?
        /// What is answered to such paths has other bytes.
        package var corrupt: String?
        /// What is answered to such paths has no end.
        package var endless: String?
        /// The digest that is told of everything.
        package var digestHeader: String?
        /// The type that is told of manifests.
        package var contentType: String?

        /// Leaves everything as it is.
        package init(_ change: (inout Settings) -> Void = { _ in }) { change(&self) }
    }

    /// What is there.
    package struct State: Sendable, Decodable {
        /// A repository.
        package struct Repository: Sendable, Decodable {
            /// A tag.
            package struct Tag: Sendable, Hashable, Decodable {
                /// Its name.
                package let name: String
                /// What it names.
                package let digest: String
            }

            /// Its name.
            package let name: String
            /// The digests of its blobs, sorted.
            package let blobs: [String]
            /// The digests of its manifests, sorted.
            package let manifests: [String]
            /// Its tags, sorted.
            package let tags: [Tag]
        }

        /// An upload that has not ended.
        package struct Upload: Sendable, Decodable {
            /// How much is there.
            package let size: Int
        }

        /// That a tag was set.
        package struct Move: Sendable, Hashable, Decodable {
            /// The repository.
            package let repository: String
            /// The tag.
            package let tag: String
            /// What it names from then on.
            package let digest: String
        }

        /// All repositories, sorted.
        package let repositories: [Repository]
        /// All uploads that have not ended.
        package let uploads: [Upload]
        /// Each time that a tag was set.
        package let history: [Move]
    }

    /// Where it listens.
    package let addresses: Addresses
    package let client: LoopbackClient
    private let program: RunningProgram

    /// Host and port, as references to its images begin.
    package var host: String { "127.0.0.1:\(client.port)" }

    /// A registry that ends when the body is done, however it ends.
    package static func running<Value>(
        in world: World,
        _ settings: Settings = Settings(),
        _ body: (FakeRegistry) async throws -> Value
    ) async throws -> Value {
        let registry = try await FakeRegistry(in: world)
        do {
            try await registry.set(settings)
            let value = try await body(registry)
            try await registry.stop()
            return value
        } catch {
            try? await registry.stop()
            throw error
        }
    }

    private init(in world: World) async throws {
        let folder = world.folder.appending("registry-\(UUID().uuidString)")
        try LiveFileSystem().createFolder(folder)
        let ready = folder.appending("ready")
        let script = Fixtures.project.appending("Tests/Fakes/registry").string
        let arguments = [script, "--state", folder.appending("state").string, "--ready-file", ready.string]
        program = try await world.startPython(arguments)
        for _ in 0..<3000 where program.isRunning && !FileManager.default.fileExists(atPath: ready.string) {
            try await Task.sleep(for: .milliseconds(10))
        }
        guard let text = FileManager.default.contents(atPath: ready.string) else {
            program.send(SIGKILL)
            throw ProgramFailure(arguments: arguments, result: try await program.result())
        }
        addresses = try JSONDecoder().decode(Addresses.self, from: text)
        client = try LoopbackClient(addresses.api)
    }

    private func stop() async throws {
        program.send(SIGTERM)
        _ = try await program.result()
    }

    /// Changes how it behaves.
    package func set(_ settings: Settings) async throws { _ = try await admin("POST", "settings", settings) }

    /// What is there.
    package func state() async throws -> State { try await decoded(State.self, "state") }
}
