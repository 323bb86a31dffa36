import TestSupport
import Testing

@testable import RelctlEffects
@testable import RelctlImages

/// The same input gives the same digests, and what is there is not made again.
@Suite(.enabled(if: CrossPrograms.areAvailable)) struct ImageDeterminismTests {
    private static let images = """
        [
          { name: "ghcr.io/acme/app", files: [{ files: ["config/**"], to: "/etc/app" }] },
          { names: ["ghcr.io/acme/init"], binaries: [], files: [{ files: ["README.md"] }] },
        ]
        """

    @Test func placeOrderAndThreadsDoNotMatter() async throws {
        try await withScratchFolder { folder in
            var digests: [[Digest]] = []
            for (name, threads, reversed) in [("one", 1, false), ("two/deeper", 4, true)] {
                let place = folder.appending(name)
                try LiveFileSystem().createFolders(place)
                let project = try await ImageProject(in: place, images: Self.images)
                let images = try await project.build(threads: threads) { request in
                    if reversed { request.plans.reverse() }
                    request.width = threads
                }
                let released = images.map(\.released).sorted { $0.id.precedesBytewise($1.id) }
                digests.append(released.flatMap { [$0.digest] + $0.platforms.map(\.digest) })
            }
            #expect(digests[0] == digests[1])
            #expect(Set(digests[0]).count == 6)
        }
    }

    @Test func archivesGiveTheSameLayersAsTheProgramsThatWereBuilt() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.images)
            let first = try await project.build()
            try project.files.removeTree(project.layout)
            try project.files.removeTree(project.dist.appending("build"))
            #expect(try await project.build().map(\.released) == first.map(\.released))
        }
    }

    /// What was built since is not what was packed: of the same size, and for this platform or another.
    @Test(arguments: [true, false]) func aProgramThatWasBuiltAnewIsTakenFromItsArchive(_ isForeign: Bool) async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.images)
            let first = try await project.build()
            try project.files.removeTree(project.layout)
            let path = project.dist.appending("build/\(ImageProject.arm)/app")
            var bytes = try project.files.contents(of: path)
            // The processor stands in the nineteenth byte of a program's header.
            bytes[isForeign ? 18 : bytes.count - 1] ^= 1
            try project.files.write(bytes, to: path, permissions: 0o755)
            #expect(try await project.build().map(\.released) == first.map(\.released))
        }
    }

    @Test(arguments: ["zip", "tar.xz", "tar.zst", "tar"]) func everyFormatOfArchiveGivesTheSameImages(
        _ format: String
    ) async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            for name in ["a", "b"] { try files.createFolders(folder.appending(name)) }
            let gzip = try await ImageProject(in: folder.appending("a"), images: Self.images)
            let other = try await ImageProject(in: folder.appending("b"), images: Self.images, format: format)
            try files.removeTree(other.dist.appending("build"))
            #expect(try await gzip.build().map(\.released) == other.build().map(\.released))
        }
    }

    @Test func aSecondRunReadsNoArtifactAndWritesNoBlob() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.images)
            let first = try await project.build()
            let before = try blobs(project)
            // Whoever wanted to read one would fail.
            for artifact in project.manifest.artifacts {
                try project.files.removeFile(project.dist.appending(artifact.name))
            }
            try project.files.removeTree(project.dist.appending("build"))
            #expect(try await project.build().map(\.released) == first.map(\.released))
            #expect(try blobs(project) == before)
        }
    }

    @Test func layersOfAnEarlierLayoutServeAnother() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.images)
            let first = try await project.build()
            try project.files.removeTree(project.dist.appending("build"))
            for artifact in project.manifest.artifacts {
                try project.files.removeFile(project.dist.appending(artifact.name))
            }
            let other = project.dist.appending("other")
            let second = try await project.build { request in
                (request.layout, request.earlier) = (other, project.layout)
            }
            #expect(second.map(\.released) == first.map(\.released))
            #expect(try project.files.names(in: other) == project.files.names(in: project.layout))
            #expect(
                try project.files.names(in: other.appending("blobs/sha256"))
                    == project.files.names(in: project.layout.appending("blobs/sha256"))
            )
        }
    }

    @Test func aDamagedLayerIsMadeAgain() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.images)
            let first = try await project.build()
            for (name, status) in try blobs(project) where status.size > 2000 {
                let path = project.layout.appending("blobs/sha256/\(name)")
                var bytes = try project.files.contents(of: path)
                bytes[bytes.count / 2] ^= 1
                try project.files.write(bytes, to: path)
            }
            #expect(try await project.build().map(\.released) == first.map(\.released))
            for image in first {
                let layout = try ImageLayout(at: project.layout, files: project.files)
                for platform in image.platforms {
                    let bytes = try layout.bytes(platform.manifest)
                    let manifest = try JSONText.decode(ImageManifest.self, from: bytes, file: FilePath("manifest"))
                    for layer in manifest.layers { try await layout.prove(layer) }
                }
            }
        }
    }

    /// With a record of digests, a layer that nothing touched is not read, and one that was is made again.
    @Test func aRecordOfDigestsSparesReadingLayers() async throws {
        try await withScratchFolder { folder in
            var generator = SystemRandomNumberGenerator()
            let noise = (0..<50_000).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
            let project = try await ImageProject(
                in: folder,
                images: #"[{ name: "acme/app", files: [{ files: ["noise"] }] }]"#,
                change: { try LiveFileSystem().write(noise, to: $0.appending("noise")) }
            )
            let record = folder.appending("digests")
            func build(_ files: any FileSystem) async throws -> [ReleasedImage] {
                var effects = Effects.onDisk(files: files)
                let digests = FileDigests(at: record, files: files)
                effects.digests = digests
                defer { digests.save() }
                return try await project.build(effects: effects).map(\.released)
            }
            let live = LiveFileSystem()
            let first = try await build(live)
            let blob = try #require(try blobs(project).first { $0.value.size > noise.count })
            let path = project.layout.appending("blobs/sha256/\(blob.key)")
            // The first runs may be too close to the writing of the blob to be sure.
            for _ in 0..<500 where FileDigests(at: record, files: live)[blob.value] == nil {
                try await Task.sleep(for: .milliseconds(20))
                _ = try await build(live)
            }
            struct WasRead: Error {}
            #expect(try await build(MeddlingFileSystem(victim: path, at: .opening) { throw WasRead() }) == first)

            var bytes = try live.contents(of: path)
            bytes[bytes.count / 2] ^= 1
            try live.write(bytes, to: path)
            try live.setModificationTime(blob.value.modificationTime, of: path)
            #expect(try await build(live) == first)
            #expect(try Digest(of: live.contents(of: path)).hexadecimal == blob.key)
        }
    }

    /// What code from before the form of today made may have other bytes than ours.
    @Test func layersOfARecordOfAnOlderFormAreMadeAgain() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.images)
            let first = try await project.build()
            let before = try blobs(project)
            let record = project.layout.appending(LayerRecord.fileName)
            let text = try project.files.text(of: record)
            let older = text.replacing("\"format\" : 3", with: "\"format\" : 1")
            try #require(older != text)
            try project.files.write(older.utf8, to: record)
            #expect(try await project.build().map(\.released) == first.map(\.released))
            let layers = LayerRecord(in: project.layout, files: project.files).layers.values
            #expect(layers.count > 3)
            for layer in layers {
                let name = layer.digest.sha256.hexadecimal
                #expect(try blobs(project)[name]?.identity != before[name]?.identity)
            }
        }
    }

    @Test func whatAnEarlierReleaseLeftIsRemoved() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.images)
            _ = try await project.build()
            let fresh = try blobs(project).keys
            let stale = project.layout.appending("blobs/sha256/\(String(repeating: "ab", count: 32))")
            try project.files.write("old".utf8, to: stale)
            try project.files.write("cut off".utf8, to: project.layout.appending("blobs/sha256/.half.new"))
            _ = try await project.build()
            #expect(try blobs(project).keys == fresh)
            #expect(
                try project.files.names(in: project.layout) == ["blobs", "index.json", "layers.json", "oci-layout"]
            )
        }
    }

    private func blobs(_ project: ImageProject) throws -> [String: FileStatus] {
        let folder = project.layout.appending("blobs/sha256")
        return try project.files.names(in: folder).reduce(into: [:]) { blobs, name in
            blobs[name] = try project.files.status(of: folder.appending(name))
        }
    }
}
