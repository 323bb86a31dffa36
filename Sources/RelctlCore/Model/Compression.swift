/// How an archive's bytes are compressed: what, beside the content, decides which bytes come out.
public struct Compression: Sendable, Hashable, Codable {
    /// The encoder and its version, such as `relctl-1` or `zlib`; another version may give other bytes.
    public var engine: String
    /// The level, on the scale of the archive's format.
    public var level: Int

    /// Describes a compression.
    public init(engine: String, level: Int) {
        self.engine = engine
        self.level = level
    }
}
