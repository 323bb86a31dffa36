/// Decides what each archive of a release holds; pure.
package struct ArchivePlanner: Sendable {
    /// Needs nothing.
    package init() {}

    /// What is to be packed, and for whom.
    package struct Request: Sendable {
        /// The configuration's `archive`.
        package var settings: ArchiveSettings
        /// The time of every entry, in seconds since 1970.
        package var timestamp: Int64
        /// The platforms, in the order of the plans.
        package var targets: [TargetContext]
        /// The working tree, observed for `settings.contents`.
        package var tree: SourceTree
        /// The formats that are known.
        package var packagers: Registry<any Packager>

        /// Describes what is to be packed.
        package init(
            settings: ArchiveSettings,
            timestamp: Int64,
            targets: [TargetContext],
            tree: SourceTree,
            packagers: Registry<any Packager>
        ) {
            self.settings = settings
            self.timestamp = timestamp
            self.targets = targets
            self.tree = tree
            self.packagers = packagers
        }
    }

    /// Plans the archives of all targets, one for each of a target's formats, in the order of the targets.
    ///
    /// - Throws: ``RelctlError`` with everything that is wrong with any of them as its causes.
    package func plan(_ request: Request) throws -> [ArchivePlan] {
        var problems = PlanningProblems(targetCount: request.targets.count)
        let rules = request.settings.contents.map { rule in
            ResolvedRule(rule, in: request.tree, problems: &problems)
        }
        var plans: [ArchivePlan] = []
        for target in request.targets {
            problems.target = target.target.triple
            plans += self.plans(for: target, rules, request, &problems)
        }
        problems.target = nil
        var places: [String: TargetTriple] = [:]
        for plan in plans {
            guard let other = places.updateValue(plan.target, forKey: plan.name) else { continue }
            problems.add(
                "cannot give the archives for \(other) and \(plan.target) one name, `\(plan.name)`",
                at: request.settings.place,
                hints: ["`archive.name` tells targets apart with `{{target}}`"]
            )
        }
        try problems.throwIfAny("cannot plan the archives")
        return plans
    }

    private func plans(
        for target: TargetContext,
        _ rules: [ResolvedRule],
        _ request: Request,
        _ problems: inout PlanningProblems
    ) -> [ArchivePlan] {
        let settings = request.settings
        guard let name = problems.catching({ try archiveName(settings, target.scope) }) else { return [] }
        var composer = ArchiveComposer(
            draft: ArchiveDraft(top: name, place: settings.place),
            target: target,
            problems: problems
        )
        for rule in rules { composer.apply(rule) }
        composer.finish(windowsLinks: settings.windowsLinks)
        problems = composer.problems
        let entries = composer.draft.entries
        return settings.formats(for: target.target.triple).compactMap { format in
            problems.catching {
                let ending = try request.packagers.connector(format, at: settings.place).fileExtension
                let plan = ArchivePlan(
                    name: try Artifact.validated(name.string + ending),
                    format: format,
                    target: target.target.triple,
                    timestamp: request.timestamp,
                    entries: entries
                )
                guard plan.name.utf8.count <= Self.nameLimit else {
                    throw RelctlError("cannot name an archive `\(plan.name)`: it has more than \(Self.nameLimit) bytes")
                }
                return plan
            }
        }
    }

    /// The longest name of an archive, in bytes: the names that are made of it, up to `.NAME.sha256.new`, must not have
    /// more than 255.
    private static let nameLimit = 240

    /// The archive's name without ending, which is its top folder too.
    private func archiveName(_ settings: ArchiveSettings, _ scope: TemplateScope) throws -> RelativePath {
        do {
            return try RelativePath(Artifact.validated(settings.name.render(scope)))
        } catch {
            throw RelctlError(
                "cannot name an archive by `\(settings.name.source)`",
                code: .configurationInvalid,
                place: settings.place,
                causes: [error]
            )
        }
    }
}

/// What is wrong with a release's archives, each once however many archives it concerns.
struct PlanningProblems {
    /// The platform whose archive is being planned.
    var target: TargetTriple?
    private let targetCount: Int
    private var found: [(error: RelctlError, targets: [TargetTriple])] = []

    init(targetCount: Int) { self.targetCount = targetCount }

    mutating func add(_ message: String, at place: SourcePlace?, hints: [String] = []) {
        add(RelctlError(message, code: .configurationInvalid, place: place, hints: hints))
    }

    mutating func add(_ error: RelctlError) {
        let targets = target.map { [$0] } ?? []
        let same = found.firstIndex { $0.error.description.utf8.elementsEqual(error.description.utf8) }
        guard let same else { return found.append((error, targets)) }
        found[same].targets += targets.filter { !found[same].targets.contains($0) }
    }

    /// The body's value, or nothing after its error was taken up.
    mutating func catching<Value>(_ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch {
            add(caught: error)
            return nil
        }
    }

    mutating func add(caught error: any Error) {
        add(error as? RelctlError ?? RelctlError("cannot plan an archive", causes: [error]))
    }

    func throwIfAny(_ message: String) throws(RelctlError) {
        guard !found.isEmpty else { return }
        let causes = found.map { error, targets in
            guard !targets.isEmpty, targets.count < targetCount else { return error }
            var error = error
            error.hints.append("this is so for \(targets.map(\.text).joined(separator: ", "))")
            return error
        }
        throw RelctlError(message, code: .configurationInvalid, causes: causes)
    }
}
