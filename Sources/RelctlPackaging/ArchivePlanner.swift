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
        /// The encoder of formats that are compressed by DEFLATE, as ``Compression/engine`` names it.
        package var deflateEngine = Compression.standardDeflate.engine

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

    /// Plans the archives of all targets, one for each of a target's formats, or one for each of its programs where the
    /// format ships them as they are; in the order of the targets.
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
        checkNames(of: plans, request.settings, &problems)
        try problems.throwIfAny("cannot plan the archives")
        return plans
    }

    /// No two have one name, which would be one file.
    private func checkNames(
        of plans: [ArchivePlan],
        _ settings: ArchiveSettings,
        _ problems: inout PlanningProblems
    ) {
        var owners: [String: TargetTriple] = [:]
        for plan in plans {
            guard let other = owners.updateValue(plan.target, forKey: plan.name) else { continue }
            problems.add(
                "cannot give the archives for \(other) and \(plan.target) one name, `\(plan.name)`",
                at: settings.place,
                hints: ["`archive.name` tells targets apart with `{{target}}`, and binaries with `{{binary}}`"]
            )
        }
    }

    private func plans(
        for target: TargetContext,
        _ rules: [ResolvedRule],
        _ request: Request,
        _ problems: inout PlanningProblems
    ) -> [ArchivePlan] {
        let settings = request.settings
        guard let files = problems.catching({ try settings.files(for: target, request.packagers) }) else { return [] }
        var names: [(file: TargetFile, stem: RelativePath)] = []
        for file in files {
            guard let stem = problems.catching({ try archiveName(settings, file.scope) }) else { return [] }
            names.append((file, stem))
        }
        // All archives of a target hold the same, in the folder of their name.
        let top = names.first { $0.file.binary == nil }?.stem
        let entries = top.map { composed($0, target, rules, request, &problems) } ?? []
        return names.compactMap { file, stem in
            problems.catching { try plan(file, stem, target, entries, request) }
        }
    }

    private func composed(
        _ top: RelativePath,
        _ target: TargetContext,
        _ rules: [ResolvedRule],
        _ request: Request,
        _ problems: inout PlanningProblems
    ) -> [PlannedEntry] {
        let settings = request.settings
        var composer = ArchiveComposer(
            draft: ArchiveDraft(top: top, place: settings.place),
            target: target,
            problems: problems
        )
        for rule in rules { composer.apply(rule) }
        composer.finish(windowsLinks: settings.windowsLinks, isOpen: request.tree.awaited?.isEmpty == false)
        problems = composer.problems
        return composer.draft.entries
    }

    private func plan(
        _ file: TargetFile,
        _ stem: RelativePath,
        _ target: TargetContext,
        _ entries: [PlannedEntry],
        _ request: Request
    ) throws -> ArchivePlan {
        let triple = target.target.triple
        let name = try Artifact.validated(file.name(from: stem.string, for: triple))
        guard name.utf8.count <= Self.nameLimit else {
            throw RelctlError("cannot name an archive `\(name)`: it has more than \(Self.nameLimit) bytes")
        }
        guard !TextForm.takenNames.contains(where: { $0.lowercased() == name.lowercased() }) else {
            throw RelctlError("cannot name an archive `\(name)`: that is the name of another file in `dist`")
        }
        let settings = request.settings
        return ArchivePlan(
            name: name,
            format: file.format,
            target: triple,
            compression: file.packager.compression?.compression(
                level: settings.levels[file.format] ?? settings.level,
                deflate: request.deflateEngine
            ),
            timestamp: request.timestamp,
            entries: try file.binary.map { [try entry(ofBinary: $0 + triple.executableSuffix)] } ?? entries
        )
    }

    /// What a file that is a single program holds: that, under its own name.
    private func entry(ofBinary name: String) throws -> PlannedEntry {
        PlannedEntry(
            path: try RelativePath(name),
            content: .file(source: .binary(name: name), isExecutable: true)
        )
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
