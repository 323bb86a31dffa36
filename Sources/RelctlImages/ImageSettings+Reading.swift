extension ImageSettings {
    /// Reads the key `images` of a completed text: each image, and after it its variants.
    package static func all(reading node: JSONNode?) -> [ImageSettings] {
        (node?.items ?? []).flatMap { item in
            let image = Self.image(Layered(item, nil))
            let variants = (item["variants"]?.members ?? []).map { member in
                var variant = Self.image(Layered(member.node, item))
                variant.variant = member.key
                variant.tagSuffix = member.node["tagSuffix"]?.text ?? "-\(member.key)"
                variant.place = member.keyPlace
                return variant
            }
            return [image] + variants
        }
    }

    /// A variant's keys over its image's.
    private struct Layered {
        let node: JSONNode
        private let fallback: JSONNode?

        init(_ node: JSONNode, _ fallback: JSONNode?) { (self.node, self.fallback) = (node, fallback) }

        subscript(_ key: String) -> JSONNode? { node[key] ?? fallback?[key] }

        /// Places of all values by their keys.
        var places: [String: SourcePlace] {
            let places = [fallback, node].compactMap(\.self).flatMap(\.members).map { ($0.key, $0.node.place) }
            return Dictionary(places) { $1 }
        }
    }

    private static func image(_ keys: Layered) -> ImageSettings {
        let names = keys["names"]?.texts ?? keys["name"]?.text.map { [$0] } ?? []
        var image = ImageSettings(names: names, place: keys.node.place)
        image.keyPlaces = keys.places
        image.base = keys["from"]?.text.flatMap(ImageBase.init) ?? .scratch
        image.platforms = keys["platforms"]?.texts.compactMap(ImagePlatformChoice.init) ?? []
        image.files = keys["files"]?.items.compactMap(rule) ?? []
        image.binaries = keys["binaries"]?.texts
        image.entrypoint = keys["entrypoint"]?.texts
        image.command = keys["command"]?.texts
        image.environment = keys["environment"]?.templateMap ?? [:]
        image.user = keys["user"]?.text
        image.workingDirectory = keys["workingDirectory"]?.text
        image.ports = keys["ports"]?.texts.compactMap(port) ?? []
        image.volumes = keys["volumes"]?.texts ?? []
        image.labels = keys["labels"]?.templateMap ?? [:]
        image.annotations = keys["annotations"]?.templateMap ?? [:]
        image.stopSignal = keys["stopSignal"]?.text
        image.tags = keys["tags"]?.templates
        image.certificates = keys["certificates"]?.path
        image.compression.format = keys["compression"]?.text.flatMap(ImageCompression.Format.init) ?? .gzip
        image.compression.level = keys["level"]?.integer
        image.budget = keys["budget"]?.text.flatMap { ByteCount($0)?.bytes }
        image.attestations.provenance = keys["attestations"]?["provenance"]?.flag ?? true
        image.attestations.sbom = keys["attestations"]?["sbom"]?.flag ?? true
        return image
    }

    private static func rule(_ node: JSONNode) -> ImageFileRule? {
        guard let patterns = node["files"]?.texts else { return nil }
        let to = node["to"]?.text.flatMap { try? RelativePath(String($0.drop { $0 == "/" })) }
        return ImageFileRule(
            selection: FileSelection(
                patterns: patterns,
                except: node["except"]?.texts ?? [],
                from: node["from"]?.path,
                to: to
            ),
            mode: node["mode"]?.text.flatMap { UInt16($0, radix: 8) },
            place: node.place
        )
    }

    /// A port with its protocol.
    private static func port(_ text: String) -> String? { text.contains("/") ? text : text + "/tcp" }
}
