/// The object that tells people and scripts not to take a release, beside its files, which stay for those that use them.
struct YankNotice: Sendable, Hashable, Codable {
    /// The project's name.
    var name: String
    /// The release's version.
    var version: Version
    /// Its tag.
    var tag: String
    /// Why not to take it.
    var reason: String

    /// The name of the object.
    static let fileName = "YANKED.json"

    /// The reason that a notice gives; an empty one for a notice that relctl did not write.
    static func reason(at key: String, _ client: S3Client) async throws -> String? {
        guard let bytes = try await client.read(key)?.bytes else { return nil }
        return (try? JSONText.decode(YankNotice.self, from: bytes, file: FilePath(key)))?.reason ?? ""
    }
}
