extension Extensions {
    /// Makes relctl's own distribution targets known.
    ///
    /// - Throws: ``RelctlError`` if one of their ids is taken.
    package mutating func registerBuiltInDistributionTargets() throws {
        try distributionTargets.register(HomebrewTarget(), id: HomebrewTarget.id)
        try distributionTargets.register(ScoopTarget(), id: ScoopTarget.id)
    }
}
