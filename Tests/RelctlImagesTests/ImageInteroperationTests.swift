import Foundation
import TestSupport
import Testing

@testable import RelctlImages

/// Images that relctl makes, as others read and run them.
@Suite(.enabled(if: CrossPrograms.areAvailable && HostTool.areHere("skopeo", "umoci")))
struct ImageInteroperationTests {
    private static let simple = #"[{ name: "ghcr.io/acme/app", files: [{ files: ["config/**"], to: "/etc/app" }] }]"#

    private func inspected(_ project: ImageProject, _ architecture: String) async throws -> [String: Any] {
        let text = try await project.output(
            of: [
                "skopeo", "inspect", "--config", "--override-os", "linux", "--override-arch", architecture,
                "oci:images:ghcr.io/acme/app:1.2.3",
            ]
        )
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func skopeoReadsTheConfigurationOfEachPlatform() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.simple)
            let images = try await project.build()
            #expect(images.map(\.plan.tags) == [["1.2.3", "1.2", "1", "latest"]])
            for architecture in ["amd64", "arm64"] {
                let configuration = try await inspected(project, architecture)
                #expect(configuration["architecture"] as? String == architecture)
                #expect(configuration["created"] as? String == "2023-11-14T22:13:20Z")
                let config = try #require(configuration["config"] as? [String: Any])
                #expect(config["User"] as? String == "65532:65532")
                #expect(config["Entrypoint"] as? [String] == ["/usr/bin/app"])
                #expect(config["Cmd"] == nil)
                let labels = try #require(config["Labels"] as? [String: String])
                #expect(labels["org.opencontainers.image.version"] == "1.2.3")
                #expect(labels["org.opencontainers.image.source"] == "https://github.com/acme/app")
                let history = try #require(configuration["history"] as? [[String: Any]])
                #expect(history.compactMap { $0["comment"] as? String } == ["system", "files", "binaries"])
            }
        }
    }

    @Test func skopeoCopiesEveryBlobAndFindsItsDigestRight() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.simple)
            let image = try #require(try await project.build().first)
            try await project.output(
                of: ["skopeo", "copy", "--all", "oci:images:ghcr.io/acme/app:1.2.3", "dir:copy"]
            )
            let index = try project.files.contents(of: project.dist.appending("copy/manifest.json"))
            #expect(ContentDigest(of: index) == image.index.digest)
        }
    }

    @Test(arguments: [("amd64", ImageProject.intel), ("arm64", ImageProject.arm)])
    func umociUnpacksWhatTheDiffIDsPromise(_ architecture: String, _ target: String) async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.simple)
            _ = try await project.build()
            let root = try await project.unpack("ghcr.io/acme/app:1.2.3", architecture)
            let files = project.files
            let program = try files.contents(of: root.appending("usr/bin/app"))
            #expect(try await program == files.contents(of: CrossPrograms.folder().appending(target)))
            #expect(try files.text(of: root.appending("etc/app/config/app.toml")) == "port = 8080\n")
            #expect(try files.text(of: root.appending("etc/passwd")).contains("nonroot:x:65532:65532:"))
            #expect(try files.status(of: root.appending("tmp"))?.permissions == 0o1777)
            #expect(try files.status(of: root.appending("usr"))?.permissions == 0o755)
            #expect(try files.status(of: root.appending("usr/bin/app"))?.permissions == 0o755)
            #expect(try files.status(of: root.appending("home/nonroot"))?.permissions == 0o700)
        }
    }
}

extension ImageProject {
    /// The root of an image for a platform, unpacked by umoci.
    func unpack(_ reference: String, _ architecture: String) async throws -> FilePath {
        try await output(
            of: [
                "skopeo", "copy", "--override-os", "linux", "--override-arch", architecture, "oci:images:\(reference)",
                "oci:single-\(architecture):only",
            ]
        )
        try await output(of: ["umoci", "unpack", "--image", "single-\(architecture):only", "bundle-\(architecture)"])
        return dist.appending("bundle-\(architecture)/rootfs")
    }
}
