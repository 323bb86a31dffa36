import TestSupport
import Testing

@testable import RelctlImages

/// Disks that fail at any moment.
@Suite(.enabled(if: CrossPrograms.areAvailable)) struct ImageFaultTests {
    /// Proves that all that a layout leads to is there.
    private func prove(_ layout: ImageLayout) async throws {
        for top in layout.index.manifests {
            let index = try JSONText.decode(ImageIndex.self, from: layout.bytes(top), file: FilePath("index"))
            for descriptor in index.manifests {
                let bytes = try layout.bytes(descriptor)
                let manifest = try JSONText.decode(ImageManifest.self, from: bytes, file: FilePath("manifest"))
                for blob in manifest.layers + [manifest.config] { try await layout.prove(blob) }
            }
        }
    }

    @Test func whateverFailsNothingLeadsToHalfAnImageAndTheNextRunMakesItWhole() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(
                in: folder,
                images: """
                    [{ name: "acme/app", platforms: ["linux/amd64"], binaries: [],
                       files: [{ files: ["config/**"] }] }]
                    """
            )
            try project.files.removeTree(project.dist.appending("build"))
            let wanted = try await project.build().map(\.released)
            let mark = project.layout.appending(ImageLayout.markerName)
            var call = 0
            while true {
                call += 1
                // Every other time there is something to go on with.
                if call.isMultiple(of: 2) { try project.files.removeTree(project.layout) }
                let faulty = FaultyFileSystem(failingCall: call)
                let images = try? await project.build(threads: 1, effects: .onDisk(files: faulty)) { $0.width = 1 }
                guard faulty.didFail else { break }
                #expect(images == nil || images?.map(\.released) == wanted, "call \(call)")
                if try project.files.status(of: mark) != nil,
                    try project.files.status(of: project.layout.appending(ImageLayout.indexName)) != nil
                {
                    try await prove(ImageLayout(at: project.layout, files: project.files))
                }
            }
            #expect(call > 30)
            #expect(try await project.build().map(\.released) == wanted)
            #expect(
                try project.files.names(in: project.layout) == ["blobs", "index.json", "layers.json", "oci-layout"]
            )
        }
    }
}
