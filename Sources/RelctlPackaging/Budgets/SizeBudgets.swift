/// What may not be exceeded: bytes of archives, of images and of single programs.
package struct SizeBudgets: Sendable, Hashable {
    /// What each archive may have; nothing for any size.
    package var archive: ByteCount?
    /// What a program may have on each platform, by its name without `.exe`.
    package var binaries: [String: ByteCount]

    /// Sets budgets; by default none.
    package init(archive: ByteCount? = nil, binaries: [String: ByteCount] = [:]) {
        self.archive = archive
        self.binaries = binaries
    }

    /// A thing and what it may have.
    package struct Limited: Sendable, Hashable {
        /// The thing.
        package var item: SizedItem
        /// What it may have.
        package var budget: ByteCount
        /// Where the configuration sets it, as a key, for who wants to change it.
        package var key: String
        /// Which of several that have such a key; nothing where there is one.
        package var owner: String?

        /// Sets one thing a budget.
        package init(_ item: SizedItem, budget: ByteCount, key: String, of owner: String? = nil) {
            self.item = item
            self.budget = budget
            self.key = key
            self.owner = owner
        }
    }

    /// What was packed, as far as it has a budget: archives, and the programs in them, each once for a target.
    ///
    /// - Parameters:
    ///   - packed: Archives by their plans.
    ///   - manifest: The record of all of them.
    ///   - previous: The record of an earlier release, to tell what changed.
    /// - Returns: In the order of the plans, programs after archives.
    package func limited(
        _ packed: [(plan: ArchivePlan, artifact: Artifact)],
        in manifest: Manifest,
        comparedWith previous: Manifest?
    ) -> [Limited] {
        let comparison = SizeComparison(manifest, with: previous)
        var limited: [Limited] = []
        if let archive {
            limited = packed.filter { $0.artifact.kind == .archive }.map { _, artifact in
                Limited(comparison.item(artifact), budget: archive, key: "archive.budget")
            }
        }
        guard !binaries.isEmpty else { return limited }
        var seen: Set<String> = []
        for (plan, artifact) in packed {
            for (name, size) in Self.programs(of: plan, in: artifact)
            where seen.insert("\(plan.target) \(name)").inserted {
                guard let binary = Self.binary(name, of: plan.target), let budget = binaries[binary] else { continue }
                let item = comparison.program(name, of: size, for: plan.target)
                limited.append(Limited(item, budget: budget, key: "binaries[].budget", of: binary))
            }
        }
        return limited
    }

    /// The programs of a target that are in an artifact, by their files' names.
    private static func programs(of plan: ArchivePlan, in artifact: Artifact) -> [(name: String, size: UInt64)] {
        let sizes = Dictionary((artifact.contents ?? []).map { ($0.path, $0.size ?? 0) }) { first, _ in first }
        return plan.entries.compactMap { entry in
            guard case .file(.binary(let name), _) = entry.content, let size = sizes[entry.path] else { return nil }
            return (name, size)
        }
    }

    /// The name without what the target's system adds to it.
    private static func binary(_ file: String, of target: TargetTriple) -> String? {
        file.hasSuffix(target.executableSuffix) ? String(file.dropLast(target.executableSuffix.count)) : nil
    }

    /// Proves that nothing exceeds its budget.
    ///
    /// - Throws: ``RelctlError`` with a cause for each thing that does, which says what is in it, largest first.
    package static func check(_ limited: [Limited]) throws {
        let excesses = limited.filter { $0.item.size > $0.budget.bytes }
        guard !excesses.isEmpty else { return }
        let keys = excesses.map { "`\($0.key)`" + ($0.owner.map { " of `\($0)`" } ?? "") }
            .reduce(into: [String]()) { keys, key in
                if !keys.contains(key) { keys.append(key) }
            }
        throw RelctlError(
            "cannot release what exceeds its size budget",
            code: .budgetExceeded,
            hints: ["leave something out, or raise \(keys.joined(separator: " and "))"],
            causes: excesses.map(\.excess)
        )
    }
}

extension SizeBudgets.Limited {
    /// How many parts are told of; the others are counted.
    private static let told = 10

    /// What is wrong, and a line for each of the largest parts.
    fileprivate var excess: RelctlError {
        let (size, previous) = (item.size, item.previous)
        let change = SizedItem.change(from: previous, to: size).map { ", \($0) since the release before" } ?? ""
        let over = ByteCount(size - budget.bytes)
        let head = "`\(item.name)` has \(ByteCount(size)), \(over) over its budget of \(budget)\(change)"
        return RelctlError(
            item.parts.isEmpty ? head : ([head + "; in it, largest first:"] + lines).joined(separator: "\n"),
            code: .budgetExceeded,
            details: ["name": item.name, "size": String(size), "budget": String(budget.bytes)]
        )
    }

    private var lines: [String] {
        let parts = item.parts.prefix(Self.told)
        let sizes = parts.map { ByteCount($0.size).description }
        let width = sizes.map(\.count).max() ?? 0
        let lines = zip(parts, sizes).map { part, size in
            let change = SizedItem.change(from: part.previous, to: part.size).map { "  \($0)" } ?? ""
            return String(repeating: " ", count: width - size.count) + "\(size)  \(part.path)\(change)"
        }
        let rest = item.parts.dropFirst(Self.told)
        guard !rest.isEmpty else { return lines }
        return lines + ["and \(rest.count) more of \(ByteCount(rest.map(\.size).saturatingSum)) together"]
    }
}
