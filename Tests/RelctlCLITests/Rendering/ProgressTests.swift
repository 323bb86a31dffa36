import RelctlCLI
import RelctlCore
import Synchronization
import Testing

/// A clock that only tests move.
private final class HandClock: WallClock {
    private let time = Mutex(Duration.zero)
    var secondsSinceEpoch: Int64 { 0 }
    var uptime: Duration { time.withLock { $0 } }
    func sleep(for duration: Duration) async throws { forward(duration) }
    func forward(_ duration: Duration) { time.withLock { $0 += duration } }
}

@Suite struct ProgressTests {
    private let step = Activity(id: "package", title: "packing", isStep: true, total: 2)
    private let item = Activity(id: "package/a", title: "packing a\u{1b}", total: 2_000_000, unit: .bytes)

    /// What stands on standard error when these events came with so much time between them.
    private func text(
        _ events: [Event],
        _ environment: [String: String] = [:],
        _ verbosity: GlobalOptions.Verbosity = .normal,
        pause: Duration = .seconds(1)
    ) -> String {
        let (recorder, clock) = (Recorder(), HandClock())
        let terminal = Terminal(environment: environment, color: .auto, isTerminal: (false, false))
        let renderer = ProgressRenderer(console: recorder.console(terminal), verbosity: verbosity, clock: clock)
        for event in events {
            renderer.send(event)
            clock.forward(pause)
        }
        renderer.finish()
        #expect(recorder.output.text.isEmpty)
        return recorder.error.text
    }

    private var events: [Event] {
        [
            .began(step), .began(item), .advanced(item.id, completed: 5), .message(.detail, "d"),
            .message(.notice, "n\nm"),
            .message(.warning, "50%\nx"), .ended(item.id, .succeeded("2 MB")), .ended(step.id, .failed),
        ]
    }

    @Test func elsewhereThanOnATerminalThereArePlainLines() {
        #expect(
            text(events) == """
                packing
                n
                m
                warning: 50%
                x
                  packing a\\u{1b}: 2 MB (5.0s)
                packing: failed (7.0s)

                """
        )
        #expect(text(events, [:], .quiet) == "warning: 50%\nx\n")
        #expect(text(events, [:], .verbose).contains("packing\n  packing a\\u{1b} ...\nd\nn\n"))
    }

    @Test func gitHubActionsGetGroupsAndAnnotations() {
        #expect(
            text(events, ["GITHUB_ACTIONS": "true"]) == """
                ::group::packing
                ::notice::n%0Am
                ::warning::50%25%0Ax
                  packing a\\u{1b}: 2 MB (5.0s)
                packing: failed (7.0s)
                ::endgroup::

                """
        )
    }

    @Test func groupsOfStepsSideBySideAreNeverMixed() {
        let (a, b) = (Activity(id: "a", title: "A", isStep: true), Activity(id: "b", title: "B", isStep: true))
        let (a1, b1) = (Activity(id: "a/1", title: "a1"), Activity(id: "b/1", title: "b1"))
        let text = text(
            [
                .began(a), .began(b), .began(a1), .began(b1), .ended(b1.id, .succeeded(nil)),
                .ended(a1.id, .skipped("same")),
                .ended(b.id, .succeeded(nil)), .ended(a.id, .succeeded(nil)),
            ],
            ["GITHUB_ACTIONS": "true"]
        )
        #expect(
            text == """
                ::group::A
                  a1: skipped, same
                A: done (7.0s)
                ::endgroup::
                ::group::B
                  b1: done (1.0s)
                B: done (5.0s)
                ::endgroup::

                """
        )
    }

    @Test func stepsSideBySideAreDrawnEachAboveWhatItHolds() async throws {
        let (building, clock, recorder) = (
            Activity(id: "build", title: "building", isStep: true, total: 2), HandClock(), Recorder()
        )
        let items = [("build/a", "building a"), ("package/a", "packing a"), ("build/b", "building b")]
        let terminal = Terminal(environment: ["TERM": "xterm"], color: .never, isTerminal: (true, true))
        let renderer = ProgressRenderer(
            console: recorder.console(terminal),
            verbosity: .normal,
            clock: clock,
            size: { (40, 24) }
        )
        for activity in [building, step] + items.map({ Activity(id: $0, title: $1) }) {
            renderer.send(.began(activity))
        }
        try await waitUntil { recorder.error.text.contains("packing a") }
        let lines = recorder.error.text.replacing("\r", with: "").split(separator: "\n").prefix(5)
        let words = lines.map { $0.drop { !$0.isLetter }.split(separator: "  ").first }
        #expect(words == ["building", "building a", "building b", "packing", "packing a"])
        renderer.finish()
    }

    @Test func detailsAndStepsThatTakeNoTimeLeaveNoLines() {
        let (reading, hashing) = (
            Activity(id: "verify/a", title: "reading a", isDetail: true),
            Activity(id: "verify/b", title: "hashing b", isDetail: true)
        )
        let tagging = Activity(id: "tag", title: "tagging", isStep: true)
        let verifying = Activity(id: "verify", title: "verifying", isStep: true)
        let quick = [Event.began(tagging), .ended(tagging.id, .succeeded(nil))]
        let events = [
            Event.began(verifying), .began(reading), .ended(reading.id, .succeeded(nil)), .began(hashing),
            .ended(hashing.id, .failed), .ended(verifying.id, .succeeded(nil)),
        ]
        #expect(text(quick, pause: .zero) == "tagging\n")
        #expect(text(quick, ["GITHUB_ACTIONS": "true"], pause: .zero) == "::group::tagging\n::endgroup::\n")
        #expect(text(events) == "verifying\n  hashing b: failed (1.0s)\nverifying: done (5.0s)\n")
        let verbose = text(events, [:], .verbose)
        #expect(verbose.contains("  reading a ...\n  reading a: done (1.0s)\n"))
    }

    @Test func whatAProgramSaidIsTakenApartIntoLines() {
        let said = [Event.message(.warning, "a\r\n\u{1b}[1;31mb\u{1b}[0m\tc\u{1b}[2J")]
        #expect(text(said) == "warning: a\nb       c\\u{1b}[2J\n")
        #expect(text(said, ["GITHUB_ACTIONS": "true"]) == "::warning::a%0Ab       c\\u{1b}[2J\n")
    }

    @Test func namesCannotGiveCommandsToGitHubActions() {
        let hostile = Activity(id: "x", title: "::error::gotcha\n::error::again")
        let text = text([.began(hostile), .ended("x", .succeeded("##[error]y"))], ["GITHUB_ACTIONS": "true"])
        for line in text.split(separator: "\n") {
            #expect(!line.drop { $0 == " " }.hasPrefix("::") && !line.contains("##["), "\(line)")
        }
        #expect(text.contains("gotcha"))
    }

    @Test func liveLinesGoAwayBeforeOthersAreWritten() async throws {
        let (recorder, clock) = (Recorder(), HandClock())
        let terminal = Terminal(environment: ["TERM": "xterm"], color: .never, isTerminal: (true, true))
        let console = Console(
            terminal: terminal,
            writeOutput: { [error = recorder.error] in error.append($0.replacing("\n", with: "\r\n")) },
            writeError: { [error = recorder.error] in error.append($0) }
        )
        let renderer = ProgressRenderer(console: console, verbosity: .normal, clock: clock, size: { (80, 24) })
        renderer.send(.began(step))
        renderer.send(.began(item))
        clock.forward(.seconds(2))
        renderer.send(.advanced(item.id, completed: 1_000_000))
        try await waitUntil { recorder.error.text.contains("50%") }
        #expect(
            Screen(recorder.error.text).lines == [
                "| packing" + String(repeating: " ", count: 48) + "[----------------] 0/2",
                "  | packing a\\u{1b}                [########--------]  50%  500 kB/s  2.0s left",
            ]
        )
        renderer.send(.ended(item.id, .succeeded(nil)))
        try console.writeResult("result\n")
        // The step's line below the result.
        try await waitUntil {
            let text = recorder.error.text
            return text.firstRange(of: "result").map { text[$0.upperBound...].contains("packing") } ?? false
        }
        renderer.send(.ended(step.id, .succeeded("all")))
        renderer.finish()
        renderer.send(.message(.notice, "too late"))
        let screen = Screen(recorder.error.text)
        #expect(screen.lines == ["  + packing a\\u{1b} (2.0s)", "result", "+ packing: all (2.0s)"])
        #expect(screen.unknown.isEmpty)
    }

    /// Waits for a drawing, which comes a tenth of a second later; in vain for at most a minute.
    ///
    /// To look at all that was drawn takes the longer the more that is: looking seldom leaves others the time.
    private func waitUntil(_ condition: () -> Bool) async throws {
        for _ in 0..<600 where !condition() { try await Task.sleep(for: .milliseconds(100)) }
        try #require(condition())
    }
}
