/// The program that an image from scratch begins with: nothing but what is put there can be run.
struct ImageProgram {
    private let plan: ImagePlan

    /// Looks at a plan.
    init(_ plan: ImagePlan) { self.plan = plan }

    /// Proves that the program is there and can be run; volumes may bring it, and a base image may have it.
    ///
    /// - Throws: ``RelctlError`` if not.
    func requireProgram(at place: SourcePlace) throws {
        guard plan.base == .scratch else { return }
        for platform in plan.platforms {
            guard let program = platform.entrypoint?.first ?? plan.process.command?.first, !program.isEmpty else {
                continue
            }
            let key = platform.entrypoint?.first == nil ? "command" : "entrypoint"
            guard let reason = try reason(against: program, in: platform) else { continue }
            throw RelctlError(
                "`\(key)` is `\(program)`, which \(reason)",
                code: .configurationInvalid,
                place: place,
                hints: hints(platform)
            )
        }
    }

    /// Proves that what a program is started by is there, unless a base image may have it.
    ///
    /// - Parameters:
    ///   - format: What the program is.
    ///   - path: Where it is in the image.
    ///   - target: What it is for.
    /// - Throws: ``RelctlError`` if nothing could run it.
    func requireLoader(of format: BinaryFormat, at path: RelativePath, for target: TargetTriple) throws {
        guard plan.base == .scratch, let platform = plan.platforms.first(where: { $0.target == target }) else { return }
        let tree = BaseTree(platform.layers)
        let files = platform.layers.flatMap(\.entries).compactMap { entry -> RelativePath? in
            if case .file = entry.content { entry.path } else { nil }
        }
        for case .dynamic(let loader)? in format.slices.map(\.linking) {
            if let place = try tree.followed(loader.splitAtSlashes().map(String.init)),
                files.contains(place) || plan.process.volumes.contains(where: { Self.covers($0, place) })
            {
                continue
            }
            throw RelctlError(
                "`/\(path)` of the image `\(plan.id)` is started by `\(loader)`, which is not in the image",
                hints: [
                    "link it statically, as for `\(target.architecture.rawValue)-unknown-linux-musl`",
                    "or let `from` name a base image that has what it is linked to",
                ]
            )
        }
    }

    private func reason(against program: String, in platform: ImagePlan.Platform) throws -> String? {
        let contents = Dictionary(platform.layers.flatMap(\.entries).map { ($0.path, $0.content) }) { $1 }
        let tree = BaseTree(platform.layers)
        var refusal: String?
        for candidate in candidates(for: program) {
            guard let path = try tree.followed(candidate.splitAtSlashes().map(String.init)) else { continue }
            if plan.process.volumes.contains(where: { Self.covers($0, path) }) { return nil }
            guard case .file(_, let mode) = contents[path] else { continue }
            if mode & 0o111 != 0 { return nil }
            refusal = refusal ?? "is `/\(path)`, a file that cannot be run: `mode: \"0755\"` lets it be"
        }
        return refusal ?? "is not in the image: neither `binaries` nor `files` put it there"
    }

    /// Where a runtime looks for a program (image-spec, config, `Entrypoint`; execvp in POSIX.1-2017).
    private func candidates(for program: String) -> [String] {
        if program.utf8.first == UInt8(ascii: "/") { return [program] }
        guard !program.utf8.contains(UInt8(ascii: "/")) else {
            return ["\(plan.process.workingDirectory ?? "/")/\(program)"]
        }
        return (plan.process.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
    }

    private static func covers(_ volume: String, _ path: RelativePath) -> Bool {
        let volume = volume.splitAtSlashes()
        return path.components.count > volume.count && path.components.starts(with: volume)
    }

    private func hints(_ platform: ImagePlan.Platform) -> [String] {
        let programs = platform.layers.flatMap(\.entries).compactMap { entry -> String? in
            guard case .file(_, let mode) = entry.content, mode & 0o111 != 0 else { return nil }
            return "`/\(entry.path)`"
        }
        guard !programs.isEmpty else { return ["there is no program in it; `from` names a base image that has some"] }
        return ["it has " + programs.prefix(10).joined(separator: ", ") + (programs.count > 10 ? " and more" : "")]
    }
}
