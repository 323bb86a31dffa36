import RelctlCore
import TestSupport

/// A small release with every kind of step, to be cut off: two platforms, hooks, archives, checksums, two folders.
enum InterruptedProject {
    /// The repository, tagged v1.0.0.
    ///
    /// - Parameters:
    ///   - name: What the folder is called.
    ///   - packsAhead: Whether the first target is packed while the second builds, which takes longer then. A hook after
    ///     all builds, which there is otherwise, forbids that.
    ///   - world: Where it lies.
    /// - Returns: The repository.
    /// - Throws: What git or the disk refuses.
    static func create(
        _ name: String = "cutoff",
        packsAhead: Bool = false,
        in world: World
    ) async throws -> TestRepository {
        let project = try await TestRepository(name, in: world)
        try project.write("relctl.json", configuration(packsAhead: packsAhead))
        try project.write("VERSION", "1.0.0\n")
        try project.write(".gitignore", "/made/\n/dist/\n/out/\n/mirror/\n")
        try project.write("build.sh", build, isExecutable: true)
        for number in 0..<20 {
            try project.write("data/\(number).txt", String(repeating: "line \(number)\n", count: 3000))
        }
        try await project.commit("feat: be cut off")
        try await project.tag("v1.0.0")
        return project
    }

    private static let build = """
        #!/bin/sh
        set -eu
        mkdir -p "made/$1"
        # Half a program, then all of it: a run that comes after one that was cut off must not take the half.
        head -c 100 "$TEST_PROGRAMS/$1" > "made/$1/one"
        sleep "$2"
        cp "$TEST_PROGRAMS/$1" "made/$1/one"
        cp "$TEST_PROGRAMS/$1" "made/$1/two"
        """

    private static func configuration(packsAhead: Bool) -> String {
        """
        {
          name: "cutoff",
          version: { manifests: ["VERSION"] },
          binaries: ["one", "two"],
          build: {
            command: ["sh", "build.sh", "{{target}}", "{{pause}}"],
            output: "made/{{target}}/{{binary}}",
            passEnvironment: ["TEST_PROGRAMS"],
            before: [{ command: ["sh", "-c", "echo before"] }],
            \(packsAhead ? "" : "after: [{ command: [\"sh\", \"-c\", \"echo after\"] }],")
          },
          variables: { pause: "0.05" },
          targets: {
            "x86_64-unknown-linux-musl": {},
            "aarch64-unknown-linux-musl": { variables: { pause: "\(packsAhead ? "0.6" : "0.05")" } },
          },
          archive: {
            formats: { default: ["tar.gz", "zip"] },
            contents: [{ binaries: "bin" }, { link: "{{binary}}", to: "bin/{{binary}}" }, { files: ["data/**"] }],
          },
          publish: [{ to: "directory", path: "out/{{tag}}" }, { to: "directory", path: "mirror/{{version}}" }],
        }
        """
    }
}
