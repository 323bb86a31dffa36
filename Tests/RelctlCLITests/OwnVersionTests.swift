import RelctlCore
import TestSupport
import Testing

@testable import RelctlCLI

/// The version that relctl prints, the manifest that its own configuration names, and its changelog agree.
@Suite struct OwnVersionTests {
    private static func text(of name: String) throws -> String {
        try LiveFileSystem().text(of: Fixtures.project.appending(name))
    }

    /// The reason why a changelog is not one of a program of this version; nil if it is.
    ///
    /// Before the first release, "Unreleased" is its only section.
    private static func problem(of changelog: String, for version: String) -> String? {
        let headings = changelog.split(separator: "\n").filter { $0.hasPrefix("## ") }
        guard headings.first == "## [Unreleased]" else { return "it does not begin with `## [Unreleased]`" }
        let released = headings.dropFirst().map { $0.dropFirst("## ".count) }
        guard let newest = released.first else { return nil }
        let form = try? #/\[(.+)\] - \d{4}-\d{2}-\d{2}/#.wholeMatch(in: newest)
        guard let form else { return "`\(newest)` is not `[VERSION] - DATE`" }
        return form.1 == version ? nil : "its newest section is of \(form.1), and the program says \(version)"
    }

    @Test func theNewestSectionOfTheChangelogIsOfTheVersionThatRelctlPrints() throws {
        let changelog = try Self.text(of: ".github/CHANGELOG.md")
        #expect(Self.problem(of: changelog, for: BuildInformation.version) == nil)
    }

    @Test(arguments: [
        ("## [Unreleased]\n\n## [1.1.0] - 2026-01-02\n\n## [1.0.0] - 2026-01-01\n", "1.1.0", true),
        ("## [Unreleased]\n\n### Added\n", "0.1.0", true),
        ("## [Unreleased]\n\n## [1.0.0] - 2026-01-01\n", "1.1.0", false),
        ("## [Unreleased]\n\n## [1.1.0] - 2026-01-02\n", "1.0.0", false),
        ("## [Unreleased]\n\n## 1.0.0\n", "1.0.0", false), ("## [1.0.0] - 2026-01-01\n", "1.0.0", false),
    ]) func aChangelogOfAnotherVersionIsFound(_ changelog: String, _ version: String, agrees: Bool) {
        #expect((Self.problem(of: changelog, for: version) == nil) == agrees)
    }

    @Test func theManifestOfItsConfigurationHasTheVersionThatRelctlPrints() throws {
        let file = try RelativePath("Sources/RelctlCLI/BuildInformation.swift")
        let pattern = #"version = "([^"]+)""#
        #expect(try Self.text(of: ".relctl.json").contains("{ file: \"\(file)\", pattern: '\(pattern)' }"))
        let document = VersionDocument(
            file: file,
            text: try Self.text(of: file.string),
            read: { _ in nil },
            names: { _ in [] }
        )
        #expect(try PatternVersionSource(pattern: pattern).version(in: document).text == BuildInformation.version)
    }
}
