import Dispatch
package import RelctlCore
import Synchronization

/// Shows what happens during a run on standard error: live on a terminal, in plain lines elsewhere, in groups and
/// annotations for GitHub Actions.
package final class ProgressRenderer: EventSink {
    private struct State {
        var model = ProgressModel()
        var groups = GroupedLog()
        var timer: (any DispatchSourceTimer)?
        var isFinished = false
    }

    /// How often live lines are drawn again.
    private static let interval = DispatchTimeInterval.milliseconds(100)

    private let console: Console
    private let verbosity: GlobalOptions.Verbosity
    private let clock: any WallClock
    private let size: @Sendable () -> (columns: Int, rows: Int)
    private let state = Mutex(State())

    /// Creates a renderer that writes to `console`; `size` is asked each time anew, because windows change.
    package init(
        console: Console,
        verbosity: GlobalOptions.Verbosity,
        clock: any WallClock,
        size: @escaping @Sendable () -> (columns: Int, rows: Int) = { Terminal.size }
    ) {
        self.size = size
        self.console = console
        self.verbosity = verbosity
        self.clock = clock
    }

    /// Takes an event.
    package func send(_ event: Event) {
        let now = clock.uptime
        state.withLock { state in
            guard !state.isFinished else { return }
            console.writeLog(lines(for: event, at: now, &state))
            if console.terminal.isLive, verbosity != .quiet, state.timer == nil, !state.model.running.isEmpty {
                state.timer = startTimer()
            }
        }
    }

    /// Removes the live lines for good; later events are dropped.
    package func finish() {
        state.withLock { state in
            state.isFinished = true
            state.timer?.cancel()
            state.timer = nil
            console.drawLive([])
        }
    }

    /// The first lines are drawn one interval after the beginning: what is done sooner never flickers.
    private func startTimer() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "progress"))
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(10))
        timer.setEventHandler { [weak self] in self?.draw() }
        timer.activate()
        return timer
    }

    private func draw() {
        let now = clock.uptime
        state.withLock { state in
            guard !state.isFinished else { return }
            console.drawLive(state.model.lines(at: now, size: size(), style: style))
            guard state.model.running.isEmpty else { return }
            state.timer?.cancel()
            state.timer = nil
        }
    }

    private var style: TextStyle { console.terminal.errorStyle }
    private var isGrouped: Bool { console.terminal.isGitHubActions }

    private func lines(for event: Event, at now: Duration, _ state: inout State) -> [String] {
        switch event {
        case .began(let activity):
            state.model.begin(activity, at: now)
            return verbosity == .quiet ? [] : beginning(activity, &state.groups)
        case .advanced(let id, let completed):
            state.model.advance(id, completed: completed)
            return []
        case .ended(let id, let outcome):
            guard let item = state.model.end(id), verbosity != .quiet else { return [] }
            let line = ending(item, outcome, elapsed: now - item.began).map(safe)
            guard isGrouped else { return line.map { [$0] } ?? [] }
            if item.activity.isStep { return state.groups.end(id, line: line) }
            return line.map { state.groups.add($0, of: id) } ?? []
        case .message(let level, let text):
            return message(level, text)
        case .recorded:
            // For the journal; the activity of the same action is what is shown.
            return []
        }
    }

    private func beginning(_ activity: Activity, _ groups: inout GroupedLog) -> [String] {
        let title = TerminalText.escaped(activity.title)
        if activity.isStep {
            if isGrouped { return groups.begin(activity.id, title: title) }
            // On a terminal the live line says it.
            return console.terminal.isLive ? [] : [style.text(title, .bold)]
        }
        guard !console.terminal.isLive, verbosity == .verbose else { return [] }
        let line = safe("  \(title) ...")
        return isGrouped ? groups.add(line, of: activity.id) : [line]
    }

    /// The line for what ended, unless nobody needs it.
    private func ending(_ item: ProgressModel.Running, _ outcome: Event.Outcome, elapsed: Duration) -> String? {
        let activity = item.activity
        // A time that would be told as none is not told.
        let time = elapsed < .milliseconds(50) ? nil : "(\(Quantity.time(elapsed)))"
        let title = TerminalText.escaped(activity.title)
        let words: String
        switch outcome {
        case .succeeded(let text):
            guard !activity.isDetail || verbosity == .verbose else { return nil }
            // That a step began is told already where it is not drawn live.
            if activity.isStep, text == nil, time == nil, !console.terminal.isLive { return nil }
            // The mark in front says that it is done.
            let result = text.map(TerminalText.escaped) ?? (console.terminal.isLive ? nil : "done")
            words = [result.map { "\(title): \($0)" } ?? title, time].compactMap(\.self).joined(separator: " ")
        case .skipped(let reason):
            words = "\(title): skipped, \(TerminalText.escaped(reason))"
        case .failed:
            words = ["\(title): failed", time].compactMap(\.self).joined(separator: " ")
        }
        return (activity.isStep ? "" : "  ") + mark(outcome) + words
    }

    /// A sign before the words, on a terminal; the words alone say it too.
    private func mark(_ outcome: Event.Outcome) -> String {
        guard console.terminal.isLive else { return "" }
        return switch outcome {
        case .succeeded: style.text(style.isUnicode ? "✓" : "+", .green) + " "
        case .skipped: style.text("-", .dim) + " "
        case .failed: style.text(style.isUnicode ? "✗" : "x", .red) + " "
        }
    }

    private func message(_ level: Event.MessageLevel, _ text: String) -> [String] {
        switch level {
        case .detail where verbosity != .verbose: return []
        case .notice where verbosity == .quiet: return []
        case .detail: return TerminalText.lines(text).map { safe(style.text($0, .dim)) }
        case .notice: return isGrouped ? [annotation("notice", text)] : TerminalText.lines(text)
        case .warning:
            if isGrouped { return [annotation("warning", text)] }
            let lines = TerminalText.lines(text)
            return [style.text("warning:", .yellow) + " " + (lines.first ?? "")] + lines.dropFirst()
        }
    }

    private func annotation(_ name: String, _ text: String) -> String {
        WorkflowCommand(name: name, message: TerminalText.lines(text).joined(separator: "\n")).description
    }

    private func safe(_ line: String) -> String { isGrouped ? WorkflowCommand.inert(line) : line }
}
