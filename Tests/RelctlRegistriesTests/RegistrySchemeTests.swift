import Synchronization
import TestSupport
import Testing

@testable import RelctlRegistries

/// What a registry of this machine speaks, where nobody said so, it shows itself.
@Suite(.enabled(if: RegistryServer.isHere)) struct RegistrySchemeTests {
    private func withServer(
        _ protection: RegistryServer.Protection = .open,
        tls: Bool,
        _ body: (RegistryServer, World) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await RegistryServer.running(in: world, protection, tls: tls) { try await body($0, world) }
        }
    }

    /// Also for those who ask at once, before anybody knows what it speaks.
    @Test(arguments: [(RegistryServer.Protection.open, true), (.password, true), (.password, false)])
    func imagesArePushedAndReadEitherWay(protection: RegistryServer.Protection, tls: Bool) async throws {
        try await withServer(protection, tls: tls) { server, world in
            let stage = RegistryStage(world, trusting: server.certificate)
            let client = try stage.client(
                server.host,
                "acme/app",
                for: .push,
                RegistryAccess(credential: RegistryStage.credential)
            )
            let images = try (1...4).map { try SampleImage(SampleBytes.noise(20_000, seed: UInt64($0))) }
            try await withThrowingTaskGroup { group in
                for image in images { group.addTask { _ = try await client.pushBlob(image.layer) } }
                try await group.waitForAll()
            }
            let image = images[0]
            try await image.push(to: client, as: "1.0")
            #expect(try await client.manifest(.tag("1.0"))?.bytes == image.manifest)
            #expect(try await client.blob(image.layerDescriptor) == SampleBytes.noise(20_000, seed: 1))
            // What it speaks is found out once, and costs a plain one nothing.
            let greetings = server.requests.filter { $0.hasPrefix("GET /v2/ ") }
            #expect(greetings.count == 1, "\(greetings)")
        }
    }

    @Test func aCertificateThatNobodyTrustsIsAnError() async throws {
        try await withServer(.password, tls: true) { server, world in
            let stage = RegistryStage(world)
            let client = try stage.client(
                server.host,
                "acme/app",
                for: .push,
                RegistryAccess(credential: RegistryStage.credential)
            )
            let error = await #expect(throws: RelctlError.self) { _ = try await client.manifest(.tag("1.0")) }
            let text = "\(try #require(error))"
            #expect(text.contains("cannot reach the registry `\(server.host)`"), "\(text)")
            #expect(error?.code == .remoteUnavailable)
            #expect(error?.hints.contains { $0.contains("SSL_CERT_FILE") } == true, "\(error?.hints ?? [])")
            #expect(server.requests.isEmpty, "\(server.requests)")
        }
    }

    @Test func oneThatIsOnlyStartingIsAskedAgain() async throws {
        try await World.scratch { world in
            let transport = StartingRegistry()
            var effects = RegistryStage(world).effects
            effects.http = transport
            let repository = try RepositoryName(registry: "127.0.0.1:5000", path: "acme/app")
            let client = RegistryPool(effects).client(of: repository, for: .pull, access: RegistryAccess())
            #expect(try await client.manifest(.tag("1.0")) == nil)
            let asked = transport.urls
            let greetings = ["http", "https", "https"].map { "\($0)://127.0.0.1:5000/v2/" }
            #expect(asked == greetings + ["https://127.0.0.1:5000/v2/acme/app/manifests/1.0"])
        }
    }

    /// What somebody said is what is done: no credential goes by a way that was not asked for.
    @Test(arguments: [true, false]) func whatIsSaidIsNotTriedOtherwise(plainHTTP: Bool) async throws {
        try await withServer(tls: plainHTTP) { server, world in
            let stage = RegistryStage(world, trusting: server.certificate)
            let client = try stage.client(server.host, "acme/app", for: .push, RegistryAccess(plainHTTP: plainHTTP))
            await #expect(throws: RelctlError.self) { _ = try await client.manifest(.tag("1.0")) }
            #expect(server.requests.filter { !$0.hasSuffix(" 400") }.isEmpty, "\(server.requests)")
        }
    }
}

/// A registry that speaks TLS, is not up at the first question, and is empty.
private final class StartingRegistry: HTTPTransport {
    private let asked = Mutex<[String]>([])

    var urls: [String] { asked.withLock(\.self) }

    func exchange(_ request: HTTPRequest, receiving sink: HTTPSink) async throws -> HTTPResponse {
        let count = asked.withLock { asked in
            asked.append(request.url)
            return asked.count
        }
        let statuses = [400, 503, 200]
        return HTTPResponse(status: count <= statuses.count ? statuses[count - 1] : 404, url: request.url)
    }
}
