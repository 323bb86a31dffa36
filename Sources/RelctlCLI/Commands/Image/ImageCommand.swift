import RelctlCore

/// `relctl image build`, `push`, `copy` and `inspect`.
enum ImageCommand: Command {
    struct Options: PackingOptions {
        var action = Action.inspect
        var operands: [String] = []
        var tag: String?
        var targets: [String] = []
        var isSnapshot = false
        var engine = DeflateChoice.relctl
        var jobs: Int?
        var threads: Int?
        var skipsCache = false
        var comparison: String?
        var images: [String] = []
        var platforms: [String] = []
        var loadableTar: String?
        var pushes = false
        var replaces = false
        var plainHTTP = false
        var isDryRun = false
    }

    enum Action: String, Sendable, CaseIterable { case build, push, copy, inspect }

    static let name = "image"
    static let summary = "Make, push, copy and look at container images, without a daemon"
    static let discussion = """
        build [TAG]: makes the images of the release in dist/, of the archives there and the bases that they stand on, \
        in the image layout dist/images/. Layers that an earlier run made of the same input are used again. With --push \
        they are pushed as `push` would.

        push [TAG]: takes the images of the release in dist/ where the configuration's publications to "registry" take \
        them, by the keys of these; without any, to the repositories that the images are named for. What is there \
        already is not sent again; tags come last, those of a version never move to other content unless --replace is \
        given, and those that follow versions, such as `latest`, never go back to an older one.

        copy SOURCE DESTINATION: copies an image with all its platforms and what is attached to it, bit for bit. \
        oci:PATH[:NAME] is an image layout, anything else a reference such as ghcr.io/acme/app:1.0.0; docker:// may \
        stand before it.

        inspect IMAGE: what an image in a layout or at a registry is made of.

        Credentials are those of `docker login`: its config.json, its credential helpers; for ghcr.io also GITHUB_TOKEN. \
        For push, the `tokenFrom` of a publication comes before these.
        """
    static let examples = [
        Example("relctl image build", "Make the images of what dist/ holds"),
        Example(
            "relctl image build --platform linux/amd64 --load-tar app.tar",
            "Make them for one platform, and a tar for `docker load`"
        ),
        Example("relctl image build v1.0.0 --push", "Make them, and push them"),
        Example("relctl image push v1.0.0 --dry-run", "Show what is left to push"),
        Example(
            "relctl image copy oci:dist/images:1.0.0 registry.example.org/acme/app",
            "Copy the release's image to another registry"
        ),
        Example("relctl image inspect ghcr.io/acme/app:1.0.0", "Show platforms, layers and configuration"),
    ]
    static let exitCodes: [ExitCode] = [
        .done, .failed, .partiallyPublished, .usage, .configurationInvalid, .remoteUnavailable, .notAuthorized,
        .interrupted,
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [
        .values("image", "ID", \.images, "Push only this image; may be repeated"),
        .values("platform", "OS/ARCH", \.platforms, "Make, or copy, for this platform alone, such as linux/arm64"),
        .value("load-tar", "FILE", \.loadableTar, "Have build write a tar for `docker load`, too").completing(.file),
        .flag("snapshot", \.isSnapshot, "A trial that no tag stands for, such as 1.0.1-SNAPSHOT.g0123456789ab"),
        .flag("push", \.pushes, "Have build push what it made"),
        .flag("replace", \.replaces, "Let a tag or name that is another image's lead to this one"),
        .flag("plain-http", \.plainHTTP, "Speak to other machines' registries without encryption too"),
        .dryRun(\.isDryRun),
        .threads(\.threads),
        .flag("no-cache", \.skipsCache, "Have build neither use nor keep what was compressed for other releases"),
        .value("compare-with", "DIR|FILE", \.comparison, "For build: compare sizes with an earlier manifest.json")
            .completing(.file),
    ]
    static let positionals: [PositionalSpec<Options>] = [
        .argument(
            "ACTION",
            .required,
            "build, push, copy or inspect",
            completing: .words(Action.allCases.map(\.rawValue))
        ) { (options, text) throws(UsageError) in options.action = try Action(argument: text) },
        .repeating(
            "ARGUMENT",
            \.operands,
            "A tag to build or push, a source and a destination, an image",
            completing: .file
        ),
    ]

    static func check(_ options: Options) throws(UsageError) {
        let count = options.operands.count
        switch options.action {
        case .build, .push:
            guard count <= 1 else {
                throw UsageError("`relctl image \(options.action.rawValue)` takes one TAG at most")
            }
        case .copy:
            guard count == 2 else { throw UsageError("`relctl image copy` needs a SOURCE and a DESTINATION") }
        case .inspect:
            guard count == 1 else { throw UsageError("`relctl image inspect` needs one IMAGE") }
        }
        for platform in options.platforms where ImagePlatform(platform) == nil {
            throw UsageError("`\(platform)` is no platform such as `linux/amd64` or `linux/arm/v7`")
        }
        guard options.action != .copy || options.platforms.count <= 1 else {
            throw UsageError("`relctl image copy` takes one `--platform`")
        }
        try checkUse(of: options)
    }

    /// Refuses options that mean nothing to the action.
    private static func checkUse(of options: Options) throws(UsageError) {
        let unused = [
            ("--image", !options.images.isEmpty, options.pushes ? [.build] : [Action.push]),
            ("--push", options.pushes, [.build]),
            ("--platform", !options.platforms.isEmpty, [.build, .copy]),
            ("--load-tar", options.loadableTar != nil, [.build]), ("--snapshot", options.isSnapshot, [.build]),
            ("--threads", options.threads != nil, [.build]), ("--no-cache", options.skipsCache, [.build]),
            ("--compare-with", options.comparison != nil, [.build]),
            ("--replace", options.replaces, options.pushes ? [.build] : [.push, .copy]),
            ("--dry-run", options.isDryRun, [.build, .push, .copy]),
        ].first { $0.1 && !$0.2.contains(options.action) }
        guard unused == nil else {
            throw UsageError("`relctl image \(options.action.rawValue)` takes no `\(unused?.0 ?? "")`")
        }
        guard options.loadableTar == nil || !options.isDryRun else {
            throw UsageError("`--load-tar` writes a file, which `--dry-run` does not")
        }
        guard !options.pushes || options.platforms.isEmpty else {
            throw UsageError("`--push` pushes whole images, and `--platform` makes a part of one")
        }
        guard !options.pushes || !options.isDryRun else {
            throw UsageError(
                "`--push` pushes what was made, and `--dry-run` makes nothing",
                hints: ["`relctl image push --dry-run` shows what is left to push of what is there"]
            )
        }
        guard options.loadableTar != "-" else {
            throw UsageError("`--load-tar` writes a file, and nothing to standard output: name it")
        }
    }

    /// Where an image is that is there already.
    ///
    /// - Throws: ``RelctlError`` if a layout is written as a repository is, which nobody means.
    private static func source(_ text: String, in session: Session) throws -> ImagePlace {
        let folder = try session.folder().appending(text)
        guard !text.hasPrefix("oci:"), !text.contains("://"),
            try session.effects.files.resolvedStatus(of: folder.appending("oci-layout")) != nil
        else { return try ImagePlace(text) }
        let isReference = (try? ImageReference(text)) != nil
        throw RelctlError(
            "`\(text)` is an image layout, and is written as a repository",
            code: .usage,
            hints: [
                "`oci:\(text)` is the layout" + (isReference ? ", `docker://\(text)` the repository of that name" : "")
            ]
        )
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let access = RegistryAccess(plainHTTP: options.plainHTTP ? true : nil)
        switch options.action {
        case .build: return try await ImageBuildRun(options: options).run(in: session)
        case .push: return try await ImagePushRun(options: options).run(in: session)
        case .copy:
            var copy = ImageCopy(
                from: try source(options.operands[0], in: session),
                to: try ImagePlace(options.operands[1]),
                in: try session.folder()
            )
            copy.platform = options.platforms.first.flatMap { ImagePlatform($0) }
            (copy.replaces, copy.access) = (options.replaces, access)
            let outcome = try await copy.run(session.effects, isDryRun: options.isDryRun)
            try session.render(outcome) { style in
                let done = PublicationOutcome(name: "copy", publisher: "registry", actions: outcome.actions)
                return PlanText(style: style).lines(done)
                    + ["\(TerminalText.escaped(outcome.destination))  \(outcome.digest)"]
            }
            return .done
        case .inspect:
            let place = try source(options.operands[0], in: session)
            let image = try await ImageInspection.inspect(place, in: session.folder(), access, session.effects)
            try session.render(image) { ImageText(style: $0).lines(image) }
            return .done
        }
    }
}
