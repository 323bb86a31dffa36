/// Finds what no shape can say about `images`.
package struct ImageChecks {
    private let images: [ImageSettings]
    private let project: ProjectSettings
    private var report: ConfigurationReport
    /// What was said of the image at hand, for what a variant has from it is said once.
    private var said: Set<String> = []

    /// Checks the images of a project.
    package init(_ images: [ImageSettings], of project: ProjectSettings, _ root: JSONNode) {
        (self.images, self.project, report) = (images, project, ConfigurationReport(of: root))
    }

    /// All problems of the images.
    package mutating func problems() -> [RelctlError] {
        let root = report.root
        var ids: [String: SourcePlace] = [:]
        let top = ConfigurationPath().key("images")
        for (index, node) in (root["images"]?.items ?? []).enumerated()
        where node["name"] == nil && node["names"] == nil {
            let path = top.index(index)
            report.add("`\(path)` has neither `name` nor `names`", at: node.place, path)
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
        for image in images {
            for name in image.names {
                // `nginx` is `docker.io/library/nginx`.
                let id = ((try? RepositoryName(name))?.text ?? name) + image.tagSuffix
                if let first = ids[id] {
                    let hint = "variants and images of the same name need different `tagSuffix`es"
                    let text = name + image.tagSuffix
                    add("`\(text)` is there twice; the first is at \(first)", image, nil, hints: [hint])
                }
                ids[id] = image.place
            }
            check(image)
        }
        return report.problems
    }

    /// Nothing can be run that has no name, and nobody means an argument of no characters to be the first.
    private mutating func checkProcess(_ node: JSONNode, _ path: ConfigurationPath) {
        for key in ["entrypoint", "command"] {
            guard let first = node[key]?.items.first, first.text?.isEmpty == true else { continue }
            let item = path.key(key).index(0)
            report.add("`\(item)` is empty", at: first.place, item, hints: ["`\(key): []` leaves it to nobody"])
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
            report.add("`\(key)`: `\(text)` is no tag", at: item.place, key, hints: hints)
        }
    }

    private mutating func check(_ image: ImageSettings) {
        if image.variant == nil { said = [] }
        for name in image.binaries ?? [] where !project.binaries.contains(name) {
            let hints = Nearest.to(name, among: project.binaries).map { ["did you mean `\($0)`?"] } ?? []
            add("`\(name)` is none of the project's `binaries`", image, "binaries", hints: hints)
        }
        // What no format takes, the shape has refused.
        if let level = image.compression.level, ImageSettings.levels.contains(level) {
            let format = image.compression.format
            if format.levels?.contains(level) != true {
                let levels =
                    format.levels.map { "from \($0.lowerBound) to \($0.upperBound)" } ?? "not compressed at all"
                add("layers of `\(format.rawValue)` are \(levels), not at level \(level)", image, "level")
            }
        }
        if image.base == .scratch, let user = image.user, TextForm.imageUser.problem(with: user) == nil,
            !Self.isKnown(user)
        {
            add("`scratch` has no account `\(user)`", image, "user", hints: ["take a number, such as `65532:65532`"])
        }
        // A configuration without targets is refused where they are wanted.
        guard !project.targets.isEmpty else { return }
        do {
            _ = try ImagePlatforms(targets: project.targets).platforms(of: image)
        } catch {
            guard let error = error as? RelctlError else { return }
            add(error.message, image, "platforms")
        }
    }

    private static func isKnown(_ user: String) -> Bool {
        user.split(separator: ":").allSatisfy { part in
            ["root", "nonroot"].contains(part) || part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
    }

    /// Reports what is wrong with a key of an image, or with the image as a whole.
    private mutating func add(_ message: String, _ image: ImageSettings, _ key: String?, hints: [String] = []) {
        guard said.insert(message).inserted || image.variant == nil else { return }
        let path = ConfigurationPath().key("images")
        let place = key.map(image.place(of:)) ?? image.place
        report.add("`images`: \(message)", at: place, path, hints: hints)
    }
}
