import Testing

@testable import RelctlWorkspaces

@Suite("What registries say of a version") struct PackageAnswerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let kind: PackageRegistry.Kind
        let name: String
        let text: String
        let wanted: Wanted
        enum Wanted: Sendable { case there, absent, yanked, garbage, another }
        var testDescription: String { "\(kind.rawValue): \(text.prefix(60))" }

        init(_ kind: PackageRegistry.Kind, _ name: String, _ wanted: Wanted, _ text: String) {
            (self.kind, self.name, self.text, self.wanted) = (kind, name, text, wanted)
        }
    }

    private static let npm: [Case] = [
        Case(.npm, "@a/b", .there, #"{"name": "@a/b", "version": "1.0.0", "dist": {}}"#),
        Case(.npm, "@a/b", .absent, #"{"name": "@a/b", "version": "0.9.0"}"#),
        Case(.npm, "@a/b", .there, #"{"name": "@a/b", "versions": {"0.9.0": {}, "1.0.0": {"x": 1}}}"#),
        Case(.npm, "@a/b", .absent, #"{"name": "@a/b", "versions": {"1.0.0-rc.1": {}}}"#),
        Case(.npm, "@a/b", .another, #"{"name": "@a/c", "version": "1.0.0"}"#),
        Case(.npm, "@a/b", .garbage, #"{"error": "not found"}"#),
        Case(.npm, "@a/b", .garbage, "<html></html>"),
        Case(.npm, "@a/b", .garbage, "[]"),
        Case(.npm, "@a/b", .garbage, ""),
    ]

    private static let pypi: [Case] = [
        Case(.pypi, "a-b", .there, #"{"info": {"name": "A_b", "version": "1.0.0"}}"#),
        Case(.pypi, "a-b", .absent, #"{"info": {"name": "A_b", "version": "1.0.0"}, "urls": []}"#),
        Case(.pypi, "a-b", .yanked, #"{"info": {"version": "1.0.0"}, "urls": [{"yanked": true}, {"yanked": true}]}"#),
        Case(.pypi, "a-b", .there, #"{"info": {"version": "1.0.0"}, "urls": [{"yanked": true}, {"yanked": false}]}"#),
        Case(.pypi, "a-b", .there, #"{"info": {"version": "1.0.0", "yanked": false}, "urls": [{}]}"#),
        Case(
            .pypi,
            "a-b",
            .absent,
            #"{"info": {"version": "2.0.0"}, "urls": [{}], "releases": {"2.0.0": [{}], "0.9.0": [{}]}}"#
        ),
        Case(.pypi, "a-b", .yanked, #"{"info": {"name": "a.b", "version": "1.0.0", "yanked": true}}"#),
        Case(
            .pypi,
            "a-b",
            .there,
            #"{"info": {"name": "a-b", "version": "2.0.0"}, "releases": {"1.0.0": [{"yanked": false}]}}"#
        ),
        Case(.pypi, "a-b", .absent, #"{"info": {"name": "a-b", "version": "0.9.0"}, "releases": {"1.0.0": []}}"#),
        Case(.pypi, "a-b", .yanked, #"{"info": {"version": "2"}, "releases": {"1.0.0": [{"yanked": true}]}}"#),
        Case(.pypi, "a-b", .there, #"{"name": "a-b", "versions": ["1.0.0"], "files": []}"#),
        Case(.pypi, "a-b", .absent, #"{"name": "a-b", "versions": ["0.9.0"]}"#),
        Case(.pypi, "a-b", .absent, #"{"info": {"name": "a-b", "version": "0.9.0"}}"#),
        Case(.pypi, "a-b", .another, #"{"info": {"name": "c", "version": "1.0.0"}}"#),
        Case(.pypi, "a-b", .garbage, #"{"message": "Not Found"}"#),
    ]

    private static let crates: [Case] = [
        Case(.crates, "a-b", .there, #"{"version": {"crate": "a_b", "num": "1.0.0", "yanked": false}}"#),
        Case(.crates, "a-b", .yanked, #"{"version": {"crate": "a-b", "num": "1.0.0", "yanked": true}}"#),
        Case(.crates, "a-b", .there, #"{"crate": {}, "versions": [{"num": "1.1.0"}, {"num": "1.0.0"}]}"#),
        Case(.crates, "a-b", .absent, #"{"versions": [{"num": "1.1.0"}]}"#),
        Case(
            .crates,
            "a-b",
            .there,
            #"{"name":"a-b","vers":"0.9.0","yanked":true}"# + "\n" + #"{"name":"a-b","vers":"1.0.0","yanked":false}"#
                + "\n"
        ),
        Case(.crates, "a-b", .absent, #"{"name":"a-b","vers":"0.9.0"}"# + "\n"),
        Case(.crates, "a-b", .yanked, #"{"name":"a-b","vers":"1.0.0","yanked":true}"#),
        Case(.crates, "a-b", .another, #"{"name":"c","vers":"1.0.0"}"#),
        Case(.crates, "a-b", .garbage, #"{"errors": [{"detail": "no"}]}"#),
        Case(.crates, "a-b", .garbage, ""),
    ]

    private static let maven: [Case] = [
        Case(
            .maven,
            "org.example:a",
            .there,
            "<metadata><artifactId>a</artifactId><versioning><latest>2</latest><versions><version>1.0.0</version>"
                + "<version>2</version></versions></versioning></metadata>"
        ),
        Case(
            .maven,
            "org.example:a",
            .absent,
            "<metadata><versioning><latest>1.0.0</latest><versions><version>0.9</version></versions></versioning></metadata>"
        ),
        Case(.maven, "org.example:a", .absent, "<metadata/>"),
        Case(
            .maven,
            "org.example:a",
            .absent,
            "<metadata><versioning><versions><version>1.0.0<!-- -->-rc.1</version></versions></versioning></metadata>"
        ),
        Case(.maven, "org.example:a", .there, "<project><artifactId>a</artifactId><version>1.0.0</version></project>"),
        Case(.maven, "org.example:a", .there, "<project><artifactId>a</artifactId><parent/></project>"),
        Case(.maven, "org.example:a", .absent, "<project><version>0.9</version></project>"),
        Case(.maven, "org.example:a", .another, "<project><artifactId>b</artifactId></project>"),
        Case(.maven, "org.example:a", .garbage, "<html><body>Sign in</body></html>"),
        Case(.maven, "org.example:a", .garbage, "404"),
        Case(.maven, "org.example:a", .garbage, "<!DOCTYPE x [<!ENTITY a \"b\">]><metadata>&a;</metadata>"),
    ]

    @Test("is understood in each of its forms", arguments: npm + pypi + crates + maven)
    func forms(_ one: Case) throws {
        let package = PackageRegistry(kind: one.kind, package: one.name, version: "1.0.0", url: "https://example.org/x")
        let answer = PackageAnswer(package, url: "https://example.org/x")
        let outcome = Result { try answer.state(Array(one.text.utf8)) }
        switch (one.wanted, outcome) {
        case (.there, .success(.ready)), (.absent, .success(.pending)), (.yanked, .success(.failed)): break
        case (.garbage, .failure(let error as RelctlError)): #expect(error.code == .remoteUnavailable)
        case (.another, .failure(let error as RelctlError)): #expect(error.code == .configurationInvalid)
        default: Issue.record("\(outcome)")
        }
    }

    @Test("may be anything, and takes no time", arguments: PackageRegistry.Kind.allCases)
    func anything(kind: PackageRegistry.Kind) {
        let package = PackageRegistry(kind: kind, package: "a", version: "1.0.0", url: "https://example.org/x")
        let answer = PackageAnswer(package, url: "https://example.org/x")
        let texts = [
            String(repeating: "[", count: 100_000), String(repeating: "<a>", count: 100_000), "\u{0}",
            String(repeating: "{}\n", count: 100_000), #"{"versions": 1, "releases": [], "name": 3}"#,
        ]
        let start = ContinuousClock.now
        for text in texts {
            #expect(throws: RelctlError.self) { try answer.state(Array(text.utf8)) }
        }
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}
