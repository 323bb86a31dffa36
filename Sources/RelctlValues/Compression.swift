/// How an archive's bytes are compressed: what, beside the content, decides which bytes come out.
///
/// relctl's own encoder gives the same bytes on every machine. The others are libraries of the machine, of which another
/// version may give other bytes; the number of threads never makes a difference.
public struct Compression: Sendable, Hashable, Codable {
    /// The encoder and its version, such as `relctl-1` or `zlib`; another version may give other bytes.
    public var engine: String
    /// The level, on the scale of the archive's format.
    ///
    /// For xz and zstd it decides the memory too: xz takes about 130 MB for each thread at level 6, 650 MB at level 9;
    /// zstd 15 MB at level 6, 150 MB at level 19, 400 MB at level 22. Who unpacks needs up to 9, 65, 4, 8 and 128 MB.
    public var level: Int

    /// Describes a compression.
    public init(engine: String, level: Int) {
        self.engine = engine
        self.level = level
    }
}
