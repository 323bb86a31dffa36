/// What a forge has of a release: what counts for those who wait for it, and for those who would take it back.
package struct TaggedRelease: Sendable, Hashable, Codable {
    /// The forge's name of it.
    package var id: String
    /// Its tag.
    package var tag: String
    /// Whether only those see it who may write.
    package var isDraft: Bool
    /// Whether the forge lets nobody change it, or use its tag again.
    package var isImmutable: Bool
    /// Whether relctl made it, as far as that can be seen: what users see has no mark.
    package var isOwn: Bool
    /// Where people look at it.
    package var url: String?
    /// The names of the files that are there whole.
    package var assets: [String]
}
