/// Looks at the folder that a release is published into; only ever reads.
struct FolderObserver: Sendable {
    let files: any FileSystem

    /// Looks at what is there.
    ///
    /// - Throws: ``RelctlError`` if something is there that no release may take the place of; ``FileSystemError``.
    func observe(_ request: PublicationRequest) async throws -> PublicationState {
        let destination = try ReleaseDestination(of: request, files: files)
        let folder = PublishedFolder(destination: destination, files: files)
        guard let names = try folder.names(), !names.isEmpty else { return .absent }
        let differences = try await folder.compare(with: request.filesAndNotes)
        guard !differences.isEmpty else { return .identical }
        try folder.requireRelease(of: request.release.name)
        return .different(differences)
    }
}
