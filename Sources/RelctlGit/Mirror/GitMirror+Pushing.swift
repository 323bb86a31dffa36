/// Pushes, which change a remote.
extension GitMirror {
    /// Changes references of the remote, all of them or none; nothing is forced.
    ///
    /// A branch is changed only to what stands on its head. There is no second try without `--atomic` where the remote
    /// does not know it.
    ///
    /// - Parameters:
    ///   - updates: The changes.
    ///   - isDryRun: Whether only that is asked which can be asked without changing anything: hooks of the remote and
    ///     rules of its branches are not.
    ///   - timeout: How long it may take; nothing for as long as it likes.
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/pushRejected`` if a reference is not where it was,
    ///   ``RelctlError/Code/failed`` if the mirror is damaged, ``RelctlError/Code/pushRefused`` with the remote's words if a hook or a rule refuses it,
    ///   ``RelctlError/Code/pushNotAtomic``, ``RelctlError/Code/pushTimedOut``, ``RelctlError/Code/notAuthorized`` or
    ///   ``RelctlError/Code/remoteUnavailable``.
    package func push(_ updates: [MirrorUpdate], isDryRun: Bool = false, timeout: Duration? = nil) async throws {
        guard !updates.isEmpty else { return }
        for update in updates { try update.requireSafe() }
        var arguments = ["push", "--atomic", "--porcelain", "--no-verify"]
        if isDryRun { arguments.append("--dry-run") }
        arguments += updates.compactMap(\.lease) + ["--", url] + updates.map(\.refspec)
        let outcome = try await git.run(arguments, timeout: timeout)
        guard !outcome.succeeded else { return }
        let error = failure(updates, arguments, outcome)
        guard error.code == .pushRejected, let lost = try await incomplete(updates) else { throw error }
        throw RelctlError(
            "\(error.message): the mirror `\(folder)` lacks a part of the history of `\(lost.prefix(12))`",
            hints: ["remove the mirror, and run the same command again: `rm -r \(ShellWord.posix(folder.string))`"],
            causes: error.causes
        )
    }

    /// The first object of these whose history the mirror does not have, so that git takes any push of it for one that
    /// is not a fast-forward.
    private func incomplete(_ updates: [MirrorUpdate]) async throws -> String? {
        for object in updates.compactMap(\.object) where try await !has(object) { return object }
        return nil
    }

    private func failure(
        _ updates: [MirrorUpdate],
        _ arguments: [String],
        _ outcome: ProcessOutcome
    ) -> RelctlError {
        let names = updates.map { "`\($0.reference.shortReference)`" }.joined(separator: " and ")
        let message = "cannot push \(names) to `\(url)`"
        let words = git.words(of: outcome)
        if outcome.termination == .timedOut {
            return RelctlError(
                message + ": the remote did not answer in time",
                code: .pushTimedOut,
                hints: ["whether it was done can only be seen there: `relctl workspace status` looks"]
            )
        }
        if words.contains("does not support --atomic") {
            return RelctlError(
                message + ": the remote cannot take several references all together or not at all",
                code: .pushNotAtomic,
                hints: ["nothing was pushed; let the server speak git's own protocol, version 2.4 or later"]
            )
        }
        let refusals = Self.refusals(outcome.standardOutput)
        guard !refusals.isEmpty else { return RemoteFailure.error(message, arguments, outcome, git) }
        return explained(message, refusals, words)
    }

    private func explained(_ message: String, _ refusals: [Refusal], _ words: String) -> RelctlError {
        // What is refused only because something else was says nothing.
        let own = refusals.filter { !$0.reason.contains("atomic") }
        let told = own.isEmpty ? refusals : own
        let said = Self.remoteWords(words)
        // Where all are refused together, only the remote's own words say why.
        let isOvertaken = own.isEmpty && Self.moves.contains(where: said.joined(separator: "\n").contains)
        let isMoved = isOvertaken || told.contains(where: \.isMoved)
        let isClosed = !isMoved && RemoteFailure.isRefusal(words + told.map(\.reason).joined())
        var causes = told.map { RelctlError("`\($0.reference.shortReference)`: \($0.reason)") }
        if !isMoved || own.isEmpty, !said.isEmpty {
            causes.append(RelctlError("the remote says: " + said.joined(separator: "; ")))
        }
        let lock = GitCommand.foreignLock(in: words + told.map(\.reason).joined(separator: "\n"))
        let hint =
            if let lock { "nothing was pushed; in the remote, " + GitCommand.lockRemedy([lock]) } else if isMoved {
                "nothing was pushed; somebody else pushed meanwhile, or the tag is there already: plan again"
            } else if told.contains(where: { $0.reason.contains("`workflow` scope") }) {
                "nothing was pushed; the token that git uses may not change workflows: give it the scope `workflow`"
            } else {
                "nothing was pushed; a rule or a hook of the remote refuses it: see what it asks for, or use a pull request"
            }
        let code: RelctlError.Code =
            lock != nil ? .gitLocked : isMoved ? .pushRejected : isClosed ? .notAuthorized : .pushRefused
        return RelctlError(message, code: code, hints: [hint], causes: causes)
    }

    private struct Refusal {
        var reference: String
        var reason: String
        /// Whether the reference is not where it was thought to be.
        var isMoved: Bool
    }

    /// What `git push --porcelain` says was refused (https://git-scm.com/docs/git-push#_output): `!`, the two names,
    /// and the reason, with tabs between them.
    private static func refusals(_ output: [UInt8]) -> [Refusal] {
        output.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = String(decoding: line, as: UTF8.self).split(separator: "\t").map(String.init)
            guard fields.count == 3, fields[0] == "!" else { return nil }
            let reference = fields[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
            let isLocal = fields[2].hasPrefix("[rejected]")
            return Refusal(
                reference: String(reference),
                reason: fields[2],
                isMoved: isLocal && !fields[2].contains("atomic") || moves.contains(where: fields[2].contains)
            )
        }
    }

    /// What a remote says where somebody else was faster by a moment.
    private static let moves = ["cannot lock ref", "reference already exists", "failed to update ref", "fetch first"]

    private static func remoteWords(_ words: String) -> [String] {
        words.split(separator: "\n").filter { $0.hasPrefix("remote:") }.suffix(8).compactMap { line in
            var text = line.dropFirst("remote:".count)
            while text.first == " " { text.removeFirst() }
            while text.last == " " || text.last == "\u{1B}" { text.removeLast() }
            return text.isEmpty ? nil : String(text)
        }
    }
}

extension String {
    /// A reference as people say it: `main` for `refs/heads/main`.
    package var shortReference: String {
        for prefix in ["refs/heads/", "refs/tags/"] where hasPrefix(prefix) { return String(dropFirst(prefix.count)) }
        return self
    }
}
