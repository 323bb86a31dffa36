import Foundation
import RelctlImages
import TestSupport
import Testing

/// A layout is read as the specification has it, and what is not what it says is refused.
@Suite struct ImageLayoutTests {
    private let files = LiveFileSystem()
    private let amd64 = ImagePlatform(os: "linux", architecture: "amd64")

    private func withLayout(_ body: (SampleLayout, ContentDescriptor) async throws -> Void) async throws {
        try await withScratchFolder { folder in
            let layout = try SampleLayout(at: folder.appending("layout"))
            let image = try layout.addImage(amd64, layers: [SampleBytes.noise(5000), SampleBytes.noise(10)])
            try await body(layout, image)
        }
    }

    private func open(_ layout: SampleLayout) throws -> ImageLayout { try ImageLayout(at: layout.path, files: files) }

    private func graph(_ layout: SampleLayout, _ root: ContentDescriptor) async throws -> ContentGraph {
        try await ContentWalk.graph(of: root, in: open(layout))
    }

    @Test func namesLeadToContent() async throws {
        try await withLayout { layout, image in
            try layout.name(image, "ghcr.io/acme/app:1.0.0")
            #expect(try open(layout).descriptor(of: nil).digest == image.digest)
            let other = try layout.addImage(amd64, layers: [SampleBytes.noise(7)])
            try layout.name(other, "ghcr.io/acme/init:1.0.0")
            try layout.name(other, "ghcr.io/acme/init:2.0.0")
            let read = try open(layout)
            #expect(try read.descriptor(of: "ghcr.io/acme/init:1.0.0").digest == other.digest)
            #expect(try read.descriptor(of: "2.0.0").digest == other.digest)
            #expect(try read.descriptor(of: image.digest.description).digest == image.digest)
            for name in [nil, "1.0.0", "0.0", "acme/app:1.0.0"] {
                let error = #expect(throws: RelctlError.self) { try read.descriptor(of: name) }
                #expect(error?.hints.first?.contains("`ghcr.io/acme/app:1.0.0`") == true)
            }
        }
    }

    @Test func allThatAnImageLeadsToIsFoundChildrenFirst() async throws {
        try await withLayout { layout, image in
            let arm = try layout.addImage(
                ImagePlatform(os: "linux", architecture: "arm64"),
                layers: [SampleBytes.noise(5000)]
            )
            let attestation = try layout.addAttestation(of: image)
            let root = try layout.addIndex([image, arm, attestation], version: "1.0.0")
            let bill = try layout.addReferrer(of: root, type: "application/spdx+json", "bill")
            // What is about what is about it, listed before that.
            var index = try layout.index()
            let signature = try layout.addReferrer(of: bill, type: "application/x-signature", "signature")
            index.manifests.insert(signature, at: 0)
            try layout.write(index)
            try layout.addReferrer(of: try layout.addImage(amd64, layers: []), type: "application/x", "of another")

            let graph = try await graph(layout, root)
            #expect(graph.manifests.map(\.descriptor.digest) == [image, arm, attestation, root].map(\.digest))
            #expect(graph.referrers.map(\.descriptor.digest) == [bill.digest, signature.digest])
            #expect(
                graph.referrers.map(\.descriptor.artifactType) == ["application/spdx+json", "application/x-signature"]
            )
            #expect(graph.referrers[0].descriptor.annotations == ["org.opencontainers.image.title": "bill"])
            // The layer that both platforms have counts once.
            #expect(graph.blobs.count == Set(graph.blobs.map(\.digest)).count)
            #expect(graph.blobs.count == 9)
        }
    }

    @Test func blobsThatAreNotWhatTheyAreCalledAreRefused() async throws {
        try await withLayout { layout, image in
            let file = layout.path.appending(image.digest.layoutPath)
            let bytes = try files.contents(of: file)
            var lie = image
            lie.size += 1
            await refuses("bytes, not the") { _ = try await graph(layout, lie) }
            try files.removeFile(file)
            await refuses("it is missing") { _ = try await graph(layout, image) }
            try files.write([UInt8](repeating: 0x20, count: bytes.count), to: file)
            await refuses("its bytes have the digest") { _ = try await graph(layout, image) }
            try files.removeFile(file)
            try files.write(bytes, to: layout.path.appending("elsewhere"))
            try files.createLink(at: file, to: "../../elsewhere")
            await refuses("it is a link, not a file") { _ = try await graph(layout, image) }
            try files.removeFile(file)
            try files.createFolder(file)
            await refuses("it is a folder, not a file") { _ = try await graph(layout, image) }
            try files.removeFolder(file)
            try files.write(bytes, to: file)
            let blobs = layout.path.appending("blobs")
            try files.rename(blobs, to: layout.path.appending("moved"))
            try files.createLink(at: blobs, to: "moved")
            await refuses("is no folder") { _ = try await graph(layout, image) }
        }
    }

    @Test func layersAreProvenBeforeTheyAreHandedOver() async throws {
        try await withLayout { layout, image in
            let layer = try #require(try await graph(layout, image).manifests.first?.blobs[1])
            let bytes = try layout.bytes(layer.digest)
            try files.write([0] + bytes.dropFirst(), to: layout.path.appending(layer.digest.layoutPath))
            await refuses("its bytes have the digest") {
                _ = try await open(layout).withBlob(layer) { _ in Issue.record("it was handed over") }
            }
        }
    }

    @Test func whatLeadsTooFarIsRefused() async throws {
        try await withLayout { layout, image in
            var root = image
            for _ in 0..<9 { root = try layout.addIndex([root], version: nil) }
            await refuses("than any image has") { [root] in _ = try await graph(layout, root) }
            // Doubling at each step is no more work than one.
            root = image
            for depth in 0..<7 {
                var other = root
                other.annotations = ["depth": "\(depth)"]
                root = try layout.addIndex([root, other, root], version: nil)
            }
            #expect(try await graph(layout, root).manifests.count == 8)
            var larger = image
            larger.size += 1
            let quarrel = try layout.addIndex([image, larger], version: nil)
            await refuses("elsewhere another size") { _ = try await graph(layout, quarrel) }
            var chain = image
            for number in 0..<10 { chain = try layout.addReferrer(of: chain, type: "application/x", "\(number)") }
            var index = try layout.index()
            index.manifests.reverse()
            try layout.write(index)
            await refuses("than any image has") { _ = try await graph(layout, image) }
        }
    }

    @Test func manifestsThatAreTwoThingsAtOnceAreRefused() async throws {
        try await withLayout { layout, image in
            var other = image
            other.mediaType = .dockerManifest
            await refuses("it says of itself that it is") { [other] in _ = try await graph(layout, other) }
            other.mediaType = "application/vnd.docker.distribution.manifest.v1+json"
            await refuses("is no manifest of a known kind") { [other] in _ = try await graph(layout, other) }
            let broken = try layout.add(.imageManifest, Array(#"{"schemaVersion":2,"config":7}"#.utf8))
            await refuses("is of the wrong type") { _ = try await graph(layout, broken) }
        }
    }

    @Test func whatIsNoLayoutIsRefused() async throws {
        try await withLayout { layout, _ in
            let (marker, index) = (layout.path.appending("oci-layout"), layout.path.appending("index.json"))
            try files.write(#"{"imageLayoutVersion":"2.0.0"}"#.utf8, to: marker)
            await refuses("its version is `2.0.0`") { _ = try open(layout) }
            try files.write(#"{"imageLayoutVersion":"1.0.0"}"#.utf8, to: marker)
            try files.rename(index, to: layout.path.appending("real.json"))
            await refuses("there is no") { _ = try open(layout) }
            try files.createLink(at: index, to: "real.json")
            await refuses("is a link, not a file") { _ = try open(layout) }
            try files.removeFile(index)
            try files.write(
                #"{"schemaVersion":2,"manifests":[{"mediaType":"a","digest":"sha256:../x","size":1}]}"#.utf8,
                to: index
            )
            await refuses("is not a digest") { _ = try open(layout) }
        }
    }

    private func refuses(
        _ reason: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async {
        let error = await #expect(throws: RelctlError.self, sourceLocation: sourceLocation) { try await body() }
        #expect(
            error?.description.contains(reason) == true,
            "\(String(describing: error))",
            sourceLocation: sourceLocation
        )
    }
}
