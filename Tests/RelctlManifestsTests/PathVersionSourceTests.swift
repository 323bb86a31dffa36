import RelctlManifests
import TestSupport
import Testing

/// Versions that the configuration finds by their paths.
@Suite struct PathVersionSourceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let format: SourceFormat
        let path: String
        let text: String
        var testDescription: String { "\(format.rawValue) \(path)" }
    }

    static let wild: [Case] = [
        Case(
            format: .json,
            path: #"apps[1]."my app".version"#,
            text: """
                // The version is 1.2.3 here, "version": "1.2.3".
                {
                \t"version": "1.2.3", /* 1.2.3 */
                \t"apps": [
                \t\t{ "my app": { "version": "1.2.3" }, "requires": "^1.2.3" },
                \t\t{ "other": { "version": "1.2.3" }, "my app": { "Version": "1.2.3", "v": { "version": "1.2.3" },
                \t\t\t'version' : '⟦1.2.3⟧', "é": "1.2.3", }, }, // 1.2.3
                \t\t{ "my app": { "version": "1.2.3" } },
                \t],
                \t"apps[1].my app.version": "1.2.3",
                }
                """
        ),
        Case(
            format: .toml,
            path: "tool.app[1].version",
            text: """
                # version = "1.2.3"
                version = "1.2.3"
                [[tool.app]]
                version = "1.2.3"
                [[tool.app]]
                notes = '''
                version = "1.2.3"
                [tool.app]
                '''
                "vers\\u0069on" = '⟦1.2.3⟧' # 1.2.3
                [tool.app.nested]
                version = "1.2.3"
                [tool.other]
                app = [ { version = "1.2.3" }, { version = "1.2.3" } ]
                [[tool.app]]
                version = '1.2.3'
                """
        ),
        Case(
            format: .yaml,
            path: "spec.images[1].tag",
            text: """
                # tag: 1.2.3
                tag: 1.2.3
                spec:
                  tag: "1.2.3"
                  notes: |
                    images:
                    - tag: 1.2.3
                    - tag: 1.2.3
                  images:
                    - { name: a, tag: 1.2.3 }
                    - name: b:1.2.3   # 1.2.3
                      nested: { tag: 1.2.3 }
                      'tag':   ⟦1.2.3⟧   # not 1.2.3
                    - tag: 1.2.3
                """
        ),
        Case(
            format: .xml,
            path: "widget.feature[1].app:release.@version",
            text: """
                <?xml version="1.0"?>
                <!-- <release version="1.2.3"/> -->
                <widget version="1.2.3" xmlns:app="urn:1.2.3">
                  <feature><app:release version="1.2.3">1.2.3</app:release></feature>
                  <feature>
                    <release version="1.2.3"/>
                    <app:release   name='1.2.3'
                       version = '⟦1.2.3⟧' min-version="1.2.3"><![CDATA[<a version="1.2.3">]]></app:release>
                  </feature>
                  <feature><app:release version="1.2.3"/></feature>
                </widget>
                """
        ),
    ]

    static func manifest(_ format: SourceFormat, _ path: String, _ text: String) throws -> MarkedManifest {
        MarkedManifest(
            PathVersionSource(ManifestPath(format: format, path: try SourcePath(path))),
            ("app.file", text)
        )
    }

    @Test(arguments: wild) func onlyTheValueAtThePathChanges(_ example: Case) throws {
        for text in [
            example.text, example.text + "\n", "\u{FEFF}" + example.text.replacing("\n", with: "\r\n") + "\r\n",
        ] {
            let manifest = try Self.manifest(example.format, example.path, text)
            #expect(manifest.decoys >= 8)
            for version in ["1.2.4", "2.0.0-rc.1", "10.20.30+build.5", "1.2.3"] {
                try manifest.expectChange(to: version)
            }
            try manifest.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5000 : 200, seed: 44)
        }
    }

    @Test(arguments: [
        Case(format: .json, path: "[0][1]", text: #"[["1.2.3","⟦1.2.3⟧"],"1.2.3"]"#),
        Case(format: .json, path: #""".a"#, text: #"{"":{"a":"⟦1.2.3⟧"},"a":"1.2.3"}"#),
        Case(format: .json, path: #""a\"b\\""#, text: #"{"a\"b\\":"⟦1.2.3⟧"}"#),
        Case(format: .toml, path: "a.b.c", text: "a.b.c=\"\"\"\n⟦1.2.3⟧\"\"\""),
        Case(format: .yaml, path: "a.b", text: "{a: {b: \"⟦1.2.3⟧\", c: 1.2.3}}"),
        Case(format: .yaml, path: "a", text: "a:\n  ⟦1.2.3⟧ # 1.2.3\nb: 1.2.3"),
        Case(format: .xml, path: "a.b", text: "<a c='1.2.3'><b>\n  ⟦1.2.3⟧\n</b></a>"),
        Case(format: .xml, path: "a.b[0]", text: "<a><b><![CDATA[⟦1.2.3⟧]]></b></a>"),
        Case(format: .xml, path: "a.#text", text: "<a c='1.2.3'>⟦1.2.3⟧</a>"),
    ])
    func aPathLeadsAnywhere(_ example: Case) throws {
        try Self.manifest(example.format, example.path, example.text).expectChange(to: "2.0.0")
    }

    @Test(
        arguments: [
            (
                SourceFormat.json, "app.versoin", #"{ "app": { "version": "1.2.3", "name": "x" } }"#,
                "app.file:1:10: `app.file` says no version: there is no `app.versoin`",
                ["did you mean `version`?", "`app` has: version, name"]
            ),
            (
                .json, "a", "[]", "app.file:1:1: `app.file` says no version: there is no `a`",
                ["the top is a list of 0; `[0]` is its first"]
            ),
            (.json, "a[2]", #"{"a":["1.2.3"]}"#, "there is no `a[2]`", ["`a` is a list of 1"]),
            (.json, "a.b", #"{"a":"1.2.3"}"#, "there is no `a.b`", ["`a` is a text"]),
            (.json, "a", #"{"a":{"b":"1.2.3"}}"#, "app.file:1:6: `a` is a table, not a text with a version", []),
            (.json, "a", #"{"a":["1.2.3"]}"#, "`a` is a list, not a text with a version", []),
            (.json, "a", #"{"a":1.2}"#, "app.file:1:6: `a` is `1.2`, not a text with a version", []),
            (.json, "a", #"{"a":"1.2.3","a":"1.2.3"}"#, "app.file:1:18: the key `a` is there twice", nil),
            (.json, "a.b", #"{"a":{},"a":{"b":"1.2.3"}}"#, "the key `a` is there twice", nil),
            (.toml, "a", "a = 1.2", "app.file:1:5: `a` is `1.2`, not a text with a version", []),
            (.toml, "a.b", "[a]", "there is no `a.b`", nil),
            (.yaml, "a", "a: 1.2", "app.file:1:4: `a` says `1.2`, which is not a version: it has 2 of the three", nil),
            (.yaml, "a", "a:\n", "`a` is `null`, not a text with a version", []),
            (.yaml, "a", "a: v1.2.3", "`a` says `v1.2.3`, which is not a version", nil),
            (.xml, "a.b", "<a><b>1.2.3</b><b>1.2.3</b></a>", "`a.b` is a list, not a text with a version", []),
            (
                .xml, "a.b.c", "<a><b><c>1.2.3</c></b><b/></a>", "there is no `a.b.c`",
                ["`a.b` is a list of 2; `[0]` is its first"]
            ),
            (.xml, "b", "<a>1.2.3</a>", "app.file:1:1: `app.file` says no version", nil),
            (.xml, "a", "<a>1.<!-- -->2.3</a>", "not a text with a version", []),
            (.json, "a", "{", "app.file:1:1: `{` is not closed by `}`", []),
        ] as [(SourceFormat, String, String, String, [String]?)]
    )
    func aPathThatDoesNotLeadToAVersionIsAnError(
        _ format: SourceFormat,
        _ path: String,
        _ text: String,
        _ message: String,
        _ hints: [String]?
    ) throws {
        let manifest = try Self.manifest(format, path, text)
        let error = #expect(throws: RelctlError.self) { try manifest.change(manifest.originals, to: Version("2.0.0")) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
        #expect(hints == nil || error?.hints == hints)
        #expect(throws: RelctlError.self) { try manifest.source.version(in: manifest.document(manifest.originals)) }
    }

    @Test(arguments: ["a", "a.b[0].c", "[0]", #""a.b"."""#, #"a."\"\\"[1][2]"#, "a-b_c.d", #""é"[0]"#])
    func aPathIsReadAsItIsWritten(_ text: String) throws {
        #expect(try SourcePath(text).text == text)
    }
}
