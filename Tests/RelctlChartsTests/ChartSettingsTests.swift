import RelctlCharts
import TestSupport
import Testing

@testable import RelctlCore

/// What the configuration may say of charts.
@Suite struct ChartSettingsTests {
    private func configuration(_ charts: String) throws -> Configuration {
        try ConfigurationLoader(extensions: Extensions())
            .configuration(fromText: "{ name: \"tool\",\n  charts: [\(charts)] }", file: "relctl.json")
    }

    @Test func onlyThePathIsNeeded() throws {
        let chart = try #require(try configuration("{ path: \"helm/tool\" }").charts.first)
        #expect(chart.path.string == "helm/tool")
        #expect(chart.version?.source == "{{version}}" && chart.appVersion?.source == "{{version}}")
        #expect(chart.values.isEmpty && chart.signing == nil && chart.repository == nil)
        #expect(try configuration("").charts.isEmpty)
    }

    @Test func everythingElseIsRead() throws {
        let chart = try #require(
            try configuration(
                """
                {
                  path: "helm/tool", version: false, appVersion: "{{tag}}",
                  values: { "image.tag": "v{{version}}", "list[0].\\"a.b\\"": "{{name}}" },
                  sign: { key: "releases@example.org", passphrase: "CHART_PASSPHRASE" },
                  repository: "oci://ghcr.io/example/{{name}}",
                }
                """
            ).charts.first
        )
        #expect(chart.version == nil && chart.appVersion?.source == "{{tag}}")
        #expect(chart.values.map(\.path.text) == ["image.tag", "list[0].\"a.b\""])
        #expect(chart.values.map(\.text.source) == ["v{{version}}", "{{name}}"])
        #expect(chart.values.map(\.place.line) == [4, 4])
        #expect(chart.signing == ChartSettings.Signing(key: "releases@example.org", passphrase: "CHART_PASSPHRASE"))
        #expect(chart.repository?.source == "oci://ghcr.io/example/{{name}}")
    }

    @Test(arguments: [
        ("{}", "path"), ("{ path: \"../x\" }", "has a `..` component"), ("{ path: \"a\", vversion: 1 }", "vversion"),
        ("{ path: \"a\", version: true }", "version"), ("{ path: \"a\", version: \"{{versoin}}\" }", "versoin"),
        ("{ path: \"a\", values: { \"a[\": \"x\" } }", "a["), ("{ path: \"a\", values: { a: 1 } }", "must be a text"),
        ("{ path: \"a\", sign: {} }", "key"), ("{ path: \"a\" }, { path: \"a\", version: false }", "is there twice"),
        ("{ path: \"a\", repository: \"ghcr.io/x\" }", "does not begin with `oci://`"),
        ("{ path: \"a\", repository: \"oci://h.example/a b\" }", "2:25: `charts[0].repository`: cannot"),
        ("{ path: \"a\", repository: \"oci://h.example/Charts\" }", "Charts"),
        ("{ path: \"a\", sign: { key: \"k\", passphrase: \"a b\" } }", "environment variable"),
    ])
    func whatIsWrongIsToldWithItsPlace(charts: String, words: String) throws {
        let error = try #require(#expect(throws: RelctlError.self) { try configuration(charts) })
        let causes = error.causes.compactMap { $0 as? RelctlError }
        #expect(causes.contains { "\($0)".contains(words) && $0.place?.line == 2 }, "\(error)")
    }

    @Test func theVariableOfAPassphraseIsASecrets() throws {
        let signed = try configuration("{ path: \"a\", sign: { key: \"k\", passphrase: \"CHART_PASSPHRASE\" } }")
        #expect(ConfiguredSecrets(of: signed, Extensions(), environment: [:]).names == ["CHART_PASSPHRASE"])
    }
}
