/// The folder that pieces are kept in.
extension PieceCache {
    /// What is at the cache's place; looked at once in a run.
    func place(_ state: inout State) -> Place {
        if let place = state.place { return place }
        let place: Place
        do {
            place = try currentPlace()
        } catch {
            events.send(.message(.detail, "compressed pieces of earlier runs are not used: \(error)"))
            place = .unusable
        }
        state.place = place
        return place
    }

    /// - Throws: What makes the place unusable.
    private func currentPlace() throws -> Place {
        guard let status = try files.resolvedStatus(of: setting.folder) else { return .missing }
        guard status.kind == .folder else {
            throw RelctlError("`\(setting.folder)` is a \(status.kind.rawValue), not a folder")
        }
        // What is in here ends up in releases: nobody else may have put it there. A folder that only its owner may write
        // to and that we may write to is ours.
        guard status.permissions & 0o022 == 0, files.isWritableFolder(setting.folder) else {
            throw RelctlError("`\(setting.folder)` is not this user's alone to write to")
        }
        return .ready
    }

    /// Creates a folder for this user alone, and the folders above it, as the XDG Base Directory Specification wants them.
    func createFolder(_ path: FilePath) throws {
        if try files.resolvedStatus(of: path) != nil { return }
        if path.parent != path { try createFolder(path.parent) }
        try files.createFolder(path)
        try files.setPermissions(0o700, of: path)
    }

    /// Tells programs that make backups to leave the folder out: Cache Directory Tagging Specification 0.6.
    func label() throws {
        let path = setting.folder.appending("CACHEDIR.TAG")
        guard try files.status(of: path) == nil else { return }
        let text = """
            Signature: 8a477f597d28d172789f06886806bc55
            # Compressed pieces of archives, kept by relctl so that they need not be compressed again.
            # This folder may be deleted at any time. About this file: https://bford.info/cachedir/

            """
        let tag: any WritableFile
        do {
            tag = try files.create(path, permissions: 0o600)
        } catch  where (try? files.status(of: path)) != nil {
            // Another run was faster.
            return
        }
        do {
            try Array(text.utf8).withUnsafeBytes { try tag.write($0) }
            try tag.close()
        } catch {
            try? files.removeFile(path)
            throw error
        }
    }
}
