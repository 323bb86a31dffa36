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

        /// What it calls a target, and the folder that it builds it in.
        func name(of target: TargetTriple) throws -> String {
            guard target.architecture == .universal else { return target.text }
            guard self == .zigbuild else {
                throw RelctlError(
                    "`\(rawValue)` does not build universal programs",
                    hints: [
                        "`tool: \"cargo-zigbuild\"` does; or say `command` and `output` in the `build` of this target"
                    ]
                )
            }
            return "universal2-apple-darwin"
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
        try checkManifest(request)
        guard !request.binaries.isEmpty else {
            throw RelctlError(
                "`\(request.target)` has no binaries, and Cargo would build them all",
                hints: ["`binaries` says which there are, in the configuration and for a target"]
            )
        }
        let options = request.options
        let tool = options["tool"]?.asText.flatMap { Tool(rawValue: $0) } ?? .cargo
        let profile = options["profile"]?.asText ?? "release"
        var arguments = tool.command + (profile == "release" ? ["--release"] : ["--profile", profile])
        let target = try tool.name(of: request.target)
        // A variable or a file of the machine's may name another folder.
        arguments += ["--locked", "--target", target, "--target-dir", Self.folder]
        // Cargo unifies features over the packages that it is told of, so that only the project says of more.
        arguments += (options["packages"]?.asTexts ?? []).flatMap { ["--package", $0] }
        arguments += request.binaries.flatMap { ["--bin", $0] }
        if options["defaultFeatures"]?.asFlag == false { arguments.append("--no-default-features") }
        if let features = options["features"]?.asTexts, !features.isEmpty {
            arguments += ["--features", features.joined(separator: ",")]
        }
        let folder = try RelativePath("\(Self.folder)/\(target)/\(try Self.folder(of: profile))")
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

    private func checkManifest(_ request: BuildRequest) throws {
        let name = try RelativePath("Cargo.toml")
        guard let text = try request.read(name) else {
            throw RelctlError(
                "there is no `Cargo.toml` in the folder that it is to build",
                hints: ["`directory` in `build` says which folder below the project's that is"]
            )
        }
        _ = try SourceNode(toml: text, file: name.string)
    }

    /// The folder that Cargo puts what it makes by a profile into
    /// (https://doc.rust-lang.org/cargo/reference/build-cache.html).
    private static func folder(of profile: String) throws -> String {
        switch profile {
        case "dev", "test": return "debug"
        case "release", "bench": return "release"
        case "debug":
            throw RelctlError("Cargo has no profile `debug`", hints: ["what it puts into `debug` is of `dev`"])
        default:
            guard profile.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9_\-]*/) != nil else {
                throw RelctlError(
                    "`\(profile)` is no name of a profile, which is made of letters, digits, `_` and `-`"
                )
            }
            return profile
        }
    }
}
