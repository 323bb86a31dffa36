import RelctlCore
import TestSupport

/// A project shaped like Velostream: nine programs, five platforms, demo trees with links, a guide that lands at the top.
///
/// Its build links nothing, for want of Rust: it takes real programs for each platform, which Zig made, and lets each
/// be different.
enum VelostreamProject {
    static let targets = CrossPrograms.targets.keys.sorted()

    static let binaries = [
        "velo-sql", "velo-cli", "velo-test", "velo-sql-batch", "velo-1brc", "velo-schema-generator",
        "velo-config-validator", "complete_pipeline_demo", "file_processing_demo",
    ]

    /// Variables that its build wants.
    static func environment() async throws -> [String: String?] {
        ["TEST_PROGRAMS": try await CrossPrograms.folder().string]
    }

    /// Archives by target.
    static func archive(for target: String, version: String = "1.0.0") -> String {
        "velostream-v\(version)-\(target)" + (target.contains("windows") ? ".zip" : ".tar.gz")
    }

    /// The repository at version 1.0.0, committed and not tagged.
    static func create(
        _ name: String = "velostream",
        in world: World,
        configuration: String = configuration
    ) async throws -> TestRepository {
        let project = try await TestRepository(name, in: world)
        try project.write("relctl.json", configuration)
        try project.write("Cargo.toml", cargo)
        try project.write("build.sh", build, isExecutable: true)
        try project.write(".gitignore", "/target/\n/dist/\n/out/\n*.log\n__pycache__/\n")
        try project.write("README.md", "# Velostream\n")
        try project.write("LICENSE", "Apache License 2.0\n")
        try project.write("docs/user-guides/INSTALL.md", "Unpack it.\n")
        try project.write("docs/internal.md", "Not for users.\n")
        try project.write("configs/default.yaml", "threads: 4\n")
        try project.write("configs/nested/deep/cold.yaml", "threads: 1\n")
        try project.write(
            "demo/trading/run.sh",
            "#!/bin/sh\nexec ../../target/release/velo-sql \"$@\"\n",
            isExecutable: true
        )
        try project.write("demo/trading/data.csv", "symbol,price\nABC,1.5\n")
        try project.write("demo/trading/debug.log", "noise\n")
        try project.write("demo/trading/.settings", "hidden = no\n")
        try project.write("demo/__pycache__/x.pyc", "noise\n")
        try project.link("demo/latest", to: "trading")
        try project.link("demo/trading/again.csv", to: "data.csv")
        try addEmptyFolder(to: project)
        try await project.commit("feat: stream everything")
        return project
    }

    /// git cannot hold an empty folder, yet it ships: a clone must be given it.
    static func addEmptyFolder(to project: TestRepository) throws {
        try LiveFileSystem().createFolders(project.folder.appending("demo/spool"))
    }

    private static let cargo = """
        [package]
        name = "velostream"
        version = "1.0.0"

        [dependencies]
        serde = { version = "1.0.219" }

        [dependencies.tokio]
        version = "1.47.0"
        """

    private static let build = """
        #!/bin/sh
        # Makes the programs of one target: build.sh TARGET
        set -eu
        folder=target/$1/release extension=
        case $1 in *windows*) extension=.exe ;; esac
        mkdir -p "$folder"
        for program in \(binaries.joined(separator: " ")); do
            echo "linking $program for $1"
            cp "$TEST_PROGRAMS/$1" "$folder/$program$extension"
            printf '%s' "$program" >> "$folder/$program$extension"
        done
        """

    /// The configuration of the design, with another command to build.
    static let configuration = """
        {
          name: "velostream",
          description: "Streaming SQL engine",
          homepage: "https://example.org/velostream",
          license: "Apache-2.0",
          repository: "velostreamai/velostream",

          version: { manifests: ["Cargo.toml"], tag: "v{{version}}" },

          binaries: [\(binaries.map { "\"\($0)\"" }.joined(separator: ", "))],

          build: {
            command: ["./build.sh", "{{target}}"],
            output: "target/{{target}}/release/{{binary}}{{exe}}",
            environment: { CARGO_TERM_COLOR: "never" },
            passEnvironment: ["TEST_PROGRAMS"],
            timeout: "45m",
          },

          targets: {
            "x86_64-unknown-linux-musl":  { runner: "ubuntu-latest", build: { command: ["sh", "build.sh", "{{target}}"] } },
            "aarch64-unknown-linux-musl": { runner: "ubuntu-latest", build: { command: ["sh", "build.sh", "{{target}}"] } },
            "x86_64-apple-darwin":        { runner: "macos-15-intel" },
            "aarch64-apple-darwin":       { runner: "macos-15" },
            "x86_64-pc-windows-msvc":     { runner: "windows-latest" },
          },

          archive: {
            name: "{{name}}-v{{version}}-{{target}}",           // also the archive's top folder
            formats: { default: "tar.gz", windows: "zip" },
            contents: [
              { binaries: "bin" },
              { link: "target/release/{{binary}}{{exe}}", to: "bin/{{binary}}{{exe}}" },
              { link: "{{binary}}{{exe}}", to: "bin/{{binary}}{{exe}}" },
              { files: ["demo/**", "configs/**"], except: ["**/*.log", "**/__pycache__/**"] },
              { files: ["README.md", "LICENSE"] },
              { from: "docs/user-guides", files: ["INSTALL.md"] },
              { environment: "setup-env" },
            ],
            windowsLinks: "copy",                               // or "launcher"
          },

          checksums: { sidecars: true, combined: "SHA256SUMS" },
          notes: { groups: "conventional" },
          publish: [ { to: "directory", path: "out/{{tag}}" } ],
        }
        """
}
