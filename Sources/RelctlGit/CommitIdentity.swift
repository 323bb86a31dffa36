/// Somebody who commits, as git knows people: by a name and an address.
package struct CommitIdentity: Sendable, Hashable, Codable {
    /// The name.
    package var name: String
    /// The address.
    package var email: String

    /// Describes a person.
    package init(name: String, email: String) {
        self.name = name
        self.email = email
    }
}
