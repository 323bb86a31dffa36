/// The languages of build files.
extension CodeLanguage {
    /// Groovy (https://groovy-lang.org/syntax.html), which build.gradle is written in.
    package static let groovy = CodeLanguage(
        lineComments: ["//"],
        blockComments: [BlockComment(open: "/*", close: "*/")],
        strings: [
            StringForm(open: "'", close: "'"),
            StringForm(open: "'''", close: "'''", isMultiline: true),
            StringForm(open: "\"", close: "\"", interpolations: [.code("${"), .name("$")]),
            StringForm(open: "\"\"\"", close: "\"\"\"", isMultiline: true, interpolations: [.code("${"), .name("$")]),
            StringForm(
                open: "/",
                close: "/",
                isMultiline: true,
                interpolations: [.code("${"), .name("$")],
                isOnlyValue: true
            ),
            StringForm(
                open: "$/",
                close: "/$",
                hasEscapes: false,
                isMultiline: true,
                interpolations: [.code("${"), .name("$")],
                literals: ["$$", "$/$", "$/"],
                isOnlyValue: true
            ),
        ],
        wordBytes: [UInt8(ascii: "$")],
        wordsBeforeValues: ["return", "case", "in", "assert", "else", "throw", "instanceof"]
    )

    /// Kotlin (https://kotlinlang.org/spec/syntax-and-grammar.html), which build.gradle.kts is written in.
    package static let kotlin = CodeLanguage(
        lineComments: ["//"],
        blockComments: [BlockComment(open: "/*", close: "*/", nests: true)],
        strings: [
            StringForm(open: "'", close: "'"),
            StringForm(open: "`", close: "`", hasEscapes: false),
            StringForm(open: "\"", close: "\"", interpolations: [.code("${"), .name("$")]),
            StringForm(
                open: "\"\"\"",
                close: "\"\"\"",
                hasEscapes: false,
                isMultiline: true,
                interpolations: [.code("${"), .name("$")],
                endsWithLastQuotes: true
            ),
        ]
    )

    /// Starlark (https://github.com/bazelbuild/starlark/blob/master/spec.md#lexical-elements), which MODULE.bazel is
    /// written in.
    package static let starlark: CodeLanguage = {
        var language = CodeLanguage(lineComments: ["#"])
        for prefix in ["", "r", "b", "rb", "br"] {
            for quote in ["\"", "'"] {
                let long = String(repeating: quote, count: 3)
                language.strings += [
                    // A raw string's backslash stays, but still keeps a quote from ending it.
                    StringForm(open: prefix + quote, close: quote),
                    StringForm(open: prefix + long, close: long, isMultiline: true),
                ]
            }
        }
        return language
    }()

    /// Meson's language (https://mesonbuild.com/Syntax.html).
    package static let meson = CodeLanguage(
        lineComments: ["#"],
        strings: [
            StringForm(open: "'", close: "'"),
            StringForm(open: "'''", close: "'''", hasEscapes: false, isMultiline: true),
            StringForm(open: "f'", close: "'", interpolations: [.name("@")]),
            StringForm(
                open: "f'''",
                close: "'''",
                hasEscapes: false,
                isMultiline: true,
                interpolations: [.name("@")]
            ),
        ]
    )
}
