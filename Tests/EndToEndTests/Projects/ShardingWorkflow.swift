import RelctlCore
import TestSupport
import Testing

/// A project that many machines release: for two targets, the second on a machine of its own called `farm`.
enum ShardingWorkflow {
    /// Builds a program that is nothing but the header of one, for the processor of `$TARGET`.
    private static let build = #"""
        #!/bin/sh
        case $TARGET in x86_64-*) machine='\076' ;; *) machine='\267' ;; esac
        mkdir -p "made/$TARGET" && cd "made/$TARGET"
        {
            printf '\177ELF\002\001\001\000\000\000\000\000\000\000\000\000\002\000%b\000\001\000\000\000' "$machine"
            head -c 28 /dev/zero
            printf '\100\000\070\000\000\000\100\000\000\000\000\000'
        } >greeter
        chmod 755 greeter
        """#

    /// Makes the project, whose machines take relctl from this one, with a workflow that `relctl ci SERVICE` writes.
    ///
    /// - Parameters:
    ///   - world: Where.
    ///   - service: What runs the workflow.
    ///   - more: More members of `ci`.
    /// - Returns: The project at the tag `v1.0.0`.
    /// - Throws: What git or relctl did not do.
    static func create(in world: World, for service: String, more: String = "") async throws -> TestRepository {
        let project = try await ScriptProject.create(in: world)
        try project.write("build.sh", build, isExecutable: true)
        try project.write(
            "relctl.json",
            """
            {
              name: "greeter",
              version: { manifests: ["VERSION"] },
              binaries: ["greeter"],
              build: { command: ["sh", "build.sh"], output: "made/{{target}}/greeter", environment: { TARGET: "{{target}}" } },
              targets: {
                "x86_64-unknown-linux-gnu": {}, "aarch64-unknown-linux-gnu": { runner: "farm" },
              },
              archive: { contents: [{ files: ["greet"] }, { binaries: "bin" }] },
              license: "MIT",
              nix: { url: "https://example.org/{{tag}}/{{artifact}}" },
              publish: [{ to: "directory", path: "out/{{tag}}" }],
              ci: {
                \(try await ActRun.installation(in: world)),
                runners: ["farm"],
                setup: [{ run: "echo \\"prepared $WHAT\\"", environment: { WHAT: "the farm" }, targets: ["aarch64-*"] }],
                \(more)
              },
            }
            """
        )
        EndToEndTests.expect(try await project.relctl(["ci", service]), exits: 0)
        try await project.commit("feat: release by workflow")
        try await project.tag("v1.0.0")
        return project
    }

    /// Compares what many machines made with what one makes, to the byte and the mode.
    static func expect(_ made: FilePath, equals wanted: FilePath, has part: String? = nil) throws {
        let isOfRun = { (name: String) in
            [".work", "logs", "journal.jsonl"].contains { name == $0 || name.hasPrefix($0 + "/") }
        }
        let made = try TreeSnapshot(of: made, [.modes], leavingOut: isOfRun)
        let wanted = try TreeSnapshot(of: wanted, [.modes], leavingOut: isOfRun)
        #expect(made.lines.count > 5)
        if let part { #expect(made.lines[part] != nil) }
        EndToEndTests.expect(made, equals: wanted)
    }
}
