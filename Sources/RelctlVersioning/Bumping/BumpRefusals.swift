/// What stands in the way of a change of the version, but for the version itself.
struct BumpRefusals: Sendable {
    let request: BumpRequest
    let settings: VersionSettings
    let tag: String
    let changes: [ManifestChange]

    func findings(_ repository: BumpObservation.Repository?) -> [Finding] {
        guard let repository else {
            guard request.records else { return [] }
            return [
                Finding(
                    "cannot commit or tag: the project is not in a git repository",
                    code: "repository.missing",
                    hints: ["run `git init` and commit, or leave `--commit` and `--tag` out"]
                )
            ]
        }
        var findings = repository.tree + branchFindings(repository.branch)
        if request.records, repository.head == nil {
            findings.append(
                Finding("there is no commit yet", code: "repository.empty", hints: ["commit the project first"])
            )
        }
        if request.tags, !request.commits, !changes.isEmpty {
            findings.append(
                .tagWithoutCommit("`\(tag)` would stand for a commit in which the manifests say another version")
            )
        }
        if repository.tags.contains(tag) { findings.append(existing("there is a tag `\(tag)` already")) }
        return findings + remoteFindings(repository)
    }

    private func existing(_ message: String) -> Finding {
        Finding(
            message,
            code: "tag.exists",
            hints: ["versions are released once: bump to a greater one, or delete the tag if it was never published"]
        )
    }

    private func branchFindings(_ branch: GitCurrentBranch?) -> [Finding] {
        let wanted = settings.bump.branch ?? settings.branch
        guard let branch else {
            guard request.commits || wanted != nil else { return [] }
            let name = wanted ?? "main"
            return [
                Finding(
                    "no branch is checked out: a commit here would belong to none",
                    code: "branch.detached",
                    hints: ["run `git switch \(name)`"]
                )
            ]
        }
        guard let wanted, !branch.name.utf8.elementsEqual(wanted.utf8) else { return behindFindings(branch) }
        let key = settings.bump.branch == nil ? "version.branch" : "version.bump.branch"
        return [
            Finding(
                "versions are changed on the branch `\(wanted)`, but `\(branch.name)` is checked out",
                code: "branch.wrong",
                hints: ["run `git switch \(wanted)`, or change `\(key)`"]
            )
        ] + behindFindings(branch)
    }

    private func behindFindings(_ branch: GitCurrentBranch) -> [Finding] {
        guard let upstream = branch.upstream, upstream.missing > 0 else { return [] }
        let commits = upstream.missing == 1 ? "1 commit" : "\(upstream.missing) commits"
        return [behind("`\(branch.name)` lacks \(commits) of `\(upstream.name)`")]
    }

    private func behind(_ message: String) -> Finding {
        Finding(message, code: "branch.behind", hints: ["run `git pull --rebase` first"])
    }

    private func remoteFindings(_ repository: BumpObservation.Repository) -> [Finding] {
        guard let remote = repository.remote else { return [] }
        guard let references = remote.references else { return remote.failure.map { [$0] } ?? [] }
        var findings: [Finding] = []
        // What this clone knows of its upstream has been told already.
        if !remote.isContained, (repository.branch?.upstream?.missing ?? 0) == 0 {
            let branch = repository.branch?.name ?? "HEAD"
            findings.append(behind("the remote `\(remote.name)` has commits of `\(branch)` that are not here"))
        }
        if references["refs/tags/" + tag] != nil, !repository.tags.contains(tag) {
            findings.append(existing("the remote `\(remote.name)` has a tag `\(tag)` already"))
        }
        return findings
    }
}

extension Finding {
    /// A tag that would stand for a commit without what changes.
    static func tagWithoutCommit(_ message: String) -> Finding {
        Finding(message, code: "tag.without_commit", hints: ["add `--commit`"])
    }
}
