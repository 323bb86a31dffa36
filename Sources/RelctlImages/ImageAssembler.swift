/// Makes configurations, manifests and indices of layers that are there; no effects.
struct ImageAssembler {
    let plan: ImagePlan

    /// An image for one platform, put together.
    struct Assembled: Sendable {
        var configuration: [UInt8]
        var manifest: [UInt8]
        /// What leads to the manifest, with its platform.
        var descriptor: ContentDescriptor
        /// Bytes that a pull takes.
        var size: UInt64
    }

    /// Puts an image together.
    ///
    /// - Parameters:
    ///   - platform: What it is for.
    ///   - layers: What was written for it, the lowest first, with what each is for.
    ///   - base: What it stands on.
    /// - Returns: Its documents.
    /// - Throws: What cannot be encoded.
    func image(
        for platform: ImagePlan.Platform,
        layers: [(ImagePlan.Purpose, LayerWriter.Written)],
        on base: BaseImage?
    ) throws -> Assembled {
        var own = platform.platform
        own.variant = own.variant ?? base?.configuration.variant
        let configuration = try configuration(own, platform, layers, base).bytes()
        let descriptors =
            (base?.manifest.layers ?? []).map(Self.converted)
            + layers.map { ContentDescriptor(plan.compression.format.mediaType, digest: $1.digest, size: $1.size) }
        let config = ContentDescriptor(.imageConfiguration, of: configuration)
        let manifest = try ImageManifest(
            config: config,
            layers: descriptors,
            annotations: annotations(base, base?.descriptor.digest)
        ).bytes()
        let descriptor = ContentDescriptor(.imageManifest, of: manifest, platform: own)
        let size = ([config.size, descriptor.size] + descriptors.map(\.size)).saturatingSum
        return Assembled(configuration: configuration, manifest: manifest, descriptor: descriptor, size: size)
    }

    /// The index over images for several platforms, and what is attached to them.
    func index(_ manifests: [ContentDescriptor], on bases: [BaseImage]) -> ImageIndex {
        ImageIndex(manifests: manifests, annotations: annotations(bases.first, bases.first?.top.digest))
    }

    private func annotations(_ base: BaseImage?, _ digest: ContentDigest?) -> [String: String] {
        guard let base, let digest else { return plan.annotations }
        var annotations = plan.annotations
        annotations[ImageDescriptions.baseDigest] = annotations[ImageDescriptions.baseDigest] ?? digest.description
        if let name = base.name {
            annotations[ImageDescriptions.baseName] = annotations[ImageDescriptions.baseName] ?? name
        }
        return annotations
    }

    /// A base's layer under OCI's own name: the same bytes as Docker's.
    private static func converted(_ layer: ContentDescriptor) -> ContentDescriptor {
        let names: [MediaType: MediaType] = [
            .dockerLayerGzip: .layerGzip,
            "application/vnd.docker.image.rootfs.diff.tar": .layer,
            "application/vnd.docker.image.rootfs.diff.tar.zstd": .layerZstandard,
            "application/vnd.docker.image.rootfs.foreign.diff.tar.gzip":
                "application/vnd.oci.image.layer.nondistributable.v1.tar+gzip",
        ]
        var layer = layer
        layer.mediaType = names[layer.mediaType] ?? layer.mediaType
        return layer
    }

    // MARK: Configuration

    private func configuration(
        _ own: ImagePlatform,
        _ platform: ImagePlan.Platform,
        _ layers: [(ImagePlan.Purpose, LayerWriter.Written)],
        _ base: BaseImage?
    ) -> ImageConfiguration {
        let created = ImageDescriptions.time(plan.timestamp)
        var configuration = ImageConfiguration(platform: own, created: created)
        configuration.osVersion = base?.configuration.osVersion
        configuration.osFeatures = base?.configuration.osFeatures
        configuration.rootfs.diffIDs = (base?.configuration.rootfs.diffIDs ?? []) + layers.map(\.1.diffID)
        configuration.history =
            base.map(Self.history)
            .map { $0 + steps(layers, created) } ?? steps(layers, created)
        configuration.config = execution(platform, base)
        return configuration
    }

    private func steps(
        _ layers: [(ImagePlan.Purpose, LayerWriter.Written)],
        _ created: String
    ) -> [ImageConfiguration.Step] {
        layers.map { purpose, _ in
            ImageConfiguration.Step(created: created, createdBy: "relctl image build", comment: purpose.rawValue)
        }
    }

    /// A base's history, with a step for every layer that it does not tell of (image-spec, config, `history`: as many
    /// steps that are not empty as there are layers).
    private static func history(of base: BaseImage) -> [ImageConfiguration.Step] {
        let told = base.configuration.history ?? []
        let count = base.configuration.rootfs.diffIDs.count
        let missing = count - told.count { $0.emptyLayer != true }
        let step = ImageConfiguration.Step(created: base.configuration.created, comment: "layer of the base image")
        return missing < 0
            ? [ImageConfiguration.Step](repeating: step, count: count)
            : told + [ImageConfiguration.Step](repeating: step, count: missing)
    }

    private func execution(_ platform: ImagePlan.Platform, _ base: BaseImage?) -> ImageConfiguration.Execution {
        let process = plan.process
        var execution = base?.configuration.config ?? ImageConfiguration.Execution()
        execution.user = process.user ?? execution.user
        execution.workingDirectory = process.workingDirectory ?? execution.workingDirectory
        execution.stopSignal = process.stopSignal ?? execution.stopSignal
        if let entrypoint = platform.entrypoint {
            execution.entrypoint = entrypoint.isEmpty ? nil : entrypoint
            // Arguments for another program mean nothing to this one.
            execution.command = nil
        }
        execution.command = process.command ?? execution.command
        execution.environment = Self.environment(execution.environment ?? [], process.environment)
        execution.exposedPorts = Self.set(process.ports, over: execution.exposedPorts)
        execution.volumes = Self.set(process.volumes, over: execution.volumes)
        execution.labels = labels(execution.labels ?? [:], base)
        // What waits for the next build on an image is for the base's own makers.
        execution.onBuild = nil
        return execution
    }

    /// The base's labels with the image's own over them; what the base itself stands on is no longer said.
    private func labels(_ inherited: [String: String], _ base: BaseImage?) -> [String: String] {
        var labels = inherited
        labels[ImageDescriptions.baseDigest] = base?.descriptor.digest.description
        labels[ImageDescriptions.baseName] = base?.name
        return labels.merging(plan.labels) { $1 }
    }

    /// The base's variables in their order, then new ones by name.
    private static func environment(_ base: [String], _ own: [String: String]) -> [String]? {
        var rest = own
        let kept = base.map { line in
            let name = String(line.prefix { $0 != "=" })
            return rest.removeValue(forKey: name).map { "\(name)=\($0)" } ?? line
        }
        let lines = kept + rest.sortedBytewise(by: \.key).map { "\($0.key)=\($0.value)" }
        return lines.isEmpty ? nil : lines
    }

    private static func set(
        _ names: [String],
        over base: [String: ImageConfiguration.Nothing]?
    ) -> [String: ImageConfiguration.Nothing]? {
        let all = names.reduce(into: base ?? [:]) { $0[$1] = ImageConfiguration.Nothing() }
        return all.isEmpty ? nil : all
    }
}
