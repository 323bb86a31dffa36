/// Mistakes in who builds and who writes notes, and in what they take.
extension ConfigurationProblemTests {
    static let builders = [
        Mistake(
            "{ name: 'x', notes: { with: 'lettre', greeting: 'a' } }",
            "1:29: `notes.with`: unknown notes renderer `lettre`",
            hints: ["did you mean `letter`?", "known: letter"]
        ),
        Mistake(
            "{ name: 'x', notes: { with: 'letter', groups: 'all', unknownNames: 'empty' } }",
            "1:21: `notes` has no `greeting`, which is required | 1:47: `notes.groups`: unknown grouping `all` | "
                + "1:54: unknown key `unknownNames` in `notes`"
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { with: 'mkae', goal: 'all' } }",
            "1:46: `build.with`: unknown builder `mkae`",
            hints: ["did you mean `make`?", "known: make"]
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { with: 'make', gaol: 'all' } }",
            "1:38: `build` has no `goal`, which is required | 1:54: unknown key `gaol` in `build`"
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { wiht: 'make' } }",
            "1:38: `build` has no `command`, which is required | 1:38: `build` has no `output`, which is required | "
                + "1:40: unknown key `wiht` in `build`"
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { with: 'make', goal: 'all', command: ['a'] } }",
            "1:67: unknown key `command` in `build`",
            hints: [
                "known: with, goal, mode, parts, environment, directory, timeout, passEnvironment, before, after"
            ]
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { with: 'make', goal: '{{target}}', parts: [] } }",
            "1:81: `build.parts` must not be empty",
            hints: ["leave `parts` out for the default: What with."]
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { with: 'make', goal: 'a' }, "
                + "targets: { \(linux): { build: { with: 'make', mode: 'big' } } } }",
            "1:138: `targets.x86_64-unknown-linux-musl.build.mode`: unknown value `big`",
            hints: ["known: fast, small"]
        ),
        Mistake(
            "{ name: 'x', binaries: ['a'], build: { command: ['a'], output: 'a' }, "
                + "targets: { \(linux): { build: { with: 'make' } } } }",
            "1:113: `targets.x86_64-unknown-linux-musl.build` has no `goal`, which `make` requires",
            isBeyondSchemas: true
        ),
    ]
}
