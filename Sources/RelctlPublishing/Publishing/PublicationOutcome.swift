/// One place that a release went to.
package struct PublicationOutcome: Sendable, Hashable, Codable {
    /// What tells it from others: its `name`, else its publisher's id.
    package var name: String
    /// The publisher's id.
    package var publisher: String
    /// What had to be done; nothing if all was there.
    package var actions: [PublicationAction]

    /// Describes what is done at a place.
    package init(name: String, publisher: String, actions: [PublicationAction]) {
        self.name = name
        self.publisher = publisher
        self.actions = actions
    }

    /// What a planned publication comes to.
    package init(_ planned: PlannedPublication) {
        name = planned.request.name
        publisher = planned.request.publisher
        actions = planned.actions
    }
}
