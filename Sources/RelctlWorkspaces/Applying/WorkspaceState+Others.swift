/// What a machine knows of the other versions of a workspace.
extension WorkspaceStateFolder {
    /// The states of the workspace's other versions, of which something was planned.
    ///
    /// - Throws: ``FileSystemError`` if what is kept cannot be read.
    private func others() throws -> [WorkspaceStateFolder] { try all().filter { $0.folder != folder } }

    /// The version, which the folder tells too where the plan cannot be read.
    private var version: String { folder.lastComponent }

    /// The versions that were released on top of one, or begun to be, as far as this machine knows; where the plan of a
    /// higher one cannot be read, it is taken for such.
    ///
    /// - Parameter plan: What was planned of that one.
    /// - Returns: The versions, in ascending order.
    /// - Throws: ``FileSystemError`` if what is kept cannot be read.
    package func successors(of plan: WorkspacePlan) throws -> [Version] {
        let versions = try others().compactMap { state in
            guard try state.journal().hasPushed else { return nil as Version? }
            guard let later = try? state.plan() else {
                let version = try Version(state.version)
                return Version.precedes(plan.version, version) ? version : nil
            }
            let isOnTop = later.repositories.contains { repository in
                guard let own = plan[repository.name], own.action == .release else { return false }
                return repository.action == .release && repository.previous == own.version
            }
            return isOnTop ? later.version : nil
        }
        return versions.sorted(by: Version.precedes)
    }

    /// What another version that stands half-way means for whoever begins this one, as far as this machine knows.
    ///
    /// One that only was not finished is warned of, unless a later one was: the next patch may well be the remedy. One
    /// that is half taken back must not be built upon: its way back would undo what lies below the new one.
    ///
    /// - Throws: ``FileSystemError`` if what is kept cannot be read.
    package func unfinishedOthers() throws -> [Finding] {
        let known = try others().map { (state: $0, history: try $0.journal(), isTakenBack: try $0.isTakenBack()) }
        let lastEnd = known.filter(\.history.isFinished).compactMap(\.history.lastTime).max() ?? .min
        let left = known.filter { state, history, isTakenBack in
            isTakenBack || history.hasPushed && !history.isFinished && history.lastTime ?? .max > lastEnd
        }
        return left.map { state, history, isTakenBack in
            let name = "\(state.version) of `\(workspace.lastComponent)`"
            guard !isTakenBack else {
                return Finding(
                    "\(name) is half taken back",
                    code: "workspace.half_way",
                    hints: [
                        "`relctl workspace rollback \(state.version)` finishes that",
                        "if that is not wanted any more, remove `\(state.rollbackFile)`",
                    ]
                )
            }
            let all = (try? state.plan()).map { plan in plan.repositories.count { $0.action == .release } }
            let pushed = "\(history.pushed.count)" + (all.map { " of \($0)" } ?? "")
            return Finding(
                "\(name) was begun and is not finished: \(pushed) repositories were pushed, as far as this machine knows",
                code: "workspace.half_way",
                severity: .warning,
                hints: [
                    "`relctl workspace resume \(state.version)` goes on with it, "
                        + "`relctl workspace rollback \(state.version)` takes it back",
                    "a version on top of it leaves it as it is, for good",
                ]
            )
        }
    }

    private func isTakenBack() throws -> Bool { try files.status(of: rollbackFile) != nil }
}
