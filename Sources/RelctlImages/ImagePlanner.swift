/// Decides what images are made of, from what was released and what was seen; looks at nothing itself.
package struct ImagePlanner: Sendable {
    /// Needs nothing.
    package init() {}

    /// What images are planned from.
    package struct Request: Sendable {
        /// The project's names, targets and tags.
        package var project: ProjectSettings
        /// The images of the project's configuration.
        package var images: [ImageSettings]
        /// The record of what was made.
        package var manifest: Manifest
        /// The versions that are known to be released.
        package var versions: [Version] = []
        /// The project's files, as far as ``ImagePlanner/projectRules(for:)`` asks for them.
        package var tree = SourceTree()
        /// Whether archives will hold more than the record says, which a build is still to make.
        package var isOpen = false
        /// The platforms that are wanted; empty for all.
        package var platforms: [ImagePlatform] = []

        /// Describes what images are planned from.
        package init(_ project: ProjectSettings, _ images: [ImageSettings], _ manifest: Manifest) {
            self.project = project
            self.images = images
            self.manifest = manifest
        }
    }

    /// What must be seen of the project's files before images can be planned: what no archive has.
    package func projectRules(for request: Request) -> [ContentRule] {
        var rules: [ContentRule] = []
        for image in request.images {
            for rule in projectRules(of: image, request) where !rules.contains(rule) { rules.append(rule) }
        }
        return rules
    }

    private func projectRules(of image: ImageSettings, _ request: Request) -> [ContentRule] {
        // What is wrong with its platforms is told when it is planned.
        let platforms = (try? ImagePlatforms(request).platforms(of: image)) ?? []
        return platforms.flatMap { _, target in
            let sources = ImageSources(request.manifest.artifacts, for: target.triple)
            return ImageComposer(image, sources: sources, tree: SourceTree()).projectRules()
        }
    }

    /// Whether an image takes files that a build is still to make.
    private func isOpen(_ image: ImageSettings, _ request: Request) -> Bool {
        guard !request.isOpen, let awaited = request.tree.awaited else { return request.isOpen }
        return projectRules(of: image, request).flatMap(\.paths).contains(where: awaited.contains)
    }

    /// Plans all images of the configuration.
    ///
    /// - Throws: ``RelctlError`` with everything that is wrong as its causes.
    package func plan(_ request: Request) throws -> [ImagePlan] {
        var problems: [any Error] = []
        var plans: [ImagePlan] = []
        for image in request.images {
            do {
                if let plan = try plan(image, request) { plans.append(plan) }
            } catch {
                problems.append(
                    RelctlError(
                        "cannot plan the image `\(image.id)`",
                        code: (error as? RelctlError)?.code ?? .failed,
                        place: (error as? RelctlError)?.place ?? image.place,
                        causes: [error]
                    )
                )
            }
        }
        problems += try Self.clashes(among: plans, of: request.images)
        try RelctlError.throwAll(problems, "cannot plan \(problems.count) images")
        return plans
    }

    /// Plans one image; nothing where it is for no platform that is wanted.
    private func plan(_ image: ImageSettings, _ request: Request) throws -> ImagePlan? {
        let release = request.manifest.release
        let scope = request.project.scope(of: release)
        let wanted = try ImagePlatforms(request).platforms(of: image).filter { platform, _ in
            request.platforms.isEmpty || request.platforms.contains { $0.matches(platform) }
        }
        guard !wanted.isEmpty else { return nil }
        let render = { (key: String, templates: [String: Template]) in
            try templates.reduce(into: [:]) { $0[$1.key] = try Self.render($1.value, scope, at: image.place(of: key)) }
        }
        let described = ImageDescriptions.standard(for: release)
        let plan = ImagePlan(
            id: image.id,
            names: image.names,
            tags: try tags(of: image, request, scope),
            base: image.base,
            platforms: try wanted.map { try self.platform($0, target: $1, of: image, request) },
            process: try process(of: image, render),
            labels: described.merging(try render("labels", image.labels)) { $1 },
            annotations: described.merging(try render("annotations", image.annotations)) { $1 },
            compression: image.compression,
            timestamp: release.timestamp,
            budget: image.budget,
            hasProvenance: image.attestations.provenance,
            hasSBOM: image.attestations.sbom
        )
        if !isOpen(image, request) { try ImageProgram(plan).requireProgram(of: image) }
        try requireFolders(of: image, plan)
        return plan
    }

    /// Proves that no file of the image is where its configuration wants a folder: no container would start.
    private func requireFolders(of image: ImageSettings, _ plan: ImagePlan) throws {
        let folder = [image.workingDirectory].compactMap(\.self).map { (key: "workingDirectory", path: $0) }
        let wanted = folder + image.volumes.map { (key: "volumes", path: $0) }
        for platform in plan.platforms where !wanted.isEmpty {
            let tree = try ImageTree(platform, volumes: [])
            for (key, folder) in wanted {
                guard case .own(let path, _, _)? = try tree.find(folder) else { continue }
                throw RelctlError(
                    "`\(key)` has `\(folder)`, but `/\(path)` is a file of the image",
                    code: .configurationInvalid,
                    place: image.place(of: key),
                    hints: ["name a folder"]
                )
            }
        }
    }

    static func render(_ template: Template, _ scope: TemplateScope, at place: SourcePlace) throws -> String {
        do throws(Template.Problem) {
            return try template.render(scope)
        } catch {
            throw RelctlError("\(error)", code: .configurationInvalid, place: place)
        }
    }

    // MARK: What runs

    private func process(
        of image: ImageSettings,
        _ render: (String, [String: Template]) throws -> [String: String]
    ) throws -> ImagePlan.Execution {
        let isScratch = image.base == .scratch
        var environment = try render("environment", image.environment)
        let standard = [
            "PATH": isScratch ? SystemSkeleton.searchPath : nil,
            "SSL_CERT_FILE": image.certificates.map { _ in "/\(SystemSkeleton.certificates)" },
        ]
        environment.merge(standard.compactMapValues(\.self)) { own, _ in own }
        return ImagePlan.Execution(
            command: image.command,
            environment: environment,
            user: image.user ?? (isScratch ? SystemSkeleton.user : nil),
            workingDirectory: image.workingDirectory ?? (isScratch ? "/" : nil),
            ports: image.ports,
            volumes: image.volumes,
            stopSignal: image.stopSignal
        )
    }

    // MARK: What is in it

    private func platform(
        _ platform: ImagePlatform,
        target: TargetSettings,
        of image: ImageSettings,
        _ request: Request
    ) throws -> ImagePlan.Platform {
        let sources = ImageSources(request.manifest.artifacts, for: target.triple)
        let composer = ImageComposer(image, sources: sources, tree: request.tree, isOpen: request.isOpen)
        let binaries = image.binaries ?? request.project.binaries(of: target)
        guard !sources.isEmpty || (binaries.isEmpty && image.files.isEmpty) else {
            throw RelctlError(
                "there is no artifact for `\(target.triple)`, which `\(platform)` is made of",
                hints: [
                    "run `relctl package` first, or take other `platforms`",
                    "files are taken out of tar and zip archives; of other formats there must be one of these too",
                ]
            )
        }
        let programs = try binaries.map { name in
            let file = name + target.triple.executableSuffix
            let path = try RelativePath("\(SystemSkeleton.programs)/\(file)")
            return ImagePlan.Entry(path: path, content: .file(try sources.program(file), mode: 0o755))
        }
        let contents: [(ImagePlan.Purpose, [ImagePlan.Entry])] = [
            (.system, try composer.system()), (.files, try composer.files()), (.binaries, programs),
        ]
        let layers = contents.filter { !$1.isEmpty }.map { purpose, entries in
            ImagePlan.Layer(purpose: purpose, entries: entries)
        }
        try ImageComposer.check(layers)
        return ImagePlan.Platform(
            platform: platform,
            target: target.triple,
            entrypoint: image.entrypoint ?? programs.first.map { ["/\($0.path)"] },
            layers: ImageComposer.repeatingFolders(in: layers)
        )
    }
}
