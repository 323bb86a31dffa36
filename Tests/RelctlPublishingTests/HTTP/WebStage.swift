import RelctlPublishing
import TestSupport

/// A release in a folder, and how it is published to a web server.
struct WebStage {
    let folder: FilePath
    let publisher = HTTPPublisher()
    /// The variables that credentials are read from.
    var environment = ["RELEASES_USER": NginxServer.user, "RELEASES_PASSWORD": NginxServer.password]
    var options: [String: ConfigurationValue] = [
        "usernameFrom": .list([.text("RELEASES_USER")]),
        "passwordFrom": .list([.text("RELEASES_PASSWORD")]),
    ]

    /// The release's files by name; `SHA256SUMS` and `manifest.json` are among them.
    static func files(_ mark: String) -> [String: String] {
        ["a.tar.gz": "a \(mark)", "b.zip": "b \(mark)", "SHA256SUMS": "sums \(mark)", "manifest.json": "{} \(mark)"]
    }

    init(_ folder: FilePath, url: String) throws {
        self.folder = folder.appending("dist")
        options["url"] = .text(url)
        try LiveFileSystem().createFolders(self.folder)
    }

    /// Puts files into the folder, and asks for their publication.
    func request(_ texts: [String: String], replaces: Bool = false) throws -> PublicationRequest {
        for (name, text) in texts { try LiveFileSystem().write(text.utf8, to: folder.appending(name)) }
        let files = texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { name, text in
            PublishedFile(name: name, size: UInt64(text.utf8.count), sha256: Digest(of: Array(text.utf8)))
        }
        return try request(files, replaces: replaces)
    }

    /// Asks for the publication of files that are in the folder.
    func request(_ files: [PublishedFile], replaces: Bool = false) throws -> PublicationRequest {
        PublicationRequest(
            publisher: "http",
            options: options,
            release: ReleaseIdentity(
                name: "streams",
                version: try Version("1.0.0"),
                tag: "v1.0.0",
                commit: String(repeating: "0", count: 40),
                timestamp: 0
            ),
            files: files,
            folder: folder,
            project: folder.parent,
            replaces: replaces
        )
    }

    var effects: Effects {
        var effects = Effects.onDisk()
        effects.environment = environment
        effects.http = LiveHTTPTransport()
        effects.clock = HastyClock()
        return effects
    }

    /// Observes, plans and executes, as a run does; returns what was planned.
    @discardableResult
    func publish(_ request: PublicationRequest) async throws -> [PublicationAction] {
        let actions = try await plan(request)
        try await execute(actions, request)
        return actions
    }

    func plan(_ request: PublicationRequest) async throws -> [PublicationAction] {
        try publisher.plan(request, observed: try await publisher.observe(request, with: effects))
    }

    func execute(_ actions: [PublicationAction], _ request: PublicationRequest) async throws {
        let run = PublicationRun(name: "http", effects: effects)
        try await publisher.execute(actions.filter { $0.verb != .skip }, for: request, in: run)
    }

    /// The names and texts of all files in a folder.
    static func texts(in folder: FilePath) throws -> [String: String] {
        let files = LiveFileSystem()
        guard try files.status(of: folder) != nil else { return [:] }
        return try files.names(in: folder).reduce(into: [:]) { $0[$1] = try files.text(of: folder.appending($1)) }
    }
}

/// A clock that waits a hundredth of what it should.
private struct HastyClock: WallClock {
    private let clock = LiveClock()
    var secondsSinceEpoch: Int64 { clock.secondsSinceEpoch }
    var uptime: Duration { clock.uptime }
    func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration / 100) }
}
