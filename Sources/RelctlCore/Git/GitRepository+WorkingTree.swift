/// The working tree and the remote.
extension GitRepository {
    /// How the working tree differs from HEAD below the project's folder.
    package func status() async throws -> GitStatus {
        let arguments = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--", "."]
        let output = try await git.output(of: arguments, "cannot compare the working tree with the commit")
        let folder = prefix.map { $0.string + "/" } ?? ""
        var status = GitStatus()
        for entry in output.split(separator: 0) where entry.count > 3 {
            let path = String(decoding: entry.dropFirst(3), as: UTF8.self)
            let below = path.utf8.starts(with: folder.utf8) ? String(path.dropFirst(folder.count)) : path
            if entry.starts(with: "??".utf8) { status.untracked.append(below) } else { status.changed.append(below) }
        }
        status.changed.sort { $0.precedesBytewise($1) }
        status.untracked.sort { $0.precedesBytewise($1) }
        return status
    }

    /// The address of a remote, without user name and password; nothing if there is no such remote.
    package func remoteURL(named remote: String = "origin") async throws -> String? {
        let arguments = ["config", "-z", "--get", "remote.\(remote).url"]
        let outcome = try await git.run(arguments)
        if outcome.termination == .exited(1) { return nil }
        guard outcome.succeeded else { throw git.failure("cannot read the remote's address", arguments, outcome) }
        let url = String(decoding: outcome.standardOutput.dropLast(), as: UTF8.self)
        // Only before the first slash of the path is an `@` the end of a user's name and password.
        guard let scheme = url.firstRange(of: "://") else { return url }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return String(url[..<scheme.upperBound]) + String(url[url.index(after: at)...])
    }
}
