import Foundation
import TestSupport
import Testing

@testable import RelctlImages

/// What is in images runs, on the processor that each is for.
@Suite(.enabled(if: CrossPrograms.areAvailable && HostTool.areHere("skopeo", "umoci", "qemu-aarch64-static")))
struct ImageRunTests {
    @Test(arguments: ["gzip", "none"]) func programsOfBothPlatformsRun(_ compression: String) async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(
                in: folder,
                images: "[{ name: \"acme/app\", compression: \"\(compression)\" }]"
            )
            _ = try await project.build()
            for (architecture, emulator) in [("amd64", "qemu-x86_64-static"), ("arm64", "qemu-aarch64-static")] {
                let root = try await project.unpack("acme/app:1.2.3", architecture)
                let program = root.appending("usr/bin/app").string
                #expect(try await project.output(of: [emulator, program, "hello"]) == "[hello]\n")
            }
        }
    }

    /// umoci knows no Zstandard; skopeo does.
    @Test func layersOfZstandardAreReadable() async throws {
        try await withScratchFolder { folder in
            let images = #"[{ name: "acme/app", compression: "zstd", level: 3 }]"#
            let project = try await ImageProject(in: folder, images: images)
            let image = try #require(try await project.build().first)
            try await project.output(
                of: [
                    "skopeo", "copy", "--override-os", "linux", "--override-arch", "arm64", "--dest-decompress",
                    "oci:images:acme/app:1.2.3", "dir:plain",
                ]
            )
            // Decompressed, each layer has the digest that the configuration promises.
            let layout = try ImageLayout(at: project.layout, files: project.files)
            let bytes = try layout.bytes(image.platforms[1].manifest)
            let manifest = try JSONText.decode(ImageManifest.self, from: bytes, file: FilePath("manifest"))
            #expect(manifest.layers.allSatisfy { $0.mediaType == .layerZstandard })
            let configuration = try JSONText.decode(
                ImageConfiguration.self,
                from: layout.bytes(manifest.config),
                file: FilePath("configuration")
            )
            let names = Set(try project.files.names(in: project.dist.appending("plain")))
            #expect(configuration.rootfs.diffIDs.allSatisfy { names.contains($0.sha256.hexadecimal) })
        }
    }

    /// Where containers can be made at all: as root, and with an engine.
    @Test(.enabled(if: HostTool.areHere("podman", "runc") && getuid() == 0)) func podmanLoadsAndRunsIt() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: #"[{ name: "acme/app" }]"#)
            let images = try await project.build()
            let layout = try ImageLayout(at: project.layout, files: project.files)
            try await LoadableTar(layout, files: project.files).write(images, to: project.dist.appending("all.tar"))
            let podman = [
                "podman", "--root", folder.appending("root").string, "--runroot", folder.appending("run").string,
                "--storage-driver", "vfs", "--cgroup-manager", "cgroupfs", "--runtime", "runc",
            ]
            try await project.output(of: podman + ["load", "-i", "all.tar"])
            let limits = ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"]
            let said = try await project.output(
                of: podman + ["run", "--rm", "--network", "none"] + limits + ["acme/app:1.2.3", "hello"]
            )
            #expect(said.hasSuffix("[hello]\n"))
        }
    }
}
