extension Extensions {
    /// Registers the signers that relctl comes with.
    ///
    /// - Throws: ``RelctlError`` if an id is taken.
    package mutating func registerBuiltInSigners() throws {
        try signers.register(GPGSigner(), id: "gpg")
        try signers.register(SSHSigner(), id: "ssh")
    }
}
