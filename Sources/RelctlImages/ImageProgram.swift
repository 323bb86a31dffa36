/// The program that an image from scratch begins with: nothing but what is put there can be run.
struct ImageProgram {
    private let plan: ImagePlan

    /// Looks at a plan.
    init(_ plan: ImagePlan) { self.plan = plan }

    /// Proves that the program is there and can be run; volumes may bring it, and a base image may have it.
    ///
    /// - Throws: ``RelctlError`` if not.
    func requireProgram(of image: ImageSettings) throws {
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
                place: image.place(of: key),
                hints: hints(platform)
            )
        }
    }

    /// Proves that a program is for its platform, and that what it is started by is there.
    ///
    /// Of the release's programs all is known that they must be; the image's files may also be scripts, whose interpreter
    /// must be there.
    ///
    /// - Parameters:
    ///   - file: The program.
    ///   - path: Where it is in the image.
    ///   - layer: The layer that it is in.
    ///   - target: What it is for.
    /// - Throws: ``RelctlError`` if it cannot be run there.
    func check(
        _ file: any ReadableFile,
        at path: RelativePath,
        in layer: ImagePlan.Layer,
        for target: TargetTriple
    ) throws {
        let format =
            layer.purpose == .binaries
            ? try BinaryInspector.inspect(file, named: path.lastComponent, for: target)
            : try BinaryInspector.inspectAny(file, named: "/\(path)", for: target)
        if let format {
            try requireLoader(of: format, at: path, for: target)
        } else if let interpreter = try Self.interpreter(of: file) {
            let hints = ["let `from` name a base image that has it"]
            try require([interpreter], starting: path, for: target, hints: hints)
        }
    }

    /// What a script's first line says that it is run by; nothing where it says none, or depends on where it is started
    /// (execve(2), "Interpreter scripts").
    private static func interpreter(of file: any ReadableFile) throws -> String? {
        let line = try BinaryInspector.read(file, at: 0, count: 256).prefix { $0 != UInt8(ascii: "\n") }
        guard line.starts(with: "#!".utf8) else { return nil }
        let blanks: Set<UInt8> = [0x20, 0x09]
        let word = line.dropFirst(2).drop(while: blanks.contains).prefix { !blanks.contains($0) }
        return word.first == UInt8(ascii: "/") ? String(decoding: word, as: UTF8.self) : nil
    }

    /// The program that containers begin with, where it is one of the image's files and none of the release's programs.
    ///
    /// - Throws: ``RelctlError`` for links in a circle.
    func file(in platform: ImagePlan.Platform) throws -> RelativePath? {
        guard let program = platform.entrypoint?.first ?? plan.process.command?.first, !program.isEmpty,
            platform.layers.contains(where: { $0.purpose == .files })
        else { return nil }
        let programs = platform.layers.filter { $0.purpose == .binaries }.flatMap(\.entries)
        guard !programs.contains(where: { program.equalsBytewise("/\($0.path)") }) else { return nil }
        let tree = try ImageTree(platform, volumes: plan.process.volumes)
        for candidate in candidates(for: program) {
            if case .own(let path, _, _) = try tree.find(candidate) { return path }
        }
        return nil
    }

    /// Proves that what a program is started by is there, unless a base image may have it.
    ///
    /// - Parameters:
    ///   - format: What the program is.
    ///   - path: Where it is in the image.
    ///   - target: What it is for.
    /// - Throws: ``RelctlError`` if nothing could run it.
    func requireLoader(of format: BinaryFormat, at path: RelativePath, for target: TargetTriple) throws {
        let loaders = format.slices.compactMap { slice -> String? in
            guard case .dynamic(let loader)? = slice.linking else { return nil }
            return loader
        }
        let hints = [
            "link it statically, as for `\(target.architecture.rawValue)-unknown-linux-musl`",
            "or let `from` name a base image that has what it is linked to",
        ]
        try require(loaders, starting: path, for: target, hints: hints)
    }

    private func require(
        _ starters: [String],
        starting path: RelativePath,
        for target: TargetTriple,
        hints: [String]
    ) throws {
        guard plan.base == .scratch, let platform = plan.platforms.first(where: { $0.target == target }) else { return }
        let tree = try ImageTree(platform, volumes: plan.process.volumes)
        for starter in starters where try tree.find(starter) == nil {
            throw RelctlError(
                "`/\(path)` of the image `\(plan.id)` is started by `\(starter)`, which is not in the image",
                hints: hints
            )
        }
    }

    private func reason(against program: String, in platform: ImagePlan.Platform) throws -> String? {
        let tree = try ImageTree(platform, volumes: plan.process.volumes)
        var refusal: String?
        for candidate in candidates(for: program) {
            switch try tree.find(candidate) {
            case .volume: return nil
            case .own(let path, _, let mode):
                if mode & 0o111 != 0 { return nil }
                refusal = refusal ?? "is `/\(path)`, a file that cannot be run: `mode: \"0755\"` lets it be"
            case .base, nil: continue
            }
        }
        return refusal ?? "is not in the image: neither `binaries` nor `files` put it there"
    }

    /// Where a runtime looks for a program (image-spec, config, `Entrypoint`; execvp in POSIX.1-2017).
    private func candidates(for program: String) -> [String] {
        if program.utf8.first == UInt8(ascii: "/") { return [program] }
        guard !program.utf8.contains(UInt8(ascii: "/")) else {
            return ["\(plan.process.workingDirectory ?? "/")/\(program)"]
        }
        return (plan.process.environment["PATH"] ?? SystemSkeleton.searchPath).split(separator: ":").map {
            "\($0)/\(program)"
        }
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
