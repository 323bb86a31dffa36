/// Asks for more about tags than the repository alone says by itself: signatures, and what a remote has.
package struct TagEvidence: Sendable {
    private let repository: GitRepository

    /// Asks about the tags of a repository.
    package init(_ repository: GitRepository) { self.repository = repository }

    /// What is wrong with the signatures of these tags, as git judges them (`git verify-tag`).
    package func signatureFindings(on tags: [String]) async throws -> [Finding] {
        var findings: [Finding] = []
        for tag in tags {
            switch try await repository.signature(ofTag: tag) {
            case .good: continue
            case .missing:
                findings.append(
                    Finding(
                        "the tag `\(tag)` is not signed",
                        code: "tag.unsigned",
                        hints: ["`git tag -s` and `relctl bump --sign` make signed ones"]
                    )
                )
            case .refused(let words):
                findings.append(
                    Finding(
                        "the signature of the tag `\(tag)` is not accepted: \(words)",
                        code: "tag.signature_refused",
                        hints: [
                            "git must know the signer's key: `gpg --import`, or `gpg.ssh.allowedSignersFile` for SSH keys"
                        ]
                    )
                )
            }
        }
        return findings
    }

    /// Where the tags of `remote` differ from those that are here.
    ///
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/remoteUnavailable`` if it does not answer.
    package func remoteFindings(on tags: [GitTag], at remote: String) async throws -> [Finding] {
        let pattern = tags.count == 1 ? tags.map { "refs/tags/\($0.name)" } : ["refs/tags/*"]
        // A pattern for the tag itself does not match the line of what it leads to.
        let references = try await repository.references(at: remote, matching: pattern + pattern.map { $0 + "^{}" })
        return tags.compactMap { tag in
            let name = "refs/tags/" + tag.name
            guard let object = references[name] else {
                return Finding(
                    "the remote `\(remote)` has no tag `\(tag.name)`",
                    code: "tag.remote_missing",
                    hints: ["run `git push \(remote) \(tag.name)`"]
                )
            }
            let commit = references[name + "^{}"] ?? object
            guard let here = tag.commit, here != commit else { return nil }
            return Finding(
                "the tag `\(tag.name)` points at `\(here.prefix(12))` here, but at `\(commit.prefix(12))` at the remote "
                    + "`\(remote)`",
                code: "tag.remote_elsewhere",
                hints: ["tags that others have must not move: find out which is right before anything is released"]
            )
        }
    }
}
