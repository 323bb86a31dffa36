/// What a forge has of a tag: its runs and its release, asked once for all that wants to know.
package struct ForgeSight: Sendable, Hashable {
    /// The runs that the tag started.
    var runs: Answer<[ForgeRun]>
    /// The release of the tag, a draft where nobody else sees one.
    var found: Answer<TaggedRelease?>

    /// What a forge answered.
    enum Answer<Value: Sendable & Hashable>: Sendable, Hashable {
        case known(Value)
        /// It could not be asked.
        case failed(RelctlError)

        init(_ body: () async throws -> Value) async throws {
            do { self = .known(try await body()) } catch let error as RelctlError { self = .failed(error) }
        }

        static func == (left: Self, right: Self) -> Bool {
            switch (left, right) {
            case (.known(let left), .known(let right)): left == right
            case (.failed(let left), .failed(let right)): "\(left)" == "\(right)"
            default: false
            }
        }

        func hash(into hasher: inout Hasher) {
            switch self {
            case .known(let value): hasher.combine(value)
            case .failed(let error): hasher.combine("\(error)")
            }
        }

        /// What was answered.
        func get() throws -> Value {
            switch self {
            case .known(let value): return value
            case .failed(let error): throw error
            }
        }
    }

    /// A word for how it stands with something, and where people look at it.
    package struct Item: Sendable, Hashable, Encodable {
        /// How it stands.
        package var state: State
        /// What there is to say beyond the word.
        package var text: String?
        /// Where people look at it.
        package var url: String?

        /// How it stands with runs, or with a release.
        package enum State: String, Sendable, Hashable, Encodable {
            /// There is none.
            case none
            /// Runs: one waits for its turn, or is under way.
            case queued, running
            /// Runs: all came to a good end, or one to a bad one.
            case succeeded, failed
            /// A release: those see it who may write, or everybody does.
            case draft, published
            /// The forge could not be asked.
            case unknown
        }
    }

    /// How it stands with the runs that count: those of the workflows that are awaited, else all.
    ///
    /// Of several workflows that are awaited, the one that most is to be done about.
    func run(awaited conditions: [Readiness.Condition]) -> Item {
        let known: [ForgeRun]
        switch runs {
        case .failed(let error): return Item(state: .unknown, text: "\(error)")
        case .known(let runs): known = runs
        }
        let wanted: [String?] = conditions.compactMap { condition in
            if case .run(let workflow) = condition { .some(workflow) } else { nil }
        }
        let counting = wanted.isEmpty || wanted.contains(nil) ? [nil] : wanted
        let items = counting.map { Self.item(RunVerdict(known, workflow: $0)) }
        return items.min { Self.urgency(of: $0) < Self.urgency(of: $1) } ?? Item(state: .none)
    }

    private static func item(_ verdict: RunVerdict) -> Item {
        if verdict.isUnstarted { return Item(state: .none) }
        if let going = verdict.runs.last(where: { $0.state == .unfinished }), verdict.failed == nil {
            return Item(state: going.isQueued ? .queued : .running, url: going.url)
        }
        switch verdict.state {
        case .failed(let text, let url): return Item(state: .failed, text: text, url: url)
        case .ready, .pending: return Item(state: .succeeded, url: verdict.runs.last?.url)
        }
    }

    /// How far an item stands from a good end; the farthest comes first.
    private static func urgency(of item: Item) -> Int {
        let order: [Item.State] = [.failed, .none, .queued, .running]
        return order.firstIndex(of: item.state) ?? order.count
    }

    /// How it stands with the release.
    var release: Item {
        switch found {
        case .failed(let error): Item(state: .unknown, text: "\(error)")
        case .known(nil): Item(state: .none)
        case .known(let release?): Item(state: release.isDraft ? .draft : .published, url: release.url)
        }
    }
}

extension ForgeSight {
    /// Asks a forge.
    ///
    /// - Throws: `CancellationError`; what the forge refuses to tell is part of what is seen.
    init(of repository: PlannedRepository, at commit: String, _ forge: any ProjectForge) async throws {
        runs = try await Answer { try await forge.runs(of: repository.tag, at: commit) }
        found = try await Answer { try await forge.releaseOrDraft(of: repository.tag) }
    }
}

extension ForgeRun {
    /// Whether nothing of it has begun, by the forges' words for that.
    fileprivate var isQueued: Bool {
        [
            "queued", "pending", "waiting", "requested", "created", "waiting_for_resource", "preparing", "scheduled",
            "manual", "blocked",
        ].contains(word)
    }
}
