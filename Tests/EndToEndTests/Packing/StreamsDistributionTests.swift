import Foundation
import RelctlCore
import TestSupport
import Testing

/// One release of the example reaches a registry with its images and its chart, and what is there runs.
@Suite(
    .enabled(
        if: CrossPrograms.areAvailable && RegistryServer.isHere
            && HostTool.areHere("skopeo", "umoci", "qemu-aarch64-static")
    )
)
struct StreamsDistributionTests {
    private static let name = "example/streams"

    /// The example, which publishes to this registry too.
    private func project(in world: World, _ registry: RegistryServer) async throws -> TestRepository {
        let project = try await ExamplesTests.repository(of: "streams", in: world)
        for file in ["relctl.json", "helm/streams/values.yaml"] {
            let path = project.folder.appending(file)
            let text = try LiveFileSystem().text(of: path)
                .replacing("registry.example.org", with: registry.host)
                .replacing(
                    #"publish: [{ to: "directory", path: "out/{{tag}}" }]"#,
                    with: #"""
                        publish: [
                          { to: "directory", path: "out/{{tag}}" },
                          { to: "registry" },
                          { to: "helm", repository: "oci://\#(registry.host)/charts" },
                        ]
                        """#
                )
            #expect(text.contains(registry.host))
            try LiveFileSystem().write(text.utf8, to: path)
        }
        try await project.commit("feat: publish to a registry")
        return project
    }

    @Test func imagesChartAndFlakeComeOfOneRelease() async throws {
        try await World.scratch { world in
            try await RegistryServer.running(in: world) { registry in
                let project = try await project(in: world, registry)
                let environment = ExamplesTests.zigEnvironment(world)
                let release = ["release", "v1.0.0", "--create-tag"]
                expect(try await project.relctl(release, environment: environment), exits: 0)
                expect(try await project.relctl(["verify"]), exits: 0)
                let manifest = try manifest(of: project)
                try await expectImages(of: manifest, in: registry, project)
                try await expectChart(of: manifest, in: registry, project)
                let flake = project.folder.appending("dist/nix/flake.nix").string
                if HostTool.areHere("nix-instantiate") {
                    try await world.output(of: ["nix-instantiate", "--parse", flake])
                }
                let docs = try LiveFileSystem().text(of: project.folder.appending("dist/docs/install.md"))
                #expect(docs.contains("\(registry.host)/\(Self.name):1.0.0@sha256:"))
                let packed = try #require(manifest.artifacts.first { $0.kind == .flake })
                #expect(packed.name == "streams-1.0.0-flake.tar.gz")
                let published = project.folder.appending("out/v1.0.0/\(packed.name)")
                #expect(Digest(of: try LiveFileSystem().contents(of: published)) == packed.sha256)
                let address = "https://github.com/example/streams/releases/download/v1.0.0/\(packed.name)"
                #expect(docs.contains("nix run '\(address)?narHash=sha256-"))

                let before = registry.requests.count
                expect(try await project.relctl(["release", "v1.0.0"], environment: environment), exits: 0)
                let again = registry.requests.dropFirst(before).filter { request in
                    !["GET", "HEAD"].contains { request.hasPrefix($0 + " ") }
                }
                // Whether it may push is tried by an upload that is begun and given up.
                #expect(again.allSatisfy { $0.hasPrefix("DELETE") || $0.contains("/blobs/uploads/ 202") }, "\(again)")
            }
        }
    }

    private func manifest(of project: TestRepository) throws -> Manifest {
        let bytes = try LiveFileSystem().contents(of: project.folder.appending("dist/manifest.json"))
        return try JSONDecoder().decode(Manifest.self, from: Data(bytes))
    }

    private func expectImages(
        of manifest: Manifest,
        in registry: RegistryServer,
        _ project: TestRepository
    ) async throws {
        let images = try #require(manifest.images)
        #expect(images.map { $0.tags.first } == ["1.0.0", "1.0.0-notebook"])
        for image in images {
            #expect(image.platforms.map(\.platform) == ["linux/amd64", "linux/arm64"])
            for tag in image.tags {
                let raw = try await project.world.output(
                    of: ["skopeo", "inspect", "--raw", "--tls-verify=false", Self.address(tag, registry)]
                )
                #expect(Digest(of: Array(raw.utf8)) == image.digest, "\(tag)")
            }
        }
        // What stands on nothing has hardly more than its programs.
        for platform in images[0].platforms {
            let programs = project.folder.appending("dist/build/\(platform.target)")
            let sizes = try LiveFileSystem().names(in: programs).map {
                try LiveFileSystem().status(of: programs.appending($0))?.size ?? 0
            }
            #expect(platform.size < sizes.reduce(0, +) + 1_000_000)
        }
        for (architecture, emulator) in [("amd64", nil), ("arm64", "qemu-aarch64-static")] {
            try await expectRuns(architecture, by: emulator, registry, project)
        }
        try await expectPodmanRuns(registry, project)
    }

    private static func address(_ tag: String, _ registry: RegistryServer) -> String {
        "docker://\(registry.host)/\(name):\(tag)"
    }

    /// Fetches an image from the registry, unpacks it as a runtime does, and runs its program.
    private func expectRuns(
        _ architecture: String,
        by emulator: String?,
        _ registry: RegistryServer,
        _ project: TestRepository
    ) async throws {
        let world = project.world
        let layout = world.folder.appending("pulled-\(architecture)").string
        try await world.output(
            of: [
                "skopeo", "copy", "--src-tls-verify=false", "--override-os", "linux", "--override-arch", architecture,
                Self.address("1.0.0", registry), "oci:\(layout):app",
            ]
        )
        let bundle = world.folder.appending("bundle-\(architecture)")
        try await world.output(of: ["umoci", "unpack", "--rootless", "--image", "\(layout):app", bundle.string])
        let program = bundle.appending("rootfs/usr/bin/stream-query").string
        let said = try await world.output(of: [emulator, program, "--version"].compactMap(\.self))
        #expect(said.contains("1.0.0"))
        #expect(try LiveFileSystem().status(of: bundle.appending("rootfs/etc/streams/configs/cold-rooms.sql")) != nil)
    }

    /// Where containers can be made at all: as root, and with an engine.
    private func expectPodmanRuns(_ registry: RegistryServer, _ project: TestRepository) async throws {
        guard HostTool.areHere("podman", "runc"), getuid() == 0 else { return }
        let world = project.world
        let podman = [
            "podman", "--root", world.folder.appending("podman").string, "--runroot",
            world.folder.appending("podman-run").string, "--storage-driver", "vfs", "--cgroup-manager", "cgroupfs",
            "--runtime", "runc",
        ]
        let options = [
            "--rm", "--network", "none", "--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024",
            "--tls-verify=false",
        ]
        for tag in ["1.0.0", "latest-notebook"] {
            let image = "\(registry.host)/\(Self.name):\(tag)"
            let said = try await world.output(of: podman + ["run"] + options + [image, "--version"])
            #expect(said.contains("1.0.0"), "\(tag)")
        }
        try await world.output(of: podman + ["rmi", "--all", "--force"])
    }

    private func expectChart(
        of manifest: Manifest,
        in registry: RegistryServer,
        _ project: TestRepository
    ) async throws {
        let chart = try #require(manifest.artifacts.first { $0.kind == .chart })
        #expect(chart.name == "streams-1.0.0.tgz")
        let raw = try await project.world.output(
            of: ["skopeo", "inspect", "--raw", "--tls-verify=false", "docker://\(registry.host)/charts/streams:1.0.0"]
        )
        #expect(raw.contains("application/vnd.cncf.helm.chart.content.v1.tar+gzip"))
        #expect(raw.contains(chart.sha256.hexadecimal))
        let values = try await project.world.output(
            of: ["tar", "-xzOf", project.folder.appending("dist/\(chart.name)").string, "streams/values.yaml"]
        )
        #expect(values.contains("repository: \(registry.host)/\(Self.name)"))
        #expect(values.contains("tag: \"1.0.0\"") || values.contains("tag: 1.0.0"))
    }
}
