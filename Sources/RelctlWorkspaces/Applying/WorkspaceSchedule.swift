/// Does something for each of several things that need one another: each begins as soon as all that it needs are done,
/// whatever else goes on, and one that fails stops only what needs it.
struct WorkspaceSchedule: Sendable {
    /// A thing and what it needs.
    struct Node: Sendable {
        let name: String
        let needs: [String]
    }

    /// How one ended.
    enum End<Value: Sendable>: Sendable {
        /// It is done.
        case done(Value)
        /// It failed.
        case failed(any Error)
        /// It was not begun, as these are not done, which it needs directly or by way of others that were not begun either.
        case blocked(by: [String])
        /// Everything was stopped before it was done.
        case stopped
    }

    private let nodes: [Node]
    private var begun: Set<String> = []
    private var done: Set<String> = []
    private var lost: Set<String> = []

    /// Prepares to do something for each of `nodes`, none of which comes before one that it needs.
    init(_ nodes: [Node]) { self.nodes = nodes }

    /// Runs `body` for each, and tells `blocked` of those that will not begin as soon as that is known.
    ///
    /// - Returns: How each ended, in the order of the nodes.
    mutating func run<Value: Sendable>(
        _ body: @escaping @Sendable (String) async throws -> Value,
        blocked: (String, [String]) -> Void
    ) async -> [(name: String, end: End<Value>)] {
        var ends: [String: End<Value>] = [:]
        await withTaskGroup(of: (String, End<Value>).self) { group in
            var next = begin()
            while true {
                for name in next {
                    group.addTask { (name, await Self.end(name, body)) }
                }
                guard let (name, end) = await group.next() else { return }
                ends[name] = end
                if case .done = end {
                    done.insert(name)
                } else {
                    for name in lose(name) {
                        ends[name] = .blocked(by: causes(of: name))
                        blocked(name, causes(of: name))
                    }
                }
                next = Task.isCancelled ? [] : begin()
            }
        }
        return nodes.map { node in
            // What failed since then is a cause as well.
            if case .blocked? = ends[node.name] { return (node.name, .blocked(by: causes(of: node.name))) }
            return (node.name, ends[node.name] ?? .stopped)
        }
    }

    private static func end<Value: Sendable>(
        _ name: String,
        _ body: @Sendable (String) async throws -> Value
    ) async -> End<Value> {
        do {
            return .done(try await body(name))
        } catch {
            // What fails once everything is stopped may well fail for that.
            return error is CancellationError || Task.isCancelled ? .stopped : .failed(error)
        }
    }

    /// Those that may begin now and did not yet; from now on they did.
    private mutating func begin() -> [String] {
        let next = nodes.filter { !begun.contains($0.name) && $0.needs.allSatisfy(done.contains) }.map(\.name)
        begun.formUnion(next)
        return next
    }

    /// Those that will not begin, now that this one is not done.
    private mutating func lose(_ name: String) -> [String] {
        lost.insert(name)
        return nodes.map(\.name).filter { name in
            guard !begun.contains(name), !lost.contains(name), !causes(of: name).isEmpty else { return false }
            lost.insert(name)
            return true
        }
    }

    /// What keeps one from beginning: of all that it needs, directly or not, those that were begun and are not done.
    private func causes(of name: String) -> [String] {
        var needed: Set<String> = []
        for node in nodes.reversed() where node.name == name || needed.contains(node.name) {
            needed.formUnion(node.needs)
        }
        return nodes.map(\.name).filter { needed.contains($0) && begun.contains($0) && lost.contains($0) }
    }
}
