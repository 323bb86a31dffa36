import Testing

@testable import RelctlWorkspaces

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

    @Test("is told where the file says by now what the plan does not") func changed() throws {
        let loader = WorkspaceLoader(extensions: Extensions())
        func workspace(_ ready: String, _ more: String = "") throws -> WorkspaceConfiguration {
            let text = """
                { name: "w", repositories: {
                  a: { url: "u", ready: \(ready) }, b: { url: "v", ready: { url: "https://example.org/{{tag}}" } }\(more)
                } }
                """
            return try loader.workspace(fromBytes: Array(text.utf8), file: "w.json", in: FilePath("/w"))
        }
        let seen = "https://example.org/{{version}}"
        let before = try workspace(#"{ url: "\#(seen)" }"#)
        var plan = WorkspacePlan(
            workspace: "w",
            version: try Version("1.2.0"),
            configuration: Digest(of: []),
            time: 0,
            author: CommitIdentity(name: "a", email: "b"),
            jobs: 1,
            repositories: []
        )
        for (name, address) in [("a", "1.2.0"), ("b", "v1.2.0")] {
            let url = "https://example.org/" + address
            var planned = try PlannedRepository.sample([Readiness(condition: .url(url))])
            (planned.name, planned.version, planned.tag) = (name, plan.version, "v1.2.0")
            plan.repositories.append(planned)
        }
        #expect(plan.changedReadiness(in: before).isEmpty)
        let now = try workspace(#"[{ url: "\#(seen)", timeout: "2m" }]"#, ", c: { url: \"x\" }")
        let found = plan.changedReadiness(in: now)
        #expect(found.map(\.severity) == [.warning])
        let text = found.first?.message ?? ""
        let subject = "`https://example.org/1.2.0` to answer, for `a`"
        #expect(text.hasPrefix("`a`: the plan waits for \(subject) (3600 s at most"))
        #expect(text.contains("says \(subject) (120 s at most, every 5 s) instead"))
        #expect(found.first?.hints.first?.contains("relctl workspace release 1.2.0") == true)
        let gone = plan.changedReadiness(in: try workspace("[]"))
        #expect(gone.first?.message.hasSuffix("does not say any more") == true)
    }
}
