/// Mistakes in how files say the version.
extension ConfigurationProblemTests {
    static let manifests = [
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'a', source: 'carg' }] } }",
            "1:58: `version.manifests[0].source`: unknown version source `carg`",
            hints: ["did you mean `cargo`?", "known: cargo, cmake, helm, npm, python, version-file"]
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'a', source: 'cargo', pattern: '(a)' }] } }",
            "1:37: `version.manifests[0]` has both `source` and `pattern`; one of them is meant"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'a', pattern: 'v[0-9]' }] } }",
            "1:59: `version.manifests[0].pattern`: `v[0-9]` has 0 groups; exactly one, round the version, is wanted"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'a', pattern: '(a)(?<n>b)(?:c)' }] } }",
            "1:59: `version.manifests[0].pattern`: `(a)(?<n>b)(?:c)` has 2 groups; exactly one, round the version, is "
                + "wanted"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'a', json: 'a', xml: 'b' }] } }",
            "1:37: `version.manifests[0]` has both `json` and `xml`; one of them is meant"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'a', pattern: '(a)', yaml: 'b' }] } }",
            "1:37: `version.manifests[0]` has both `pattern` and `yaml`; one of them is meant"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'VERSION', count: 2 }] } }",
            "1:56: `count` needs `pattern`"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'a', pattern: '(a)', count: 0 }] } }",
            "1:73: `version.manifests[0].count` must be from 1 to 2147483647, not 0"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'a', json: 'a..b' }] } }",
            "1:56: `version.manifests[0].json`: `a..b` has an empty key, or a quoted one that does not end"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'a', toml: 'a[b]' }] } }",
            "1:56: `version.manifests[0].toml`: `a[b]` has an index that is not `[NUMBER]`"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'a', yaml: 'a[0]b' }] } }",
            "1:56: `version.manifests[0].yaml`: in `a[0]b` a `.` is missing between two keys"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'a', xml: '' }] } }",
            "1:55: `version.manifests[0].xml`: the path is empty"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: [{ file: 'a', json: 'a.b' }, { file: 'a', json: 'a[0]' }, "
                + "{ json: 'a.b', file: 'a' }] } }",
            "1:94: `version.manifests`: `a` is there twice; the first is at relctl.json:1:37"
        ),
        Mistake(
            "{ name: 'x', version: { manifests: ['src/version.h'] } }",
            "1:37: `version.manifests`: no version source knows a file named `version.h`",
            hints: [
                "say where the version stands in it: `{ file: \"src/version.h\", pattern: \"version ([0-9.]+)\" }`",
                "known: CMakeLists.txt, Cargo.toml, Chart.yaml, VERSION, package.json, pyproject.toml",
            ]
        ),
    ]
}
