/// Objects that are made in a mirror.
extension GitMirror {
    /// Makes a commit; its parent must be in the mirror.
    ///
    /// The same commit has the same name wherever and however often it is made, unless it is signed.
    ///
    /// - Returns: its name.
    /// - Throws: ``RelctlError`` if a file is not what a change is about, or git cannot make or sign it.
    package func make(_ commit: MirrorCommit) async throws -> String {
        try Self.require(commit.author)
        let files = try await contents(of: commit)
        let outcome = try await writing(["fast-import", "--quiet", "--force"], input: Self.stream(commit, files))
        let id = git.line(of: outcome)
        guard outcome.succeeded, GitObjectFormat(ofName: id) != nil else {
            throw git.failure("cannot make the commit in the mirror of `\(url)`", ["fast-import"], outcome)
        }
        try await restoreParents(of: id)
        return commit.isSigned ? try await signed(commit, like: id) : id
    }

    /// Lets git see the parent of a commit again that was fetched from the remote without its history.
    ///
    /// The remote had it once, and was set back since: a commit without parents would be refused there, as none of what it
    /// has is below it (https://git-scm.com/docs/shallow).
    private func restoreParents(of commit: String) async throws {
        let path = folder.appending("shallow")
        guard try effects.files.status(of: path) != nil else { return }
        func others() throws -> (lines: [Substring], areAll: Bool) {
            let lines = try effects.files.text(of: path, limit: 64 << 20).split(separator: "\n")
            let others = lines.filter { $0 != commit }
            return (others, others.count == lines.count)
        }
        guard try !others().areAll else { return }
        try await exclusively {
            let lines = try others().lines
            guard !lines.isEmpty else { return try effects.files.removeFile(path) }
            try effects.files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
        }
    }

    /// Makes an annotated tag of a commit that is in the mirror.
    ///
    /// - Returns: the name of the tag's object.
    /// - Throws: ``RelctlError`` if git takes no tag of this name, or cannot sign it.
    package func make(_ tag: MirrorTag) async throws -> String {
        let message = "cannot make the tag `\(tag.name)` in the mirror of `\(url)`"
        guard GitReferenceName.isValid(tag.name) else { throw RelctlError(message + ": git takes no such name") }
        try Self.require(tag.author)
        guard GitObjectFormat(ofName: tag.commit) != nil else {
            throw RelctlError(message + ": `\(tag.commit)` is not the whole name of a commit")
        }
        guard !tag.isSigned else { return try await signed(tag, message) }
        let arguments = ["hash-object", "-t", "tag", "-w", "--stdin"]
        let outcome = try await writing(arguments, input: tag.content)
        guard outcome.succeeded else { throw git.failure(message, arguments, outcome) }
        return git.line(of: outcome)
    }

    /// Makes sure that nothing in a name could be taken for another line.
    private static func require(_ author: CommitIdentity) throws {
        if let problem = author.problem { throw RelctlError("cannot commit and tag: \(problem)") }
    }

    // MARK: Files

    /// The bytes of each changed file as they will be.
    private func contents(of commit: MirrorCommit) async throws -> [[UInt8]] {
        guard let format = GitObjectFormat(ofName: commit.parent) else {
            throw RelctlError("`\(commit.parent)` is not the whole name of a commit")
        }
        let paths = commit.changes.flatMap { change in [change.file.string] + change.file.foldersAbove }
        let objects = try await objects(at: paths + [""], of: commit.parent)
        let tree = CommittedTree(objects)
        return try commit.changes.map { change in
            let message = "cannot change `\(change.file)` of `\(url)`"
            guard let entry = try tree.entry(at: change.file), case .file(let old)?? = objects[change.file.string]
            else {
                throw RelctlError(message + ": the commit `\(commit.parent.prefix(12))` has no such file")
            }
            // Neither a link nor a folder has a text of its own.
            guard entry.id == change.old, entry.mode == change.mode, entry.mode.hasPrefix("100") else {
                throw RelctlError(message + ": it is not the file that the change was planned for")
            }
            guard let new = change.applied(to: old), format.name(of: new, kind: "blob") == change.new else {
                throw RelctlError(message + ": what is replaced does not lead to what was planned")
            }
            return new
        }
    }

    /// What `git fast-import` makes the commit of (https://git-scm.com/docs/git-fast-import#_input_format).
    private static func stream(_ commit: MirrorCommit, _ files: [[UInt8]]) -> [UInt8] {
        let (who, message) = (commit.author.stamp(commit.time), commit.message.gitMessage)
        // No other commit has the name that keeps it, so that nobody is in the way.
        let name = Digest(of: commit.content(tree: "") + commit.changes.flatMap { Array($0.new.utf8) }).hexadecimal
        var stream = Array("feature done\ncommit refs/relctl/made/\(name)\nmark :1\n".utf8)
        stream += Array("author \(who)\ncommitter \(who)\ndata \(message.count)\n".utf8) + message
        stream += Array("from \(commit.parent)\n".utf8)
        for (change, content) in zip(commit.changes, files) {
            stream += Array("M \(change.mode) inline \(quoted(change.file))\ndata \(content.count)\n".utf8)
            stream += content + [0x0A]
        }
        return stream + Array("get-mark :1\ndone\n".utf8)
    }

    /// A path in quotes, as C writes texts.
    private static func quoted(_ path: RelativePath) -> String {
        var bytes: [UInt8] = []
        for byte in path.string.utf8 {
            if byte == 0x22 || byte == 0x5C { bytes.append(0x5C) }
            bytes += byte == 0x0A ? [0x5C, 0x6E] : [byte]
        }
        return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
    }

    // MARK: Signing

    /// git for somebody at some time.
    private func git(as author: CommitIdentity, at time: Int64) -> GitCommand {
        git.with(environment: [
            "GIT_AUTHOR_NAME": author.name, "GIT_AUTHOR_EMAIL": author.email, "GIT_AUTHOR_DATE": "@\(time) +0000",
            "GIT_COMMITTER_NAME": author.name, "GIT_COMMITTER_EMAIL": author.email,
            "GIT_COMMITTER_DATE": "@\(time) +0000",
        ])
    }

    /// A signed commit of the same tree.
    private func signed(_ commit: MirrorCommit, like unsigned: String) async throws -> String {
        let git = git(as: commit.author, at: commit.time)
        let arguments = ["commit-tree", "-S", "-p", commit.parent, "-F", "-", unsigned + "^{tree}"]
        let outcome = try await writing(arguments, with: git, input: commit.message.gitMessage)
        guard outcome.succeeded else {
            throw Self.explained(git.failure("cannot sign the commit of `\(url)`", arguments, outcome))
        }
        return git.line(of: outcome)
    }

    private func signed(_ tag: MirrorTag, _ message: String) async throws -> String {
        let git = git(as: tag.author, at: tag.time)
        let arguments = ["tag", "--sign", "--force", "--cleanup=verbatim", "--file=-", "--", tag.name, tag.commit]
        let outcome = try await writing(arguments, with: git, input: tag.message.gitMessage)
        guard outcome.succeeded else { throw Self.explained(git.failure(message, arguments, outcome)) }
        let found = try await git.output(of: ["rev-parse", "--verify", "refs/tags/" + tag.name], message)
        return String(decoding: found.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    private static func explained(_ error: RelctlError) -> RelctlError {
        var error = error
        let hint =
            "`git config user.signingKey` names the key; `git tag -s` in any repository shows whether git can sign"
        if error.hints.isEmpty { error.hints = [hint] }
        return error
    }
}
