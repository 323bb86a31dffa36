import RelctlCharts
import TestSupport
import Testing

/// Values are set where they stand, and nothing else changes.
@Suite struct ChartTextTests {
    /// What a chart's file says once it is planned.
    private func planned(
        _ name: String,
        _ files: [String: String],
        _ values: [(String, String)] = [],
        version: String = "1.2.3"
    ) async throws -> String {
        try await ChartBench.with(files) { bench async throws in
            let plan = try await bench.plan(try bench.settings(values: values), version: version)
            let entry = try #require(plan.entries.first { $0.path.lastComponent == name })
            guard case .text(let text) = entry.content else { return "unchanged" }
            return text
        }
    }

    @Test func versionsAreSetAndCommentsStay() async throws {
        #expect(
            try await planned("Chart.yaml", ChartTexts.plain) == """
                # What the chart is.
                apiVersion: v2
                name: tool   # the program's name
                description: A tool
                type: application
                version: 1.2.3
                appVersion: "1.2.3"  # follows the release

                """
        )
    }

    @Test(arguments: [
        ("name: a\nversion: 1\n", "name: a\nversion: 1.2.3\nappVersion: 1.2.3\n"),
        ("name: a\r\nversion: '1'\r\n", "name: a\r\nversion: '1.2.3'\r\nappVersion: 1.2.3\r\n"),
        ("  name: a\n  version: 1 # now", "  name: a\n  version: 1.2.3 # now\n  appVersion: 1.2.3"),
        ("name: a\nversion:\nappVersion:", "name: a\nversion: 1.2.3\nappVersion: 1.2.3"),
        ("name: a", "name: a\nversion: 1.2.3\nappVersion: 1.2.3"),
        ("{name: a, version: \"1\", appVersion: 2}", "{name: a, version: \"1.2.3\", appVersion: 1.2.3}"),
        ("name: a\nversion: 1.2.3\nappVersion: 1.2.3\n", "unchanged"),
    ])
    func everyStyleOfYAMLIsEdited(before: String, after: String) async throws {
        #expect(try await planned("Chart.yaml", ["Chart.yaml": before]) == after)
    }

    @Test func valuesAreSetByPath() async throws {
        let wanted = [("image.tag", "{{version}}"), ("image.pullPolicy", "it's"), ("replicas", "007")]
        #expect(
            try await planned("values.yaml", ChartTexts.plain, wanted) == """
                # The image that runs.
                image:
                  repository: ghcr.io/example/tool   # without a tag
                  tag: "1.2.3"
                  pullPolicy: 'it''s'
                replicas: "007"

                """
        )
    }

    @Test func whatCouldBeTakenForANumberIsQuoted() async throws {
        let files = ChartTexts.plain.adding(["values.yaml": "tag: old\nlist:\n- tag: x # here\n-\n  tag:#\n"])
        let text = try await planned("values.yaml", files, [("tag", "1.10"), ("list[0].tag", "a \"b\" \\ \n#")])
        #expect(text == "tag: \"1.10\"\nlist:\n- tag: \"a \\\"b\\\" \\\\ \\n#\" # here\n-\n  tag:#\n")
    }

    @Test(arguments: [
        ("image.tagg", "did you mean `tag`?"), ("image", "a table, not a text"), ("image.tag.more", "there is no"),
        ("other", "there is no `other`"),
    ])
    func aPathThatLeadsNowhereIsAnError(path: String, words: String) async throws {
        try await ChartBench.with(ChartTexts.plain) { bench async throws in
            let settings = try bench.settings(values: [(path, "x")])
            let error = try #require(await #expect(throws: RelctlError.self) { try await bench.plan(settings) })
            let causes = error.causes.compactMap { $0 as? RelctlError }
            #expect((error.description + causes.flatMap(\.hints).joined()).contains(words))
            #expect(causes.first?.place?.file == "chart/values.yaml")
        }
    }

    @Test(arguments: [
        "tag: &a 1\n", "tag: *a\n", "tag: |\n  block\n", "tag: 1\ntag: 2\n", "tag: 1\n---\ntag: 2\n", "<<: {tag: 1}\n",
        "tag: 1\n\tx: 2\n", "- tag\n", "tag: [1\n",
    ])
    func yamlThatSaysMoreThanIsSeenIsRefused(text: String) async throws {
        try await ChartBench.with(ChartTexts.plain.adding(["values.yaml": text])) { bench async throws in
            let settings = try bench.settings(values: [("tag", "x")])
            let error = try #require(await #expect(throws: RelctlError.self) { try await bench.plan(settings) })
            #expect(error.causes.compactMap { ($0 as? RelctlError)?.place }.first?.file == "chart/values.yaml")
            // Where nothing is set, it is Helm's affair.
            #expect(try await bench.plan().entries.count == 3)
        }
    }
}
