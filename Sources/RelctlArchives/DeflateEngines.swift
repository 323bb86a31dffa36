internal import CZlib

/// Which encoders there are, by the id that ``Compression/engine`` names.
package enum DeflateEngines {
    /// relctl's own, the same bytes on every machine.
    static let relctl = "relctl-\(DeflateEncoder.version)"

    /// zlib, as this machine has it.
    package static let zlib = "zlib"

    /// What is used unless something else is asked for.
    package static let preferred = relctl

    /// The ids of all encoders, the preferred one first.
    package static let ids = [relctl, zlib]

    /// The id, with the version where the id of the encoder has none because a plan is the same on every machine.
    static func versioned(_ id: String) -> String {
        id == zlib ? "\(id)-\(String(cString: zlibVersion()))" : id
    }

    /// An encoder.
    ///
    /// - Throws: ``RelctlError`` if there is no such encoder, or none of this level.
    package static func make(_ compression: Compression) throws -> any DeflateEngine {
        switch compression.engine {
        case relctl: return try DeflateEncoder(level: compression.level)
        case zlib: return try ZlibEngine(level: compression.level)
        default:
            let known = ids.map { "`\($0)`" }.joined(separator: ", ")
            throw RelctlError(
                "cannot compress by `\(compression.engine)`: there is no such encoder",
                hints: ["known encoders: \(known)"]
            )
        }
    }
}

extension Compression {
    /// How gzip and zip are compressed unless something else is asked for.
    package static let standardDeflate = Compression(engine: DeflateEngines.preferred, level: 6)
}
