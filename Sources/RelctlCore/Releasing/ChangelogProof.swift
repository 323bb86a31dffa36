/// Tells a changelog that says no more than its commit does from other changes of a working tree.
///
/// `relctl changelog` puts the section of a release, which commits and tags decide, into the text that was committed. A
/// file that says that, byte for byte, is what everybody gets who runs the command at the commit: nobody wrote it.
struct ChangelogProof: Sendable {
    let notes: NotesObserver
    let tags: TagTemplate
    let rules: VersionValidator.TreeRules

    /// More than any changelog has, in bytes.
    private static let largest: UInt64 = 16 << 20

    /// The only file that makes the tree unclean, if it is such a changelog and does not ship.
    ///
    /// - Parameters:
    ///   - tag: The release's tag, which need not be there.
    ///   - version: What it means.
    ///   - status: How the tree differs from the commit.
    /// - Returns: The file, below the project's folder; nothing where another text, several files or none make it so.
    /// - Throws: ``RelctlError`` if files cannot be looked at.
    func changelog(of tag: String, _ version: Version, in status: GitStatus) async throws -> String? {
        let changed = status.changed.filter(rules.counts)
        guard changed.count == 1, let name = changed.first, let file = try? RelativePath(name), !rules.ships(file),
            let new = try text(of: file),
            // History is read only where there is something to prove.
            ChangelogFile(new, tags: tags).index(of: version) != nil
        else { return nil }
        // The first one is in no commit, and may be staged.
        let old = try await notes.repository.checkedOut(file)
        do {
            let changes = try await notes.changes(of: tag, as: version)
            let plan = try await notes.changelogPlanner().plan([changes], file: file.string, old: old)
            return plan.new == new ? name : nil
        } catch let error as CancellationError {
            throw error
        } catch {
            // What cannot be written again is no proof.
            return nil
        }
    }

    private func text(of file: RelativePath) throws -> [UInt8]? {
        let path = notes.project.appending(file)
        guard let status = try notes.files.status(of: path), status.kind == .file, status.size <= Self.largest else {
            return nil
        }
        return try notes.files.contents(of: path)
    }
}
