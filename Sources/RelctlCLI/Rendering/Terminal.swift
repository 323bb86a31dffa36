#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What is known of the places that standard output and standard error lead to.
package struct Terminal: Sendable, Equatable {
    /// How results may look.
    package var outputStyle = TextStyle()
    /// How progress, messages and errors may look.
    package var errorStyle = TextStyle()
    /// Whether progress may be drawn over itself.
    package var isLive = false
    /// Whether a result that changes may be drawn over itself, too.
    package var showsResultsLive = false
    /// Whether GitHub Actions reads what is printed, and takes workflow commands from it.
    package var isGitHubActions = false

    /// A place that nothing is known of: plain text.
    package init() {}

    /// Looks at the environment, and asks which of the two streams are terminals.
    ///
    /// - Parameters:
    ///   - environment: `NO_COLOR` (no-color.org), `CLICOLOR_FORCE` (bixense.com/clicolors), `TERM`, `CI`,
    ///     `GITHUB_ACTIONS`, and the locale's variables count.
    ///   - color: What `--color` says.
    ///   - isTerminal: Whether standard output and standard error are terminals.
    package init(
        environment: [String: String],
        color: GlobalOptions.ColorChoice,
        isTerminal: (output: Bool, error: Bool)
    ) {
        let isSet: (String) -> Bool = { environment[$0].map { !$0.isEmpty } ?? false }
        let isCapable = isSet("TERM") && environment["TERM"] != "dumb"
        let isForced = isSet("CLICOLOR_FORCE") && environment["CLICOLOR_FORCE"] != "0"
        let isColored: (Bool) -> Bool = { isTerminal in
            switch color {
            case .always: true
            case .never: false
            case .auto: isSet("NO_COLOR") ? false : isForced || isTerminal && isCapable
            }
        }
        // The first of these that is set decides (IEEE Std 1003.1-2017, 8.2).
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].first(where: isSet).flatMap { environment[$0] } ?? ""
        let isUnicode = locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8")
        outputStyle = TextStyle(isColored: isColored(isTerminal.output), isUnicode: isUnicode && isTerminal.output)
        errorStyle = TextStyle(isColored: isColored(isTerminal.error), isUnicode: isUnicode && isTerminal.error)
        isGitHubActions = environment["GITHUB_ACTIONS"] == "true"
        isLive = isTerminal.error && isCapable && !isSet("CI") && !isGitHubActions
        showsResultsLive = isLive && isTerminal.output
    }

    /// The size of the terminal on standard error now, in characters; 80 by 24 where it is not known.
    package static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
