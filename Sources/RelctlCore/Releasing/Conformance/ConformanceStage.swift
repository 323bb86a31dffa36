internal import Synchronization

/// The world that a connector is tried in: a project of its own, its own temporary files, and an ear for all it says.
struct ConformanceStage: Sendable {
    let sample: ConformanceSample
    /// What it may touch the world through.
    let effects: Effects
    private let heard: HeardEvents
    /// Hides the connector's secrets.
    let mask: SecretMask
    /// Finds those that nobody writes by chance.
    private let distinctive: SecretMask

    /// How long something may take to end once it is stopped; a program that does not is killed after five seconds.
    private static let patience = Duration.seconds(4)
    /// How long something is waited for to be at work before it is stopped.
    private static let head = Duration.seconds(2)

    /// Sets the stage in an empty folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - name: What the project is called.
    ///   - secretNames: The variables that the connector reads secrets from.
    ///   - inventsSecrets: Whether those that are not set get a value, so that it can be told whether it comes out.
    ///   - world: The real one.
    /// - Throws: ``FileSystemError`` if the project cannot be made.
    init(
        in folder: FilePath,
        named name: String,
        secretNames: [String],
        inventsSecrets: Bool,
        _ world: Effects
    ) throws {
        var effects = world
        heard = HeardEvents()
        effects.events = heard
        effects.secretNames.formUnion(secretNames)
        for name in secretNames where inventsSecrets && (effects.environment[name] ?? "").isEmpty {
            effects.environment[name] = "relctl-check-\(UInt64.random(in: .min ... .max))"
        }
        let secrets = secretNames.compactMap { effects.environment[$0] }
        mask = SecretMask(secrets.map { Secret($0) })
        distinctive = SecretMask(secrets.filter { $0.utf8.count >= SecretMask.distinctive }.map { Secret($0) })
        sample = try ConformanceSample(in: folder, named: name, effects)
        effects.environment["TMPDIR"] = sample.temporary.string
        self.effects = effects
    }

    /// Whether a secret was told: in what was said on the way, or in one of `texts`.
    func secretFindings(in texts: [String]) -> [String] {
        let isTold = (heard.texts + texts).contains { distinctive.masked($0) != $0 }
        return isTold ? ["the value of one of its secrets is in what it writes"] : []
    }

    /// What of the project and its temporary files is otherwise than it was.
    func changes(since before: [FilePath: String]) async throws -> [String] {
        let after = try await sample.state()
        let paths = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
        return paths.map { path in
            let what = before[path] == nil ? "makes" : after[path] == nil ? "removes" : "changes"
            return "it \(what) `\(path.string.dropFirst(sample.project.parent.string.count + 1))`"
        }
    }

    /// Does something, stops it as soon as it is seen at work, and says what is wrong about how it ends.
    func stopping(_ work: @escaping @Sendable () async throws -> Void) async throws -> [String] {
        let clock = effects.clock
        heard.isDone = false
        let took = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // How it fails does not matter: it was stopped.
                try? await work()
                heard.isDone = true
            }
            let began = clock.uptime
            while clock.uptime - began < Self.head, !heard.isDone, try sample.isIdle {
                try await clock.sleep(for: .milliseconds(10))
            }
            let stopped = clock.uptime
            group.cancelAll()
            try await group.waitForAll()
            return clock.uptime - stopped
        }
        let isLate = took > Self.patience
        return (isLate ? ["it does not end when it is asked to, and must be killed"] : []) + (try sample.leftovers())
    }
}

/// Keeps all that is said.
private final class HeardEvents: EventSink {
    private let state = Mutex<(texts: [String], isDone: Bool)>(([], false))

    var texts: [String] { state.withLock { $0.texts } }

    var isDone: Bool {
        get { state.withLock { $0.isDone } }
        set { state.withLock { $0.isDone = newValue } }
    }

    func send(_ event: Event) { state.withLock { $0.texts.append("\(event)") } }
}
