import TestSupport
import Testing

@testable import RelctlImages

/// Images on bases at a registry.
@Suite(.enabled(if: CrossPrograms.areAvailable && RegistryServer.isHere && HostTool.areHere("skopeo")))
struct RegistryBaseTests {
    @Test func aBaseIsTakenFromARegistryByTagAndDigest() async throws {
        try await World.scratch { world in
            try await RegistryServer.running(in: world) { server in
                let base = try await ImageProject(
                    in: try folder("base", world),
                    images: #"[{ name: "acme/base", environment: { FROM: "base" } }]"#
                )
                let made = try #require(try await base.build().first)
                let name = "\(server.host)/acme/base"
                try await base.output(
                    of: [
                        "skopeo", "copy", "--all", "--dest-tls-verify=false", "oci:images:acme/base:1.2.3",
                        "docker://\(name):1.2.3",
                    ]
                )
                let reference = "\(name):1.2.3@\(made.index.digest)"
                let project = try await ImageProject(
                    in: try folder("app", world),
                    images: "[{ name: \"acme/app\", from: \"\(reference)\", files: [{ files: [\"README.md\"] }] }]"
                )
                let stage = RegistryStage(world)
                let image = try #require(try await project.build(effects: stage.effects).first)
                let layout = try ImageLayout(at: project.layout, files: project.files)
                for (platform, below) in zip(image.platforms, made.platforms) {
                    let manifest = try JSONText.decode(
                        ImageManifest.self,
                        from: layout.bytes(platform.manifest),
                        file: FilePath("manifest")
                    )
                    for layer in manifest.layers { try await layout.prove(layer) }
                    #expect(manifest.layers.count == 4)
                    #expect(manifest.annotations?[ImageDescriptions.baseName] == "\(name):1.2.3")
                    #expect(manifest.annotations?[ImageDescriptions.baseDigest] == below.manifest.digest.description)
                }
                let first = server.requests.filter { $0.contains("/blobs/") }.count
                // What lies in the layout is not fetched again, but for the small configurations.
                #expect(try await project.build(effects: stage.effects).map(\.released) == [image.released])
                #expect(server.requests.filter { $0.contains("/blobs/") }.count == first + 2)
            }
        }
    }

    @Test func aBaseThatIsNotThereIsTold() async throws {
        try await World.scratch { world in
            try await RegistryServer.running(in: world) { server in
                let project = try await ImageProject(
                    in: try folder("app", world),
                    images: "[{ name: \"acme/app\", from: \"\(server.host)/acme/none:1\" }]"
                )
                let error = await #expect(throws: RelctlError.self) {
                    _ = try await project.build(effects: RegistryStage(world).effects)
                }
                #expect(error?.description.contains("acme/none:1") == true)
                // The registry answers, and has no such tag.
                #expect(error?.code == .failed)
            }
        }
    }

    private func folder(_ name: String, _ world: World) throws -> FilePath {
        let folder = world.folder.appending(name)
        try LiveFileSystem().createFolder(folder)
        return folder
    }
}
