/// Makes the layers of a request, each once, and none that is there already.
final class LayerBuilder {
    /// What the images stand on.
    let bases: ImageBases
    /// What was made of what.
    private(set) var record = LayerRecord()
    private let request: ImageExecutor.Request
    private let layout: ImageLayoutWriter
    private let scratch: FilePath
    private let effects: Effects
    /// Digests and sizes of the project's files.
    private var projectFiles: [RelativePath: FileHasher.Summary] = [:]

    /// A layer that must be made.
    private final class Job: Sendable {
        let key: Digest
        let layer: ImagePlan.Layer
        /// What the image has in other layers, but for folders.
        let others: [RelativePath]
        let plan: ImagePlan
        let target: TargetTriple
        /// The program of the layer that containers begin with, among the image's files.
        let program: RelativePath?
        let base: BaseImage?

        init(
            key: Digest,
            layer: ImagePlan.Layer,
            others: [RelativePath],
            plan: ImagePlan,
            target: TargetTriple,
            program: RelativePath?,
            base: BaseImage?
        ) {
            (self.key, self.layer, self.others) = (key, layer, others)
            (self.plan, self.target, self.program, self.base) = (plan, target, program, base)
        }
    }

    /// Learns what all files of the request are.
    ///
    /// - Throws: ``RelctlError`` if a file of the project cannot be read.
    init(
        _ request: ImageExecutor.Request,
        bases: ImageBases,
        scratch: FilePath,
        layout: ImageLayoutWriter,
        effects: Effects
    ) async throws {
        (self.request, self.bases, self.scratch) = (request, bases, scratch)
        (self.layout, self.effects) = (layout, effects)
        let hasher = FileHasher(files: effects.files)
        for layer in request.plans.flatMap(\.platforms).flatMap(\.layers) {
            for case .file(.project(let path), _) in layer.entries.map(\.content) where projectFiles[path] == nil {
                let file = request.project.appending(path)
                guard try effects.files.status(of: file)?.kind == .file else {
                    throw RelctlError("cannot put `\(file)` into an image: it is no regular file")
                }
                projectFiles[path] = try await hasher.summary(of: file)
            }
        }
    }

    /// The blobs of all layers.
    var blobs: Set<ContentDigest> { Set(record.layers.values.map(\.digest)) }

    /// What the layers of a platform became, the lowest first.
    func written(
        for platform: ImagePlan.Platform,
        of plan: ImagePlan,
        on base: BaseImage?
    ) throws -> [(ImagePlan.Purpose, LayerWriter.Written)] {
        try platform.layers.map { layer in
            let others = Self.others(than: layer, of: platform, on: base)
            guard let written = record[try key(of: layer, others, plan, platform, base)] else {
                throw RelctlError("cannot find the layer \(layer.purpose.rawValue) of `\(plan.id)`")
            }
            return (layer.purpose, written)
        }
    }

    /// The files of an image, sorted bytewise by path.
    func contents(of platform: ImagePlan.Platform) -> [BuiltImage.File] {
        platform.layers.flatMap(\.entries).compactMap { entry in
            guard case .file(let source, let mode) = entry.content, let (sha256, size) = summary(of: source) else {
                return nil
            }
            var file = BuiltImage.File(path: entry.path, sha256: sha256, size: size, mode: mode)
            if case .artifact(let name, _, _, _) = source { file.artifact = name }
            return file
        }
        .sortedBytewise(by: \.path.string)
    }

    private func summary(of source: ImagePlan.Source) -> (Digest, UInt64)? {
        switch source {
        case .artifact(_, _, let size, let sha256): (sha256, size)
        case .project(let path): projectFiles[path].map { ($0.sha256, $0.size) }
        case .text(let text): (Digest(of: Array(text.utf8)), UInt64(text.utf8.count))
        }
    }

    // MARK: Making

    /// Makes every layer that is not there.
    ///
    /// - Throws: ``RelctlError`` for what cannot be made; `CancellationError`.
    func build() async throws {
        let jobs = try jobs()
        let known = layout.records()
        let present = try await proven(jobs.flatMap { job in known.compactMap { $0[job.key] } })
        for job in jobs {
            record[job.key] = known.compactMap { $0[job.key] }.first { present.contains($0.digest) }
        }
        let missing = jobs.filter { record[$0.key] == nil }
        let users = try users(decidedBy: Set(missing.map(\.key)))
        guard !missing.isEmpty || !users.isEmpty else { return }
        try await make(missing, for: users, on: baseTrees(of: missing, users))
    }

    /// The users whom it was not proven of yet that their image knows them: layers that are there were proven with them.
    private func users(decidedBy missing: Set<Digest>) throws -> [ImageUser] {
        try request.plans.flatMap { plan in
            try plan.platforms.compactMap { platform in
                let base = bases.image(of: plan, for: platform)
                guard let user = ImageUser(of: plan, for: platform, on: base) else { return nil }
                guard let layer = user.layer else { return user }
                let others = Self.others(than: layer, of: platform, on: base)
                return missing.contains(try key(of: layer, others, plan, platform, base)) ? user : nil
            }
        }
    }

    /// Every layer of the request, each once.
    private func jobs() throws -> [Job] {
        var (jobs, seen): ([Job], Set<Digest>) = ([], [])
        for plan in request.plans {
            for platform in plan.platforms {
                let base = bases.image(of: plan, for: platform)
                for layer in platform.layers {
                    let others = Self.others(than: layer, of: platform, on: base)
                    let key = try key(of: layer, others, plan, platform, base)
                    guard seen.insert(key).inserted else { continue }
                    jobs.append(
                        Job(
                            key: key,
                            layer: layer,
                            others: others,
                            plan: plan,
                            target: platform.target,
                            program: try Self.program(of: layer, plan, platform),
                            base: base
                        )
                    )
                }
            }
        }
        return jobs
    }

    /// What an image has in other layers, but for folders; only links of a base let it be in the way.
    private static func others(
        than layer: ImagePlan.Layer,
        of platform: ImagePlan.Platform,
        on base: BaseImage?
    ) -> [RelativePath] {
        guard base != nil else { return [] }
        return platform.layers.filter { $0.purpose != layer.purpose }.flatMap(\.entries).filter { !$0.isFolder }
            .map(\.path)
    }

    /// The program that containers begin with, where it is among the image's files in this layer.
    private static func program(
        of layer: ImagePlan.Layer,
        _ plan: ImagePlan,
        _ platform: ImagePlan.Platform
    ) throws -> RelativePath? {
        guard layer.purpose == .files, let path = try ImageProgram(plan).file(in: platform) else { return nil }
        return layer.entries.contains { $0.path == path } ? path : nil
    }

    /// The blobs of these that are still there, and what their names say; each is looked at once.
    private func proven(_ layers: [LayerWriter.Written]) async throws -> Set<ContentDigest> {
        var seen: Set<ContentDigest> = []
        let (layers, layout) = (layers.filter { seen.insert($0.digest).inserted }, layout)
        let found = try await mapConcurrently(layers, width: request.width) { layer in
            try await layout.has(layer.digest, size: layer.size) ? layer.digest : nil
        }
        return Set(found.compactMap(\.self))
    }

    /// Makes layers; each file is read once, for its digest is taken while it is packed.
    private func make(_ jobs: [Job], for users: [ImageUser], on trees: [ContentDigest: BaseTree]) async throws {
        let places = try await artifactFiles(of: jobs, provesBuilds: false)
        do { try await make(jobs, for: users, on: trees, of: places) } catch {
            try Task.checkCancellation()
            // A program may have been built anew since it was packed: then the archive has the one that is wanted.
            let proven = try await artifactFiles(of: jobs, provesBuilds: true)
            guard proven != places else { throw error }
            try await make(jobs, for: users, on: trees, of: proven)
        }
    }

    /// What is in a file of accounts; nothing for one that is none.
    private func account(_ source: ImagePlan.Source, _ places: [Digest: FilePath]) throws -> [UInt8]? {
        guard let (sha256, size) = summary(of: source), size <= 1 << 20 else { return nil }
        switch source {
        case .text(let text): return Array(text.utf8)
        case .project(let path): return try effects.files.contents(of: request.project.appending(path))
        case .artifact: return try places[sha256].map { try effects.files.contents(of: $0) }
        }
    }

    private func make(
        _ jobs: [Job],
        for users: [ImageUser],
        on trees: [ContentDigest: BaseTree],
        of places: [Digest: FilePath]
    ) async throws {
        let writers = try jobs.map { job in
            let tree = job.base.flatMap { trees[$0.descriptor.digest] } ?? BaseTree()
            return try PreparedLayer(
                key: job.key,
                title: "\(job.plan.id) \(job.target) \(job.layer.purpose.rawValue)",
                entries: entries(of: job, on: tree, places),
                writer: LayerWriter(
                    engine: request.engine,
                    compression: job.plan.compression,
                    timestamp: job.plan.timestamp,
                    files: effects.files
                )
            )
        }
        // What a base has no room for was told by now.
        try ImageUser.require(users, on: trees, at: { request.place(of: "user", of: $0) }) { try account($0, places) }
        let (layout, events) = (layout, effects.events)
        let written = try await mapConcurrently(writers, width: request.width) {
            try await $0.write(to: layout, events)
        }
        for (job, layer) in zip(jobs, written) { record[job.key] = layer }
    }

    /// What every base has that decides where paths lead, what may stand there, and who is known.
    private func baseTrees(of jobs: [Job], _ users: [ImageUser]) throws -> [ContentDigest: BaseTree] {
        var trees: [ContentDigest: BaseTree] = [:]
        for base in jobs.compactMap(\.base) + users.map(\.base) where trees[base.descriptor.digest] == nil {
            let own = jobs.filter { $0.base?.descriptor.digest == base.descriptor.digest }
            let asked = users.filter { $0.base.descriptor.digest == base.descriptor.digest }
            let accounts = asked.isEmpty ? [] : try ImageUser.files.map { try RelativePath($0.1.dropFirst()) }
            var wanted = BaseTree.Wanted(
                names: Set(own.flatMap(\.layer.entries).flatMap(\.path.components).map(String.init)),
                contents: Set(accounts)
            )
            let tree = try BaseTree(of: base, in: layout, keeping: wanted, files: effects.files)
            let known = wanted
            for job in own {
                wanted.names.formUnion(try onBase(of: job) { try LayerComposer(tree).namesOfNewFolders(of: job.layer) })
            }
            // Layers that the base has no room for are told when they are made.
            for user in asked { wanted.contents.formUnion((try? user.places(on: tree)) ?? []) }
            // Only what links lead to was not known before; to read the base twice is seldom needed.
            trees[base.descriptor.digest] =
                wanted == known ? tree : try BaseTree(of: base, in: layout, keeping: wanted, files: effects.files)
        }
        return trees
    }

    /// Says of what a base has no room for which image it is of, and where the configuration has that.
    private func onBase<Value>(of job: Job, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as RelctlError {
            throw RelctlError(
                "cannot put the layer `\(job.layer.purpose.rawValue)` of the image `\(job.plan.id)` on its base",
                code: .configurationInvalid,
                place: request.places[job.plan.id],
                hints: error.hints,
                causes: [RelctlError(error.message)]
            )
        }
    }

    private func artifactFiles(of jobs: [Job], provesBuilds: Bool) async throws -> [Digest: FilePath] {
        let wanted = jobs.flatMap { job in
            job.layer.entries.compactMap { entry -> ArtifactFiles.Wanted? in
                guard case .file(.artifact(let name, let path, let size, let sha256), _) = entry.content else {
                    return nil
                }
                return ArtifactFiles.Wanted(artifact: name, path: path, size: size, sha256: sha256, target: job.target)
            }
        }
        let artifacts = ArtifactFiles(
            dist: request.dist,
            builds: request.builds,
            scratch: scratch,
            files: effects.files,
            provesBuilds: provesBuilds
        )
        return try await artifacts.locate(wanted, of: request.artifacts, width: request.width)
    }

    /// The entries of a layer's tar with the places of their content; programs are proven to be for their platform.
    private func entries(of job: Job, on tree: BaseTree, _ places: [Digest: FilePath]) throws -> [LayerWriter.Entry] {
        let entries = try onBase(of: job) { try LayerComposer(tree).entries(of: job.layer, beside: job.others) }
        let program = try job.program.map { try tree.resolved($0) }
        return try entries.map { entry in
            let path = entry.path
            switch entry.content {
            case .folder(let attributes): return LayerWriter.Entry(path: path, content: .folder(attributes))
            case .link(let target): return LayerWriter.Entry(path: path, content: .link(target))
            case .file(let source, let mode):
                let content = try self.content(of: source, for: path, places)
                if job.layer.purpose == .binaries || path == program, let file = content.path {
                    try ImageProgram(job.plan)
                        .check(effects.files.open(file), at: path, in: job.layer, for: job.target)
                }
                if isCertificates(entry, of: job), let file = content.path {
                    try CertificateFile.check(file, files: effects.files)
                }
                guard let (sha256, _) = summary(of: source) else {
                    throw RelctlError("cannot find the content of `/\(path)`")
                }
                return LayerWriter.Entry(path: path, content: .file(content, mode: mode, sha256: sha256))
            }
        }
    }

    /// Whether an entry is what the image's `certificates` became, wherever links of the base led it.
    private func isCertificates(_ entry: LayerComposer.Entry, of job: Job) -> Bool {
        guard job.layer.purpose == .system, case .file(let source, _) = entry.content else { return false }
        return job.layer.entries.contains { planned in
            guard case .file(source, _) = planned.content else { return false }
            return planned.path.string.equalsBytewise(SystemSkeleton.certificates)
        }
    }

    private func content(
        of source: ImagePlan.Source,
        for path: RelativePath,
        _ places: [Digest: FilePath]
    ) throws -> EntryContent {
        switch source {
        case .text(let text): return EntryContent(text, for: path)
        case .project(let file):
            return try EntryContent(request.project.appending(file), for: path, files: effects.files)
        case .artifact(let name, _, _, let sha256):
            guard let file = places[sha256] else {
                throw RelctlError("cannot find the content of `/\(path)` in `\(name)`")
            }
            return try EntryContent(file, for: path, files: effects.files)
        }
    }

    // MARK: What is known

    private func key(
        of layer: ImagePlan.Layer,
        _ others: [RelativePath],
        _ plan: ImagePlan,
        _ platform: ImagePlan.Platform,
        _ base: BaseImage?
    ) throws -> Digest {
        let writer = LayerWriter(
            engine: request.engine,
            compression: plan.compression,
            timestamp: plan.timestamp,
            files: effects.files
        )
        let lines = try layer.entries.map { entry in
            LayerRecord.Key.Line(path: entry.path, content: try content(of: entry))
        }
        let program = try Self.program(of: layer, plan, platform)
        return LayerRecord.Key(
            base: base?.descriptor.digest,
            target: layer.purpose == .binaries || program != nil ? platform.target : nil,
            program: program,
            user: ImageUser(of: plan, for: platform, on: base).flatMap { $0.layer == layer ? plan.process.user : nil },
            compression: plan.compression.format,
            encoder: writer.encoder,
            timestamp: plan.timestamp,
            entries: lines,
            others: others
        ).digest
    }

    private func content(of entry: ImagePlan.Entry) throws -> LayerRecord.Key.Line.Content {
        switch entry.content {
        case .folder(let mode, let owner): return .folder(FolderAttributes(mode: mode, owner: owner, group: owner))
        case .link(let target): return .link(target)
        case .file(let source, let mode):
            guard let (sha256, _) = summary(of: source) else {
                throw RelctlError("cannot find the content of `/\(entry.path)`")
            }
            return .file(mode: mode, sha256)
        }
    }
}
