import Foundation
import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlImages

/// What is said of images, in the forms in which others look for it.
@Suite(.enabled(if: CrossPrograms.areAvailable && HostTool.areHere("skopeo"))) struct ImageAttachmentTests {
    private func build(_ folder: FilePath) async throws -> (ImageProject, BuiltImage) {
        let project = try await ImageProject(in: folder, images: #"[{ name: "acme/app" }]"#)
        let planner = AttestationPlanner(
            project.manifest.release,
            configuration: nil,
            targets: project.configuration.targets.map(\.triple),
            builder: ProvenanceBuilder(id: "https://example.org/builder")
        )
        let images = try await project.build { request in
            request.attachments = { platform, plan in
                let image = AttestedImage(platform, of: plan)
                return [try planner.provenance(of: image, madeOf: []), try planner.sbom(of: image)]
            }
        }
        return (project, try #require(images.first))
    }

    @Test func buildKitsFormComesAfterTheImagesAndRunsNowhere() async throws {
        try await withScratchFolder { folder in
            let (project, image) = try await build(folder)
            let layout = try ImageLayout(at: project.layout, files: project.files)
            let index = try JSONText.decode(
                ImageIndex.self,
                from: layout.bytes(image.index),
                file: FilePath("index")
            )
            #expect(index.manifests.map { $0.platform == .unknown } == [false, false, true, true])
            for (about, descriptor) in zip(index.manifests.prefix(2), index.manifests.suffix(2)) {
                #expect(descriptor.annotations?["vnd.docker.reference.digest"] == about.digest.description)
                #expect(descriptor.annotations?["vnd.docker.reference.type"] == "attestation-manifest")
                let manifest = try JSONText.decode(
                    ImageManifest.self,
                    from: layout.bytes(descriptor),
                    file: FilePath("manifest")
                )
                let kinds = manifest.layers.map { $0.annotations?["in-toto.io/predicate-type"] }
                #expect(kinds == ["https://slsa.dev/provenance/v1", "https://spdx.dev/Document"])
                for layer in manifest.layers {
                    let text = String(decoding: try layout.bytes(layer), as: UTF8.self)
                    #expect(text.contains(about.digest.sha256.hexadecimal))
                }
            }
            let reference = "oci:images:acme/app:1.2.3"
            try await project.output(of: ["skopeo", "copy", "--all", reference, "dir:copy"])
            try await project.output(
                of: ["skopeo", "copy", "--override-os", "linux", "--override-arch", "arm64", reference, "dir:one"]
            )
        }
    }

    @Test func referrersLeadToTheirImages() async throws {
        try await withScratchFolder { folder in
            let (project, image) = try await build(folder)
            let found = try referrers(in: ImageLayout(at: project.layout, files: project.files))
            let digests = image.platforms.map(\.manifest.digest)
            #expect(found.compactMap { $0.subject?.digest } == [digests[0], digests[0], digests[1], digests[1]])
            #expect(found.allSatisfy { $0.config == .empty })
        }
    }

    /// The artifacts that a layout leads to, whose blobs are all there.
    private func referrers(in layout: ImageLayout) throws -> [ImageManifest] {
        try layout.index.manifests.filter { $0.artifactType != nil }.map { descriptor in
            let bytes = try layout.bytes(descriptor)
            let manifest = try JSONText.decode(ImageManifest.self, from: bytes, file: FilePath("manifest"))
            for blob in manifest.layers + [manifest.config] { _ = try layout.bytes(blob) }
            return manifest
        }
    }
}
