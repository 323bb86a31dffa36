extension ConfiguredSecrets {
    /// Asks the publishers, packagers and signers.
    package init(of configuration: Configuration, _ extensions: Extensions, environment: [String: String]) {
        let names = configuration.publications.flatMap { publication in
            (try? extensions.publishers.connector(publication.publisher))?.secretNames(publication.options) ?? []
        }
        self.init(
            names: configuration.packagingSecretNames(extensions)
                .union(configuration.signingSecretNames(extensions)).union(names),
            environment: environment
        )
    }
}

extension Configuration {
    /// The variables that packing reads secrets from: packagers' own, and the passphrases of charts' keys.
    func packagingSecretNames(_ extensions: Extensions) -> Set<String> {
        let formats = Set(archive.defaultFormats + archive.formats.values.flatMap(\.self))
        let names = formats.flatMap { (try? extensions.packagers.connector($0))?.secretNames ?? [] }
        return Set(names + charts.compactMap(\.signing?.passphrase))
    }

    /// The variables that signing the list of all checksums reads secrets from.
    func signingSecretNames(_ extensions: Extensions) -> Set<String> {
        Set(signing.flatMap { (try? extensions.signers.connector($0.signer))?.secretNames($0.options) ?? [] })
    }
}
