import Testing

@testable import RelctlCore

@Suite("What is awaited of a release") struct ReadinessConfigurationTests {
    private func read(_ ready: String) throws -> [Readiness] {
        let text = """
            { name: "product", repositories: { tool: { url: "https://github.com/octo/tool.git", ready: \(ready) } } }
            """
        let loader = WorkspaceLoader(extensions: Extensions())
        return try #require(
            try loader.workspace(fromBytes: Array(text.utf8), file: "w.json", in: FilePath("/w"))["tool"]
        ).ready
    }

    @Test("is a registry whose address is told") func registry() throws {
        let url = "https://registry.example.org/@a/b/{{version}}"
        let ready = try read(
            #"{ registry: { kind: "npm", package: "@a/b", url: "\#(url)", timeout: "10m", interval: "10s" } }"#
        )
        let package = PackageRegistry(kind: .npm, package: "@a/b", version: "{{version}}", url: url)
        #expect(ready == [Readiness(condition: .registry(package), timeout: 600, interval: 10)])
    }

    @Test("is nothing at a registry of no address", arguments: ["npm", "pypi", "crates", "maven"])
    func noAddress(kind: String) {
        let error = #expect(throws: RelctlError.self) {
            try read(#"{ registry: { kind: "\#(kind)", package: "a:b" } }"#)
        }
        #expect(error?.description.contains("repositories.tool.ready.registry") == true)
        #expect(error?.description.contains("`url`") == true)
    }

    @Test("is an image, whose name says where it lies") func image() throws {
        let ready = try read(
            #"[{ registry: { kind: "oci", package: "registry.example.org/a/b", version: "{{tag}}" } }]"#
        )
        let package = PackageRegistry(kind: .oci, package: "registry.example.org/a/b", version: "{{tag}}")
        #expect(ready == [Readiness(condition: .registry(package))])
        #expect(throws: RelctlError.self) {
            try read(#"{ registry: { kind: "oci", package: "a/b", url: "https://registry.example.org" } }"#)
        }
    }
}
