import Synchronization

/// Writes what a coordinated release begins and ends to its journal, one JSON object a line, on the medium before and
/// after each step.
///
/// It is a record: whoever goes on asks the remotes what is there. It alone knows what no remote tells: the ids of
/// commits that were signed and not pushed.
package final class WorkspaceJournal: Sendable {
    private let clock: any WallClock
    private let events: any EventSink
    /// What remotes say may hold secrets.
    private let mask: SecretMask
    private let file: Mutex<Journal>

    private struct Journal {
        var file: (any WritableFile)?
        /// Whether the last line may be half a line.
        var isCut: Bool
    }

    /// Goes on with the journal of a release whose folder is there.
    ///
    /// - Throws: ``FileSystemError`` if it cannot be written.
    package init(_ state: WorkspaceStateFolder, _ history: WorkspaceHistory, _ effects: Effects) throws {
        clock = effects.clock
        events = effects.events
        let names = effects.secretNames.union(WorkspaceForge.standardTokenNames)
        mask = SecretMask(ConfiguredSecrets(names: names, environment: effects.environment).values)
        let file = try effects.files.append(to: state.journalFile)
        self.file = Mutex(Journal(file: file, isCut: history.isCut))
        let head = WorkspaceRecord(
            time: clock.secondsSinceEpoch,
            event: .run,
            step: .run,
            detail: "\(history.runs + 1)"
        )
        try write(head)
        try effects.files.synchronizeFolder(state.folder)
    }

    /// Runs a step between two lines that say that it began and how it ended.
    package func during<Value>(
        _ step: WorkspaceRecord.Step,
        of repository: String? = nil,
        object: String? = nil,
        _ body: () async throws -> Value
    ) async throws -> Value {
        note(.began, step, of: repository, object: object)
        do {
            let value = try await body()
            note(.ended, step, of: repository, object: object)
            return value
        } catch {
            // What was stopped has neither ended nor failed: nobody knows. That another run took over is no failure.
            if !(error is CancellationError), (error as? RelctlError)?.code != .workspaceTakenOver {
                note(.failed, step, of: repository, object: object, "\(error)")
            }
            throw error
        }
    }

    /// Notes something that took no time.
    package func note(
        _ event: WorkspaceRecord.Event,
        _ step: WorkspaceRecord.Step,
        of repository: String? = nil,
        object: String? = nil,
        _ detail: String? = nil
    ) {
        let time = clock.secondsSinceEpoch
        let record = WorkspaceRecord(
            time: time,
            event: event,
            step: step,
            repository: repository,
            object: object,
            detail: detail.map(mask.masked)
        )
        do {
            try write(record)
        } catch {
            // The remotes tell what was done; what they do not tell is done again.
            events.send(.message(.warning, "cannot keep the journal: \(error)"))
        }
    }

    private func write(_ record: WorkspaceRecord) throws {
        let line = try JSONText.line(record)
        try file.withLock { journal in
            guard let file = journal.file else { return }
            let text = (journal.isCut ? [UInt8(ascii: "\n")] : []) + line
            journal.isCut = true
            do {
                try text.withUnsafeBytes { try file.write($0) }
                try file.synchronize()
                journal.isCut = false
            } catch {
                journal.file = nil
                throw error
            }
        }
    }
}

/// A line of a journal of a coordinated release.
package struct WorkspaceRecord: Sendable, Hashable, Codable {
    /// When, in seconds since 1970.
    package var time: Int64
    /// Whether the step began or how it ended.
    package var event: Event
    /// What was done.
    package var step: Step
    /// Where; nothing for the whole workspace.
    package var repository: String?
    /// The object or the thing at the forge that it is about.
    package var object: String?
    /// What else is to be said.
    package var detail: String?

    /// What a line says.
    package enum Event: String, Sendable, Hashable, Codable {
        /// The head of a run.
        case run
        case began, ended, failed
    }

    /// A step.
    package enum Step: String, Sendable, Hashable, Codable {
        /// A whole run; or all that one does in a repository, where that came to a bad end.
        case run
        /// The claim at the first remote, and giving it back; that it is not there any more has ended the latter too.
        case claim, giveBack
        /// Making the commit, then the tag; and bringing them to the remote.
        case commit, tag, push
        /// A pull request.
        case request, merge
        /// Waiting until a release is ready, and starting a workflow that did not begin by itself.
        case wait, dispatch
        /// All repositories are released and ready.
        case finish
        /// Taking something back.
        case deleteDraft, closeRequest, deleteTag, deleteBranch, revert
    }
}

/// What a journal says of the runs so far, as far as it can be read; damaged lines say nothing.
package struct WorkspaceHistory: Sendable, Hashable {
    /// How many runs there were.
    package private(set) var runs = 0
    /// When the last line was written, in seconds since 1970.
    package private(set) var lastTime: Int64?
    /// Whether the last line was cut off, so that the next must not follow it directly.
    package private(set) var isCut = false
    /// Whether something was pushed, or may have been.
    package private(set) var hasPushed = false
    /// Whether all was done.
    package private(set) var isFinished = false
    /// Whether something was taken back.
    package private(set) var hasTakenBack = false
    private var records: [WorkspaceRecord] = []

    /// Reads the bytes of a journal.
    package init(reading bytes: [UInt8]) {
        isCut = bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let file = FilePath("journal.jsonl")
            guard let record = try? JSONText.decode(WorkspaceRecord.self, from: Array(line), file: file) else {
                continue
            }
            take(record)
        }
    }

    private mutating func take(_ record: WorkspaceRecord) {
        lastTime = record.time
        records.append(record)
        switch (record.event, record.step) {
        case (.run, _): runs += 1
        case (_, .push), (_, .request): hasPushed = true
        case (.ended, .finish): isFinished = true
        case (.ended, .deleteDraft), (.ended, .closeRequest), (.ended, .deleteTag), (.ended, .revert):
            hasTakenBack = true
        default: break
        }
    }

    /// The repositories whose release was pushed.
    var pushed: Set<String> {
        Set(records.filter { $0.event == .ended && $0.step == .push }.compactMap(\.repository))
    }

    /// Whether a run that wrote here pushed a repository's release, or found that it was pushed and waited for it.
    func knowsPush(of repository: String) -> Bool {
        records.contains { record in
            record.repository == repository && (record.step == .wait || record.step == .push && record.event == .ended)
        }
    }

    /// The claims that were made, or may have been.
    package var claims: Set<String> { objects(.began, .claim) }

    /// The claims that may still be at the remote.
    package var claimsLeft: Set<String> { claims.subtracting(objects(.ended, .giveBack)) }

    private func objects(_ event: WorkspaceRecord.Event, _ step: WorkspaceRecord.Step) -> Set<String> {
        Set(records.filter { $0.event == event && $0.step == step }.compactMap(\.object))
    }

    /// What the last line of this kind is about.
    package func lastObject(_ event: WorkspaceRecord.Event, _ step: WorkspaceRecord.Step, of repository: String? = nil)
        -> String?
    { last(event, step, of: repository)?.object }

    /// When the last line of this kind was written.
    package func lastTime(_ event: WorkspaceRecord.Event, _ step: WorkspaceRecord.Step, of repository: String? = nil)
        -> Int64?
    { last(event, step, of: repository)?.time }

    /// Why the last run that came to a repository gave it up; nothing where none did.
    ///
    /// Where the last run still goes on (`isRunning`), what those before it met says nothing.
    func failure(of repository: String, isRunning: Bool) -> String? {
        let start = isRunning ? records.lastIndex { $0.event == .run } ?? 0 : 0
        // That a workflow could not be started ends nothing.
        let last = records[start...].last { $0.repository == repository && $0.step != .dispatch }
        return last?.event == .failed ? last?.detail : nil
    }

    /// The lines about a step in a repository, in the order in which they were written.
    func lines(about step: WorkspaceRecord.Step, of repository: String) -> [WorkspaceRecord] {
        records.filter { $0.step == step && $0.repository == repository }
    }

    private func last(_ event: WorkspaceRecord.Event, _ step: WorkspaceRecord.Step, of repository: String?)
        -> WorkspaceRecord?
    { records.last { $0.event == event && $0.step == step && $0.repository == repository } }
}
