/// Who works on a release, and since when.
package struct WorkspaceOperator: Sendable, Hashable, Codable {
    /// The person's name on the machine.
    package var user: String
    /// The machine.
    package var host: String
    /// The process; nothing for a run of a relctl that did not say so.
    package var process: ProcessIdentity?
    /// When this run began, in seconds since 1970.
    package var since: Int64
    /// What the run does; nothing for a run of a relctl that did not say so.
    package var activity: Activity?
    /// The version that is released, or taken back.
    package var version: String
    /// What tells the plan from others.
    package var plan: Digest
    /// What tells this run from every other.
    package var run: UInt64

    /// What a run does.
    package enum Activity: String, Sendable, Hashable, Codable {
        /// It releases, or goes on with a release.
        case release
        /// It takes a release back.
        case rollback
    }

    /// Describes this run.
    package static func current(_ plan: WorkspacePlan, _ activity: Activity, _ effects: Effects) throws
        -> WorkspaceOperator
    {
        let user = ["USER", "LOGNAME", "USERNAME"].compactMap { effects.environment[$0] }.first { !$0.isEmpty }
        return WorkspaceOperator(
            user: user ?? effects.processTable.userName,
            host: Self.host(effects.processTable),
            process: effects.processTable.current,
            since: effects.clock.secondsSinceEpoch,
            activity: activity,
            version: plan.version.description,
            plan: try plan.digest(),
            run: .random(in: .min ... .max)
        )
    }

    private static func host(_ table: any ProcessTable) -> String { table.hostName ?? "an unnamed machine" }

    /// Whether its run is known to be over, for a run that has the lock of this machine.
    ///
    /// That the journals of this machine have its claim (`isNoted`) alone says nothing: they may be a copy of another
    /// machine's, or lie in a folder that machines share.
    func isOver(isNoted: Bool, _ table: any ProcessTable) -> Bool {
        let current = table.current
        guard let process, !process.table.isEmpty, process.table == current.table else {
            // Of before the machine was started again, as no other of its name has its journals.
            return isNoted && host == Self.host(table)
        }
        // Of this process's own runs one lives at a time.
        return process == current ? isNoted : table.hasEnded(process)
    }

    /// Whether its run is at work on this machine; nothing where the table of processes does not tell.
    func isAtWork(_ table: any ProcessTable) -> Bool? {
        guard let process, !process.table.isEmpty, process.table == table.current.table else { return nil }
        return !table.hasEnded(process)
    }

    /// Who it is, in a sentence.
    package var words: String {
        let place = process.map { "\(user) on \(host) (process \($0.number))" } ?? "\(user) on \(host)"
        let what =
            switch activity {
            case .release: "has been releasing \(version)"
            case .rollback: "has been taking \(version) back"
            case nil: "has been at \(version)"
            }
        return "\(place) \(what) since \(HTTPDate.text(since))"
    }

    /// What goes on where the run is stopped.
    var continuation: String {
        "`relctl workspace \(activity == .rollback ? "rollback" : "resume") \(version)` goes on from there"
    }
}

extension RelctlError {
    /// Another run is at work, by what is known of it.
    static func busy(
        _ message: String,
        _ holder: WorkspaceOperator?,
        code: Code = .workspaceBusy,
        hints: [String]
    ) -> RelctlError {
        var error = RelctlError(message, code: code, hints: hints)
        guard let holder else { return error }
        error.causes = [RelctlError(holder.words)]
        error.details = [
            "user": holder.user, "host": holder.host, "since": HTTPDate.text(holder.since), "version": holder.version,
        ]
        if let activity = holder.activity { error.details["activity"] = activity.rawValue }
        if let process = holder.process { error.details["process"] = "\(process.number)" }
        return error
    }
}

extension RelctlError.Code {
    /// Somebody else is releasing the workspace.
    package static let workspaceBusy = RelctlError.Code(name: "workspace.busy", exitCode: 1)
    /// Somebody else has taken the release of the workspace over.
    package static let workspaceTakenOver = RelctlError.Code(name: "workspace.taken_over", exitCode: 1)
}
