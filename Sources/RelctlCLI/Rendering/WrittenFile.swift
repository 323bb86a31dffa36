/// A file that a subcommand keeps up to date, as `--json` gives it.
struct WrittenFile: Encodable {
    /// Where it is, from the project's folder.
    var path: String
    /// Whether it was not what it is to be.
    var changed: Bool

    /// The line for people; where nothing is written, it says whether the file is up to date.
    func line(isWritten: Bool) -> String {
        let remark =
            isWritten ? (changed ? "" : ": nothing to do") : changed ? ": not up to date" : ": up to date"
        return TerminalText.escaped(path) + remark
    }
}
