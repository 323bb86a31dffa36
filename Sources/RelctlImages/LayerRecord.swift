/// Which layers were made of what, kept beside a layout, so that a second run makes none again.
///
/// It is a hint: a layer is used again only if its blob is there and is what its name says.
struct LayerRecord: Sendable, Codable {
    /// The name of the file in the layout's folder.
    static let fileName = "layers.json"
    /// Raised whenever the same plan gives a layer other bytes than before: what older code made is not used again then.
    private static let currentFormat = 3

    private var format = LayerRecord.currentFormat
    private(set) var layers: [String: LayerWriter.Written] = [:]

    /// Knows nothing.
    init() {}

    /// Reads the record; one that cannot be read knows nothing.
    init(in folder: FilePath, files: any FileSystem) {
        let path = folder.appending(Self.fileName)
        guard let bytes = try? files.contents(of: path, limit: ImageLayout.manifestLimit),
            let record = try? JSONText.decode(LayerRecord.self, from: bytes, file: path),
            record.format == Self.currentFormat
        else { return }
        self = record
    }

    subscript(_ key: Digest) -> LayerWriter.Written? {
        get { layers[key.hexadecimal] }
        set { layers[key.hexadecimal] = newValue }
    }

    /// Everything that decides a layer's bytes.
    struct Key {
        /// The image below, which decides where paths lead.
        let base: ContentDigest?
        /// The target that programs were proven to be for.
        let target: TargetTriple?
        /// The program among the image's files that was proven to be for the target.
        let program: RelativePath?
        /// The user by name whom it was proven with that the image knows them; nothing for a number and for the base's.
        let user: String?
        let compression: ImageCompression.Format
        let encoder: Compression?
        let timestamp: Int64
        let entries: [Line]
        /// What other layers have: it was proven that links of the base lead none of it to the same place.
        let others: [RelativePath]

        /// An entry in few words.
        struct Line {
            var path: RelativePath
            var content: Content

            enum Content {
                case folder(FolderAttributes)
                case link(String)
                case file(mode: UInt16, Digest)
            }

            fileprivate var words: [String] {
                switch content {
                case .folder(let it): ["folder", path.string, "\(it.mode)", "\(it.owner)", "\(it.group)"]
                case .link(let target): ["link", path.string, target]
                case .file(let mode, let sha256): ["file", path.string, "\(mode)", sha256.hexadecimal]
                }
            }
        }

        /// What tells it from any other: the digest of all its values, each after its length.
        var digest: Digest {
            var words = ["\(LayerRecord.currentFormat)", base?.description ?? "", target?.text ?? ""]
            words += [program?.string ?? "", user ?? "", compression.rawValue]
            words += [encoder?.engine ?? "", encoder.map { "\($0.level)" } ?? "", "\(timestamp)"]
            words += ["\(entries.count)"] + entries.flatMap(\.words) + others.map(\.string)
            return Digest(
                of: words.reduce(into: []) { bytes, word in
                    bytes += "\(word.utf8.count) ".utf8
                    bytes += word.utf8
                }
            )
        }
    }
}
