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
            let line = safe(ending(item, outcome, elapsed: now - item.began))
            guard isGrouped else { return [line] }
            return item.activity.isStep ? state.groups.end(id, line: line) : state.groups.add(line, of: id)
        case .message(let level, let text):
            return message(level, text)
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

    private func ending(_ item: ProgressModel.Running, _ outcome: Event.Outcome, elapsed: Duration) -> String {
        let time = Quantity.time(elapsed)
        let title = TerminalText.escaped(item.activity.title)
        let words =
            switch outcome {
            case .succeeded(let text?): "\(title): \(TerminalText.escaped(text)) (\(time))"
            case .succeeded(nil): "\(title): done (\(time))"
            case .skipped(let reason): "\(title): skipped, \(TerminalText.escaped(reason))"
            case .failed: "\(title): failed (\(time))"
            }
        return (item.activity.isStep ? "" : "  ") + mark(outcome) + words
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
        case .detail: return plain(text).map { safe(style.text($0, .dim)) }
        case .notice: return isGrouped ? [WorkflowCommand(name: "notice", message: text).description] : plain(text)
        case .warning:
            if isGrouped { return [WorkflowCommand(name: "warning", message: text).description] }
            let lines = plain(text)
            return [style.text("warning:", .yellow) + " " + (lines.first ?? "")] + lines.dropFirst()
        }
    }

    /// Lines of their own for a text of several, with nothing in them that a terminal would act on.
    private func plain(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { TerminalText.escaped(String($0)) }
    }

    private func safe(_ line: String) -> String { isGrouped ? WorkflowCommand.inert(line) : line }
}
