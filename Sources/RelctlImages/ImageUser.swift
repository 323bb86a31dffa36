/// Whom an image's processes run as, where that is a name: runtimes start nobody whom the image does not know.
///
/// They look names up in the `/etc/passwd` and `/etc/group` that a container has in the end, and follow links there; a
/// number needs no account (`GetExecUser` of Moby's package `user`, which runc, containerd and Docker go by).
struct ImageUser {
    /// The image.
    let plan: ImagePlan
    /// What it is for.
    let platform: ImagePlan.Platform
    /// What it stands on.
    let base: BaseImage
    /// Names by the file that must have them.
    private let names: [(kind: String, name: String, file: String)]

    /// Where accounts and groups are.
    static let files = [("user", "/etc/passwd"), ("group", "/etc/group")]

    /// The names that an image has for its user and group; nothing where it has numbers alone, or where nobody can know
    /// what is in its base.
    init?(of plan: ImagePlan, for platform: ImagePlan.Platform, on base: BaseImage?) {
        guard let base, base.copiedLayers.count == base.manifest.layers.count, platform.platform.os == "linux",
            let text = plan.process.user ?? base.configuration.config?.user
        else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        names = zip(parts, Self.files).compactMap { name, file in
            name.isEmpty || Int(name) != nil ? nil : (file.0, name, file.1)
        }
        guard !names.isEmpty else { return nil }
        (self.plan, self.platform, self.base) = (plan, platform, base)
    }

    /// The layer that decides with the base whether the names are known; nothing for an image with no layers of its own.
    var layer: ImagePlan.Layer? { platform.layers.first { $0.purpose == .files } ?? platform.layers.first }

    /// Where the files are on a base; what is in them must be known to tell.
    ///
    /// - Throws: ``RelctlError`` for links in a circle.
    func places(on tree: BaseTree) throws -> Set<RelativePath> {
        let tree = try ImageTree(platform, volumes: [], on: tree)
        return Set(try Self.files.compactMap { try tree.place(of: $0.1) })
    }

    /// Proves that images know their users.
    ///
    /// - Parameters:
    ///   - users: The users.
    ///   - trees: What the bases have, by their manifests.
    ///   - place: Returns the place of an image's `user`, by the id of the image.
    ///   - read: The content of a file of an image's own; nothing where that is none that can be told.
    /// - Throws: ``RelctlError`` with all that are not known as its causes.
    static func require(
        _ users: [ImageUser],
        on trees: [ContentDigest: BaseTree],
        at place: (_ id: String) -> SourcePlace?,
        reading read: (ImagePlan.Source) throws -> [UInt8]?
    ) throws {
        var problems: [any Error] = []
        for user in users {
            do {
                try user.require(on: trees[user.base.descriptor.digest] ?? BaseTree(), reading: read)
            } catch var error as RelctlError {
                error.place = place(user.plan.id)
                problems.append(error)
            }
        }
        try RelctlError.throwAll(problems, "\(problems.count) images have users whom they do not know")
    }

    /// Proves that the image knows user and group.
    ///
    /// - Parameters:
    ///   - tree: The base, with the content of what is at ``places(on:)``.
    ///   - read: The content of a file of the image's own; nothing where that is none that can be told.
    /// - Throws: ``RelctlError`` for a name that it does not know.
    func require(on tree: BaseTree, reading read: (ImagePlan.Source) throws -> [UInt8]?) throws {
        let volumes = plan.process.volumes + (base.configuration.config?.volumes ?? [:]).keys
        let tree = try ImageTree(platform, volumes: volumes, on: tree)
        for (kind, name, file) in names {
            var known: [String]?
            switch try tree.find(file) {
            case .own(_, let source, _):
                guard let content = try read(source) else { continue }
                known = Self.names(in: content)
            case .base(let content):
                guard let content else { continue }
                known = Self.names(in: content)
            case .volume: continue
            case nil: known = nil
            }
            guard known?.contains(where: { $0.equalsBytewise(name) }) != true else { continue }
            throw unknown(kind, name, file, known)
        }
    }

    /// The first field of each line (passwd(5), group(5)).
    private static func names(in content: [UInt8]) -> [String] {
        content.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let name = line.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != UInt8(ascii: ":") && $0 != 0x0d }
            return name.isEmpty || name.first == UInt8(ascii: "#") ? nil : String(decoding: name, as: UTF8.self)
        }
    }

    private func unknown(_ kind: String, _ name: String, _ file: String, _ known: [String]?) -> RelctlError {
        let reason = known == nil ? "there is no `\(file)` in it" : "its `\(file)` has no line of that name"
        let asked = plan.process.user == nil ? ", as which its base has it run" : ""
        var hints = Nearest.to(name, among: known ?? []).map { ["did you mean `\($0)`?"] } ?? []
        if let known, !known.isEmpty {
            hints.append("it has " + known.prefix(30).map { "`\($0)`" }.joined(separator: ", "))
            if known.count > 30 { hints[hints.count - 1] += " and more" }
        }
        hints.append("a number, such as `65532:65532`, needs no account")
        return RelctlError(
            "the image `\(plan.id)` for `\(platform.platform)` has no \(kind) `\(name)`\(asked)",
            code: .configurationInvalid,
            hints: hints,
            causes: [RelctlError("\(reason), and containers would not start")]
        )
    }
}
