import TestSupport
import Testing

@testable import RelctlImages
@testable import RelctlRegistries

/// Bases that lie in a layout and say of themselves what relctl must not believe, or must leave as it is.
@Suite(.enabled(if: CrossPrograms.areAvailable)) struct BaseLayoutTests {
    private static let plain = #"platforms: ["linux/amd64"], attestations: { provenance: false, sbom: false }"#
    /// What the base is called in its layout.
    private static let name = "registry.example.org/acme/base:1.2.3"

    /// A project on a base that another project made, after `change` had its way with the base's documents.
    private func project(
        in folder: FilePath,
        base: String = "files: [{ files: [\"README.md\"] }]",
        app: String = "",
        change: (inout ImageManifest, inout ImageConfiguration) throws -> Void = { _, _ in }
    ) async throws -> ImageProject {
        let files = LiveFileSystem()
        let (below, above) = (folder.appending("below"), folder.appending("above"))
        for path in [below, above.appending("project")] { try files.createFolders(path) }
        let other = try await ImageProject(
            in: below,
            images: "[{ name: \"registry.example.org/acme/base\", binaries: [], \(Self.plain), \(base) }]"
        ) { project in
            try files.createFolders(project.appending("odd"))
            try files.write("no folder".utf8, to: project.appending("odd/bin"))
            let links = project.appending("links")
            try files.createFolders(links.appending("releases"))
            for name in ["real", "releases/1"] { try files.write("no folder".utf8, to: links.appending(name)) }
            try files.createLink(at: links.appending("data"), to: "/real")
            try files.createLink(at: links.appending("current"), to: "releases/1")
            try files.createLink(at: links.appending("bin"), to: "usr/bin")
        }
        _ = try await other.build()
        let layout = above.appending("project/base")
        try files.rename(other.layout, to: layout)
        try rewrite(layout, change)
        return try await ImageProject(
            in: above,
            images: "[{ name: \"acme/app\", from: \"oci:base\", \(Self.plain), \(app) }]"
        )
    }

    /// Writes the documents of a layout's only image anew.
    private func rewrite(
        _ folder: FilePath,
        _ change: (inout ImageManifest, inout ImageConfiguration) throws -> Void
    ) throws {
        let files = LiveFileSystem()
        let layout = try ImageLayout(at: folder, files: files)
        func read<Value: Decodable>(_ type: Value.Type, _ descriptor: ContentDescriptor) throws -> Value {
            try JSONText.decode(type, from: layout.bytes(descriptor), file: FilePath("document"))
        }
        let top = try #require(layout.index.manifests.first)
        let index = try read(ImageIndex.self, top)
        let descriptor = try #require(index.manifests.first)
        var manifest = try read(ImageManifest.self, descriptor)
        var configuration = try read(ImageConfiguration.self, manifest.config)
        try change(&manifest, &configuration)
        func keep(_ bytes: [UInt8]) throws {
            try files.write(bytes, to: folder.appending(ContentDigest(of: bytes).layoutPath))
        }
        let config = try configuration.bytes()
        manifest.config = ContentDescriptor(.imageConfiguration, of: config)
        let bytes = try manifest.bytes()
        let inner = ContentDescriptor(.imageManifest, of: bytes, platform: descriptor.platform)
        let list = try ImageIndex(manifests: [inner]).bytes()
        let outer = ContentDescriptor(.imageIndex, of: list, annotations: [ImageLayout.referenceKey: Self.name])
        for document in [config, bytes, list] { try keep(document) }
        try files.write(try ImageIndex(manifests: [outer]).bytes(), to: folder.appending(ImageLayout.indexName))
    }

    private func manifest(of project: ImageProject, _ image: BuiltImage) throws -> ImageManifest {
        let layout = try ImageLayout(at: project.layout, files: project.files)
        let bytes = try layout.bytes(image.platforms[0].manifest)
        return try JSONText.decode(ImageManifest.self, from: bytes, file: FilePath("manifest"))
    }

    @Test func aBaseIsNamedAsItsLayoutNamesIt() async throws {
        try await withScratchFolder { folder in
            let project = try await project(in: folder)
            let image = try #require(try await project.build().first)
            #expect(try manifest(of: project, image).annotations?[ImageDescriptions.baseName] == Self.name)
        }
    }

    @Test(arguments: [
        ("ghcr.io/a/b:1", "ghcr.io/a/b:1"), ("base", nil), ("alpine:3.20", nil), ("1.0", nil), ("not a name", nil),
    ]) func onlyWholeReferencesAreNames(_ text: String, _ name: String?) async throws {
        try await withScratchFolder { folder in
            let project = try await project(in: folder)
            let layout = try ImageLayout(at: project.project.appending("base"), files: project.files)
            let located = LocatedImage(root: try layout.descriptor(of: nil), source: layout, name: nil)
            let platform = try #require(ImagePlatform("linux/amd64"))
            let base = try await BaseImage(located, for: platform, nameInLayout: text)
            #expect(base.name == name)
        }
    }

    @Test func aLayerThatIsNotTheOneTheConfigurationNamesIsRefused() async throws {
        try await withScratchFolder { folder in
            let wrong = ContentDigest(of: Array("another layer".utf8))
            let project = try await project(in: folder) { $1.rootfs.diffIDs[1] = wrong }
            let error = await #expect(throws: RelctlError.self) { _ = try await project.build() }
            let text = "\(String(describing: error))"
            #expect(text.contains("cannot use the layer `sha256:") && text.contains("says `\(wrong)`"), "\(text)")
            #expect(try project.files.status(of: project.layout.appending("index.json")) == nil)
        }
    }

    @Test(arguments: [
        (#"files: [{ files: ["bin"], from: "odd", to: "/usr" }]"#, "`/usr/bin` is a file in the base image"),
        (#"files: [{ files: ["README.md"], to: "/usr/bin/app" }]"#, "`/usr/bin/app` is a folder in the base image"),
    ]) func nothingOfTheBaseIsHidden(_ base: String, _ reason: String) async throws {
        try await withScratchFolder { folder in
            let project = try await project(in: folder, base: base)
            let error = await #expect(throws: RelctlError.self) { _ = try await project.build() }
            #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        }
    }

    /// A file of the base is not known by the name of the link that leads to it.
    @Test(arguments: [
        ("/data", "/real", "/data/README.md"), ("/data/deep", "/real", "/data/deep/README.md"),
        ("/current", "/releases/1", "/current/README.md"),
    ]) func nothingOfTheBaseIsHiddenThroughALink(_ to: String, _ file: String, _ path: String) async throws {
        try await withScratchFolder { folder in
            let project = try await project(
                in: folder,
                base: #"files: [{ files: ["**"], from: "links" }]"#,
                app: "files: [{ files: [\"README.md\"], to: \"\(to)\" }]"
            )
            let place = SourcePlace(file: "relctl.json", line: 7, column: 3)
            let error = await #expect(throws: RelctlError.self) {
                _ = try await project.build { $0.places = ["acme/app": place] }
            }
            let text = "\(try #require(error))"
            #expect(text.contains("cannot put the layer `files` of the image `acme/app` on its base"), "\(text)")
            #expect(text.contains("`\(file)` is a file in the base image, and `\(path)` would lie below it"), "\(text)")
            #expect(error?.hints.first?.contains("a link of the base image leads there") == true, "\(text)")
            #expect(error?.code == .configurationInvalid && error?.place == place)
            #expect(try project.files.status(of: project.layout.appending("index.json")) == nil)
        }
    }

    @Test func twoFilesOfAnImageThatALinkBringsTogetherAreRefused() throws {
        var lower = BaseLayer()
        var link = ArchiveMember(name: Array("lib".utf8), kind: .link, mode: 0o777)
        link.linkTarget = Array("usr/lib".utf8)
        lower.take(link)
        var tree = BaseTree()
        tree.apply(lower)
        let file = ImagePlan.Content.file(.text("x"), mode: 0o644)
        func refusal(_ paths: [String], beside others: [String] = []) throws -> String? {
            let entries = try paths.map { ImagePlan.Entry(path: try RelativePath($0), content: file) }
            let others = try others.map { try RelativePath($0) }
            let error = #expect(throws: RelctlError.self) {
                try LayerComposer(tree)
                    .entries(of: ImagePlan.Layer(purpose: .files, entries: entries), beside: others)
            }
            #expect(
                error?.hints.allSatisfy { $0.hasSuffix("from the way to `/lib/a`") } == true,
                "\(error?.hints ?? [])"
            )
            return error?.message
        }
        let below = "`/usr/lib/a/b` would lie below `/usr/lib/a`, which is another file of this image"
        #expect(try refusal(["lib/a", "usr/lib/a/b"]) == below)
        #expect(try refusal(["usr/lib/a/b"], beside: ["lib/a"]) == below)
        let both = "`/lib/a` and `/usr/lib/a` are both `/usr/lib/a` in the base image, in different layers"
        #expect(try refusal(["lib/a"], beside: ["usr/lib/a"]) == both)
        #expect(try refusal(["usr/lib/a"], beside: ["lib/a"]) == both)
        let apart = try ImagePlan.Layer(
            purpose: .files,
            entries: [ImagePlan.Entry(path: RelativePath("lib/a"), content: file)]
        )
        #expect(
            try LayerComposer(tree).entries(of: apart, beside: [RelativePath("usr/lib/b"), RelativePath("a")]).count
                == 3
        )
    }

    /// Also where each layer was made before, for images that have only one of them.
    @Test func noLayerHidesWhatAnotherHasBehindALink() async throws {
        try await withScratchFolder { folder in
            let files = #"files: [{ files: ["README.md"], to: "/bin/app" }]"#
            let first = try await project(
                in: folder,
                base: #"files: [{ files: ["**"], from: "links" }]"#,
                app: "\(files), binaries: []"
            )
            _ = try await first.build()
            let images = #"[{ name: "acme/app", from: "oci:base", \#(Self.plain), \#(files) }]"#
            let second = try await ImageProject(in: folder.appending("above"), images: images)
            let error = await #expect(throws: RelctlError.self) { _ = try await second.build() }
            let text = "\(try #require(error))"
            #expect(text.contains("`/bin/app/README.md` would lie below `/usr/bin/app`"), "\(text)")
            #expect(error?.code == .configurationInvalid)
        }
    }

    /// All that a link to a folder leads to would be gone; one that leads to a file, or nowhere, may be replaced.
    @Test(arguments: [
        ("usr/lib", true), ("/", true), ("usr/lib/..", true), ("nowhere", false), ("lib", false),
    ]) func noFileTakesThePlaceOfALinkToAFolder(_ target: String, _ isFolder: Bool) throws {
        var lower = BaseLayer()
        for name in ["usr", "usr/lib"] { lower.take(ArchiveMember(name: Array(name.utf8), kind: .folder, mode: 0o755)) }
        var link = ArchiveMember(name: Array("lib".utf8), kind: .link, mode: 0o777)
        link.linkTarget = Array(target.utf8)
        lower.take(link)
        var tree = BaseTree()
        tree.apply(lower)
        for content in [ImagePlan.Content.file(.text("x"), mode: 0o644), .link(target: "usr")] {
            let entry = ImagePlan.Entry(path: try RelativePath("lib"), content: content)
            let layer = ImagePlan.Layer(purpose: .files, entries: [entry])
            let composer = LayerComposer(tree)
            guard isFolder else {
                #expect(try composer.entries(of: layer).map(\.path.string) == ["lib"])
                continue
            }
            let error = #expect(throws: RelctlError.self) { try composer.entries(of: layer) }
            #expect(error?.message.hasPrefix("`/lib` is a link to a folder in the base image") == true)
        }
    }

    @Test func whatTheBaseSaysOfItsOwnBaseIsNotSaidOfTheImage() async throws {
        try await withScratchFolder { folder in
            let project = try await project(in: folder) { _, configuration in
                configuration.config?.labels = [
                    ImageDescriptions.baseDigest: "sha256:theirs", ImageDescriptions.baseName: "their/base",
                    "vendor": "them",
                ]
            }
            let image = try #require(try await project.build().first)
            let layout = try ImageLayout(at: project.layout, files: project.files)
            let labels = try JSONText.decode(
                ImageConfiguration.self,
                from: layout.bytes(manifest(of: project, image).config),
                file: FilePath("configuration")
            ).config?.labels
            #expect(labels?[ImageDescriptions.baseName] == Self.name && labels?["vendor"] == "them")
            #expect(labels?[ImageDescriptions.baseDigest] == image.platforms[0].base?.digest.description)
        }
    }

    /// Image-spec, layers, "Non-Distributable Layers": such a layer is named, and neither copied nor pushed.
    @Test func aLayerThatNobodyMayCopyIsNamedAlone() async throws {
        try await withScratchFolder { folder in
            var layer = ContentDescriptor(
                "application/vnd.docker.image.rootfs.foreign.diff.tar.gzip",
                of: Array("theirs".utf8)
            )
            layer.urls = ["https://vendor.example.org/layer.tar.gz"]
            let foreign = layer
            let project = try await project(in: folder) { manifest, configuration in
                manifest.layers.insert(foreign, at: 0)
                configuration.rootfs.diffIDs.insert(ContentDigest(of: Array("their tar".utf8)), at: 0)
            }
            let image = try #require(try await project.build().first)
            let kept = try #require(try manifest(of: project, image).layers.first)
            #expect(kept.digest == foreign.digest && kept.size == foreign.size && kept.urls == foreign.urls)
            #expect(kept.mediaType.rawValue == "application/vnd.oci.image.layer.nondistributable.v1.tar+gzip")
            #expect(try project.files.status(of: project.layout.appending(foreign.digest.layoutPath)) == nil)
            let layout = try ImageLayout(at: project.layout, files: project.files)
            let graph = try await ContentWalk.graph(of: image.index, in: layout)
            let sent = graph.nodes.flatMap(\.blobs).map(\.digest)
            #expect(!sent.isEmpty && !sent.contains(foreign.digest))
        }
    }

    @Test func aFolderGoesWhereALinkOfTheBaseLeads() throws {
        var lower = BaseLayer()
        var link = ArchiveMember(name: Array("lib".utf8), kind: .link, mode: 0o777)
        link.linkTarget = Array("usr/lib".utf8)
        lower.take(ArchiveMember(name: Array("usr/lib/".utf8), kind: .folder, mode: 0o750))
        lower.take(link)
        var tree = BaseTree()
        tree.apply(lower)
        let file = ImagePlan.Content.file(.text("x"), mode: 0o644)
        let layer = ImagePlan.Layer(
            purpose: .files,
            entries: [
                ImagePlan.Entry(path: try RelativePath("lib"), content: .folder(mode: 0o755, owner: 0)),
                ImagePlan.Entry(path: try RelativePath("lib/a"), content: file),
            ]
        )
        let entries = try LayerComposer(tree).entries(of: layer)
        #expect(entries.map(\.path.string) == ["usr", "usr/lib", "usr/lib/a"])
        #expect(entries[1].content == .folder(FolderAttributes(mode: 0o750)))
    }
}
