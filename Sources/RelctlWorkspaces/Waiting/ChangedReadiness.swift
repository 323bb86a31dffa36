extension WorkspacePlan {
    /// What the workspace's file says by now of what is awaited, where that is not what was planned.
    ///
    /// - Parameter configuration: The workspace as its file has it now.
    /// - Returns: A warning for each repository whose conditions differ.
    package func changedReadiness(in configuration: WorkspaceConfiguration) -> [Finding] {
        repositories.compactMap { planned in
            guard planned.action != .unchanged, let repository = configuration[planned.name],
                let now = repository.conditions(for: planned, of: self)
            else { return nil }
            let gone = planned.words(for: planned.ready.filter { !now.contains($0) })
            let new = planned.words(for: now.filter { !planned.ready.contains($0) })
            let text: String
            switch (gone, new) {
            case (nil, nil): return nil
            case (let gone?, nil): text = "the plan waits for \(gone), which the workspace's file does not say any more"
            case (nil, let new?): text = "the workspace's file says \(new) by now, for which the plan does not wait"
            case (let gone?, let new?):
                text = "the plan waits for \(gone); by now, the workspace's file says \(new) instead"
            }
            return Finding(
                "`\(planned.name)`: \(text)",
                code: "ready.changed",
                severity: .warning,
                place: repository.place,
                hints: ["`relctl workspace release \(version)` goes on by what the file says"]
            )
        }
    }
}

extension WorkspaceRepository {
    /// What the workspace's file says of what is awaited, with the names of a plan filled in; nothing where that cannot be.
    func conditions(for planned: PlannedRepository, of plan: WorkspacePlan) -> [Readiness]? {
        let scope = WorkspaceScope.scope(
            of: planned.version,
            tag: planned.tag,
            workspace: plan.workspace,
            repository: planned.name
        )
        return try? ready.map { try $0.filled(scope) }
    }
}

extension PlannedRepository {
    /// Conditions, for "waits for …"; nothing for none.
    fileprivate func words(for conditions: [Readiness]) -> String? {
        guard !conditions.isEmpty else { return nil }
        return conditions.map { ready in
            "\(ready.subject(of: self)) (\(ready.timeout) s at most, every \(ready.interval) s)"
        }
        .joined(separator: ", and ")
    }
}
