import RelctlCLI
import RelctlCore

await RelctlCLI.main {
    var extensions = try Extensions.builtIn()
    try extensions.versionSources.register(SettingsVersionSource(), id: "settings")
    try extensions.builders.register(MakeBuilder(), id: "make")
    try extensions.notesRenderers.register(LetterRenderer(), id: "letter")
    try extensions.publishers.register(OutboxPublisher(), id: "outbox")
    try extensions.packagers.register(InstallerPackager(), id: "installer")
    try extensions.distributionTargets.register(ShelfTarget(), id: "shelf")
    try extensions.signers.register(OpenSSLSigner(), id: "openssl")
    return extensions
}
