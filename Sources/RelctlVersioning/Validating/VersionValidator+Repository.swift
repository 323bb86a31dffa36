/// What is wrong with the tag, the working tree and the history.
extension VersionValidator {
    func findings(on tag: String, _ version: Version?, in repository: RepositoryObservation) -> [Finding] {
        guard let head = repository.head else {
            return [Finding("there is no commit to release", code: "repository.empty", hints: ["commit the project"])]
        }
        var findings: [Finding] = []
        if repository.isShallow {
            findings.append(
                Finding(
                    "the history of this clone is cut off, so that neither the branch nor earlier tags can be checked",
                    code: "repository.shallow",
                    severity: .warning,
                    hints: ["run `git fetch --unshallow --tags`"]
                )
            )
        }
        // Of a tag that is not this project's nothing else is worth saying.
        if version != nil {
            findings += self.findings(on: repository.tags.first { $0.name == tag }, named: tag, head)
        }
        findings += tree.findings(on: repository.status)
        if let changelog = repository.changelog { findings.append(Self.uncommitted(changelog)) }
        if !repository.isShallow { findings += self.findings(on: repository.branches, tag) }
        findings += self.findings(onOtherTags: repository.tags.filter { $0.name != tag }, version, head)
        return findings
    }

    private static func uncommitted(_ changelog: String) -> Finding {
        Finding(
            "`\(changelog)` has the section of this release, which no commit has yet",
            code: "tree.changelog",
            severity: .warning,
            hints: [
                "commit it after the release; with `version.bump.changelog`, `relctl bump` commits it before the tag"
            ]
        )
    }

    private func findings(on found: GitTag?, named tag: String, _ head: CommitRecord) -> [Finding] {
        guard let found else {
            let hint =
                "`git tag -a \(tag) -m \(tag)` makes it at the commit that is checked out, as `--create-tag` does"
            switch expectation {
            case .present: return [Finding("there is no tag `\(tag)`", code: "tag.missing", hints: [hint])]
            case .optional:
                return [Finding("there is no tag `\(tag)` yet", code: "tag.missing", severity: .warning, hints: [hint])]
            case .created: return []
            }
        }
        var findings = [found.misplacement(at: head.hash)].compactMap(\.self)
        if found.commit != nil, !found.isAnnotated {
            findings.append(
                Finding(
                    "the tag `\(tag)` is a lightweight tag, which records neither who made it nor when",
                    code: "tag.lightweight",
                    severity: .warning,
                    hints: ["`git tag -a` makes annotated ones"]
                )
            )
        }
        return findings
    }

    private func findings(on branches: [RepositoryObservation.BranchObservation], _ tag: String) -> [Finding] {
        guard let first = branches.first else {
            guard let branch else { return [] }
            return [
                Finding(
                    "cannot check that `\(tag)` is on the branch `\(branch)`: there is no such branch here",
                    code: "branch.missing",
                    hints: ["run `git fetch origin \(branch)`, or correct `version.branch`"]
                )
            ]
        }
        guard !branches.contains(where: \.reachesTag) else { return [] }
        let names = branches.map { "`\($0.branch.displayName)`" }.joined(separator: " or ")
        return [
            Finding(
                "`\(tag)` cannot be reached from \(names)",
                code: "branch.unreachable",
                // Nobody said that releases come from this branch; it is only usual.
                severity: branch == nil ? .warning : .error,
                hints: ["merge into `\(first.branch.name)` first, or name another branch in `version.branch`"]
            )
        ]
    }

    private func findings(onOtherTags tags: [GitTag], _ version: Version?, _ head: CommitRecord) -> [Finding] {
        guard let version else { return [] }
        let versions = tags.compactMap { tag in
            (try? template.version(fromTag: tag.name)).map { (tag: tag, version: $0) }
        }
        var findings: [Finding] = []
        let here = versions.filter { $0.tag.commit == head.hash }
        if !here.isEmpty {
            findings.append(
                Finding(
                    "the commit that is checked out has other release tags too: \(here.map(\.tag.name).listed)",
                    code: "tag.several",
                    severity: .warning
                )
            )
        }
        let highest = versions.max { Version.precedes($0.version, $1.version) }
        if let highest, !Version.precedes(highest.version, version) {
            let relation = highest.version.hasSamePrecedence(as: version) ? "not newer than" : "older than"
            findings.append(
                Finding(
                    "the version `\(version)` is \(relation) `\(highest.version)`, which the tag `\(highest.tag.name)` has",
                    code: "version.not_newest",
                    severity: .warning
                )
            )
        }
        return findings
    }
}

extension GitTag {
    /// What is wrong where it does not lead to the commit that is checked out.
    package func misplacement(at head: String) -> Finding? {
        guard let commit else {
            return Finding("the tag `\(name)` does not lead to a commit", code: "tag.not_a_commit")
        }
        guard commit != head else { return nil }
        return Finding(
            "the tag `\(name)` points at `\(commit.prefix(12))`, but `\(head.prefix(12))` is checked out",
            code: "tag.elsewhere",
            hints: ["run `git checkout \(ShellWord.posix(name))` to release what the tag says"]
        )
    }
}

extension VersionValidator.TreeRules {
    /// What makes the working tree unclean.
    package func findings(on status: GitStatus) -> [Finding] {
        let changed = status.changed.filter(counts)
        let untracked = status.untracked.filter { path in
            guard counts(path), let path = Self.path(path) else { return false }
            return ships(path)
        }
        var findings: [Finding] = []
        if !changed.isEmpty {
            var hints = ["commit the changes or take them back; `git status` shows them"]
            if changed.contains(where: Self.isChangelog) {
                hints.append("a changelog that ships is written before the tag is made: by `version.bump.changelog`")
            }
            findings.append(
                Finding(
                    "the working tree differs from the commit: \(changed.listed)",
                    code: "tree.changed",
                    hints: hints
                )
            )
        }
        if !untracked.isEmpty {
            findings.append(
                Finding(
                    "files would ship that are in no commit: \(untracked.listed)",
                    code: "tree.untracked",
                    hints: ["commit them, or leave them out with `except`"]
                )
            )
        }
        return findings
    }

    private static func isChangelog(_ path: String) -> Bool {
        path.splitAtSlashes().last?.utf8.elementsEqual("CHANGELOG.md".utf8) ?? false
    }

    /// Whether a difference of this file matters.
    package func counts(_ text: String) -> Bool {
        guard let path = Self.path(text) else { return true }
        return !disregarded.contains { path.isInside($0) }
    }

    /// git lists a repository inside the working tree as a folder, with a slash at its end.
    private static func path(_ text: String) -> RelativePath? {
        try? RelativePath(text.utf8.last == UInt8(ascii: "/") ? String(Substring(text.utf8.dropLast())) : text)
    }
}

extension [String] {
    /// The first five in a sentence, and how many more there are.
    fileprivate var listed: String {
        let shown = prefix(5).map { "`\($0)`" }.joined(separator: ", ")
        return count > 5 ? shown + " and \(count - 5) more" : shown
    }
}
