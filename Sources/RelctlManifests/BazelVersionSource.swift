/// Reads and changes the version in MODULE.bazel, `module(name = "x", version = "1.2.3")`
/// (https://bazel.build/rules/lib/globals/module#module); also by a name, `VERSION = "1.2.3"`, that the file gives once.
struct BazelVersionSource: TokenVersionSource {
    let fileNames = ["MODULE.bazel"]

    func language(of file: RelativePath) -> CodeLanguage { .starlark }

    func versions(in text: CodeText) throws -> [CodeToken] {
        let partners = try text.partners()
        let calls = text.calls(of: "module", partners)
        guard let call = calls.first else {
            throw VersionSourceError.absent("module(…)", in: text.file.string, at: nil)
        }
        guard calls.count == 1 else {
            throw text.problem("`module(…)` is called twice", at: text.tokens[calls[1] - 1])
        }
        guard let value = try text.argument("version", "=", from: call, partners), let index = value.first else {
            throw VersionSourceError.absent("version", in: text.file.string, at: text.place(of: text.tokens[call - 1]))
        }
        let token = text.tokens[index]
        guard value.count == 1 else { throw text.computed("version", at: token) }
        if token.plainString != nil { return [token] }
        guard token.kind == .word, let constant = text.constant(token.text, before: call, partners) else {
            throw text.computed("version", at: token)
        }
        return [constant]
    }
}
