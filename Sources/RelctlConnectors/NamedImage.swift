/// An image of a release by its names, which are known before it is made.
public struct NamedImage: Sendable, Hashable, Codable {
    /// The id, which no other image of the release has.
    public var id: String
    /// The repositories it goes to, such as `ghcr.io/acme/app`.
    public var names: [String]
    /// The tags it gets in each, the exact version's first.
    public var tags: [String]

    /// Names an image.
    public init(id: String, names: [String], tags: [String]) {
        self.id = id
        self.names = names
        self.tags = tags
    }
}
