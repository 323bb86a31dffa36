/// Adds the section of the next version to the project's changelog, as a part of the change of the version.
///
/// So the commit that is tagged tells of its own release, and `relctl changelog` finds nothing left to do there.
package struct BumpChangelog: Sendable {
    private let file: RelativePath
    private let notes: NotesObserver
    private let now: Int64

    /// Writes to the changelog of `version.bump.changelog`; nothing if there is no such setting.
    ///
    /// - Parameters:
    ///   - settings: The project's settings.
    ///   - notes: What looks at the project and its history.
    ///   - now: When the release is made, in seconds since 1970, whose day the heading has.
    package init?(_ settings: BumpSettings, notes: NotesObserver, now: Int64) {
        guard let file = settings.changelog else { return nil }
        self.file = file
        self.notes = notes
        self.now = now
    }

    /// The plan with the change of the changelog, in its place among the others.
    ///
    /// - Throws: ``RelctlError`` if the changelog cannot be read or has a section of that version which somebody wrote,
    ///   or the history is cut off.
    package func adding(to plan: BumpPlan) async throws -> BumpPlan {
        // Where a tag alone is missing, the commit that it is for has the section.
        guard plan.from != plan.to else { return plan }
        var plan = plan
        let path = notes.project.appending(file)
        guard try notes.files.resolvedStatus(of: path) != nil else {
            plan.findings.append(missing)
            return plan
        }
        // Without a commit nothing can be told, and that is among the findings.
        guard try await notes.repository.hash(of: .head) != nil else { return plan }
        let old = try notes.files.text(of: path)
        var changes = try await notes.changes(of: plan.tag, as: plan.to)
        changes.timestamp = now
        let new = try await notes.changelogPlanner().plan([changes], file: file.string, old: Array(old.utf8))
        guard new.isChange else { return plan }
        guard !plan.changes.contains(where: { $0.file == file }) else { throw twice }
        plan.changes.append(ManifestChange(file: file, old: old, new: String(decoding: new.new, as: UTF8.self)))
        plan.changes = plan.changes.sortedBytewise(by: \.file.string)
        // Where manifests change too, that has been said.
        if plan.tagMessage != nil, plan.commitMessage == nil, plan.changes.count == 1 {
            plan.findings.append(.tagWithoutCommit("`\(plan.tag)` would stand for a commit without its changelog"))
        }
        return plan
    }

    private var missing: Finding {
        Finding(
            "there is no changelog `\(file)`, which `version.bump.changelog` names",
            code: "changelog.missing",
            hints: ["begin one and commit it: `relctl changelog --all --file \(ShellWord.posix(file.string))`"]
        )
    }

    private var twice: RelctlError {
        RelctlError(
            "cannot change the version in `\(file)`: it is the changelog, which says versions that were",
            code: .configurationInvalid,
            hints: ["take it out of `version.manifests` or of `version.bump.changelog`"]
        )
    }
}
