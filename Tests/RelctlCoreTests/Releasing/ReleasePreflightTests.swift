import TestSupport
import Testing

@testable import RelctlCore

@Suite struct ReleasePreflightTests {
    @Test(arguments: [
        (publishers: [String](), warnings: 1), (["directory"], 0), (["directory", "directory"], 0), (["github"], 1),
        (["directory", "github"], 1), (["directory", "registry"], 0),
    ])
    func warnsOfImagesThatNoPublicationPushesUnlessAllGoToFolders(publishers: [String], warnings: Int) throws {
        let configuration = try ConfigurationLoaderTests.load("{ name: 'tool' }")
        let release = ReleaseIdentity(
            name: "tool",
            version: try Version("1.0.0"),
            tag: "v1.0.0",
            commit: "0",
            timestamp: 0
        )
        let requests = publishers.enumerated().map { index, publisher in
            PublicationRequest(
                name: "place \(index)",
                publisher: publisher,
                options: [:],
                release: release,
                files: [],
                folder: FilePath("/p/dist"),
                project: FilePath("/p"),
                replaces: false
            )
        }
        let images = [NamedImage(id: "a", names: ["ghcr.io/acme/tool"], tags: ["1.0.0"])]
        let findings = try ReleasePreflight(extensions: Extensions(), effects: .onDisk())
            .untakenImages(images, requests, configuration)
        #expect(findings.count == warnings, "\(findings)")
        #expect(findings.allSatisfy { $0.code == "publish.registry.untaken" && $0.severity == .warning })
    }
}
