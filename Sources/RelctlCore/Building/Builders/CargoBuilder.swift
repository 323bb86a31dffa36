/// Builds with Cargo (https://doc.rust-lang.org/cargo/commands/cargo-build.html), or with a tool that takes its options.
struct CargoBuilder: Builder {
    let keys = [
        ConfigurationKey("tool", "What builds.", shape: .choice(Tool.allCases.map(\.rawValue))),
        ConfigurationKey("profile", "The profile of Cargo; `release` by default.", shape: .text),
        ConfigurationKey("features", "The features that are built in.", shape: .texts),
        ConfigurationKey("defaultFeatures", "Whether the default features are too, as they usually are.", shape: .flag),
        ConfigurationKey("packages", "The packages that the binaries are in, of a workspace.", shape: .selection),
    ]

    /// What may build.
    private enum Tool: String, CaseIterable {
        case cargo, cross
        case zigbuild = "cargo-zigbuild"

        /// The program and its first arguments.
        var command: [String] {
            switch self {
            case .cargo: ["cargo", "build"]
            case .cross: ["cross", "build"]
            // As Cargo itself runs it; named so, it is known to be missing before anything is built.
            case .zigbuild: ["cargo-zigbuild", "zigbuild"]
            }
        }

        /// Variables without which it does not find what it builds in.
        var passEnvironment: [String] {
            switch self {
            case .cargo, .zigbuild: []
            case .cross:
                ["CROSS_CONFIG", "CROSS_CONTAINER_ENGINE", "DOCKER_CONFIG", "DOCKER_CONTEXT", "DOCKER_HOST"]
            }
        }
    }

    func recipe(for request: BuildRequest) throws -> BuildRecipe {
        let manifest = try manifest(request)
        let options = request.options
        let tool = options["tool"]?.asText.flatMap { Tool(rawValue: $0) } ?? .cargo
        let profile = options["profile"]?.asText ?? "release"
        var arguments = tool.command + (profile == "release" ? ["--release"] : ["--profile", profile])
        // A variable or a file of the machine's may name another folder.
        arguments += ["--locked", "--target", request.target.text, "--target-dir", Self.folder]
        arguments += selection(options["packages"]?.asTexts, manifest)
        arguments += request.binaries.flatMap { ["--bin", $0] }
        if options["defaultFeatures"]?.asFlag == false { arguments.append("--no-default-features") }
        if let features = options["features"]?.asTexts, !features.isEmpty {
            arguments += ["--features", features.joined(separator: ",")]
        }
        let folder = try RelativePath("\(Self.folder)/\(request.target)/\(try Self.folder(of: profile))")
        return BuildRecipe(
            arguments: arguments,
            environment: ["CARGO_TERM_COLOR": "never"],
            passEnvironment: tool.passEnvironment,
            outputs: try request.binaries.reduce(into: [:]) { outputs, binary in
                outputs[binary] = folder.appending(try RelativePath(binary + request.target.executableSuffix))
            }
        )
    }

    private static let folder = "target"

    private func manifest(_ request: BuildRequest) throws -> TOMLNode {
        let name = try RelativePath("Cargo.toml")
        guard let text = try request.read(name) else {
            throw RelctlError(
                "there is no `Cargo.toml` in the folder that it is to build",
                hints: ["`directory` in `build` says which folder below the project's that is"]
            )
        }
        return try TOMLParser.parse(text, file: name.string)
    }

    /// Which packages are looked into for the binaries.
    ///
    /// Where a package is the root of a workspace, Cargo looks into that one alone, unless `default-members` says more.
    private func selection(_ packages: [String]?, _ manifest: TOMLNode) -> [String] {
        if let packages { return packages.flatMap { ["--package", $0] } }
        let workspace = manifest["workspace"]
        let isNarrow = manifest["package"] != nil && workspace?["default-members"] == nil
        return isNarrow && workspace?["members"] != nil ? ["--workspace"] : []
    }

    /// The folder that Cargo puts what it makes by a profile into
    /// (https://doc.rust-lang.org/cargo/reference/build-cache.html).
    private static func folder(of profile: String) throws -> String {
        switch profile {
        case "dev", "test": return "debug"
        case "release", "bench": return "release"
        default:
            guard let name = try? RelativePath(profile), name.parent == nil else {
                throw RelctlError("`\(profile)` is no name of a profile")
            }
            return profile
        }
    }
}
