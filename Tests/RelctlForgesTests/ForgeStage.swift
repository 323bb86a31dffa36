import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlPublishing

/// A release in `dist/`, and a forge on loopback that it is to be published at.
struct ForgeStage: Sendable {
    /// Kinds of forges.
    enum Kind: String, Sendable, CaseIterable {
        case gitlab, gitea
    }

    let kind: Kind
    let forge: FakeForge
    let clock = QuickClock()
    let events = RecordedEvents()
    private let dist: FilePath

    static let commit = String(repeating: "a", count: 40)
    static let token = "the-token"
    static let names = ["manifest.json", "tool_1.0.0+x.zip", "tool_1.0.0_linux.tar.gz", "tool_1.0.0_macos.tar.gz"]

    /// A forge with a repository whose `main` is the commit that is released.
    static func running(_ kind: Kind, _ body: (ForgeStage) async throws -> Void) async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let stage = try ForgeStage(kind, forge, in: world.folder)
                try await stage.change { _ in }
                try await body(stage)
            }
        }
    }

    private init(_ kind: Kind, _ forge: FakeForge, in folder: FilePath) throws {
        self.kind = kind
        self.forge = forge
        dist = folder.appending("dist")
        try LiveFileSystem().createFolders(dist)
    }

    /// Changes the repository.
    func change(_ body: (inout ForgeRepository) -> Void) async throws {
        var repository = ForgeRepository(main: Self.commit, token: Self.token)
        repository.tokens[0].admin = true
        body(&repository)
        try await forge.createRepository(repository)
    }

    var publisher: any Publisher { kind == .gitlab ? GitLabPublisher() : GiteaPublisher() }

    /// What publishers are given.
    func effects(token: String? = Self.token, name: String? = nil) -> Effects {
        let name = name ?? (kind == .gitlab ? "GITLAB_TOKEN" : "FORGEJO_TOKEN")
        return Effects(
            files: LiveFileSystem(),
            processes: NoProcesses(),
            events: events,
            clock: clock,
            environment: token.map { [name: $0] } ?? [:],
            http: LiveHTTPTransport()
        )
    }

    /// Puts a release into `dist/` whose files hold `mark` over and over, and asks for its publication.
    func request(_ mark: String = "one ", replaces: Bool = false) throws -> PublicationRequest {
        var files: [PublishedFile] = []
        for (index, name) in (Self.names + ["NOTES.md"]).enumerated() {
            let bytes = Array((name == "NOTES.md" ? "# \(mark)\n" : String(repeating: mark, count: 500 + index)).utf8)
            try LiveFileSystem().write(bytes, to: dist.appending(name))
            files.append(PublishedFile(name: name, size: UInt64(bytes.count), sha256: Digest(of: bytes)))
        }
        let notes = files.removeLast()
        let key = kind == .gitlab ? "project" : "repository"
        return PublicationRequest(
            publisher: kind.rawValue,
            options: [key: .text("octo/tool"), "api": .text(forge.url + (kind == .gitlab ? "/api/v4" : "/api/v1/"))],
            release: ReleaseIdentity(
                name: "tool",
                version: try Version("1.0.0"),
                tag: "v1.0.0",
                commit: Self.commit,
                timestamp: 0
            ),
            files: files,
            notes: notes,
            plannedNames: files.map(\.name),
            folder: dist,
            project: dist,
            replaces: replaces
        )
    }

    /// Observes, plans and executes, as a run does; returns what was planned.
    @discardableResult
    func publish(
        _ request: PublicationRequest,
        _ retreat: Retreat? = nil,
        with effects: Effects? = nil
    ) async throws -> [PublicationAction] {
        let effects = effects ?? self.effects()
        let observed = try await publisher.look(at: request, with: effects)
        let actions = try retreat.map { try observed.actions($0) } ?? observed.actions()
        let run = PublicationRun(name: kind.rawValue, effects: effects)
        try await publisher.execute(actions, for: request, in: run)
        return actions
    }

    /// The codes of what a preflight finds.
    func findings(_ request: PublicationRequest, _ effects: Effects? = nil) async throws -> [String] {
        try await publisher.preflight(request, with: effects ?? self.effects()).map(\.code)
    }

    // MARK: Requests

    /// Requests that send a file.
    var uploads: ForgeFault.Match {
        kind == .gitlab ? .init("PUT", path: "/packages/generic/") : .init("POST", path: "/releases/\\d+/assets")
    }

    /// Requests that make a release or a draft.
    var creation: ForgeFault.Match { .init("POST", path: "/releases$") }

    /// How many uploads were answered with success, whether or not the answer arrived.
    func completedUploads() async throws -> Int {
        try await forge.requests().filter {
            $0.status == 201 && ($0.path.contains("/packages/generic/") || $0.path.contains("/assets?name="))
        }.count
    }

    // MARK: What is there

    func repository() async throws -> ForgeState.Repository {
        try #require(try await forge.state().repositories.first)
    }

    /// Names and digests of what users get from the release; nothing if they see none.
    func shown() async throws -> [String: String]? {
        let repository = try await repository()
        guard let release = repository.releases.first(where: { !$0.draft }) else { return nil }
        guard kind == .gitlab else {
            return Dictionary(release.assets.map { ($0.name, $0.sha256 ?? "") }) { _, _ in "a double" }
        }
        let files = repository.packages.flatMap(\.files)
        return Dictionary(
            uniqueKeysWithValues: release.links.map { link in
                (link.name, files.last { $0.name == link.name }?.sha256 ?? "missing")
            }
        )
    }

    /// The same, of what is wanted.
    func wanted(_ request: PublicationRequest) -> [String: String] {
        Dictionary(uniqueKeysWithValues: request.files.map { ($0.name, $0.sha256.hexadecimal) })
    }

    /// Makes sure that the release is there, once, and that nobody ever saw a part of it.
    func expectRelease(_ request: PublicationRequest) async throws {
        #expect(try await shown() == wanted(request))
        let repository = try await repository()
        #expect(repository.releases.count == 1)
        #expect(repository.tags.map(\.commit) == [Self.commit])
        #expect(repository.packages.map(\.status) == (kind == .gitlab ? ["default"] : []))
        let stored = kind == .gitlab ? repository.packages.flatMap(\.files) : repository.releases.flatMap(\.assets)
        #expect(stored.map(\.name).sorted() == Self.names)
        for moment in try await forge.state().history where ["release", "asset", "package"].contains(moment.event) {
            #expect(moment.assets?.map(\.name).sorted() == Self.names)
            #expect(moment.assets?.allSatisfy { $0.state == "uploaded" } == true)
        }
        let observed = try await publisher.look(at: request, with: effects())
        #expect(try observed.state.get().verdict == .identical)
        #expect(try observed.actions().isEmpty)
    }
}
