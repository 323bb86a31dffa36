/// Chooses the targets that images are made for.
package struct ImagePlatforms {
    private let targets: [TargetSettings]

    init(_ request: ImagePlanner.Request) { targets = request.project.targets }

    package init(targets: [TargetSettings]) { self.targets = targets }

    /// The platforms of an image with the target of each, in the order of the image's list, or else of the targets.
    ///
    /// - Throws: ``RelctlError`` if there is none, or no target for one.
    package func platforms(of image: ImageSettings) throws -> [(ImagePlatform, TargetSettings)] {
        let linux = targets.filter { $0.triple.system == .linux }
        var chosen: [(ImagePlatform, TargetSettings)] = []
        func add(_ platform: ImagePlatform, _ target: TargetSettings) {
            guard !chosen.contains(where: { $0.0.matches(platform) }) else { return }
            chosen.append((platform, target))
        }
        guard !image.platforms.isEmpty else {
            for target in linux {
                guard let platform = ImagePlatform(target.triple) else { continue }
                add(platform, Self.best(linux.filter { ImagePlatform($0.triple) == platform }, image.base) ?? target)
            }
            guard !chosen.isEmpty else {
                throw Self.error("it is for no platform: the release has no target for Linux", image)
            }
            return chosen
        }
        for choice in image.platforms {
            switch choice {
            case .platform(let platform):
                let fitting = linux.filter { ImagePlatform($0.triple)?.matches(platform) ?? false }
                guard let target = Self.best(fitting, image.base) else {
                    throw Self.error("no target of the release is for `\(platform)`", image)
                }
                add(platform, target)
            case .target(let triple):
                guard let target = linux.first(where: { $0.triple == triple }), let platform = ImagePlatform(triple)
                else { throw Self.error("`\(triple)` is no target of the release that images can be made for", image) }
                add(platform, target)
            }
        }
        return chosen
    }

    /// Of several targets that are one platform: on nothing, the first whose programs need nothing.
    private static func best(_ targets: [TargetSettings], _ base: ImageBase) -> TargetSettings? {
        let standalone = base == .scratch ? targets.first { $0.triple.requiresStaticBinaries } : nil
        return standalone ?? targets.first
    }

    private static func error(_ message: String, _ image: ImageSettings) -> RelctlError {
        RelctlError(message, code: .configurationInvalid, place: image.place(of: "platforms"))
    }
}
