import Foundation
import TestSupport
import Testing

@testable import RelctlImages

/// One tar of everything, for those who have an engine.
@Suite(.enabled(if: CrossPrograms.areAvailable && HostTool.areHere("skopeo", "umoci")))
struct LoadableTarTests {
    private func tar(_ folder: FilePath, _ images: String) async throws -> ImageProject {
        let project = try await ImageProject(in: folder, images: images)
        let images = try await project.build()
        let layout = try ImageLayout(at: project.layout, files: project.files)
        try await LoadableTar(layout, files: project.files).write(images, to: project.dist.appending("all.tar"))
        return project
    }

    @Test(arguments: ["gzip", "none"]) func dockersListAndTheLayoutAreBothReadable(_ compression: String) async throws {
        try await withScratchFolder { folder in
            let images = "[{ name: \"ghcr.io/acme/app\", compression: \"\(compression)\" }, { name: \"acme/other\" }]"
            let project = try await tar(folder, images)
            try await project.output(
                of: ["skopeo", "copy", "docker-archive:all.tar:ghcr.io/acme/app:1.2.3", "dir:docker"]
            )
            let platform = ["--override-os", "linux", "--override-arch", "arm64"]
            let text = try await project.output(
                of: ["skopeo", "inspect", "--config"] + platform + ["oci-archive:all.tar:acme/other:1.2.3"]
            )
            #expect(text.contains("\"architecture\":\"arm64\"") || text.contains("\"architecture\": \"arm64\""))
            let listing = try await project.output(of: ["skopeo", "list-tags", "docker-archive:all.tar"])
            for tag in ["1.2.3", "1.2", "1", "latest"] {
                #expect(listing.contains("ghcr.io/acme/app:\(tag)"))
            }
        }
    }

    @Test func itIsTheSameEachTime() async throws {
        try await withScratchFolder { folder in
            var digests: [Digest] = []
            for name in ["a", "b"] {
                let place = folder.appending(name)
                try LiveFileSystem().createFolder(place)
                let project = try await tar(place, #"[{ name: "acme/app" }]"#)
                digests.append(Digest(of: try project.files.contents(of: project.dist.appending("all.tar"))))
            }
            #expect(digests[0] == digests[1])
        }
    }

    @Test func aDamagedBlobIsTheLayoutsFault() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: #"[{ name: "acme/app" }]"#)
            let images = try await project.build()
            let layout = try ImageLayout(at: project.layout, files: project.files)
            let descriptor = try #require(images.first?.platforms.first?.manifest)
            let manifest = try JSONText.decode(
                ImageManifest.self,
                from: try layout.bytes(descriptor),
                file: FilePath("manifest")
            )
            let blob = try layout.blob(try #require(manifest.layers.last))
            var bytes = try project.files.contents(of: blob)
            bytes[bytes.count / 2] ^= 1
            try project.files.write(bytes, to: blob)
            let tar = project.dist.appending("all.tar")
            let error = await #expect(throws: RelctlError.self) {
                try await LoadableTar(layout, files: project.files).write(images, to: tar)
            }
            #expect(error?.code == .configurationInvalid)
            #expect(error?.message.hasPrefix("cannot use the blob `sha256:") == true)
            #expect(error?.hints.first?.contains("remove `\(blob)`, and make") == true)
            #expect(error?.causes.first.map { "\($0)" }?.contains("its bytes have the digest") == true)
            #expect(try project.files.status(of: tar) == nil)
        }
    }
}
