import TestSupport

/// A project that ships a shell script as it is, for one platform: the quickest release there is.
enum ScriptProject {
    static let archive = "greeter-v1.0.0-x86_64-unknown-linux-gnu.tar.gz"

    /// The repository at version 1.0.0, committed and not tagged.
    ///
    /// - Parameters:
    ///   - world: Where it lies.
    ///   - build: The text of the build's command, if there is one; it must make `made/greeter`.
    ///   - more: Further lines of the configuration.
    /// - Returns: The repository.
    /// - Throws: What git or the disk refuses.
    static func create(in world: World, build: String? = nil, more: String = "") async throws -> TestRepository {
        let project = try await TestRepository("greeter", in: world)
        try project.write("greet", "#!/bin/sh\necho hello\n", isExecutable: true)
        try project.write("VERSION", "1.0.0\n")
        try project.write(".gitignore", "/made/\n/dist/\n/out/\n")
        if let build { try project.write("build.sh", build, isExecutable: true) }
        try project.write("relctl.json", configuration(build: build != nil, more: more))
        try await project.commit("feat: greet")
        return project
    }

    static func configuration(build isBuilt: Bool = false, more: String = "") -> String {
        """
        {
          name: "greeter",
          version: { manifests: ["VERSION"] },
          \(isBuilt ? built : "")
          targets: { "x86_64-unknown-linux-gnu": {} },
          archive: { contents: [{ files: ["greet"] }\(isBuilt ? ", { binaries: \"bin\" }" : "")] },
          publish: [{ to: "directory", path: "out/{{tag}}" }],
          \(more)
        }
        """
    }

    private static let built = """
        binaries: ["greeter"],
          build: {
            command: ["sh", "build.sh"],
            output: "made/{{binary}}",
            passEnvironment: ["TEST_PROGRAMS", "TEST_SIGNS"],
          },
        """
}
