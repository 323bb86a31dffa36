/// What releases of other tags left in `dist/`.
extension ReleaseSteps {
    /// Removes the artifacts of the release whose record was in the folder before, where that is of another tag: they would
    /// be indexed and uploaded with the new ones.
    ///
    /// What another run of the same tag made stays, for other targets may need it; and so does what is not as that record
    /// says, for then it is not what relctl wrote.
    ///
    /// - Parameter old: The record that was there; nothing where there was none.
    /// - Throws: ``RelctlError`` if the new record cannot be read; ``FileSystemError``; `CancellationError`.
    func removeSuperseded(_ old: Manifest?) async throws {
        guard let old, old.release.tag != plan.release.tag else { return }
        let kept = Set((try manifest().artifacts.map(\.name) + plan.parts.files).map { FilePath($0) })
        var (removed, changed): ([String], [String]) = ([], [])
        for artifact in old.artifacts where !kept.contains(FilePath(artifact.name)) {
            let path = folder.file(artifact.name)
            guard let status = try files.status(of: path) else { continue }
            guard status.kind == .file, status.size == artifact.size,
                try await FileHasher(files: files, believing: effects.digests).summary(of: path).sha256
                    == artifact.sha256
            else {
                changed.append(artifact.name)
                continue
            }
            try files.removeFile(path)
            removed.append(artifact.name)
        }
        if !removed.isEmpty {
            let text = "removed what `\(folder.path)` had of `\(old.release.tag)`: \(Self.listed(removed))"
            effects.events.send(.message(.notice, text))
        }
        if !changed.isEmpty {
            let text = "left in `\(folder.path)`, of `\(old.release.tag)` and changed since: \(Self.listed(changed))"
            effects.events.send(.message(.warning, text))
        }
    }

    private static func listed(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
}
