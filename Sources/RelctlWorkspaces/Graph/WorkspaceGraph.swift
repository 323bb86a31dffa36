/// The repositories of a workspace in the order in which they are released.
package struct WorkspaceGraph: Sendable, Equatable {
    /// The names in each wave: every repository stands in the wave after the last one that it needs; sorted bytewise.
    package let waves: [[String]]
    /// What each repository needs directly, in the configuration's order.
    package let needs: [String: [String]]

    /// All repositories, wave after wave.
    package var order: [String] { waves.flatMap(\.self) }

    /// Orders repositories.
    ///
    /// - Parameter repositories: Their names and what each needs.
    /// - Throws: ``Problem`` for a name that nobody has, and for a circle.
    package init(_ repositories: [(name: String, needs: [String])]) throws(Problem) {
        var needs: [String: [String]] = [:]
        for repository in repositories { needs[repository.name] = repository.needs }
        for repository in repositories {
            for name in repository.needs where needs[name] == nil {
                throw .unknown(name, neededBy: repository.name)
            }
        }
        var left = repositories.map(\.name).sortedBytewise()
        var waves: [[String]] = []
        var done: Set<String> = []
        while !left.isEmpty {
            let wave = left.filter { needs[$0]?.allSatisfy(done.contains) ?? true }
            guard !wave.isEmpty else { throw .circles(Self.circles(among: left, needs)) }
            waves.append(wave)
            done.formUnion(wave)
            left.removeAll { done.contains($0) }
        }
        self.waves = waves
        self.needs = needs
    }

    /// Orders the repositories of a workspace that was read.
    ///
    /// - Throws: ``Problem``, which reading a configuration has ruled out.
    package init(of configuration: WorkspaceConfiguration) throws(Problem) {
        try self.init(configuration.repositories.map { ($0.name, $0.needs) })
    }

    /// Why repositories cannot be ordered.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// A name that no repository has.
        case unknown(String, neededBy: String)
        /// Groups of repositories that need one another; the first of each stands at its end again.
        case circles([[String]])

        package var description: String {
            switch self {
            case .unknown(let name, let needy): "`\(needy)` needs `\(name)`, which is no repository of the workspace"
            case .circles(let circles):
                circles.map(Self.description(of:)).joined(separator: "; ")
            }
        }

        /// A description of one group.
        static func description(of circle: [String]) -> String {
            "repositories need one another: " + circle.map { "`\($0)`" }.joined(separator: " needs ")
        }
    }

    /// The wave of a repository, from 1.
    package func wave(of name: String) -> Int? { waves.firstIndex { $0.contains(name) }.map { $0 + 1 } }

    /// Everything that needs a repository, directly or by way of others, in the order of release.
    package func dependents(of name: String) -> [String] {
        var found: Set<String> = [name]
        for candidate in order where needs[candidate]?.contains(where: found.contains) == true {
            found.insert(candidate)
        }
        return order.filter { found.contains($0) && $0 != name }
    }

    /// Shortest circles that have no repository in common, until the rest can be ordered.
    private static func circles(among names: [String], _ needs: [String: [String]]) -> [[String]] {
        var (circles, left): ([[String]], [String]) = ([], names)
        while true {
            let next = circle(among: left, needs)
            guard !next.isEmpty else { return circles }
            circles.append(next)
            left.removeAll(where: next.contains)
        }
    }

    /// The shortest way round, from the first name bytewise that lies on one.
    private static func circle(among names: [String], _ needs: [String: [String]]) -> [String] {
        let left = Set(names)
        var shortest: [String] = []
        for start in names {
            // Breadth first: the first way back is the shortest.
            var ways = [[start]]
            var seen: Set<String> = []
            search: while !ways.isEmpty {
                var longer: [[String]] = []
                for way in ways {
                    for next in needs[way[way.count - 1]] ?? [] where left.contains(next) {
                        if next == start {
                            if shortest.isEmpty || way.count + 1 < shortest.count { shortest = way + [start] }
                            break search
                        }
                        if seen.insert(next).inserted { longer.append(way + [next]) }
                    }
                }
                ways = longer
            }
        }
        return shortest
    }
}
