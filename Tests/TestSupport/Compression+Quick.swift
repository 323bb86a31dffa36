package import RelctlCore

extension Compression {
    /// What takes least time in a debug build, for tests of anything but the encoder.
    package static let quick = Compression(engine: "zlib", level: 1)
}
