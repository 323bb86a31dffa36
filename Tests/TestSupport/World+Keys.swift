package import RelctlCore

extension World {
    /// Runs `body` with a folder for keys of gpg, and ends what gpg has started for them.
    ///
    /// - Parameter body: What is done with the folder, which is to be `GNUPGHOME`.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and what making the folder does.
    package func withKeyFolder<Value>(_ body: (FilePath) async throws -> Value) async throws -> Value {
        // The agent's socket has a short path alone.
        let keys = folder.appending("k")
        let files = LiveFileSystem()
        try files.createFolder(keys)
        try files.setPermissions(0o700, of: keys)
        // Each agent would spend seconds on finding out how much work makes a passphrase hard to guess.
        try files.write("s2k-count 65536\n".utf8, to: keys.appending("gpg-agent.conf"))
        let outcome = await Result { try await body(keys) }
        try await output(of: ["gpgconf", "--kill", "all"], environment: ["GNUPGHOME": keys.string])
        return try outcome.get()
    }
}
