import RelctlCore

/// What is going on right now, and how it looks in lines that are drawn over themselves.
struct ProgressModel {
    /// An activity that has begun and not ended.
    struct Running {
        let activity: Activity
        let began: Duration
        var completed: Int64 = 0
    }

    /// In the order in which they began.
    private(set) var running: [Running] = []

    mutating func begin(_ activity: Activity, at now: Duration) {
        running.removeAll { $0.activity.id == activity.id }
        running.append(Running(activity: activity, began: now))
    }

    mutating func advance(_ id: Activity.ID, completed: Int64) {
        guard let index = running.firstIndex(where: { $0.activity.id == id }) else { return }
        running[index].completed = max(running[index].completed, completed)
    }

    mutating func end(_ id: Activity.ID) -> Running? {
        running.firstIndex { $0.activity.id == id }.map { running.remove(at: $0) }
    }

    /// The lines for a terminal of this size; at most a half of its rows.
    func lines(at now: Duration, size: (columns: Int, rows: Int), style: TextStyle) -> [String] {
        // Where there is no room for all, steps are shown rather than what they hold.
        let ordered = running.filter(\.activity.isStep) + running.filter { !$0.activity.isStep }
        let limit = max(1, size.rows / 2)
        let shown = ordered.count > limit ? Array(ordered.prefix(limit - 1)) : ordered
        let lines = nested(shown).map { line($0, at: now, columns: size.columns, style: style) }
        guard shown.count < ordered.count else { return lines }
        return lines + [
            TerminalText.truncated("  and \(ordered.count - shown.count) more", to: max(0, size.columns - 1))
        ]
    }

    /// Each step above what it holds, whichever began first, also where steps run side by side.
    private func nested(_ items: [Running]) -> [Running] {
        let steps = items.filter(\.activity.isStep)
        var loose = items.filter { !$0.activity.isStep }
        var result: [Running] = []
        for step in steps {
            let belongs = { (item: Running) in item.activity.id.hasPrefix(step.activity.id + "/") }
            result += [step] + loose.filter(belongs)
            loose.removeAll(where: belongs)
        }
        return result + loose
    }

    /// Title at the left, numbers at the right; the last column stays free, because some terminals wrap there.
    private func line(_ item: Running, at now: Duration, columns: Int, style: TextStyle) -> String {
        let width = max(0, columns - 1)
        let elapsed = now - item.began
        let isMeasured = item.activity.total.map { $0 > 0 } ?? false
        let numbers =
            isMeasured ? measured(item, elapsed: elapsed, columns: columns, style: style) : Quantity.time(elapsed)
        let head = item.activity.isStep ? "" : "  "
        let title = head + spinner(elapsed, style) + " " + TerminalText.escaped(item.activity.title)
        let room = width - TerminalText.width(numbers) - 1
        guard room >= 12 else { return TerminalText.truncated(title, to: width) }
        let left = TerminalText.padded(TerminalText.truncated(title, to: room), to: room)
        return (item.activity.isStep ? style.text(left, .bold) : left) + " " + style.text(numbers, .dim)
    }

    /// The numbers of work whose total is known: `[####----]  45%  12.3 MB/s  32.1s left`.
    private func measured(_ item: Running, elapsed: Duration, columns: Int, style: TextStyle) -> String {
        guard let total = item.activity.total, total > 0 else { return "" }
        let completed = min(max(0, item.completed), total)
        let fraction = Double(completed) / Double(total)
        let amount =
            item.activity.unit == .items
            ? "\(completed)/\(total)" : TerminalText.padded("\(Int(fraction * 100))%", to: 4, isRight: true)
        guard columns >= 60 else { return amount }
        let bar = self.bar(fraction, style)
        let seconds = elapsed / .seconds(1)
        guard completed > 0, seconds >= 0.5 else { return "\(bar) \(amount)" }
        let left = Quantity.time(.seconds(Double(total - completed) / Double(completed) * seconds))
        // No disk is faster than this; the limit keeps a strange number of bytes from being too large for its type.
        let perSecond = UInt64(min(Double(completed) / seconds, 1e18))
        let rate = item.activity.unit == .bytes ? "  \(ByteCount(perSecond))/s" : ""
        return "\(bar) \(amount)\(rate)  \(left) left"
    }

    private func bar(_ fraction: Double, _ style: TextStyle) -> String {
        let cells = 16
        let full = Int(fraction * Double(cells))
        let (done, open) = style.isUnicode ? ("█", "░") : ("#", "-")
        let text = String(repeating: done, count: full) + String(repeating: open, count: cells - full)
        return style.isUnicode ? text : "[\(text)]"
    }

    private func spinner(_ elapsed: Duration, _ style: TextStyle) -> String {
        let frames = style.isUnicode ? Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏") : Array("|/-\\")
        let frame = Int(elapsed / .milliseconds(100)) % frames.count
        return String(frames[max(0, frame)])
    }
}
