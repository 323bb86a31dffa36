/// What a mirror is on the disk (https://git-scm.com/docs/gitrepository-layout).
extension GitMirror {
    /// Whether it is as relctl makes it, and git would take it for a repository.
    var isWhole: Bool {
        let isComplete = ["objects", "refs"].allSatisfy { name in
            (try? effects.files.status(of: folder.appending(name)))??.kind == .folder
        }
        guard isComplete, (try? text(of: "HEAD")) == Self.head, let settings = try? text(of: "config") else {
            return false
        }
        return settings == Self.settings(.sha1) || settings == Self.settings(.sha256)
    }

    /// The branch that it names is none of the remote's, and is never there.
    private static let head = "ref: refs/heads/main\n"

    private func text(of name: String) throws -> String {
        try effects.files.text(of: folder.appending(name), limit: 1 << 16)
    }

    /// Makes an empty one in the place of what is there.
    ///
    /// Written without a process and without waiting for the medium: one that is not whole is made anew.
    ///
    /// - Returns: whether it reads another mirror's objects.
    /// - Throws: ``FileSystemError`` if it cannot be written.
    @discardableResult
    func create(_ format: GitObjectFormat = .sha1, borrows: Bool = true) throws -> Bool {
        let files = effects.files
        try files.removeTree(folder)
        for name in ["", "objects", "objects/info", "objects/pack", "refs"] {
            try files.createFolder(folder.appending(name))
        }
        try write(Self.settings(format), "config")
        let isBorrowing = try borrows && borrow()
        // What makes it a repository comes last.
        try write(Self.head, "HEAD")
        return isBorrowing
    }

    /// Throws away what it holds, for when that turns out to be damaged.
    package func renew() async throws {
        let isOther = (try? text(of: "config")) == Self.settings(.sha256)
        let wasBorrowing = isBorrowing
        _ = try await exclusively { try create(isOther ? .sha256 : .sha1, borrows: false) }
        // The user's own is left as it is, and told of when it is used.
        if !wasBorrowing { tellOfRenewal() }
    }

    /// Whether it reads another mirror's objects.
    var isBorrowing: Bool {
        ((try? effects.files.status(of: folder.appending(Self.alternates))) ?? nil) != nil
    }

    private static let alternates = "objects/info/alternates"

    /// Says that it is new though there was one.
    func tellOfRenewal() {
        let text = "the mirror of `\(GitRemote.shown(url))` was damaged, and was made anew"
        effects.events.send(.message(.notice, text))
    }

    /// Runs `body`, and once more in a mirror made anew where it failed for what is damaged in this one.
    package func mending<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as RelctlError where [.failed, .remoteUnavailable].contains(error.code) {
            guard try await isDamaged() else { throw error }
            try await renew()
            return try await body()
        }
    }

    /// Makes it one that names objects as the remote does.
    func adopt(_ format: GitObjectFormat) async throws {
        guard format != .sha1 else { return }
        let settings = Self.settings(format)
        let config = folder.appending("config")
        guard try effects.files.text(of: config) != settings else { return }
        try await exclusively {
            guard try effects.files.text(of: config) != settings else { return }
            try create(format)
        }
    }

    /// git's own housekeeping would take away what nothing refers to; hooks are for those who work in repositories.
    private static func settings(_ format: GitObjectFormat) -> String {
        var text = """
            [core]
            \trepositoryformatversion = \(format == .sha1 ? 0 : 1)
            \tbare = true
            \thooksPath = /dev/null
            \tlogAllRefUpdates = false
            [gc]
            \tauto = 0
            [maintenance]
            \tauto = false
            [push]
            \tfollowTags = false
            \trecurseSubmodules = no
            [fetch]
            \trecurseSubmodules = no

            """
        if format != .sha1 { text += "[extensions]\n\tobjectformat = \(format.rawValue)\n" }
        return text
    }

    /// Lets git read the objects of another mirror (https://git-scm.com/docs/gitrepository-layout, `alternates`), which
    /// may lack the same parents.
    private func borrow() throws -> Bool {
        guard let borrowed, try effects.files.status(of: borrowed.appending("objects"))?.kind == .folder else {
            return false
        }
        // A line that begins with a quote would be taken for a quoted one; absolute paths do not.
        try write(borrowed.appending("objects").string + "\n", Self.alternates)
        let shallow = borrowed.appending("shallow")
        guard try effects.files.status(of: shallow)?.kind == .file else { return true }
        try write(try effects.files.text(of: shallow), "shallow")
        return true
    }

    private func write(_ text: String, _ name: String) throws {
        let file = try effects.files.create(folder.appending(name), permissions: 0o644)
        try Array(text.utf8).withUnsafeBytes { try file.write($0) }
        try file.close()
    }
}
