import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlForges
@testable import RelctlPublishing

/// A repository `octo/tool` at the forge on loopback, and a release that is to be published there.
struct GitHubStage: Sendable {
    let forge: FakeForge
    let folder: FilePath
    /// The repository's name; its owner is `octo`.
    var name = "tool"
    /// What the release consists of.
    var files = GitHubStage.files
    /// The release's notes.
    var notes: String? = "# 1.0.0\n\nThe first one.\n"
    /// The publication's own keys.
    var options: [String: ConfigurationValue] = [:]
    var version = "1.0.0"
    /// The names that files will have, before they are made.
    var plannedNames: [String] = []
    var replaces = false
    var environment = ["GITHUB_TOKEN": "the-token"]
    /// What lies between the publisher and the network.
    var transport: any HTTPTransport = LiveHTTPTransport()
    var clock = SkippingClock()
    let events = RecordedEvents()

    static let commit = String(repeating: "a", count: 40)
    static let otherCommit = String(repeating: "b", count: 40)
    static let files = [
        "SHA256SUMS": "some sums\n", "app+debug.zip": "no zip\n",
        "app-linux.tar.gz": String(repeating: "tar\n", count: 5000),
        "manifest.json": "{}\n",
    ]

    var tag: String { "v" + version }

    /// A stage with a forge of its own, whose repository has the tag and some others.
    static func run(_ body: (inout GitHubStage) async throws -> Void) async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                var stage = GitHubStage(forge: forge, folder: world.folder.appending("dist"))
                try await stage.createRepository()
                try await body(&stage)
            }
        }
    }

    init(forge: FakeForge, folder: FilePath) {
        self.forge = forge
        self.folder = folder
    }

    /// Creates the repository that the stage names.
    func createRepository(tagged: Bool = true) async throws {
        var repository = ForgeRepository(main: Self.commit)
        repository.name = name
        if tagged { repository.tags = ["v1.0.0": Self.commit, "v1.0.1": Self.commit, "v1.1.0-rc.1": Self.commit] }
        try await forge.createRepository(repository)
    }

    /// Begins with another repository, at the same forge.
    mutating func begin(_ name: String) async throws {
        self.name = name
        try await createRepository()
        try await forge.removeFaults()
        try await forge.forgetRequests()
    }

    var effects: Effects {
        Effects(
            files: LiveFileSystem(),
            processes: NoProcesses(),
            events: events,
            clock: clock,
            environment: environment,
            http: transport
        )
    }

    // MARK: Publishing

    /// Puts the release into its folder and asks for its publication.
    func request() throws -> PublicationRequest {
        let disk = LiveFileSystem()
        try disk.removeTree(folder)
        try disk.createFolder(folder)
        func write(_ name: String, _ text: String) throws -> PublishedFile {
            try disk.write(text.utf8, to: folder.appending(name))
            return PublishedFile(name: name, size: UInt64(text.utf8.count), sha256: Digest(of: Array(text.utf8)))
        }
        let given = ["repository": ConfigurationValue.text("octo/\(name)"), "api": .text(forge.url)]
        return PublicationRequest(
            publisher: "github",
            options: given.merging(options) { $1 },
            release: ReleaseIdentity(
                name: "tool",
                version: try Version(version),
                tag: tag,
                commit: Self.commit,
                timestamp: 0
            ),
            files: try files.sorted { $0.key.precedesBytewise($1.key) }.map(write),
            notes: try notes.map { try write("NOTES.md", $0) },
            plannedNames: plannedNames,
            folder: folder,
            project: folder.parent,
            replaces: replaces
        )
    }

    /// Observes, plans and executes, as a run does; tells what was planned.
    @discardableResult
    func publish() async throws -> [PublicationAction] {
        var extensions = Extensions()
        try extensions.registerBuiltInPublishers()
        let executor = PublishingExecutor(publishers: extensions.publishers)
        let observed = try await PublishingObserver(publishers: extensions.publishers)
            .observe([try request()], with: effects)
        let plan = try PublishingPlanner(publishers: extensions.publishers).plan(observed)
        try await executor.execute(plan, with: effects)
        return plan.publications.flatMap(\.actions)
    }

    /// The error that publishing ends in, which it must.
    func failure(sourceLocation: SourceLocation = #_sourceLocation) async throws -> RelctlError {
        do {
            try await publish()
        } catch let error as RelctlError {
            return error
        }
        Issue.record("it was published", sourceLocation: sourceLocation)
        return RelctlError("nothing failed")
    }

    /// What would make publishing fail.
    func findings() async throws -> [Finding] { try await GitHubPublisher().preflight(request(), with: effects) }

    // MARK: What came of it

    /// The repository as it is.
    func repository() async throws -> ForgeState.Repository {
        try #require(try await forge.state().repositories.first { $0.repository == "octo/\(name)" })
    }

    /// The releases and drafts of the stage's tag.
    func releases() async throws -> [ForgeState.Release] { try await repository().releases.filter { $0.tag == tag } }

    /// Makes sure that the release is there once, with all its files, and was seen whole or not at all.
    func expectPublished(
        _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let releases = try await releases()
        #expect(releases.map(\.draft) == [false], comment, sourceLocation: sourceLocation)
        let release = try #require(releases.first, comment, sourceLocation: sourceLocation)
        let wanted = try request()
        let expected = ForgeNotes().files(of: wanted).map { "\($0.name) \($0.size) \($0.sha256.hexadecimal) uploaded" }
        #expect(release.assets.map(Self.line) == expected, comment, sourceLocation: sourceLocation)
        #expect(release.name == tag, comment, sourceLocation: sourceLocation)
        #expect(release.body?.contains("relctl:") == false, comment, sourceLocation: sourceLocation)
        #expect(release.prerelease == wanted.release.version.isPrerelease, comment, sourceLocation: sourceLocation)
        let seen = try await forge.moments(of: "octo/\(name)").filter { $0.tag == tag && $0.event != "tag" }
        #expect(seen.map(\.event) == ["release"], comment, sourceLocation: sourceLocation)
        #expect(seen.first?.assets?.map(Self.line) == expected, comment, sourceLocation: sourceLocation)
    }

    private static func line(_ asset: ForgeState.Asset) -> String {
        "\(asset.name) \(asset.size ?? 0) \(asset.sha256 ?? "") \(asset.state)"
    }

    /// Makes sure that publishing again finds all in its place: it only asks, and little, unless it has to download what
    /// GitHub reports no digest of.
    func expectNothingLeft(
        _ comment: Comment? = nil,
        downloading: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await forge.removeFaults()
        try await forge.forgetRequests()
        #expect(try await publish().isEmpty, comment, sourceLocation: sourceLocation)
        let requests = try await forge.requests()
        #expect(requests.allSatisfy { $0.method == "GET" }, comment, sourceLocation: sourceLocation)
        let (assets, releases) = (files.count + 1, try await repository().releases.count)
        // Each download is led to where the bytes lie.
        let most = 5 + (assets + 99) / 100 + (releases + 99) / 100 + (downloading ? 2 * files.count : 0)
        #expect(requests.count <= most, comment, sourceLocation: sourceLocation)
    }

    /// The uploads that were answered as done, by file.
    func uploads() async throws -> [String: Int] {
        let done = try await forge.requests().filter {
            $0.method == "POST" && $0.origin == "uploads" && $0.status == 201
        }
        return done.reduce(into: [:]) { $0[String($1.path.split(separator: "=").last ?? ""), default: 0] += 1 }
    }
}

extension RelctlError {
    /// All that it tells the user, causes and hints too.
    var words: String {
        ([message] + hints + causes.map { ($0 as? RelctlError)?.words ?? "\($0)" }).joined(separator: "\n")
    }
}

extension FakeForge {
    /// Sends something to the admin interface as it is.
    func admin(_ method: String, _ name: String, _ json: String = "") async throws {
        let answer = try await LoopbackClient(url).ask(method, "/_fake/\(name)", body: Array(json.utf8))
        guard answer.status == 200 else { throw RelctlError("cannot \(method) `\(name)`: \(answer.text)") }
    }

    /// What people without a token saw of a repository.
    func moments(of repository: String) async throws -> [ForgeState.Moment] {
        try await state().history.filter { $0.repository == repository }
    }
}

/// A clock on which every wait is over at once, although time goes on as if it had been waited.
final class SkippingClock: WallClock {
    private let slept = Mutex<[Duration]>([])
    private let isReal: Bool

    /// A clock; a real one notes waits and waits.
    init(isReal: Bool = false) { self.isReal = isReal }

    /// All waits so far.
    var waits: [Duration] { slept.withLock(\.self) }

    var uptime: Duration { isReal ? LiveClock().uptime : waits.reduce(.zero, +) }
    var secondsSinceEpoch: Int64 {
        LiveClock().secondsSinceEpoch + (isReal ? 0 : uptime.components.seconds)
    }

    func sleep(for duration: Duration) async throws {
        slept.withLock { $0.append(duration) }
        if isReal { try await Task.sleep(for: duration) }
        try Task.checkCancellation()
    }
}

/// The network for those who wait a second where others wait minutes.
struct ImpatientTransport: HTTPTransport {
    private let transport = LiveHTTPTransport()

    func exchange(_ request: HTTPRequest, receiving sink: HTTPSink) async throws -> HTTPResponse {
        var request = request
        request.answerTimeout = .seconds(1)
        request.minimumRate = HTTPRequest.MinimumRate(bytesPerSecond: 1000, window: .seconds(1))
        return try await transport.exchange(request, receiving: sink)
    }
}
