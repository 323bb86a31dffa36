import RelctlCore

/// Images that are made, as people read them.
struct ImageBuildText {
    let style: TextStyle

    /// What will be made.
    func lines(_ plan: ImagePlan) -> [String] {
        [title(plan, digest: nil)]
            + plan.platforms.flatMap { platform in
                ["  \(platform.platform) of \(platform.target), on \(TerminalText.escaped(plan.base.text))"]
                    + platform.layers.map { layer in
                        "    \(layer.purpose.rawValue): "
                            + layer.entries.map { TerminalText.escaped("/\($0.path)") }.joined(separator: " ")
                    }
            }
    }

    /// What was made.
    func lines(_ image: BuiltImage) -> [String] {
        [title(image.plan, digest: image.index.digest)]
            + image.platforms.map { platform in
                "  \(platform.platform) \(platform.manifest.digest) \(ByteCount(platform.size))"
            }
    }

    private func title(_ plan: ImagePlan, digest: ContentDigest?) -> String {
        let tags = plan.tags.map { TerminalText.escaped($0) }.joined(separator: ", ")
        let names = plan.names.map { TerminalText.escaped($0) }.joined(separator: ", ")
        return "\(style.text(names, .bold)) \(tags)" + (digest.map { " \($0)" } ?? "")
    }
}
