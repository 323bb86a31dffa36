import RelctlCore
import Testing

/// What each kind of mistake is called, and where.
@Suite struct ConfigurationProblemTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let text: String
        let problem: String
        let hints: [String]
        var testDescription: String { text }
        /// Whether no schema can see it: what is in scope, what refers to what, what a text means.
        let isBeyondSchemas: Bool

        private static let invisible = [
            "is not in scope", "groups; exactly one", "git does not allow", "both are `", "it makes `",
            "is not one of the", "has no variable", "both make `", "`link` names `binary`", "`link` of a link",
            "is not a pattern",
        ]

        init(_ text: String, _ problem: String, hints: [String] = [], isBeyondSchemas: Bool? = nil) {
            (self.text, self.problem, self.hints) = (text, problem, hints)
            self.isBeyondSchemas = isBeyondSchemas ?? Self.invisible.contains { problem.contains($0) }
        }
    }

    static let linux = "'x86_64-unknown-linux-musl'"

    static let shapes = [
        Mistake("[]", "1:1: the configuration must be an object, not a list"),
        Mistake(
            "{}",
            "1:1: the configuration has no `name`, which is required",
            hints: ["such as `name: \"tool\"`"]
        ),
        Mistake(
            "{ name: 'x', binaris: [] }",
            "1:14: unknown key `binaris`",
            hints: [
                "did you mean `binaries`?",
                "known: $schema, name, description, homepage, license, repository, variables, version, binaries, "
                    + "build, targets, archive, checksums, signing, notes, images, charts, nix, distribution, ci, publish, "
                    + "plugins",
            ]
        ),
        Mistake(
            "{ name: 'x', notes: { style: 'x' } }",
            "1:23: unknown key `style` in `notes`",
            hints: [
                "known: template, unknownNames, groups, titles, forge, mentions, markup, squashedEntries, contributors, "
                    + "quickStart, requirements, paths, with"
            ]
        ),
        Mistake("{ name: null }", "1:9: `name` must be a text, not `null`", hints: ["such as `\"tool\"`"]),
        Mistake("{ name: '' }", "1:9: `name`: it is empty"),
        Mistake("{ name: 'a/b' }", "1:9: `name`: `/` is not allowed in a file's name"),
        Mistake("{ name: 'a\\nb' }", "1:9: `name`: U+000A is not allowed in a file's name"),
        Mistake("{ name: '-x' }", "1:9: `name`: `-x` begins with `-`"),
        Mistake("{ name: 'x.' }", "1:9: `name`: `x.` ends with `.`"),
        Mistake("{ name: '..' }", "1:9: `name`: `..` begins with `.`"),
        Mistake("{ name: 'a\\0' }", "1:9: `name`: a NUL character is not allowed"),
        Mistake(
            "{ name: 'x', checksums: { sidecars: 'yes' } }",
            "1:37: `checksums.sidecars` must be `true` or `false`, not a text"
        ),
        Mistake(
            "{ name: 'x', checksums: { combined: true } }",
            "1:37: `checksums.combined` must be a text or `false`, not `true`"
        ),
        Mistake(
            "{ name: 'x', targets: [] }",
            "1:23: `targets` must be an object, not a list",
            hints: ["such as `{ \"x86_64-unknown-linux-musl\": {} }`"]
        ),
        Mistake(
            "{ name: 'x', version: { branch: 1.0 } }",
            "1:33: `version.branch` must be a text, not the number 1.0",
            hints: ["such as `\"main\"`"]
        ),
        Mistake(
            "{ name: 'x', binaries: ['a.EXE'] }",
            "1:25: `binaries[0]`: `a.EXE` ends in `.exe`, which relctl adds for Windows itself"
        ),
        Mistake(
            "{ name: 'x', binaries: ['a', 'b', 'a'] }",
            "1:35: `binaries`: `a` is there twice; the first is at relctl.json:1:25"
        ),
        Mistake(
            "{ name: 'x', variables: { 'a b': '' } }",
            "1:27: `variables[\"a b\"]`: `a b` is not a name for templates, which is made of letters, digits, `_` and `-`"
        ),
        Mistake(
            "{ name: 'x', variables: { target: '' } }",
            "1:27: `variables.target`: `target` is a name that relctl itself gives a meaning in templates"
        ),
        Mistake("{ name: 'x', notes: { template: '/n' } }", "1:33: `notes.template`: `/n` is absolute"),
        Mistake(
            "{ name: 'x', notes: { template: 'a/../../n' } }",
            "1:33: `notes.template`: `a/../../n` has a `..` component"
        ),
        Mistake(
            "{ name: 'x', notes: { groups: 'conventionl' } }",
            "1:31: `notes.groups`: unknown grouping `conventionl`",
            hints: ["did you mean `conventional`?", "known: conventional, none"]
        ),
    ]

    static let versions = [
        Mistake(
            "{ name: 'x', version: { tag: 'v' } }",
            "1:30: `version.tag`: `v` names `{{version}}` 0 times; exactly once is wanted"
        ),
        Mistake(
            "{ name: 'x', version: { tag: '{{version}}-{{version}}' } }",
            "1:30: `version.tag`: `{{version}}-{{version}}` names `{{version}}` 2 times; exactly once is wanted"
        ),
        Mistake(
            "{ name: 'x', variables: { line: 'a' }, version: { tag: '{{lin}}-{{version}}' } }",
            "1:56: `version.tag`: `lin` is not in scope; known here: line, name, version",
            hints: ["did you mean `line`?"]
        ),
        Mistake(
            "{ name: 'x', version: { tag: '{{#name}}v{{/name}}{{version}}' } }",
            "1:30: `version.tag`: a tag's template cannot have sections such as `{{#name}}`"
        ),
        Mistake(
            "{ name: 'a b', version: { tag: '{{name}}-{{version}}' } }",
            "1:32: `version.tag`: ` ` is not allowed in a tag",
            isBeyondSchemas: true
        ),
        Mistake(
            "{ name: 'x', version: { tag: 'a b{{version}}' } }",
            "1:30: `version.tag`: ` ` is not allowed in a tag"
        ),
        Mistake(
            "{ name: 'x', version: { tag: '{{version}}.lock' } }",
            "1:30: `version.tag`: git does not allow `1.2.3.lock` as a tag"
        ),
        Mistake(
            "{ name: 'x', version: { tag: 'v{{version' } }",
            "1:30: `version.tag`: a tag is not closed in `{{version`"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [1] } }",
            "1:37: `version.manifests[0]` must be a text or an object, not the number 1"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: ['../VERSION'] } }",
            "1:37: `version.manifests[0]`: `../VERSION` has a `..` component"
        ),
    ]

    static let builds = [
        Mistake("{ name: 'x', build: { command: ['make'], output: 'o' } }", "1:14: `build` needs `binaries`"),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: 'make', output: 'o' } }",
            "1:49: `build.command` must be a list, not a text",
            hints: ["such as `[\"cargo\", \"build\", \"--release\", \"--locked\", \"--target\", \"{{target}}\"]`"]
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: [], output: 'o' } }",
            "1:49: `build.command` must not be empty"
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: [''], output: 'o' } }",
            "1:50: `build.command[0]`: the name of the program is empty"
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: ['m'] } }",
            "1:38: `build` has no `output`, which is required",
            hints: ["such as `output: \"target/{{target}}/release/{{binary}}{{exe}}\"`"]
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: ['m'], output: 'o', timeout: '1m1h' } }",
            "1:78: `build.timeout`: `1m1h` is not a time such as `90s`, `45m` or `1h30m`, up to `1000h`",
            hints: []
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: ['m'], output: 'o', environment: { 'A=B': '' } } }",
            "1:84: `build.environment[\"A=B\"]`: `A=B` is not the name of an environment variable"
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: ['{{binary}}'], output: 'o' } }",
            "1:50: `build.command[0]`: `binary` is not in scope; known here: arch, commit, date, exe, libc, major, "
                + "minor, name, os, patch, prerelease, shortCommit, tag, target, timestamp, version"
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: ['{{^tag}}{{targte}}{{/tag}}'], output: 'o' } }",
            "1:50: `build.command[0]`: `targte` is not in scope; known here: arch, commit, date, exe, libc, major, "
                + "minor, name, os, patch, prerelease, shortCommit, tag, target, timestamp, version",
            hints: ["did you mean `target`?"]
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: ['m'], output: 'o', before: [['{{target}}']] } }",
            "1:79: `build.before[0][0]`: `target` is not in scope; known here: commit, date, major, minor, name, "
                + "patch, prerelease, shortCommit, tag, timestamp, version"
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: ['m'], output: 'o', before: [{ comand: ['x'] }] } }",
            "1:78: `build.before[0]` has no `command`, which is required | "
                + "1:80: unknown key `comand` in `build.before[0]`"
        ),
        Mistake(
            "{ name: 'x', binaries: ['a','b'], build: { command: ['m'], output: 'o' }, targets: { \(linux): {} } }",
            "1:60: `build.output`: the binaries `a` and `b` both are `o`",
            hints: ["name the binary in it, with `{{binary}}{{exe}}`"]
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: ['m'], output: '../{{binary}}' }, "
                + "targets: { \(linux): {} } }",
            "1:64: `build.output`: `../{{binary}}` has a `..` component"
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: ['m'], output: '{{up}}/{{binary}}' }, "
                + "variables: { up: '..' }, targets: { \(linux): {} } }",
            "1:56: `build.output`: it makes `../a` for x86_64-unknown-linux-musl: `../a` has a `..` component"
        ),
    ]

    static let targets = [
        Mistake(
            "{ name: 'x', targets: { 'x86_64-unknown-linx-musl': {} } }",
            "1:25: `targets.x86_64-unknown-linx-musl`: `linx` is not a known operating system (known: linux, darwin, "
                + "windows, freebsd, netbsd, openbsd, dragonfly, illumos, solaris, wasi); did you mean `linux`?"
        ),
        Mistake(
            "{ name: 'x', targets: { \(linux): {}, \(linux): {} } }",
            "1:58: the key `x86_64-unknown-linux-musl` is there twice; the first is at relctl.json:1:25"
        ),
        Mistake(
            "{ name: 'x', targets: { \(linux): { build: {} } } }",
            "1:56: `targets.x86_64-unknown-linux-musl.build` changes `build`, which is not there"
        ),
        Mistake(
            "{ name: 'x', binaries: ['tool'], targets: { \(linux): { binaries: ['tol'] } } }",
            "1:87: `targets.x86_64-unknown-linux-musl.binaries[0]`: `tol` is not one of the project's `binaries`",
            hints: ["did you mean `tool`?"]
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: ['{{zig}}'], output: 'o' }, targets: { \(linux): "
                + "{ variables: { zig: 'z' } },\n 'x86_64-apple-darwin': {} } }",
            "2:2: the target `x86_64-apple-darwin` has no variable `zig`, which `build.command[0]` names",
            hints: ["add `zig` to `targets.x86_64-apple-darwin.variables`, or to `variables` for all targets"]
        ),
    ]

    static let archives = [
        Mistake(
            "{ name: 'x', archive: { name: 'a/{{target}}' }, targets: { \(linux): {} } }",
            "1:31: `archive.name`: `/` is not allowed in a file's name"
        ),
        Mistake(
            "{ name: 'x', archive: { name: '{{libc}}-{{target}}' }, targets: { 'x86_64-apple-darwin': {} } }",
            "1:25: `archive.name`: it makes `-x86_64-apple-darwin` for x86_64-apple-darwin: `-x86_64-apple-darwin` "
                + "begins with `-`"
        ),
        Mistake(
            "{ name: 'x', archive: { name: '{{arch}}' }, targets: { \(linux): {}, 'x86_64-apple-darwin': {} } }",
            "1:25: `archive.name`: the targets `x86_64-unknown-linux-musl` and `x86_64-apple-darwin` both make "
                + "`x86_64.tar.gz`",
            hints: ["name the target in it, with `{{target}}`"]
        ),
        Mistake(
            "{ name: 'x', archive: { formats: { default: 'tgz' } } }",
            "1:45: `archive.formats.default`: unknown packager `tgz`",
            hints: ["known: bare, own, tar.gz, zip"]
        ),
        Mistake(
            "{ name: 'x', archive: { formats: { windos: 'zip' } } }",
            "1:36: `archive.formats.windos`: `windos` is neither `default` nor an operating system (linux, macos, "
                + "windows, freebsd, netbsd, openbsd, dragonfly, illumos, solaris, wasi) nor a target"
        ),
        Mistake(
            "{ name: 'x', archive: { formats: { 'x86_64-apple-darwin': 'zip' } } }",
            "1:36: `archive.formats`: `x86_64-apple-darwin` is not one of the `targets`"
        ),
        Mistake(
            "{ name: 'x', archive: { formats: { default: ['zip', 'zip'] } }, targets: { \(linux): {} } }",
            "1:53: `archive.formats.default`: `zip` is there twice; the first is at relctl.json:1:46"
        ),
        Mistake(
            "{ name: 'x', archive: { formats: { default: [] } } }",
            "1:45: `archive.formats.default` must not be empty"
        ),
        Mistake(
            "{ name: 'x', archive: { contents: [{ to: 'x' }] } }",
            "1:36: `archive.contents[0]` has none of the keys that say what it puts there: `binaries`, `link`, "
                + "`files`, `environment`"
        ),
        Mistake(
            "{ name: 'x', archive: { contents: [{ file: ['x'] }] } }",
            "1:38: unknown key `file` in `archive.contents[0]`",
            hints: ["did you mean `files`?", "known: binaries, link, files, environment"]
        ),
        Mistake(
            "{ name: 'x', archive: { contents: [{ files: ['x'], link: 'y', to: 'z' }] } }",
            "1:38: unknown key `files` in `archive.contents[0]`",
            hints: ["known: link, to"]
        ),
        Mistake(
            "{ name: 'x', archive: { contents: [{ files: [] }] } }",
            "1:45: `archive.contents[0].files` must not be empty"
        ),
        Mistake(
            "{ name: 'x', archive: { contents: [{ files: ['/etc/*'] }] } }",
            "1:46: `archive.contents[0].files[0]`: `/etc/*` is absolute"
        ),
        Mistake(
            "{ name: 'x', archive: { contents: [{ binaries: 'bin' }] } }",
            "1:36: `binaries` puts them there, but the project has no `binaries`"
        ),
        Mistake(
            "{ name: 'x', archive: { contents: [{ link: '{{binary}}', to: 'x' }] } }",
            "1:36: `link` names `binary`, but the project has no `binaries`"
        ),
        Mistake(
            "{ name: 'x', archive: { contents: [{ link: '../{{os}}', to: '' }] }, targets: { \(linux): {} } }",
            "1:44: `archive.contents[0].link`: `../{{os}}` has a `..` component | "
                + "1:61: `archive.contents[0].to`: the path is empty"
        ),
        Mistake(
            "{ name: 'x', variables: { up: '..' }, archive: { contents: [{ link: '{{up}}/{{os}}', to: 'x' }] }, "
                + "targets: { \(linux): {} } }",
            "1:61: `link` of a link: `../linux` has a `..` component"
        ),
        Mistake(
            "{ name: 'x', checksums: { combined: 'Manifest.json' } }",
            "1:37: `checksums.combined`: `Manifest.json` is the name of another file in `dist`"
        ),
        Mistake(
            "{ name: 'x', checksums: { combined: 'Distribution' } }",
            "1:37: `checksums.combined`: `Distribution` is the name of another file in `dist`"
        ),
    ]

    static let publications = [
        Mistake(
            "{ name: 'x', publish: [{ path: 'p' }] }",
            "1:24: `publish[0].to` is missing: it names the publisher",
            hints: ["known: directory"]
        ),
        Mistake(
            "{ name: 'x', publish: [{ to: 'directorie' }] }",
            "1:30: `publish[0].to`: unknown publisher `directorie`",
            hints: ["did you mean `directory`?", "known: directory"]
        ),
        Mistake("{ name: 'x', publish: [{ to: 7 }] }", "1:30: `publish[0].to` must be a text, not the number 7"),
        Mistake(
            "{ name: 'x', publish: [{ to: 'directory' }] }",
            "1:24: `publish[0]` has no `path`, which is required"
        ),
        Mistake(
            "{ name: 'x', publish: [{ to: 'directory', path: 'p', keep: 1.5 }] }",
            "1:60: `publish[0].keep` must be a whole number, not the number 1.5"
        ),
        Mistake(
            "{ name: 'x', publish: [{ to: 'directory', path: '{{target}}' }] }",
            "1:49: `publish[0].path`: `target` is not in scope; known here: commit, date, major, minor, name, patch, "
                + "prerelease, shortCommit, tag, timestamp, version"
        ),
        Mistake(
            "{ name: 'x', publish: [{ to: 'directory', pth: 'p', path: 'p' }] }",
            "1:43: unknown key `pth` in `publish[0]`",
            hints: ["did you mean `path`?", "known: to, path, keep, mode, labels, draft, name, after"]
        ),
    ]

    static let all = shapes + versions + manifests + builds + targets + archives + publications + rules + builders

    @Test(arguments: all)
    func aMistakeIsNamedWithItsPlace(_ mistake: Mistake) {
        let error = #expect(throws: RelctlError.self) { try ConfigurationLoaderTests.load(mistake.text) }
        let causes = error?.causes.compactMap { $0 as? RelctlError } ?? []
        #expect(
            causes.map { $0.description.dropFirst("relctl.json:".count) }.joined(separator: " | ") == mistake.problem
        )
        if causes.count == 1 { #expect(causes.first?.hints == mistake.hints) }
    }
}
