/// What compresses a packager's format, and how hard it can try.
public struct CompressionScale: Sendable, Hashable {
    /// What ``Compression/engine`` names; another version of it may give other bytes.
    public var engine: String
    /// From the fastest level to the one that makes the smallest files.
    public var levels: ClosedRange<Int>
    /// The level where the configuration says nothing.
    public var usualLevel: Int
    /// Whether it is DEFLATE by the encoder that is chosen for the run.
    private var isDeflate = false

    /// Describes what compresses a format.
    public init(engine: String, levels: ClosedRange<Int>, usualLevel: Int = 6) {
        self.engine = engine
        self.levels = levels
        self.usualLevel = min(max(usualLevel, levels.lowerBound), levels.upperBound)
    }

    /// That of gzip and zip.
    package static let deflate = {
        var scale = CompressionScale(engine: "deflate", levels: 1...9)
        scale.isDeflate = true
        return scale
    }()

    /// The compression at a level, or the usual one; by the encoder `deflate` for DEFLATE.
    package func compression(level: Int?, deflate: String) -> Compression {
        Compression(engine: isDeflate ? deflate : engine, level: level ?? usualLevel)
    }
}
