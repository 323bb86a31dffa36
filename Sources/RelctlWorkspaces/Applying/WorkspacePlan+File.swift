extension WorkspacePlan {
    /// The plan as it is kept: the same plan gives the same bytes.
    package func text() throws -> [UInt8] { try JSONText.pretty(self) }

    /// What tells this plan from any other.
    package func digest() throws -> Digest { Digest(of: try text()) }

    /// Reads a plan, which may come from another machine.
    ///
    /// - Returns: The plan.
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/configurationInvalid`` if it is none, of a form that
    ///   this relctl does not know, changed since it was written, or nothing that could be carried out.
    package static func read(_ text: [UInt8], file: FilePath) throws -> WorkspacePlan {
        let plan = try JSONText.decode(WorkspacePlan.self, from: text, file: file)
        guard (1...currentFormat).contains(plan.format) else {
            throw RelctlError(
                "cannot read `\(file)`: it is a plan of form \(plan.format), and this relctl knows 1 to \(currentFormat)",
                code: .configurationInvalid,
                hints: ["use the relctl that wrote it, or plan again"]
            )
        }
        let problems = try plan.problems.map { RelctlError($0) } + plan.changes(since: text, file: file)
        guard problems.isEmpty else {
            throw RelctlError(
                "cannot use the plan `\(file)`",
                code: .configurationInvalid,
                hints: ["plans are not meant to be changed by hand; plan again"],
                causes: problems
            )
        }
        return plan
    }

    /// What keeps it from being carried out; a plan that relctl made has no such.
    private var problems: [String] {
        var problems: [String] = []
        // It becomes the name of a folder.
        if let problem = TextForm.fileName.problem(with: workspace) { problems.append("`workspace`: \(problem)") }
        var seen: Set<String> = []
        for repository in repositories {
            for name in repository.needs where !seen.contains(name) {
                problems.append("`\(repository.name)` needs `\(name)`, which does not come before it")
            }
            if !seen.insert(repository.name).inserted { problems.append("`\(repository.name)` is there twice") }
            for name in [repository.branch, repository.tag] where !GitReferenceName.isValid(name) {
                problems.append("`\(repository.name)`: git takes no reference `\(name)`")
            }
            let ids = [repository.head, repository.commit, repository.requestCommit].compactMap(\.self)
            for id in ids where ObjectName(id.utf8) == nil {
                problems.append("`\(repository.name)`: `\(id)` is no whole name of a commit")
            }
            for seconds in repository.ready.flatMap({ [$0.timeout, $0.interval] })
            where !DurationText.range.contains(seconds) {
                problems.append("`\(repository.name)`: \(seconds) s is no time to wait for something")
            }
        }
        return problems
    }
}
