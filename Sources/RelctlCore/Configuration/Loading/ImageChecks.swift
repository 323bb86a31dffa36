/// Finds what no shape can say about `images`.
struct ImageChecks {
    let configuration: Configuration
    /// The completed text, for places.
    let root: JSONNode
    private var found: [RelctlError] = []
    /// What was said of the image at hand, for what a variant has from it is said once.
    private var said: Set<String> = []

    init(configuration: Configuration, root: JSONNode) {
        (self.configuration, self.root) = (configuration, root)
    }

    /// All problems of the images.
    mutating func problems() -> [RelctlError] {
        var ids: [String: SourcePlace] = [:]
        let top = ConfigurationPath().key("images")
        for (index, node) in (root["images"]?.items ?? []).enumerated()
        where node["name"] == nil && node["names"] == nil {
            let path = top.index(index)
            found.append(.configuration("`\(path)` has neither `name` nor `names`", node.place, path))
        }
        for (index, node) in (root["images"]?.items ?? []).enumerated() {
            checkProcess(node, top.index(index))
            checkTags(node, top.index(index))
            for variant in node["variants"]?.members ?? [] {
                let path = top.index(index).key("variants").key(variant.key)
                checkProcess(variant.node, path)
                checkTags(variant.node, path)
            }
        }
        for image in configuration.images {
            for name in image.names {
                // `nginx` is `docker.io/library/nginx`.
                let id = ((try? RepositoryName(name))?.text ?? name) + image.tagSuffix
                if let first = ids[id] {
                    let hint = "variants and images of the same name need different `tagSuffix`es"
                    let text = name + image.tagSuffix
                    report("`\(text)` is there twice; the first is at \(first)", image, nil, hints: [hint])
                }
                ids[id] = image.place
            }
            check(image)
        }
        return found
    }

    /// Nothing can be run that has no name, and nobody means an argument of no characters to be the first.
    private mutating func checkProcess(_ node: JSONNode, _ path: ConfigurationPath) {
        for key in ["entrypoint", "command"] {
            guard let first = node[key]?.items.first, first.text?.isEmpty == true else { continue }
            let item = path.key(key).index(0)
            found.append(
                .configuration("`\(item)` is empty", first.place, item, hints: ["`\(key): []` leaves it to nobody"])
            )
        }
    }

    /// Tags that say the same of every release are tags, or nothing.
    private mutating func checkTags(_ node: JSONNode, _ path: ConfigurationPath) {
        for (index, item) in (node["tags"]?.items ?? []).enumerated() {
            guard let text = item.text, !text.isEmpty, !text.contains("{{"),
                !ReferenceGrammar.isTag(text.replacing("+", with: "_"))
            else { continue }
            let key = path.key("tags").index(index)
            let hints = [ReferenceGrammar.tagRule]
            found.append(.configuration("`\(key)`: `\(text)` is no tag", item.place, key, hints: hints))
        }
    }

    private mutating func check(_ image: ImageSettings) {
        if image.variant == nil { said = [] }
        for name in image.binaries ?? [] where !configuration.binaries.contains(name) {
            let hints = Nearest.to(name, among: configuration.binaries).map { ["did you mean `\($0)`?"] } ?? []
            report("`\(name)` is none of the project's `binaries`", image, "binaries", hints: hints)
        }
        // What no format takes, the shape has refused.
        if let level = image.compression.level, ConfigurationSchema.imageLevels.contains(level) {
            let format = image.compression.format
            if format.levels?.contains(level) != true {
                let levels =
                    format.levels.map { "from \($0.lowerBound) to \($0.upperBound)" } ?? "not compressed at all"
                report("layers of `\(format.rawValue)` are \(levels), not at level \(level)", image, "level")
            }
        }
        if image.base == .scratch, let user = image.user, TextForm.imageUser.problem(with: user) == nil,
            !Self.isKnown(user)
        {
            report("`scratch` has no account `\(user)`", image, "user", hints: ["take a number, such as `65532:65532`"])
        }
        // A configuration without targets is refused where they are wanted.
        guard !configuration.targets.isEmpty else { return }
        do {
            _ = try ImagePlatforms(targets: configuration.targets).platforms(of: image)
        } catch {
            guard let error = error as? RelctlError else { return }
            report(error.message, image, "platforms")
        }
    }

    private static func isKnown(_ user: String) -> Bool {
        user.split(separator: ":").allSatisfy { part in
            ["root", "nonroot"].contains(part) || part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
    }

    /// Reports what is wrong with a key of an image, or with the image as a whole.
    private mutating func report(_ message: String, _ image: ImageSettings, _ key: String?, hints: [String] = []) {
        guard said.insert(message).inserted || image.variant == nil else { return }
        let path = ConfigurationPath().key("images")
        let place = key.map(image.place(of:)) ?? image.place
        found.append(.configuration("`images`: \(message)", place, path, hints: hints))
    }
}
