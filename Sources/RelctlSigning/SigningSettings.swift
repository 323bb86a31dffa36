/// Who signs the list of all checksums.
package struct SigningSettings: Sendable, Equatable {
    /// The signer's id.
    package var signer: String
    /// Its own keys, as they stand.
    package var options: [String: ConfigurationValue]
    /// Where the configuration names it.
    package var place: SourcePlace

    /// Describes who signs the list of all checksums.
    package init(signer: String, options: [String: ConfigurationValue], place: SourcePlace) {
        self.signer = signer
        self.options = options
        self.place = place
    }
}
