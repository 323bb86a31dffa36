public import RelctlCore

extension Extensions {
    /// The connectors that relctl comes with, registered as anyone else's are.
    ///
    /// - Throws: ``RelctlError`` if two have one id.
    public static func builtIn() throws -> Extensions {
        var extensions = Extensions()
        try extensions.registerBuiltInVersionSources()
        try extensions.registerBuiltInBuilders()
        try extensions.registerBuiltInPackagers()
        try extensions.registerBuiltInPublishers()
        try extensions.registerBuiltInDistributionTargets()
        try extensions.registerBuiltInSigners()
        extensions.versionSources.markAsBuiltIn()
        extensions.builders.markAsBuiltIn()
        extensions.packagers.markAsBuiltIn()
        extensions.publishers.markAsBuiltIn()
        extensions.distributionTargets.markAsBuiltIn()
        extensions.signers.markAsBuiltIn()
        return extensions
    }
}
