/// The working tree.
extension GitRepository {
    /// The bytes with which git would check out a file of HEAD, told from the project's folder, line ends and filters
    /// included; nothing where HEAD has no such file.
    ///
    /// - Throws: ``RelctlError`` if git cannot be run.
    package func checkedOut(_ file: RelativePath) async throws -> [UInt8]? {
        let folder = prefix.map { $0.string + "/" } ?? ""
        let outcome = try await git.run(["cat-file", "--filters", "HEAD:" + folder + file.string])
        return outcome.succeeded ? outcome.standardOutput : nil
    }

    /// Whether git ignores a path, or a pattern taken for one, told from the project's folder; nothing need be there.
    ///
    /// - Throws: ``RelctlError`` if git cannot be run.
    package func ignores(_ path: String) async throws -> Bool {
        // Of what is not there, git cannot know that it will be a folder; what is no path to it, it ignores not.
        let paths = Array("\(path)\0\(path)/\0".utf8)
        return try await git.run(["check-ignore", "-z", "--stdin"], input: paths).succeeded
    }

    /// How the working tree differs from HEAD below the project's folder.
    package func status() async throws -> GitStatus {
        GitStatus(try await git.statusEntries(), below: prefix)
    }
}

extension GitCommand {
    /// How the working tree differs from HEAD below the folder, as `git status` lists it: told from the top.
    func statusEntries() async throws -> [UInt8] {
        let arguments = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--", "."]
        let message = "cannot compare the working tree with the commit"
        let outcome = try await run(arguments)
        // git takes a folder that it cannot open for an empty one, says so, and succeeds.
        guard outcome.succeeded, !words(of: outcome).contains("could not open directory") else {
            throw failure(message, arguments, outcome)
        }
        return outcome.standardOutput
    }
}

extension GitStatus {
    /// Reads what `git status` lists, with paths told from `prefix` on.
    init(_ entries: [UInt8], below prefix: RelativePath?) {
        self.init()
        let folder = prefix.map { $0.string + "/" } ?? ""
        for entry in entries.split(separator: 0) where entry.count > 3 {
            let path = String(decoding: entry.dropFirst(3), as: UTF8.self)
            let below =
                path.utf8.starts(with: folder.utf8)
                ? String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self) : path
            if entry.starts(with: "??".utf8) { untracked.append(below) } else { changed.append(below) }
        }
        changed = changed.sortedBytewise()
        untracked = untracked.sortedBytewise()
    }
}
