import Foundation
import TestSupport
import Testing

@testable import RelctlImages

/// Images on bases that umoci made: several layers, history, links in the place of folders.
@Suite(.enabled(if: CrossPrograms.areAvailable && HostTool.areHere("skopeo", "umoci")))
struct BaseImageTests {
    /// Makes the layout `base` in the project's folder: for two processors, with two layers each; `/bin` is a link.
    private func makeBase(_ project: FilePath) async throws {
        try await World.scratch { world in
            let script = """
                set -e
                umoci init --layout base
                for arch in amd64 arm64; do
                  umoci new --image base:$arch
                  umoci config --image base:$arch --architecture $arch --os linux --config.env PATH=/usr/bin \\
                    --config.env KEEP=this --config.user 1000:1000 --config.cmd serve --config.label vendor=base \\
                    --config.workingdir /srv --history.comment settings
                  mkdir -p one/usr/bin one/srv two/etc
                  ln -s usr/bin one/bin; chmod 0700 one/srv; echo "I am base" > two/etc/motd; echo gone > one/gone
                  umoci insert --image base:$arch one /
                  umoci insert --image base:$arch two /
                  rm -r one two
                done
                """
            try await world.output(of: ["sh", "-c", script], in: project)
        }
        try joinIndex(project.appending("base"))
    }

    /// Puts one index over both images, as registries have it.
    private func joinIndex(_ folder: FilePath) throws {
        let files = LiveFileSystem()
        let layout = try ImageLayout(at: folder, files: files)
        let manifests = layout.index.manifests.map { descriptor in
            var entry = descriptor
            entry.platform = ImagePlatform("linux/\(descriptor.annotations?[ImageLayout.referenceKey] ?? "")")
            entry.annotations = nil
            return entry
        }
        let bytes = try ImageIndex(manifests: manifests).bytes()
        let top = ContentDescriptor(
            .imageIndex,
            of: bytes,
            annotations: [ImageLayout.referenceKey: "base"]
        )
        try files.write(bytes, to: folder.appending(top.digest.layoutPath))
        let index = ImageIndex(manifests: [top] + layout.index.manifests)
        try files.write(try index.bytes(), to: folder.appending(ImageLayout.indexName))
    }

    private func project(_ folder: FilePath, _ image: String) async throws -> ImageProject {
        let path = folder.appending("project")
        try LiveFileSystem().createFolders(path)
        try await makeBase(path)
        return try await ImageProject(in: folder, images: "[{ name: \"acme/app\", from: \"oci:base:base\", \(image) }]")
    }

    private func configuration(_ project: ImageProject, _ platform: BuiltImage.Platform) throws -> ImageConfiguration {
        let layout = try ImageLayout(at: project.layout, files: project.files)
        let manifest = try JSONText.decode(
            ImageManifest.self,
            from: layout.bytes(platform.manifest),
            file: FilePath("manifest")
        )
        return try JSONText.decode(
            ImageConfiguration.self,
            from: layout.bytes(manifest.config),
            file: FilePath("configuration")
        )
    }

    @Test func theBaseKeepsWhatNobodyChanges() async throws {
        try await withScratchFolder { folder in
            let project = try await project(folder, #"environment: { MODE: "{{version}}" }, ports: ["80"]"#)
            let image = try #require(try await project.build().first)
            #expect(image.platforms.map(\.platform.description) == ["linux/amd64", "linux/arm64"])
            let result = try configuration(project, image.platforms[1])
            #expect(result.architecture == "arm64")
            #expect(result.config?.environment == ["PATH=/usr/bin", "KEEP=this", "MODE=1.2.3"])
            #expect(result.config?.user == "1000:1000")
            #expect(result.config?.workingDirectory == "/srv")
            #expect(result.config?.entrypoint == ["/usr/bin/app"])
            #expect(result.config?.command == nil)
            #expect(result.config?.labels?["vendor"] == "base")
            #expect(result.config?.exposedPorts?.keys.sorted() == ["80/tcp"])
            let steps = try #require(result.history)
            #expect(steps.count { $0.emptyLayer != true } == result.rootfs.diffIDs.count)
            #expect(steps.contains { $0.comment == "settings" })
            #expect(result.config?.labels?["org.opencontainers.image.base.digest"]?.hasPrefix("sha256:") == true)
        }
    }

    @Test func pathsThroughLinksOfTheBaseLandWhereThoseLead() async throws {
        try await withScratchFolder { folder in
            let image = """
                binaries: [], files: [{ files: ["README.md"], to: "/bin" }, { files: ["config/**"], to: "/srv/app" }],
                entrypoint: ["/bin/sh"], command: ["-c", "true"]
                """
            let project = try await project(folder, image)
            _ = try await project.build()
            let root = try await project.unpack("acme/app:1.2.3", "amd64")
            let files = project.files
            #expect(try files.status(of: root.appending("bin"))?.kind == .link)
            #expect(try files.text(of: root.appending("usr/bin/README.md")) == "read me\n")
            #expect(try files.status(of: root.appending("srv"))?.permissions == 0o700)
            #expect(try files.text(of: root.appending("srv/app/config/app.toml")) == "port = 8080\n")
            #expect(try files.text(of: root.appending("etc/motd")) == "I am base\n")
        }
    }

    @Test func aBaseForOtherPlatformsIsRefused() async throws {
        try await withScratchFolder { folder in
            let path = folder.appending("project")
            try LiveFileSystem().createFolders(path)
            try await makeBase(path)
            let project = try await ImageProject(in: folder, images: #"[{ name: "a/b", from: "oci:base:amd64" }]"#)
            let error = await #expect(throws: RelctlError.self) { _ = try await project.build() }
            #expect(error?.description.contains("it is for `linux/amd64`, not for `linux/arm64`") == true)
            #expect(error?.code == .configurationInvalid)
        }
    }

    @Test func aDamagedBaseIsRefused() async throws {
        try await withScratchFolder { folder in
            let project = try await project(folder, "")
            let blobs = project.project.appending("base/blobs/sha256")
            for name in try project.files.names(in: blobs) {
                var bytes = try project.files.contents(of: blobs.appending(name))
                guard bytes.starts(with: [0x1f, 0x8b]) else { continue }
                bytes[bytes.count / 2] ^= 1
                try project.files.write(bytes, to: blobs.appending(name))
            }
            let error = await #expect(throws: RelctlError.self) { _ = try await project.build() }
            #expect(error?.description.contains("cannot use the base image `oci:base:base`") == true)
        }
    }

    @Test func theBaseIsLookedAtAgainOnlyWhenSomethingMustBeMade() async throws {
        try await withScratchFolder { folder in
            let project = try await project(folder, "")
            let first = try await project.build()
            #expect(try await project.build().map(\.released) == first.map(\.released))
            try await project.output(of: ["skopeo", "copy", "--all", "oci:images:acme/app:1.2.3", "dir:copy"])
        }
    }

    @Test func aPluginIsPutOnABaseAndCopiedByAnother() async throws {
        try await withScratchFolder { folder in
            let path = folder.appending("project")
            try LiveFileSystem().createFolders(path)
            try await makeBase(path)
            let files = #"files: [{ files: ["**"], from: "config", to: "/var/lib/grafana/plugins/acme" }]"#
            let project = try await ImageProject(
                in: folder,
                images: """
                    [
                      { name: "acme/grafana", from: "oci:base:base", binaries: [], \(files) },
                      { name: "acme/plugin-init", from: "oci:base:base", binaries: [], \(files),
                        entrypoint: ["/bin/cp", "-r"], command: ["/var/lib/grafana/plugins/acme", "/plugins"] },
                    ]
                    """
            )
            let images = try await project.build()
            let first = try configuration(project, images[0].platforms[0])
            #expect(first.config?.command == ["serve"])
            #expect(first.config?.entrypoint == nil)
            let second = try configuration(project, images[1].platforms[0])
            #expect(second.config?.entrypoint == ["/bin/cp", "-r"])
            #expect(second.config?.command == ["/var/lib/grafana/plugins/acme", "/plugins"])
            #expect(first.rootfs == second.rootfs)
            let root = try await project.unpack("acme/grafana:1.2.3", "arm64")
            let plugin = root.appending("var/lib/grafana/plugins/acme/app.toml")
            #expect(try project.files.text(of: plugin) == "port = 8080\n")
        }
    }
}
