extension ConformanceCheck {
    /// Tries a packager: all that it does is in the project made for it.
    func tryOut(
        _ packager: any Packager,
        in folder: FilePath,
        _ effects: Effects,
        _ report: inout ConformanceReport
    ) async throws {
        report.add(.description, omissions([]))
        let stage = try stage(folder, secretNames: packager.secretNames, effects)
        let archive = configuration?.archive
        let plan = try stage.sample.plan(id, packager, level: archive?.levels[id] ?? archive?.level)
        var told: [String] = []
        if try await look(packager, plan, on: stage, &report, &told) {
            try await pack(packager, plan, on: stage, &report, &told)
        } else {
            // Packing begins with the same question.
            for rule in [ConformanceRule.repetition, .execution, .convergence] {
                report.skip(rule, because: "the packager does not answer")
            }
        }
        report.add(.tidiness, try stage.sample.leftovers())
        report.add(.tidiness, try await stage.stopping { _ = try await made(by: packager, plan, on: stage) })
        report.add(.secrets, stage.secretFindings(in: told))
        report.hide(stage.mask)
    }

    /// Asks it twice what it would do, and returns whether it answers.
    private func look(
        _ packager: any Packager,
        _ plan: ArchivePlan,
        on stage: ConformanceStage,
        _ report: inout ConformanceReport,
        _ told: inout [String]
    ) async throws -> Bool {
        let before = try await stage.sample.state()
        let answers = try await report.attempt { _ in
            try await Broken.unless(.answers) {
                let first = try await packager.preflight(plan, with: stage.effects)
                return (first: first, second: try await packager.preflight(plan, with: stage.effects))
            }
        }
        report.add(.purity, try await stage.changes(since: before))
        guard let (first, second) = answers else { return false }
        told.append("\(first)\(second)")
        report.add(.answers, first.map { "it refuses an archive of files, folders and links: \($0.message)" })
        report.add(.repetition, first == second ? [] : ["what it plans is not the same twice"])
        return true
    }

    private func pack(
        _ packager: any Packager,
        _ plan: ArchivePlan,
        on stage: ConformanceStage,
        _ report: inout ConformanceReport,
        _ told: inout [String]
    ) async throws {
        let before = try await stage.sample.state()
        let made = try await report.attempt { _ in
            try await Broken.unless(.execution) { try await self.made(by: packager, plan, on: stage) }
        }
        guard let first = made else {
            return report.skip(.convergence, because: "the packager makes no archive")
        }
        let path = stage.sample.dist.appending(plan.name)
        told.append(String(decoding: try stage.effects.files.contents(of: path), as: UTF8.self))
        let packed = first.contents?.map(\.path).sorted()
        var problems = packed == plan.entries.map(\.path).sorted() ? [] : ["it does not pack what was planned"]
        problems += try await stage.changes(since: before)
            .filter { !$0.contains("`project/dist/") && !$0.contains("`temporary/") }
        report.add(.execution, problems)
        let again = try await report.attempt { _ in
            try await Broken.unless(.convergence) { try await self.made(by: packager, plan, on: stage) }
        }
        guard let again else { return }
        let isSame = first.sha256 == again.sha256
        report.add(.convergence, isSame ? [] : ["the same files do not give the same bytes twice"])
    }

    /// Packs as a release does.
    private func made(
        by packager: any Packager,
        _ plan: ArchivePlan,
        on stage: ConformanceStage
    ) async throws -> Artifact {
        var registry = Registry<any Packager>(kind: kind.rawValue)
        try registry.register(packager, id: id)
        let manifest = try await PackagingExecutor()
            .execute(stage.sample.packing([plan]), packagers: registry, with: stage.effects)
        guard let artifact = manifest.artifacts.first else { throw RelctlError("it packs nothing") }
        return artifact
    }
}

/// What keeps the rest from being tried: a rule that is broken by an error.
struct Broken: Error {
    let rule: ConformanceRule
    let reason: RelctlError

    /// Does something that breaks a rule if it fails.
    static func unless<Value>(_ rule: ConformanceRule, _ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as RelctlError {
            throw Broken(rule: rule, reason: error)
        } catch let error as FileSystemError {
            throw Broken(rule: rule, reason: RelctlError("\(error)"))
        }
    }
}
