import Synchronization

/// Writes what was begun and finished to `dist/journal.jsonl`, one JSON object a line, and hands every event on.
///
/// Actions at a remote are on the medium before they begin and when they have ended. The journal tells a person, and the
/// next run, what a run that was cut off was at; nothing is ever decided by it, for the remote is the truth, so that a
/// line that cannot be written is not worth failing for.
package final class JournalingSink: EventSink {
    private let next: any EventSink
    private let clock: any WallClock
    private let journal: Mutex<Journal>

    /// The file, and whether its last line may be half a line.
    private struct Journal {
        var file: (any WritableFile)?
        var isCut = false
    }

    /// Begins a run of `release` in the journal at `path`, whose folder must be there.
    package init(_ effects: Effects, journal path: FilePath, of release: ReleaseIdentity) {
        next = effects.events
        clock = effects.clock
        let file = JournalFile(files: effects.files, path: path)
            .begin(release, at: effects.clock.secondsSinceEpoch, telling: effects.events)
        journal = Mutex(Journal(file: file))
    }

    package func send(_ event: Event) {
        if let line = line(for: event), let bytes = try? JSONText.line(line) {
            journal.withLock { journal in
                guard let file = journal.file else { return }
                let text = (journal.isCut ? [UInt8(ascii: "\n")] : []) + bytes
                do {
                    try text.withUnsafeBytes { try file.write($0) }
                    journal.isCut = false
                    if line.action != nil { try file.synchronize() }
                } catch {
                    journal.isCut = true
                }
            }
        }
        next.send(event)
    }

    private func line(for event: Event) -> JournalLine? {
        let now = clock.secondsSinceEpoch
        return switch event {
        case .began(let activity): JournalLine(time: now, event: .began, activity: activity.id)
        case .ended(let id, let outcome):
            JournalLine(time: now, event: .ended, activity: id, outcome: Self.name(of: outcome))
        case .recorded(let entry): JournalLine(time: now, event: .action, action: entry)
        case .advanced, .message: nil
        }
    }

    private static func name(of outcome: Event.Outcome) -> String {
        switch outcome {
        case .succeeded: "succeeded"
        case .skipped(let reason): "skipped: \(reason)"
        case .failed: "failed"
        }
    }
}
