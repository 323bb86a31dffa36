import RelctlPublishing
import Synchronization
import TestSupport

/// A release in a folder that is to be published to a bucket at moto's server.
struct S3Stage: Sendable {
    let server: MotoServer
    let scratch: FilePath
    let bucket: String
    var environment = ["AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1"]
    let transport: RecordingTransport
    let events = RecordedEvents()
    var publisher = S3Publisher()

    /// Runs with a bucket and a folder of its own.
    static func running(parts partSize: UInt64 = 16 << 20, _ body: (S3Stage) async throws -> Void) async throws {
        try await withScratchFolder { scratch in
            var stage = S3Stage(try await MotoServer.shared, scratch, "releases-\(UInt64.random(in: 0 ... .max))")
            stage.publisher = S3Publisher(partSize: partSize)
            let creation = HTTPRequest(.put, "\(stage.server.endpoint)/\(stage.bucket)")
            let answer = try await LiveHTTPTransport().exchange(creation, receiving: HTTPSink())
            guard answer.isSuccess else { throw RelctlError("cannot make a bucket: \(answer.status)") }
            try await body(stage)
        }
    }

    /// What boto3 makes of a script about the bucket.
    @discardableResult
    func boto(_ script: String, _ arguments: String...) async throws -> String {
        try await server.boto(script, bucket: bucket, arguments)
    }

    init(_ server: MotoServer, _ scratch: FilePath, _ bucket: String) {
        self.server = server
        self.scratch = scratch
        self.bucket = bucket
        transport = RecordingTransport()
    }

    var effects: Effects {
        Effects(
            files: LiveFileSystem(),
            processes: NoProcesses(),
            events: events,
            clock: LiveClock(),
            environment: environment,
            http: transport
        )
    }

    /// The files of a release, manifest and list of checksums among them.
    static func release(_ version: String = "1.0.0", _ files: [String: String] = [:]) -> [String: String] {
        let manifest = """
            {"format": 1, "artifacts": [], "release": {"name": "streams", "version": "\(version)", \
            "tag": "v\(version)", "commit": "abc", "timestamp": 0, "isSnapshot": false}}
            """
        return ["a.tar.gz": "archive \(version)", "SHA256SUMS": "sums \(version)", "manifest.json": manifest]
            .merging(files) { $1 }
    }

    /// Puts files into the folder and asks for their publication.
    func request(
        _ version: String = "1.0.0",
        _ files: [String: String]? = nil,
        options: [String: ConfigurationValue] = [:],
        replaces: Bool = false
    ) throws -> PublicationRequest {
        let dist = scratch.appending("dist")
        try LiveFileSystem().createFolders(dist)
        let files = files ?? Self.release(version)
        for (name, text) in files { try LiveFileSystem().write(text.utf8, to: dist.appending(name)) }
        return PublicationRequest(
            publisher: "s3",
            options: ["bucket": .text(bucket), "endpoint": .text(server.endpoint)].merging(options) { $1 },
            release: ReleaseIdentity(
                name: "streams",
                version: try Version(version),
                tag: "v\(version)",
                commit: "abc",
                timestamp: 1_767_323_045
            ),
            files: files.map { name, text in
                PublishedFile(name: name, size: UInt64(text.utf8.count), sha256: Digest(of: Array(text.utf8)))
            }.sorted { $0.name.precedesBytewise($1.name) },
            folder: dist,
            project: scratch,
            replaces: replaces
        )
    }

    /// What is left to do.
    func plan(_ request: PublicationRequest) async throws -> [PublicationAction] {
        try publisher.plan(request, observed: try await publisher.observe(request, with: effects))
    }

    /// Observes, plans and executes, as a run does; then nothing is left to do.
    func publish(_ request: PublicationRequest) async throws {
        try await execute(try await plan(request), request)
        let left = try await plan(request)
        guard left.isEmpty else { throw RelctlError("something is left to do: \(left)") }
    }

    func execute(_ actions: [PublicationAction], _ request: PublicationRequest) async throws {
        try await publisher.execute(
            actions.filter { $0.verb != .skip },
            for: request,
            in: PublicationRun(name: "s3", effects: effects)
        )
    }

    /// What boto3 finds: the keys with the digests of their bytes, sorted, one a line.
    func objects() async throws -> [String] {
        let script = """
            for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket):
                for entry in page.get("Contents", []):
                    body = s3.get_object(Bucket=bucket, Key=entry["Key"])["Body"].read()
                    print(json.dumps(entry["Key"], ensure_ascii=False), hashlib.sha256(body).hexdigest())
            """
        return try await boto(script).split(separator: "\n").map { String($0) }.sorted()
    }

    /// What ``objects()`` must find for these files.
    func expected(_ files: [String: String], prefix: String = "streams/v1.0.0/") -> [String] {
        files.map { name, text in "\"\(prefix)\(name)\" \(Digest(of: Array(text.utf8)))" }.sorted()
    }
}

/// The real network, with what is asked written down; it can be cut before any request.
final class RecordingTransport: HTTPTransport {
    private let live = LiveHTTPTransport()
    private let state = Mutex<(requests: [String], cut: (@Sendable (String) -> Bool)?)>(([], nil))

    /// What is thrown where the process would have been killed.
    struct Cut: Error {}

    /// `METHOD /PATH?QUERY` of every request, in the order in which they began.
    var requests: [String] { state.withLock { $0.requests } }
    /// Those that can change something.
    var writes: [String] { requests.filter { !$0.hasPrefix("GET ") && !$0.hasPrefix("HEAD ") } }

    /// Forgets what was asked.
    func forget() { state.withLock { $0.requests = [] } }

    /// Cuts the run off before the first request for which this holds, and all after it.
    func cut(before isLast: @escaping @Sendable (String) -> Bool) { state.withLock { $0.cut = isLast } }

    /// Lets all through again.
    func mend() { state.withLock { $0.cut = nil } }

    func exchange(_ request: HTTPRequest, receiving sink: HTTPSink) async throws -> HTTPResponse {
        let path = request.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).last ?? ""
        let line = "\(request.method) /" + path
        let isCut = state.withLock { state in
            if let cut = state.cut, cut(line) { state.cut = { _ in true } }
            let isCut = state.cut?(line) == true
            if !isCut { state.requests.append(line) }
            return isCut
        }
        guard !isCut else { throw Cut() }
        return try await live.exchange(request, receiving: sink)
    }
}
