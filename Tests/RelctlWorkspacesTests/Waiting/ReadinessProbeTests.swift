import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

@Suite("Whether a release is ready") struct ReadinessProbeTests {
    private let tag = WaitStage.tag
    private let commit = WaitStage.commit

    // MARK: Runs and releases

    @Test("is told by its run") func run() async throws {
        try await WaitStage.running { stage async throws in
            let condition = Readiness.Condition.run(workflow: "release.yml")
            #expect(try await stage.look(condition) == .pending("no run of `release.yml` has started"))
            let run = try await stage.forge.setRun(ForgeRunState("release.yml", tag: tag))
            guard case .pending(let reason) = try await stage.look(condition) else { throw Unexpected() }
            #expect(reason.hasPrefix("run of `release.yml` is not finished (`queued`): http"))
            try await stage.forge.setRun(ForgeRunState(run, conclusion: "success"))
            #expect(try await stage.look(condition) == .ready("run of `release.yml` succeeded"))
        }
    }

    private struct Unexpected: Error {}

    @Test("is told by its files") func release() async throws {
        try await WaitStage.running { stage async throws in
            let condition = Readiness.Condition.release(assets: ["*.tar.gz", "SHA256SUMS"])
            #expect(try await stage.look(condition) == .pending("there is no release `v1.0.0`"))
            var release = ForgeForeignRelease(tag: tag)
            release.assets = [.init(name: "a.tar.gz", text: "a"), .init(name: "SHA256SUMS", text: "s")]
            release.assets[1].state = "starter"
            try await stage.forge.createRelease(release)
            #expect(try await stage.look(condition) == .pending("the release has no `SHA256SUMS`"))
            #expect(try await stage.look(.release(assets: ["a*"])) == .ready("release `v1.0.0` is published"))
        }
    }

    @Test("is not ready as a draft") func draft() async throws {
        try await WaitStage.running { stage async throws in
            var release = ForgeForeignRelease(tag: tag)
            release.draft = true
            try await stage.forge.createRelease(release)
            #expect(try await stage.look(.release(assets: [])) == .pending("the release is a draft"))
        }
    }

    @Test("is given up for when the run failed that makes it") func failedRun() async throws {
        try await WaitStage.running { stage async throws in
            let run = try await stage.forge.setRun(ForgeRunState("release.yml", tag: tag))
            try await stage.forge.setRun(ForgeRunState(run, conclusion: "failure"))
            let conditions: [Readiness.Condition] = [
                .release(assets: []), .url(stage.forge.url + "/none"), .command(["git", "rev-parse", "HEAD"]),
            ]
            for condition in conditions {
                guard case .failed(let reason, let url) = try await stage.look(condition) else { throw Unexpected() }
                #expect(reason.hasSuffix(", and the run of `release.yml` failed"))
                #expect(url?.hasSuffix("/octo/tool/actions/runs/\(run)") == true)
            }
            // Where a run is itself awaited, another one that failed stands against nothing.
            let state = try await stage.look(.release(assets: []), beside: [.run(workflow: "other.yml")])
            #expect(state == .pending("there is no release `v1.0.0`"))
        }
    }

    @Test("does not ask for runs without a token") func noToken() async throws {
        try await WaitStage.running { stage async throws in
            try await stage.forge.setRun(ForgeRunState("release.yml", tag: tag))
            let state = try await stage.look(.release(assets: []), token: nil)
            #expect(state == .pending("there is no release `v1.0.0`"))
            #expect(try await stage.forge.requests().map(\.path) == ["/repos/octo/tool/releases/tags/v1.0.0"])
        }
    }

    @Test("says which token would see a private repository") func hiddenRepository() async throws {
        try await WaitStage.running { stage async throws in
            try await stage.change { $0.private = true }
            let error = await #expect(throws: RelctlError.self) {
                try await stage.look(.run(workflow: nil), token: nil)
            }
            #expect(error?.hints.contains("set `THE_TOKEN` to a token that may read the repository") == true)
            let refused = await #expect(throws: RelctlError.self) {
                try await stage.look(.run(workflow: nil), token: "revoked")
            }
            #expect(refused?.code == .notAuthorized)
        }
    }

    @Test("wants a forge for what only forges know") func noForge() async throws {
        let readiness = Readiness(condition: .release(assets: []))
        let repository = try PlannedRepository.sample([readiness])
        let error = await #expect(throws: RelctlError.self) {
            try await ReadinessProbe(.onDisk()).check(readiness, of: repository, commit: commit)
        }
        #expect(error?.code == .configurationInvalid)
    }

    // MARK: Addresses

    /// Looks at one condition, with no forge.
    private func look(_ condition: Readiness.Condition) async throws -> ReadinessState {
        let effects = Effects(
            files: LiveFileSystem(),
            processes: LiveProcessRunner(),
            events: RecordedEvents(),
            clock: SteppingClock(),
            environment: ["PATH": "/usr/bin:/bin", "SECRET": "the-secret"],
            http: LiveHTTPTransport()
        )
        let readiness = Readiness(condition: condition)
        return try await ReadinessProbe(effects).check(readiness, of: .sample([readiness]), commit: commit)
    }

    @Test("is told by an address that answers", arguments: [200, 204, 404, 500, 503])
    func address(status: Int) async throws {
        try await ScriptedServer.answering { _ in
            ServerAnswer(status, body: status == 204 ? "" : "x")
        } _: { server async throws in
            let url = server.url + "/healthz?token=abc"
            let shown = "`\(server.url)/healthz?token=****`"
            let wanted =
                status < 300 ? ReadinessState.ready("\(shown) answers") : .pending("\(shown) answers \(status)")
            #expect(try await look(.url(url)) == wanted)
        }
    }

    @Test("does not read what an address answers") func endlessAnswer() async throws {
        try await ScriptedServer.serving { connection in
            _ = try connection.request()
            try connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 900000000000\r\n\r\n".utf8))
            while true { try connection.send([UInt8](repeating: 0, count: 1 << 16)) }
        } _: { server async throws in
            #expect(try await look(.url(server.url + "/large")) == .ready("`\(server.url)/large` answers"))
        }
    }

    @Test("follows an address that leads on") func redirect() async throws {
        try await ScriptedServer.answering { request in
            request.target == "/end" ? ServerAnswer(200) : ServerAnswer(302, [("Location", "/end")])
        } _: { server async throws in
            #expect(try await look(.url(server.url + "/start")) == .ready("`\(server.url)/start` answers"))
        }
    }

    @Test("is an error where an address wants credentials", arguments: [401, 403])
    func forbidden(status: Int) async throws {
        try await ScriptedServer.answering { _ in
            ServerAnswer(status)
        } _: { server async throws in
            let error = await #expect(throws: RelctlError.self) { try await look(.url(server.url)) }
            #expect(error?.code == .notAuthorized)
            let package = PackageRegistry(kind: .npm, package: "a", version: "1.0.0", url: server.url)
            let refused = await #expect(throws: RelctlError.self) { try await look(.registry(package)) }
            #expect(refused?.code == .notAuthorized)
        }
    }

    @Test("waits for a server that is not up") func noServer() async throws {
        try await ScriptedServer.serving({ _ in }) { server async throws in
            guard case .pending(let reason) = try await look(.url(server.url)) else { throw Unexpected() }
            #expect(reason.hasPrefix("`\(server.url)` does not answer: "))
        }
        for url in ["http://example.org/", "nonsense"] {
            await #expect(throws: RelctlError.self) { try await look(.url(url)) }
        }
    }

    // MARK: Registries

    @Test("is told by a registry") func registry() async throws {
        try await ScriptedServer.answering { request in
            guard request.target == "/@a/b/1.0.0" else { return ServerAnswer(404, body: "{}") }
            return ServerAnswer(200, body: #"{"name": "@a/b", "version": "1.0.0"}"#)
        } _: { server async throws in
            var package = PackageRegistry(
                kind: .npm,
                package: "@a/b",
                version: "1.0.0",
                url: server.url + "/@a/b/1.0.0"
            )
            #expect(try await look(.registry(package)) == .ready("`@a/b` 1.0.0 is there (npm)"))
            package.url = server.url + "/@a/b/1.0.1"
            #expect(try await look(.registry(package)) == .pending("`@a/b` 1.0.0 is not there (npm)"))
            package.url = nil
            let error = await #expect(throws: RelctlError.self) { try await look(.registry(package)) }
            #expect(error?.code == .configurationInvalid)
        }
    }

    @Test("follows a registry to another host, with nothing that was meant for the first") func otherHost() async throws
    {
        try await ScriptedServer.answering { request in
            let secrets = request.values("authorization") + request.values("cookie")
            guard secrets.isEmpty else { return ServerAnswer(400) }
            return ServerAnswer(200, body: #"{"name": "a", "version": "1.0.0"}"#)
        } _: { other async throws in
            try await ScriptedServer.answering { _ in
                ServerAnswer(302, [("Location", other.url + "/elsewhere"), ("Set-Cookie", "session=1")])
            } _: { server async throws in
                let package = PackageRegistry(kind: .npm, package: "a", version: "1.0.0", url: server.url + "/a/1.0.0")
                #expect(try await look(.registry(package)) == .ready("`a` 1.0.0 is there (npm)"))
                #expect(other.requests.map(\.target) == ["/elsewhere"])
            }
        }
    }

    @Test("asks a registry again that has too much to do", arguments: [429, 500, 503])
    func busyRegistry(status: Int) async throws {
        try await ScriptedServer.answering { _ in
            ServerAnswer(status)
        } _: { server async throws in
            for kind in [PackageRegistry.Kind.npm, .pypi, .crates, .maven] {
                let package = PackageRegistry(kind: kind, package: "a", version: "1.0.0", url: server.url)
                let readiness = Readiness(condition: .registry(package), timeout: 30)
                let effects = Effects(
                    files: LiveFileSystem(),
                    processes: LiveProcessRunner(),
                    events: RecordedEvents(),
                    clock: SteppingClock(),
                    environment: [:],
                    http: LiveHTTPTransport()
                )
                let error = await #expect(throws: RelctlError.self) {
                    try await ReadinessWait(ReadinessProbe(effects), effects)
                        .wait(for: .sample([readiness]), commit: commit)
                }
                // What may change by itself is no refusal.
                #expect(error.map { [.remoteUnavailable, ReadinessWait.notReady].contains($0.code) } == true)
            }
            #expect(server.requests.count >= 8)
        }
    }

    @Test("is told by a registry of images") func images() async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world) { registry in
                let package = PackageRegistry(kind: .oci, package: "\(registry.host)/a/b", version: "1.0.0")
                #expect(try await look(.registry(package)) == .pending("`\(package.package)` 1.0.0 is not there (oci)"))
                let manifest =
                    #"{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[]}"#
                let put = try await registry.client.ask(
                    "PUT",
                    "/v2/a/b/manifests/1.0.0",
                    headers: [("content-type", "application/vnd.oci.image.index.v1+json")],
                    body: Array(manifest.utf8)
                )
                #expect(put.status == 201)
                let digest = "sha256:" + Digest(of: Array(manifest.utf8)).hexadecimal
                let wanted = ReadinessState.ready("`\(package.package):1.0.0` is there, `\(digest)`")
                #expect(try await look(.registry(package)) == wanted)
            }
        }
    }

    // MARK: Commands

    @Test("is told by a command's code") func command() async throws {
        #expect(try await look(.command(["sh", "-c", "exit 0"])) == .ready("`sh -c exit 0` succeeded"))
        let failing = ["sh", "-c", "echo out; echo one >&2; echo two >&2; exit 3"]
        let name = "`\(failing.joined(separator: " "))`"
        #expect(try await look(.command(failing)) == .pending("\(name) ended with code 3: two"))
        let error = await #expect(throws: RelctlError.self) { try await look(.command(["no-such-program-anywhere"])) }
        #expect(error?.message.contains("no-such-program-anywhere") == true)
    }

    @Test("tells a command what it is asked about, in an empty folder, and no secret") func environment() async throws {
        let script = """
            test "$RELCTL_REPOSITORY $RELCTL_TAG $RELCTL_VERSION $RELCTL_COMMIT" = "tool v1.0.0 1.0.0 \(commit)" \
            && test -z "$(ls -A)" && test -z "$SECRET"
            """
        guard case .ready = try await look(.command(["sh", "-c", script])) else { throw Unexpected() }
    }
}
