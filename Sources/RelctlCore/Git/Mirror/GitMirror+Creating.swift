/// What a mirror is on the disk (https://git-scm.com/docs/gitrepository-layout).
extension GitMirror {
    /// Whether git would take it for a repository.
    var isWhole: Bool {
        let kinds = ["HEAD": FileStatus.Kind.file, "config": .file, "objects": .folder, "refs": .folder]
        return kinds.allSatisfy { name, kind in
            (try? effects.files.status(of: folder.appending(name)))??.kind == kind
        }
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
        try write("ref: refs/heads/main\n", "HEAD")
        return isBorrowing
    }

    /// Throws away what it holds, for when that turns out to be damaged.
    func renew() async throws {
        let isOther = try effects.files.text(of: folder.appending("config")) == Self.settings(.sha256)
        _ = try await exclusively { try create(isOther ? .sha256 : .sha1, borrows: false) }
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
        try write(borrowed.appending("objects").string + "\n", "objects/info/alternates")
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
