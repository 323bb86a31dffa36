/// What releases of other tags left in `dist/`.
extension ReleaseSteps {
    /// Warns of the artifacts that the record before named, where that is of another tag, and that are still there: who
    /// takes the folder for the release, as `chart index` does, takes them too.
    ///
    /// They stay, for what is in `dist/` may be all that there is of that release. What is not as long as that record
    /// says is not what it tells of.
    ///
    /// - Parameter old: The record that was there; nothing where there was none.
    /// - Throws: ``RelctlError`` if the new record cannot be read; ``FileSystemError``.
    func warnOfSuperseded(_ old: Manifest?) throws {
        guard let old, !old.release.tag.utf8.elementsEqual(plan.release.tag.utf8) else { return }
        let paths = Set(try manifest().artifacts.map { folder.file($0.name) })
        // Where case makes no difference, a new file may be there by its old name too.
        let identities = Set(try paths.compactMap { try files.status(of: $0)?.identity })
        let left = try old.artifacts.filter { artifact in
            let path = folder.file(artifact.name)
            guard !paths.contains(path), let status = try files.status(of: path) else { return false }
            return status.kind == .file && status.size == artifact.size && !identities.contains(status.identity)
        }
        guard !left.isEmpty else { return }
        let names = left.map { "`\($0.name)`" }.joined(separator: ", ")
        let text = "`\(folder.path)` still has files of `\(old.release.tag)`: \(names)"
        effects.events.send(.message(.warning, text + "; remove them if nobody needs them"))
    }
}
