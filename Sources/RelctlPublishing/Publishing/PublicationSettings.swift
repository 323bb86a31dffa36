/// Where a release goes.
package struct PublicationSettings: Sendable, Equatable {
    /// What other publications call it in `after`; by default its publisher's id.
    package var name: String?
    /// The names of the publications that are done before this one begins.
    package var after: [String] = []
    /// The publisher's id.
    package var publisher: String
    /// Its own keys, as they stand.
    package var options: [String: ConfigurationValue]
    /// Where the configuration names it.
    package var place: SourcePlace

    /// Describes where a release goes.
    package init(
        name: String? = nil,
        after: [String] = [],
        publisher: String,
        options: [String: ConfigurationValue],
        place: SourcePlace
    ) {
        self.name = name
        self.after = after
        self.publisher = publisher
        self.options = options
        self.place = place
    }
}
