/// What is found where a release is to be published.
struct PublishedFolder {
    let destination: ReleaseDestination
    let files: any FileSystem

    /// The names of what is there; nothing where no folder is.
    ///
    /// - Throws: ``RelctlError`` if something stands there that no release may take the place of.
    func names() throws -> [String]? {
        guard let status = try files.status(of: destination.path) else { return nil }
        guard status.kind == .folder else {
            throw refusal("a \(status.kind.rawValue) is there", causes: [])
        }
        return try files.names(in: destination.path)
    }

    /// Compares what is there with a release, by the names, sizes and digests of all files.
    func compare(with wanted: [PublishedFile]) async throws -> [String] {
        var differences: [String] = []
        let present = try names() ?? []
        // As paths, which are compared by their bytes.
        let wantedNames = Set(wanted.map { FilePath($0.name) })
        for name in present where !wantedNames.contains(FilePath(name)) {
            differences.append("`\(name)` is there, and not in this release")
        }
        for file in wanted {
            if let difference = try await difference(of: file) { differences.append(difference) }
        }
        return differences
    }

    /// Makes sure that what is there is a release of the project and of nothing else, so that it may be removed.
    ///
    /// Someone's folder of other things must never be lost to a wrong `path`.
    ///
    /// - Throws: ``RelctlError`` if it is something else.
    func requireRelease(of project: String) throws {
        guard let names = try names(), !names.isEmpty else { return }
        let manifest = destination.path.appending(Manifest.fileName)
        guard try files.status(of: manifest)?.kind == .file else {
            throw refusal("what is there is not a release: it has no `\(Manifest.fileName)`", causes: [])
        }
        do {
            let found = try JSONText.decode(Manifest.self, from: files.contents(of: manifest), file: manifest)
            guard found.release.name == project else {
                throw RelctlError("it is a release of `\(found.release.name)`, not of `\(project)`")
            }
        } catch {
            throw refusal("what is there is not a release of this project", causes: [error])
        }
    }

    private func difference(of file: PublishedFile) async throws -> String? {
        let path = destination.path.appending(try Artifact.validated(file.name))
        guard let status = try files.status(of: path) else { return "`\(file.name)` is missing" }
        guard status.kind == .file else { return "`\(file.name)` is a \(status.kind.rawValue)" }
        guard status.size == file.size else { return "`\(file.name)` has \(status.size) bytes, not \(file.size)" }
        let found = try await FileHasher(files: files).summary(of: path)
        guard found.sha256 == file.sha256 else { return "`\(file.name)` has other contents" }
        return nil
    }

    private func refusal(_ reason: String, causes: [any Error]) -> RelctlError {
        RelctlError(
            "cannot publish to the folder `\(destination.text)`: \(reason)",
            code: .publicationExists,
            hints: ["remove it yourself if it is not needed, or choose another `path`"],
            causes: causes
        )
    }
}
