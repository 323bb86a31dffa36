import TestSupport
import Testing

@testable import RelctlWorkspaces

/// The schema of a workspace's file against an independent validator, Python's `jsonschema`.
@Suite struct WorkspaceSchemaTests {
    private static let accepted = [
        #"{ name: "w", repositories: { a: { url: "u" } } }"#,
        """
        { $schema: "s", name: "w", version: { tag: "r{{version}}" }, author: { name: "a", email: "b@c" }, jobs: 2, sign: true,
          ci: { relctl: { action: "$/.github/actions/relctl" }, runner: "farm", runners: ["farm"], deployment: "release",
                environment: { A: "b" }, timeout: "5h" },
          forge: { kind: "gitea", repository: "o/n", api: "https://x/api/v1", tokenFrom: ["T"] },
          repositories: {
            a: { url: "u", ready: [ { run: {} }, { run: { workflow: "x.yml", timeout: "1h30m" } }, { release: { assets: ["*"] } },
                                    { url: "https://x/{{tag}}" }, { command: ["true"], interval: "1s" },
                                    { registry: { kind: "npm", package: "@a/b", url: "https://x" } },
                                    { registry: { kind: "oci", package: "x/y" } } ] },
            b: { url: "v", needs: ["a"], follow: "a", via: "pullRequest", checks: "none", manifests: [], ready: { url: "https://x" },
                 edits: [ { file: "f", pattern: "p (.+)", count: 2, value: "{{version}}" }, { file: "g", yaml: "a.b", of: "a", value: "x" } ] },
            c: { url: "w", bump: "minor", checks: ["true"], skipUnchanged: true, path: "../c", branch: "main" } } }
        """,
    ]
    private static let refused = [
        "{}", #"{ name: "w" }"#, #"{ name: "w", repositories: { a: {} } }"#,
        #"{ name: "w", repositories: { a: { url: "u", needs: "b" } } }"#,
        #"{ name: "w", repositories: { a: { url: "u", nobody: 1 } } }"#,
        #"{ name: "w", jobs: 0, repositories: { a: { url: "u" } } }"#,
        #"{ name: "w", repositories: { a: { url: "u", follow: "b", bump: "minor" }, b: { url: "v" } } }"#,
        #"{ name: "w", repositories: { a: { url: "https://github.com/o/n", ready: { run: { timeout: "soon" } } } } }"#,
        #"{ name: "w", repositories: { a: { url: "u", ready: { url: "https://x", timeout: "0s" } } } }"#,
        #"{ name: "w", repositories: { a: { url: "u", ready: { registry: { kind: "npm", package: "a" } } } } }"#,
        #"{ name: "w", repositories: { a: { url: "u", via: "mail" } } }"#,
        #"{ name: "w", ci: { pullRequests: "none" }, repositories: { a: { url: "u" } } }"#,
        #"{ name: "w", ci: { timeout: "soon" }, repositories: { a: { url: "u" } } }"#,
    ]

    @Test(.enabled("jsonschema is here") { try await SchemaValidator.isHere() })
    func theSchemaAndRelctlAgree() async throws {
        var extensions = Extensions()
        try extensions.registerBuiltInVersionSources()
        let loader = WorkspaceLoader(extensions: extensions)
        func read(_ text: String) throws {
            _ = try loader.workspace(fromBytes: Array(text.utf8), file: "w", in: FilePath("/w"))
        }
        for text in Self.accepted { try read(text) }
        for text in Self.refused { #expect(throws: RelctlError.self) { try read(text) } }
        let schema = WorkspaceSchema(extensions: extensions).document
        let verdicts = try await SchemaValidator.verdicts(of: schema, on: Self.accepted + Self.refused)
        #expect(verdicts == Self.accepted.map { _ in true } + Self.refused.map { _ in false })
    }
}
