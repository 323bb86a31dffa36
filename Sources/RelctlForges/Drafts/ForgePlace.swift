/// Where a forge's releases go, as messages name it and credentials belong to it.
struct ForgePlace: Sendable, Hashable {
    /// What the forge calls itself, such as `GitHub`.
    let forge: String
    /// The repository or project, as people write it.
    let repository: String
    /// The environment variables that a token is read from.
    let tokenNames: [String]

    /// What the codes of findings begin with.
    private var code: String { "publish.\(forge.lowercased())" }

    /// Makes sure that the tag at the remote, if it is there, stands for what was built.
    func requireCommit(_ commit: String?, _ release: ReleaseIdentity) throws {
        guard let commit, commit != release.commit else { return }
        throw RelctlError(
            "cannot publish to \(forge): the tag `\(release.tag)` of `\(repository)` is at commit "
                + "\(commit.prefix(12)), not at \(release.commit.prefix(12))",
            hints: ["release the commit that the tag stands for: `git fetch --tags`, then check it out"]
        )
    }

    /// No variable holds a token.
    var missingToken: RelctlError {
        RelctlError(
            "cannot publish to `\(repository)` at \(forge): there is no token",
            code: .notAuthorized,
            hints: [
                "set " + tokenNames.map { "`\($0)`" }.joined(separator: " or ")
                    + " to a token that may write the repository's contents"
            ]
        )
    }

    /// Lets nothing pass that is there otherwise than it was sent.
    func requireSame(_ wanted: [PublishedFile], _ read: [RemoteAsset]) throws {
        try requireNone(PublicationPlanner.differences(wanted, read))
    }

    /// Lets nothing pass that is there otherwise than it was sent.
    func requireNone(_ differences: [String]) throws {
        guard !differences.isEmpty else { return }
        throw RelctlError(
            "cannot publish: what \(forge) has is not what was sent",
            hints: ["run the same command again to send it anew"],
            causes: differences.map { RelctlError($0) }
        )
    }

    // MARK: What a preflight finds

    /// Something that makes publishing fail.
    func finding(
        _ message: String,
        _ code: String,
        _ hint: String...,
        severity: Finding.Severity = .error
    ) -> Finding {
        Finding(
            "cannot publish to `\(repository)` at \(forge): \(message)",
            code: "\(self.code).\(code)",
            severity: severity,
            hints: hint
        )
    }

    /// An error as a finding.
    func finding(_ error: RelctlError, _ code: String) -> Finding {
        let causes = error.causes.map { ": \($0)" }.joined()
        return Finding(error.message + causes, code: "\(self.code).\(code)", hints: error.hints)
    }

    /// Whether the tag, or else the commit that it will be made at, is there.
    ///
    /// - Parameters:
    ///   - release: What is released.
    ///   - tagged: The commit that the tag is at; nothing if there is no such tag.
    ///   - hasCommit: Asks whether the commit is there; nothing if that is not to be known.
    /// - Returns: What stands in the way.
    /// - Throws: What `hasCommit` throws.
    func tagFindings(
        _ release: ReleaseIdentity,
        tagged: String?,
        hasCommit: () async throws -> Bool?
    ) async throws -> [Finding] {
        guard !release.isSnapshot else { return [] }
        let tag = ShellWord.quoted(release.tag)
        if let tagged {
            do {
                try requireCommit(tagged, release)
                return []
            } catch let error as RelctlError {
                return [finding(error, "tag")]
            }
        }
        guard try await hasCommit() != false else {
            return [
                finding(
                    "the commit \(release.commit.prefix(12)) is not there",
                    "commit_missing",
                    "push the branch and the tag: `git push origin HEAD \(tag)`"
                )
            ]
        }
        return [
            finding(
                "the tag `\(release.tag)` is not there: \(forge) will make one, not annotated, at "
                    + "\(release.commit.prefix(12))",
                "tag_missing",
                "push the tag to keep its annotation: `git push origin \(tag)`",
                severity: .warning
            )
        ]
    }
}
