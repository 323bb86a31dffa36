extension Extensions {
    /// Registers the version sources that relctl has built in.
    ///
    /// - Throws: ``RelctlError`` if one of their ids is taken.
    package mutating func registerBuiltInVersionSources() throws {
        for (id, source) in BuiltInVersionSources.all { try versionSources.register(source, id: id) }
    }
}
