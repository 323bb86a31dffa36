import FoundationEssentials
import Synchronization

/// Writes what was begun and finished to `dist/journal.jsonl`, one JSON object a line, and hands every event on.
///
/// Actions at a remote are on the medium before they begin and when they have ended. The journal tells a person, and the
/// next run, what a run that was cut off was at; nothing is ever decided by it, for the remote is the truth, so that a
/// line that cannot be written is not worth failing for.
package final class JournalingSink: EventSink {
    private let next: any EventSink
    private let clock: any WallClock
    private let file: Mutex<(any WritableFile)?>

    /// Appends to the file at `path`, whose folder must be there.
    package init(_ next: any EventSink, path: FilePath, files: any FileSystem, clock: any WallClock) {
        self.next = next
        self.clock = clock
        file = Mutex(try? files.append(to: path))
    }

    package func send(_ event: Event) {
        if let line = line(for: event), let bytes = try? JSONText.line(line) {
            let isAction = line.action != nil
            file.withLock { file in
                _ = bytes.withUnsafeBytes { bytes in try? file?.write(bytes) }
                if isAction { try? file?.synchronize() }
            }
        }
        next.send(event)
    }

    private struct Line: Encodable {
        var time: Int64
        var event: String
        var activity: String?
        var outcome: String?
        var action: JournalEntry?
    }

    private func line(for event: Event) -> Line? {
        let now = clock.secondsSinceEpoch
        return switch event {
        case .began(let activity): Line(time: now, event: "began", activity: activity.id)
        case .ended(let id, let outcome):
            Line(time: now, event: "ended", activity: id, outcome: Self.name(of: outcome))
        case .recorded(let entry): Line(time: now, event: "action", action: entry)
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
