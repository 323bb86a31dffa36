/// Mistakes in what keys and values have to do with one another.
extension ConfigurationProblemTests {
    static let rules = [
        Mistake(
            "{ name: 'x', variables: { z: '{{version}}', y: '{ {' } }",
            "1:30: `variables.z`: `{{version}}` holds `{{`, but the values of variables are no templates"
        ),
        Mistake(
            "{ name: 'x', targets: { \(linux): { variables: { z: 'a{{' } } } }",
            "1:72: `targets.x86_64-unknown-linux-musl.variables.z`: `a{{` holds `{{`, but the values of variables are "
                + "no templates"
        ),
        Mistake(
            "{ name: 'x', archive: { contents: [{ files: ['a[', 'ok/*'], except: ['{a'] }] }, nme: 1 }",
            "1:46: `archive.contents[0].files[0]`: `a[` is not a pattern: `[` is not closed; write `\\[` for the "
                + "character itself | 1:70: `archive.contents[0].except[0]`: `{a` is not a pattern: `{` is not closed; "
                + "write `\\{` for the character itself | 1:82: unknown key `nme`",
            isBeyondSchemas: false
        ),
        Mistake(
            "{ name: 'x', archive: { contents: [{ files: ['a[b-a]'] }] } }",
            "1:46: `archive.contents[0].files[0]`: `a[b-a]` is not a pattern: a class `[…]` holds characters of names, "
                + "from low to high, and no `/`"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: ['VERSION', 'Cargo.toml', 'VERSION'] } }",
            "1:62: `version.manifests`: `VERSION` is there twice; the first is at relctl.json:1:37"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: ['VERSION', { file: 'VERSION', source: 'cargo' }] } }",
            "1:48: `version.manifests`: `VERSION` is there twice; the first is at relctl.json:1:37",
            isBeyondSchemas: true
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'h', pattern: '(a)' }, { file: 'h', pattern: '(b)' }, "
                + "{ pattern: '(a)', file: 'h' }] } }",
            "1:99: `version.manifests`: `h` is there twice; the first is at relctl.json:1:37"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'a/notes.txt' }] } }",
            "1:37: `version.manifests`: no version source knows a file named `notes.txt`",
            hints: [
                "say where the version stands in it: `{ file: \"a/notes.txt\", pattern: \"version ([0-9.]+)\" }`",
                "known: CMakeLists.txt, Cargo.toml, Chart.yaml, VERSION, package.json, pyproject.toml",
            ]
        ),
        Mistake(
            "{ name: 'x', version: { embed: [{ language: 'swift', file: 'a.swift', name: 'class' }] } }",
            "1:71: `version.embed[0].name`: `class` is a keyword of Swift, and names no type",
            hints: ["say what it is called: `name: \"buildfacts\"`"],
            isBeyondSchemas: true
        ),
        Mistake(
            "{ name: 'x', version: { embed: [{ language: 'go', file: 'go/v.go' }, { language: 'go', file: 'é/v.go' }, "
                + "{ language: 'go', file: 'a/v.go', name: 'func' }] } }",
            "1:51: `version.embed[0].file`: `go`, after its folder, is a keyword of Go, and names no package | "
                + "1:88: `version.embed[1].file`: `_`, after its folder, names no package in Go | "
                + "1:140: `version.embed[2].name`: `func` is a keyword of Go, and names no package",
            isBeyondSchemas: true
        ),
        Mistake(
            "{ name: 'x', archive: { level: 10 } }",
            "1:32: `archive.level` must be from 1 to 9, not 10"
        ),
        Mistake(
            "{ name: 'x', archive: { level: 'best' } }",
            "1:32: `archive.level` must be a whole number or an object, not a text",
            hints: ["such as `9`"]
        ),
        Mistake(
            "{ name: 'x', archive: { level: { own: 9 } } }",
            "1:39: `archive.level.own` must be from 10 to 20, not 9"
        ),
        Mistake(
            "{ name: 'x', archive: { level: { zip: 9 } } }",
            "1:34: unknown key `zip` in `archive.level`",
            hints: ["known: own"]
        ),
        Mistake(
            "{ name: 'x', targets: { \(linux): {} }, archive: { level: 9, formats: { default: 'own' } } }",
            "1:71: `archive.level`: `own` has the levels 10 to 20, not 9",
            hints: ["name levels by format: `{ \"own\": 20 }`"],
            isBeyondSchemas: true
        ),
        Mistake(
            "{ name: 'x', targets: { \(linux): {} }, archive: { contents: [], formats: { default: ['zip', 'bare'] } } }",
            "1:85: `archive.formats`: `bare` ships the binaries of x86_64-unknown-linux-musl, which has none",
            isBeyondSchemas: true
        ),
        Mistake(
            "{ name: 'x', binaries: ['a', 'b'], targets: { \(linux): {} }, archive: { name: 'x', "
                + "formats: { default: 'bare' } } }",
            "1:93: `archive.name`: the binaries `a` and `b` of x86_64-unknown-linux-musl both make `x`",
            hints: ["name the binary in it, with `{{binary}}`"]
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], targets: { \(linux): {} }, archive: { name: '{{binary}}', "
                + "formats: { default: ['zip', 'bare'] } } }",
            "1:94: `archive.name`: `binary` stands for nothing in the name of an archive of all binaries",
            hints: ["in a section it is left out there, as in `{{name}}{{#binary}}-{{binary}}{{/binary}}`"],
            isBeyondSchemas: true
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], targets: { \(linux): {} }, archive: { name: 'Logs', "
                + "formats: { default: 'bare' } } }",
            "1:88: `archive.name`: it makes `Logs` for x86_64-unknown-linux-musl, which is the name of another file in "
                + "`dist`"
        ),
        Mistake(
            "{ name: 'x', publish: [{ to: 'directory', path: 'out' }, { path: 'out', to: 'directory' }] }",
            "1:58: `publish`: the release goes to the same place as at relctl.json:1:24",
            hints: ["each needs a `path` of its own"]
        ),
        Mistake(
            "{ name: 'x', publish: [{ to: 'directory', path: 'out/v{{version}}' }, "
                + "{ to: 'directory', path: 'out/{{tag}}', draft: true }] }",
            "1:71: `publish`: the release goes to the same place as at relctl.json:1:24",
            hints: ["each needs a `path` of its own"],
            isBeyondSchemas: true
        ),
        Mistake(
            "{ name: 'x', name: 'y', targets: { foo: {}, \(linux): {}, \(linux): {} }, bogus: 1 }",
            "1:14: the key `name` is there twice; the first is at relctl.json:1:3 | "
                + "1:36: `targets.foo`: `foo` is not of the form ARCH-VENDOR-OS[-ENV], such as "
                + "`x86_64-unknown-linux-musl` | "
                + "1:78: the key `x86_64-unknown-linux-musl` is there twice; the first is at relctl.json:1:45 | "
                + "1:113: unknown key `bogus`"
        ),
        Mistake(
            "{ name: 'x', name: 'y', archive: { name: } }",
            "1:14: the key `name` is there twice; the first is at relctl.json:1:3 | 1:42: a value is expected, not `}`"
        ),
        Mistake(
            "{ name: 'x', targets: { 'x86_64-../..-linux-gnu': {} } }",
            "1:25: `targets[\"x86_64-../..-linux-gnu\"]`: `x86_64-../..-linux-gnu` is not of the form "
                + "ARCH-VENDOR-OS[-ENV], such as `x86_64-unknown-linux-musl`"
        ),
        Mistake(
            "{ name: 'x', targets: { 'aarch64-apple-ios': {} } }",
            "1:25: `targets.aarch64-apple-ios`: `ios` is not a known operating system (known: linux, darwin, windows, "
                + "freebsd, netbsd, openbsd, dragonfly, illumos, solaris, wasi)"
        ),
        Mistake("{ name: 'x', description: 'a\\0' }", "1:27: `description`: a NUL character is not allowed"),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: ['m'], output: 'o', timeout: '0h0s' } }",
            "1:78: `build.timeout`: `0h0s` is not a time such as `90s`, `45m` or `1h30m`, up to `1000h`"
        ),
        Mistake("{ name: 'x', archive: { name: '' } }", "1:31: `archive.name`: it is empty"),
        Mistake(
            "{ name: 'x', archive: { name: '.{{name}}' } }",
            "1:31: `archive.name`: `.{{name}}` begins with `.`"
        ),
    ]
}
