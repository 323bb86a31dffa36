/// Publishes into a folder: gathered beside it, checked, then put in its place in one step.
///
/// Whatever fails, and whenever the process is killed, the folder holds all of the old release or all of the new one
/// (for an instant neither, on file systems that cannot exchange two names).
struct FolderExecutor {
    let destination: ReleaseDestination
    let request: PublicationRequest
    let run: PublicationRun
    private var files: any FileSystem { run.effects.files }

    init(destination: ReleaseDestination, request: PublicationRequest, run: PublicationRun) {
        self.destination = destination
        self.request = request
        self.run = run
    }

    /// Publishes the files, in the actions that were planned.
    ///
    /// - Throws: ``RelctlError`` if that is not possible; then nothing is left of the attempt. `CancellationError` if
    ///   the task was cancelled, likewise.
    @concurrent func execute(_ actions: [PublicationAction]) async throws {
        do {
            try await transfer(actions)
        } catch {
            // The first failure is what the user must know.
            try? files.removeTree(destination.staging)
            // Kept as long as nothing stands in its place: it may be all that there is.
            if (try? files.status(of: destination.path)) != nil {
                try? files.removeTree(destination.superseded)
            }
            for folder in destination.missingFolders.reversed() { try? files.removeFolder(folder) }
            guard !(error is CancellationError) else { throw error }
            throw RelctlError("cannot publish to the folder `\(destination.text)`", causes: [error])
        }
        removeLeftovers()
    }

    /// Removes what this publication, or one that was killed, left beside the folder.
    ///
    /// The release is where it belongs, so that a failure is worth a word and no more; the next run tries again.
    func removeLeftovers() {
        for leftover in [destination.staging, destination.superseded] {
            do {
                try files.removeTree(leftover)
            } catch {
                run.effects.events.send(.message(.warning, "\(error)"))
            }
        }
    }

    private func transfer(_ actions: [PublicationAction]) async throws {
        let wanted = Dictionary(request.filesAndNotes.map { (FilePath($0.name), $0) }) { first, _ in first }
        guard !wanted.isEmpty else { throw RelctlError("there are no files to publish") }
        try createParents()
        try files.removeTree(destination.staging)
        try files.createFolder(destination.staging)
        let identity = try files.status(of: destination.staging)?.identity
        for action in actions {
            if action.verb == .copy, let file = wanted[FilePath(action.subject)] {
                try await run.perform(action) { sent in try copy(file, sent) }
            } else {
                try await run.readyToAppear()
                try await run.perform(action) { _ in try appear(action, identity) }
            }
        }
    }

    /// Puts the gathered files in their place, all of them at once.
    private func appear(
        _ action: PublicationAction,
        _ identity: FileStatus.Identity?
    ) throws -> PublicationRun.Receipt {
        try files.synchronizeFolder(destination.staging)
        // Another relctl that publishes to the same folder would have taken this one's work for a leftover.
        guard try files.status(of: destination.staging)?.identity == identity,
            try files.names(in: destination.staging) == request.filesAndNotes.map(\.name)
        else { throw RelctlError("`\(destination.staging)` was changed by someone else") }
        try putInPlace(replaces: action.verb == .replace)
        try files.synchronizeFolder(destination.path.parent)
        return PublicationRun.Receipt()
    }

    private func createParents() throws {
        for folder in destination.missingFolders {
            try files.createFolder(folder)
            try files.synchronizeFolder(folder.parent)
        }
    }

    private func copy(_ file: PublishedFile, _ sent: (UInt64) -> Void) throws -> PublicationRun.Receipt {
        let source = FilePath(request.folder).appending(try Artifact.validated(file.name))
        var hasher = SHA256Hasher()
        var size: UInt64 = 0
        try files.copyFile(source, to: destination.staging.appending(file.name), permissions: 0o644) { piece in
            hasher.update(piece)
            size += UInt64(piece.count)
            sent(size)
        }
        guard size == file.size, hasher.finalize() == file.sha256 else {
            throw RelctlError(
                "`\(source)` is not what the manifest says: its contents have changed",
                hints: ["`relctl verify` tells what else has; `relctl package` makes the archives again"]
            )
        }
        return PublicationRun.Receipt(sha256: file.sha256)
    }

    private func putInPlace(replaces: Bool) throws {
        let found = PublishedFolder(destination: destination, files: files)
        // An empty folder gives way to a rename; one that filled up meanwhile makes it fail.
        guard replaces, let names = try found.names(), !names.isEmpty else {
            return try files.rename(destination.staging, to: destination.path)
        }
        try found.requireRelease(of: request.release.name)
        do {
            try files.exchange(destination.staging, with: destination.path)
        } catch let error as FileSystemError where error.isUnsupported {
            try exchangeByRenaming()
        }
    }

    private func exchangeByRenaming() throws {
        try files.removeTree(destination.superseded)
        try files.rename(destination.path, to: destination.superseded)
        do {
            try files.rename(destination.staging, to: destination.path)
        } catch {
            try files.rename(destination.superseded, to: destination.path)
            throw error
        }
    }
}
