import Foundation
import RelctlRegistries
import Synchronization
import TestSupport
import Testing

/// Against the registry that everybody else's clients are made for; skopeo reads what was written.
@Suite(.enabled(if: RegistryServer.isHere && HostTool.areHere("skopeo"))) struct RegistryServerTests {
    private func withServer(
        _ protection: RegistryServer.Protection = .open,
        tls: Bool = false,
        _ body: (RegistryServer, World) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await RegistryServer.running(in: world, protection, tls: tls) { try await body($0, world) }
        }
    }

    @Test(arguments: [true, false]) func theServerEndsWithWhoStartedIt(isLauncherKilled: Bool) async throws {
        try await World.scratch { world in
            let file = world.folder.appending("id")
            let program = ["sh", "-c", "echo $$ > \(file).part; mv \(file).part \(file); exec sleep 600"]
            let launcher = RegistryServer.ending(program)
            // Killed is the launcher itself, or the process above it.
            let script = "\"$@\" & wait"
            let run = try world.start(isLauncherKilled ? launcher : ["sh", "-c", script, "sh"] + launcher)
            func identifier() -> String? { (try? LiveFileSystem().text(of: file))?.trimmingCharacters(in: .newlines) }
            for _ in 0..<1000 where identifier() == nil { try await Task.sleep(for: .milliseconds(20)) }
            let status = FilePath("/proc/\(try #require(identifier()))/stat")
            // What nobody has asked for its end yet has ended all the same.
            func isAlive() -> Bool { (try? LiveFileSystem().text(of: status)).map { !$0.contains(") Z ") } ?? false }
            #expect(isAlive())
            run.send(9)
            for _ in 0..<1000 where isAlive() { try await Task.sleep(for: .milliseconds(20)) }
            #expect(!isAlive())
        }
    }

    @Test func anImageIsReadBitForBitByOthers() async throws {
        try await withServer { server, world in
            let client = try RegistryStage(world).client(server.host)
            let image = try SampleImage(SampleBytes.noise(300_000))
            #expect(try await client.manifest(.tag("1.0")) == nil)
            #expect(try await client.headManifest(.tag("1.0")) == nil)
            #expect(try await client.tags() == [])
            #expect(try await client.pushBlob(image.layer) == .sent)
            #expect(try await client.pushBlob(image.layer) == .present)
            #expect(try await client.blobSize(image.layer.digest) == 300_000)
            #expect(try await client.blobSize(image.configuration.digest) == nil)
            try await image.push(to: client, as: "1.0", "latest")

            let read = try #require(try await client.manifest(.tag("1.0")))
            #expect(read.bytes == image.manifest && read.mediaType == .imageManifest && read.digest == image.digest)
            #expect(try await client.headManifest(.tag("latest")) == read.head)
            #expect(try await client.headManifest(.digest(image.digest)) == read.head)
            #expect(try await client.tags() == ["1.0", "latest"])
            #expect(try await client.blob(image.layerDescriptor) == SampleBytes.noise(300_000))

            let copy = world.folder.appending("copy")
            let source = "docker://\(server.host)/acme/app:1.0"
            try await world.output(of: ["skopeo", "copy", "-q", "--src-tls-verify=false", source, "dir:\(copy)"])
            let files = LiveFileSystem()
            #expect(try files.contents(of: copy.appending("manifest.json")) == image.manifest)
            #expect(
                try files.contents(of: copy.appending(image.layer.digest.sha256.hexadecimal))
                    == SampleBytes.noise(300_000)
            )
            // A second run asks, and sends nothing.
            let before = server.requests.count
            for blob in [image.configuration, image.layer] {
                #expect(try await client.pushBlob(blob) == .present)
            }
            #expect(server.requests.dropFirst(before).allSatisfy { $0.hasPrefix("HEAD ") })
        }
    }

    @Test func whatOthersPushedIsReadBitForBit() async throws {
        try await withServer { server, world in
            let client = try RegistryStage(world).client(server.host)
            let files = LiveFileSystem()
            let image = try SampleImage(SampleBytes.noise(200_000, seed: 9))
            let source = world.folder.appending("source")
            try files.createFolder(source)
            try files.write("Directory Transport Version: 1.1\n".utf8, to: source.appending("version"))
            try files.write(image.manifest, to: source.appending("manifest.json"))
            for blob in [image.configuration, image.layer] {
                guard case .bytes(let bytes) = blob.body else { continue }
                try files.write(bytes, to: source.appending(blob.digest.sha256.hexadecimal))
            }
            let target = "docker://\(server.host)/acme/app:theirs"
            try await world.output(of: [
                "skopeo", "copy", "-q", "--preserve-digests", "--dest-tls-verify=false", "dir:\(source)", target,
            ])
            #expect(try await client.manifest(.tag("theirs"))?.bytes == image.manifest)
            let path = world.folder.appending("layer")
            try await client.fetchBlob(image.layerDescriptor, into: path)
            #expect(try files.contents(of: path) == SampleBytes.noise(200_000, seed: 9))
            #expect(try files.names(in: world.folder).contains(".layer.new") == false)
        }
    }

    @Test(arguments: [UInt64(1), 65_536, 100_000, 100_001, 300_000])
    func aFileIsSentInChunks(_ chunk: UInt64) async throws {
        try await withServer { server, world in
            let size = chunk == 1 ? 7 : 200_001
            let path = world.folder.appending("file")
            // The blob is a part of a larger file.
            try LiveFileSystem().write(
                SampleBytes.noise(10) + SampleBytes.noise(size, seed: 2) + SampleBytes.noise(10),
                to: path
            )
            let blob = BlobContent(
                ContentDigest(of: SampleBytes.noise(size, seed: 2)),
                .file(path, 10..<UInt64(size) + 10)
            )
            let access = RegistryAccess(uploads: .chunks(chunk))
            let client = try RegistryStage(world).client(server.host, for: .push, access)
            let sent = SentBytes()
            #expect(try await client.pushBlob(blob, sent: { sent.note($0) }) == .sent)
            #expect(sent.last == UInt64(size))
            let descriptor = ContentDescriptor(.layer, digest: blob.digest, size: blob.size)
            #expect(try await client.blob(descriptor) == SampleBytes.noise(size, seed: 2))
            let patches = server.requests.filter { $0.hasPrefix("PATCH ") }.count
            #expect(patches == (UInt64(size) - 1) / chunk)
        }
    }

    @Test(arguments: [RegistryAccess.Uploads.whole, .chunks(1000)])
    func anEmptyBlobIsOneToo(_ uploads: RegistryAccess.Uploads) async throws {
        try await withServer { server, world in
            let client = try RegistryStage(world).client(server.host, for: .push, RegistryAccess(uploads: uploads))
            let blob = BlobContent([])
            #expect(try await client.pushBlob(blob) == .sent)
            let path = world.folder.appending("empty")
            try await client.fetchBlob(ContentDescriptor(.layer, digest: blob.digest, size: 0), into: path)
            #expect(try LiveFileSystem().contents(of: path) == [])
        }
    }

    @Test func aBlobIsTakenOverFromAnotherRepository() async throws {
        try await withServer(.token) { server, world in
            let stage = RegistryStage(world)
            let access = RegistryAccess(credential: RegistryStage.credential)
            let (one, two) = (
                try stage.client(server.host, "acme/one", for: .push, access), try stage.client(server.host, "acme/two")
            )
            let blob = BlobContent(SampleBytes.noise(1000))
            #expect(try await one.pushBlob(blob) == .sent)
            #expect(try await two.pushBlob(blob, mountingFrom: ["acme/none", "acme/one"]) == .mounted)
            #expect(try await two.blobExists(blob.digest))
            #expect(server.givenTokens.contains("GET ada repository:acme/two:pull,push repository:acme/one:pull"))
            // What is mounted nowhere is sent.
            #expect(try await two.pushBlob(BlobContent(SampleBytes.noise(10)), mountingFrom: ["acme/one"]) == .sent)
        }
    }

    @Test func whoeverMayNotWriteIsToldWhatToDo() async throws {
        try await withServer(.password) { server, world in
            let client = try RegistryStage(world).client(server.host)
            let error = try await #require(throws: RelctlError.self) {
                try await client.pushBlob(BlobContent(SampleBytes.noise(10)))
            }
            #expect(error.code == .notAuthorized)
            #expect(error.hints.contains { $0.contains("`docker login \(server.host)`") })
        }
    }

    @Test func aWrongPasswordIsNeverShown() async throws {
        for protection in [RegistryServer.Protection.password, .token] {
            try await withServer(protection) { server, world in
                let access = RegistryAccess(credential: .password(user: "ada", Secret("wrong-horse-battery")))
                let client = try RegistryStage(world).client(server.host, for: .push, access)
                let error = try await #require(throws: RelctlError.self) {
                    try await client.putManifest(Array("{}".utf8), .imageManifest, as: .tag("a"))
                }
                #expect(error.code == .notAuthorized)
                #expect(error.hints.contains { $0.contains("the configuration") })
                #expect(!"\(error) \(error.hints)".contains("wrong-horse"))
            }
        }
    }

    @Test func whoeverLoggedInWithOthersToolsMayWrite() async throws {
        for (protection, tls) in [(RegistryServer.Protection.password, true), (.token, false)] {
            try await withServer(protection, tls: tls) { server, world in
                let file = world.folder.appending("auth.json")
                try await world.output(of: [
                    "skopeo", "login", "--tls-verify=false", "--authfile", file.string, "-u", RegistryServer.user, "-p",
                    RegistryServer.password, server.host,
                ])
                let stage = RegistryStage(world, ["REGISTRY_AUTH_FILE": file.string], trusting: server.certificate)
                let access = RegistryAccess(plainHTTP: tls ? false : nil)
                let image = try SampleImage(SampleBytes.noise(1000))
                let client = try stage.client(server.host, for: .push, access)
                try await image.push(to: client, as: "1.0")
                #expect(try await client.tags() == ["1.0"])
            }
        }
    }

    @Test func aTokenIsAskedForOnceAndNoMoreThanIsNeeded() async throws {
        try await withServer(.token) { server, world in
            let pusher = try RegistryStage(world).client(
                server.host,
                for: .push,
                RegistryAccess(credential: .identity(Secret(RegistryServer.identity)))
            )
            let image = try SampleImage(SampleBytes.noise(1000))
            try await withThrowingTaskGroup { group in
                for blob in [image.configuration, image.layer] {
                    group.addTask { _ = try await pusher.pushBlob(blob) }
                }
                try await group.waitForAll()
            }
            try await image.push(to: pusher, as: "1.0")
            #expect(server.givenTokens == ["POST ada repository:acme/app:pull,push"])
            // Everybody may read.
            let reader = try RegistryStage(world).client(server.host, for: .pull)
            #expect(try await reader.manifest(.tag("1.0"))?.digest == image.digest)
            #expect(server.givenTokens.last == "GET - repository:acme/app:pull")
            let stranger = try RegistryStage(world).client(server.host)
            await #expect(throws: RelctlError.self) { try await stranger.pushBlob(BlobContent(SampleBytes.noise(5))) }
        }
    }

    @Test func referrersAreKeptUnderATagWhereThereIsNoListOfThem() async throws {
        try await withServer { server, world in
            let client = try RegistryStage(world).client(server.host)
            let image = try SampleImage(SampleBytes.noise(1000))
            try await image.push(to: client, as: "1.0")
            _ = try await client.pushBlob(BlobContent(Array("{}".utf8)))
            #expect(try await client.referrers(of: image.digest) == [])
            var descriptors: [ContentDescriptor] = []
            for type in ["application/vnd.example.one", "application/vnd.example.two"] {
                let bytes = try ImageManifest(
                    artifactType: type,
                    config: .empty,
                    layers: [.empty],
                    subject: image.descriptor
                ).bytes()
                var descriptor = ContentDescriptor(.imageManifest, of: bytes, annotations: ["a": "b"])
                descriptor.artifactType = type
                for _ in 1...2 { try await client.attachReferrer(bytes, descriptor, to: image.digest) }
                descriptors.append(descriptor)
            }
            #expect(try await client.referrers(of: image.digest) == descriptors)
            let two = try await client.referrers(of: image.digest, artifactType: "application/vnd.example.two")
            #expect(two == [descriptors[1]])
            #expect(try await client.tags() == ["1.0", "sha256-\(image.digest.sha256.hexadecimal)"])
        }
    }
}

/// How much was said to be sent.
final class SentBytes: Sendable {
    private let all = Mutex<[UInt64]>([])

    func note(_ count: UInt64) { all.withLock { $0.append(count) } }

    var last: UInt64? { all.withLock(\.last) }
}
