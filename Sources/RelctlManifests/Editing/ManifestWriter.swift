/// Writes changes of several files so that all of them happen or none.
///
/// The new texts are written beside the old ones, all of them, before the first takes an old one's place. Killed in
/// between, each file is whole, old or new; a file that is half written has another name, and goes with the next run.
package struct ManifestWriter: Sendable {
    private let project: FilePath
    private let files: any FileSystem

    /// Writes below `project`.
    package init(project: FilePath, files: any FileSystem) {
        self.project = project
        self.files = files
    }

    /// A change, and the file that it is written to: links are followed.
    package struct Placed: Sendable, Hashable {
        /// The file itself, absolute and without links.
        package var path: FilePath
        /// What becomes of it.
        package var change: ManifestChange
        /// Its permission bits, which it keeps.
        package var permissions: UInt16
    }

    /// Looks which files the changes would be written to, each of them once; nothing is changed.
    ///
    /// - Throws: ``RelctlError`` for two names of one file that would say different things.
    package func located(_ changes: [ManifestChange]) throws -> [(path: FilePath, change: ManifestChange)] {
        var located: [(path: FilePath, change: ManifestChange)] = []
        for change in changes {
            let path = try files.canonicalPath(of: project.appending(change.file))
            guard let other = located.first(where: { $0.path == path })?.change else {
                located.append((path, change))
                continue
            }
            guard other.new.utf8.elementsEqual(change.new.utf8) else {
                throw RelctlError(
                    "cannot change the version in `\(change.file)`: it is the same file as `\(other.file)`, "
                        + "which shall say something else",
                    code: .editRefused
                )
            }
        }
        return located
    }

    /// Looks where the changes would be written, and whether they can be; nothing is changed.
    ///
    /// - Throws: ``RelctlError`` for a file that changed meanwhile, is write-protected, or whose folder is; for two names
    ///   of one file that would say different things.
    package func place(_ changes: [ManifestChange]) throws -> [Placed] {
        try located(changes).map { path, change in
            guard try files.text(of: path).utf8.elementsEqual(change.old.utf8),
                let status = try files.status(of: path)
            else {
                throw RelctlError(
                    "cannot change the version in `\(change.file)`: something else has changed the file meanwhile",
                    code: .editRefused,
                    hints: ["run relctl again"]
                )
            }
            // Renaming over it would work all the same, but is not what whoever protected it wants.
            guard status.permissions & 0o222 != 0, files.isWritableFolder(path.parent) else {
                throw RelctlError("cannot change the version in `\(change.file)`: it is write-protected")
            }
            return Placed(path: path, change: change, permissions: status.permissions & 0o777)
        }
    }

    /// Writes them.
    ///
    /// - Throws: ``RelctlError`` or ``FileSystemError`` with every file as it was before; if not even that can be done,
    ///   the error names the files that say the new version.
    package func write(_ placed: [Placed]) throws {
        var (besides, done): ([FilePath], Int) = ([], 0)
        do {
            for item in placed {
                let beside = try files.freshSibling(of: item.path)
                besides.append(beside)
                try write(item, to: beside)
            }
            for (item, beside) in zip(placed, besides) {
                // A call that fails may have done its work.
                done += 1
                try files.rename(beside, to: item.path)
            }
            for folder in Set(placed.map(\.path.parent)).sortedBytewise(by: \.string) {
                try files.synchronizeFolder(folder)
            }
        } catch {
            for beside in besides { try? files.removeTree(beside) }
            try restore(Array(placed.prefix(done)), after: error)
            throw error
        }
    }

    private func write(_ item: Placed, to beside: FilePath) throws {
        let file = try files.create(beside, permissions: item.permissions)
        do {
            try Array(item.change.new.utf8).withUnsafeBytes { try file.write($0) }
            try file.synchronize()
            try file.close()
        } catch {
            try? file.close()
            throw error
        }
    }

    /// Returns true if every file has its new text.
    package func areWritten(_ changes: [ManifestChange]) throws -> Bool {
        try changes.allSatisfy { try files.text(of: project.appending($0.file)).utf8.elementsEqual($0.new.utf8) }
    }

    /// Gives the old text back to each file that has the new one; whatever else a file says, somebody wrote since.
    package func takeBack(_ changes: [ManifestChange]) throws {
        for change in changes {
            let path = try files.canonicalPath(of: project.appending(change.file))
            guard try files.text(of: path).utf8.elementsEqual(change.new.utf8),
                let status = try files.status(of: path)
            else { continue }
            try files.write(change.old.utf8, to: path, permissions: status.permissions & 0o777)
        }
    }

    /// Gives files their old texts back; those that have them are left alone.
    ///
    /// - Throws: ``RelctlError`` that names the files that could not be restored, and `failure` for its cause.
    package func restore(_ placed: [Placed], after failure: any Error) throws {
        var (lost, causes): ([Placed], [any Error]) = ([], [failure])
        for item in placed {
            do {
                let text = try files.text(of: item.path)
                guard !text.utf8.elementsEqual(item.change.old.utf8) else { continue }
                try files.write(item.change.old.utf8, to: item.path, permissions: item.permissions)
            } catch {
                lost.append(item)
                causes.append(error)
            }
        }
        guard !lost.isEmpty else { return }
        let names = lost.map { "`\($0.change.file)`" }.joined(separator: ", ")
        throw RelctlError(
            "cannot give these files their old version back: \(names)",
            code: .editHalfDone,
            hints: ["`git checkout -- FILE` does, where the file is committed"],
            causes: causes
        )
    }
}

extension RelctlError.Code {
    /// Some manifests say the new version, some the old one, and relctl could not help it.
    package static let editHalfDone = RelctlError.Code(name: "version.edit_half_done", exitCode: 1)
}
