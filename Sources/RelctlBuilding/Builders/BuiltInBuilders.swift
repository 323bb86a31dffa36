extension Extensions {
    /// Makes the builders known that relctl has built in.
    ///
    /// - Throws: ``RelctlError`` if one of their ids is taken.
    package mutating func registerBuiltInBuilders() throws {
        try builders.register(CargoBuilder(), id: "cargo")
    }
}
