/// The signals that an image may name to be ended with (image-spec, config, `StopSignal`; signal(7) of Linux).
package enum ImageSignal {
    /// The names that container engines know, without the numbers of real-time signals.
    private static let names = [
        "ABRT", "ALRM", "BUS", "CHLD", "CLD", "CONT", "FPE", "HUP", "ILL", "INT", "IO", "IOT", "KILL", "PIPE", "POLL",
        "PROF", "PWR", "QUIT", "RTMAX", "RTMIN", "SEGV", "STKFLT", "STOP", "SYS", "TERM", "TRAP", "TSTP", "TTIN",
        "TTOU",
        "URG", "USR1", "USR2", "VTALRM", "WINCH", "XCPU", "XFSZ",
    ].map { "SIG\($0)" }

    /// Real-time signals are counted from both ends: `SIGRTMIN+1` to `SIGRTMIN+15`, `SIGRTMAX-14` to `SIGRTMAX-1`.
    private static let realTime = (1...15).map { "SIGRTMIN+\($0)" } + (1...14).map { "SIGRTMAX-\($0)" }

    private static let numbers = 1...64

    /// The names and numbers as a regular expression of ECMA-262.
    package static let pattern =
        "^([1-9]|[1-5][0-9]|6[0-4]|\(names.joined(separator: "|"))|SIGRTMIN\\+([1-9]|1[0-5])|SIGRTMAX-([1-9]|1[0-4]))$"

    /// Why a text names no signal; nothing if it does.
    package static func problem(with text: String) -> String? {
        let known = names + realTime + numbers.map(String.init)
        guard !known.contains(where: { $0.equalsBytewise(text) }) else { return nil }
        let whole = names.contains { $0.equalsBytewise("SIG\(text)") } ? "SIG\(text)" : nil
        let nearest = (whole ?? Nearest.to(text, among: names)).map { "; did you mean `\($0)`?" } ?? ""
        return "`\(text)` is not a signal of Linux such as `SIGTERM` or `15`\(nearest)"
    }
}
