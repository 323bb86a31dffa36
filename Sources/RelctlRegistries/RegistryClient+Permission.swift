/// Asking whether content may be pushed.
extension RegistryClient {
    /// Proves that who asks may write to the repository: the registry begins an upload, and forgets it again.
    ///
    /// Tokens and permissions can be looked at in no other way that all registries have. Nobody can see the upload, and
    /// the repository does not come into being by it.
    ///
    /// - Throws: ``RelctlError`` if the registry refuses, or cannot be reached.
    package func requirePermissionToPush() async throws {
        var call = RegistryCall(.post, url("blobs/uploads/"), "cannot push to `\(repository)`")
        call.repeats = .always
        let response = try await send(call)
        guard response.status == 202, let location = response.headers["Location"] else {
            throw surprise(call.purpose, "the registry answers \(response.status) where an upload begins")
        }
        await giveUp(try self.location(location, in: response, call.purpose))
    }
}
