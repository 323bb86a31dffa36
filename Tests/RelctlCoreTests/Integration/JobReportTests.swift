import TestSupport
import Testing

@testable import RelctlCore

/// What a workflow's jobs tell one another and people.
@Suite struct JobReportTests {
    @Test func aSummaryNamesEveryFileAndImage() throws {
        let manifest = try SnippetSample.manifest()
        let text = JobSummary.markdown(of: manifest)
        for artifact in manifest.downloads {
            #expect(text.contains("| `\(artifact.name)` |"))
            #expect(text.contains("| `\(artifact.sha256.hexadecimal)` |"))
        }
        for image in manifest.images ?? [] {
            #expect(
                text.contains("| `\(image.names[0]):\(image.tags[0])` |  |  | `sha256:\(image.digest.hexadecimal)` |")
            )
        }
        #expect(!text.contains("trial") && !text.contains("pre-release"))
        #expect(JobSummary.markdown(of: try SnippetSample.manifest(isSnapshot: true)).contains("a trial that no tag"))
    }

    @Test func whatOthersHaveChosenIsTextInASummary() throws {
        var manifest = try SnippetSample.manifest()
        manifest.release.name = "<img src=x> @everyone [a](b)"
        manifest.artifacts = [try Artifact(name: "a|b`c", kind: .archive, size: 1, sha256: Digest(of: []))]
        let text = JobSummary.markdown(of: manifest)
        #expect(text.hasPrefix("## \(Markdown.prose(manifest.release.name)) "))
        #expect(!text.contains("## <img") && !text.contains(" [a](b)") && !text.contains(" @everyone "))
        #expect(text.contains("| ``a\\|b`c`` |"))
    }

    @Test func aSummaryIsBounded() throws {
        var manifest = try SnippetSample.manifest()
        manifest.artifacts = try (0..<1005).map {
            try Artifact(name: "a\($0).tar.gz", kind: .archive, size: 1, sha256: Digest(of: []))
        }
        let text = JobSummary.markdown(of: manifest)
        #expect(text.contains("`a999.tar.gz`") && !text.contains("`a1000.tar.gz`"))
        #expect(text.contains("\nand 5 more, which `manifest.json` names\n"))
    }

    @Test func aRecordThatIsTooLargeIsLeftOutWithAWarning() throws {
        var manifest = try SnippetSample.manifest()
        var small = try JobOutputs(manifest.release, builds: [], manifest: manifest)
        #expect(try small.boundManifest() == nil)
        #expect(try small.lines.map(\.name) == ["tag", "version", "prerelease", "matrix", "manifest"])
        manifest.artifacts = try (0..<3000).map {
            try Artifact(
                name: "a\($0)-\(String(repeating: "x", count: 100))",
                kind: .archive,
                size: 1,
                sha256: Digest(of: [])
            )
        }
        var large = try JobOutputs(manifest.release, builds: [], manifest: manifest)
        #expect(try large.boundManifest()?.severity == .warning)
        #expect(try large.lines.map(\.name) == ["tag", "version", "prerelease", "matrix"])
    }

    @Test func aJobIsToldOfOthersByWaitingForThem() throws {
        let text = """
            { name: 'x', targets: { 'x86_64-unknown-linux-gnu': {} }, ci: { \(DrawnConfiguration.installation),
              jobs: { announce: { workflow: '$/.github/workflows/a.yml', after: 'join',
                with: { version: '${{ needs.plan.outputs.version }}' } } } } }
            """
        let workflow = try GeneratedWorkflowTests.plan(text, [:]).files[0].new
        #expect(workflow.contains("\n  announce:\n    needs: [join, plan]\n"))
        #expect(workflow.contains("\n      version: ${{ steps.release.outputs.version }}\n"))
        #expect(workflow.contains("\n      manifest: ${{ steps.release.outputs.manifest }}\n"))
    }
}
