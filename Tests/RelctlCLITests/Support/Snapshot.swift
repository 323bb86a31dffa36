import RelctlCLI
import RelctlCore
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Compares a text with the one that is kept in `Snapshots/`; with RELCTL_RECORD=1 it is kept anew.
///
/// A missing text fails. The first line that differs is shown, because whole texts are too long to compare by eye.
func expectSnapshot(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let folder = FilePath(#filePath).parent.parent.appending("Snapshots")
    let file = folder.appending(name)
    let files = LiveFileSystem()
    if getenv("RELCTL_RECORD").map({ String(cString: $0) }) == "1" {
        try files.createFolders(file.parent)
        try files.write(text.utf8, to: file)
        return
    }
    guard try files.status(of: file) != nil else {
        Issue.record("no snapshot `\(name)`; RELCTL_RECORD=1 records it", sourceLocation: sourceLocation)
        return
    }
    let kept = try files.text(of: file)
    guard kept != text else { return }
    let pairs = zip(text.split(separator: "\n"), kept.split(separator: "\n"))
    let difference = pairs.first { $0 != $1 }.map { "\n  now: \($0)\n  was: \($1)" } ?? "\n  one is longer"
    Issue.record(
        "`\(name)` differs; RELCTL_RECORD=1 records it anew\(difference)",
        sourceLocation: sourceLocation
    )
}
