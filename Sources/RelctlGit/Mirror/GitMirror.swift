/// A bare repository of relctl's own that holds what is needed of a remote: mostly the tree of a branch's head, without
/// the history.
///
/// Commits and tags are made in it and pushed from it, so that no working copy is needed, and none is changed. It has no
/// branches and tags of the remote's names: whoever wants to know what the remote has asks the remote.
package struct GitMirror: Sendable {
    /// The remote, as git takes it.
    package let url: String
    /// Where the mirror lies.
    package let folder: FilePath
    /// The mirror whose objects this one reads without having them.
    let borrowed: FilePath?
    /// Whether it held nothing when it was opened.
    package private(set) var isNew = false
    let git: GitCommand
    let effects: Effects

    /// Opens the mirror of a remote, and makes it where it is missing or damaged; no server is asked.
    ///
    /// Several processes may have it open at the same time.
    ///
    /// - Parameters:
    ///   - url: The remote.
    ///   - folder: The folder of all mirrors.
    ///   - borrowing: A folder of mirrors whose objects are read too, and which is left as it is.
    ///   - environment: What git is started with.
    ///   - effects: The disk, processes and time.
    /// - Returns: the mirror.
    /// - Throws: ``RelctlError`` or ``FileSystemError`` if it cannot be made.
    package static func open(
        _ url: String,
        in folder: FilePath,
        borrowing: FilePath? = nil,
        environment: [String: String],
        effects: Effects
    ) async throws -> GitMirror {
        let name = Digest(of: Array(url.utf8)).hexadecimal + ".git"
        var mirror = GitMirror(
            url: url,
            folder: folder.appending(name),
            borrowed: borrowing?.appending(name),
            git: command(in: folder, named: name, environment, effects),
            effects: effects
        )
        guard !mirror.isWhole else { return mirror }
        do {
            try effects.files.createFolders(folder)
            mirror.isNew = try await mirror.exclusively { [mirror] in
                guard !mirror.isWhole else { return false }
                let wasThere = try effects.files.status(of: mirror.folder) != nil
                let isNew = try !mirror.create()
                if wasThere { mirror.tellOfRenewal() }
                return isNew
            }
        } catch let error as FileSystemError {
            throw RelctlError(
                "cannot make the mirror of `\(GitRemote.shown(url))`",
                hints: ["remove `\(mirror.folder)`, or let XDG_CACHE_HOME name a folder that you may write to"],
                causes: [error]
            )
        }
        return mirror
    }

    /// git, which asks nobody for a password and finds the mirror whatever it is configured to find.
    private static func command(
        in folder: FilePath,
        named name: String,
        _ environment: [String: String],
        _ effects: Effects
    ) -> GitCommand {
        // A person who could answer need not be there, and a program in the background that asks one waits for ever.
        var quiet = ["SSH_ASKPASS_REQUIRE": "force"]
        if environment["SSH_ASKPASS"] == nil { quiet["SSH_ASKPASS"] = "false" }
        return GitCommand(folder: folder, environment: environment, processes: effects.processes)
            .with(options: ["--git-dir=\(folder.appending(name))"], environment: quiet)
    }

    /// How long a remote may take to say what it has.
    private static let patience = Duration.seconds(60)

    /// What the remote has now, of the references that match.
    ///
    /// - Parameter patterns: Names, or patterns of them.
    /// - Returns: What is there.
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/notAuthorized`` if the remote lets nobody in, else with
    ///   ``RelctlError/Code/remoteUnavailable``.
    package func look(_ patterns: [String] = RemoteReferences.patterns) async throws -> RemoteReferences {
        let arguments = ["ls-remote", "--symref", "--", url] + patterns
        let outcome = try await git.run(arguments, timeout: Self.patience)
        guard outcome.succeeded else {
            throw RemoteFailure.error("cannot ask the remote `\(url)` what it has", arguments, outcome, git)
        }
        return RemoteReferences(listing: outcome.standardOutput)
    }

    // MARK: One at a time

    /// Runs `body` while no other process writes to the mirror.
    func exclusively<Value>(_ body: () async throws -> Value) async throws -> Value {
        let path = FilePath(folder.string + ".lock")
        let start = effects.clock.uptime
        var lock = try effects.files.lock(path)
        while lock == nil {
            guard effects.clock.uptime - start < Self.longestWait else {
                throw RelctlError(
                    "cannot write to the mirror `\(folder)`: another process has been at it for too long",
                    hints: ["see what holds `\(path)` open, and end it"]
                )
            }
            try await effects.clock.sleep(for: .milliseconds(20))
            lock = try effects.files.lock(path)
        }
        defer { withExtendedLifetime(lock) {} }
        return try await body()
    }

    private static let longestWait = Duration.seconds(1800)
}
