/// The configuration of a project with nine programs, five platforms and demo trees that links make work.
enum VelostreamConfiguration {
    static let text = #"""
        {
          name: "velostream",
          description: "Streaming SQL engine",
          homepage: "https://example.org/velostream",
          license: "Apache-2.0",
          repository: "velostreamai/velostream",

          version: { manifests: ["Cargo.toml"], tag: "v{{version}}" },

          binaries: ["velo-sql", "velo-cli", "velo-test", "velo-sql-batch", "velo-1brc", "velo-schema-generator",
                     "velo-config-validator", "complete_pipeline_demo", "file_processing_demo"],

          build: {
            command: ["cargo", "build", "--release", "--locked", "--target", "{{target}}"],
            output: "target/{{target}}/release/{{binary}}{{exe}}",
            environment: { CARGO_TERM_COLOR: "never" },
            timeout: "45m",
          },

          targets: {                                            // an entry may also carry `variables`, `environment`, `binaries`
            "x86_64-unknown-linux-musl":  { runner: "ubuntu-latest", build: { command: ["cross", "build", "--release", "--locked", "--target", "{{target}}"] } },
            "aarch64-unknown-linux-musl": { runner: "ubuntu-latest", build: { command: ["cross", "build", "--release", "--locked", "--target", "{{target}}"] } },
            "x86_64-apple-darwin":        { runner: "macos-15-intel" },
            "aarch64-apple-darwin":       { runner: "macos-15" },
            "x86_64-pc-windows-msvc":     { runner: "windows-latest" },
          },

          archive: {
            name: "{{name}}-v{{version}}-{{target}}",           // also the archive's top folder
            formats: { default: "tar.gz", windows: "zip" },
            contents: [
              { binaries: "bin" },                                                // bin/velo-sql …, mode 0755
              { link: "target/release/{{binary}}{{exe}}", to: "bin/{{binary}}{{exe}}" },   // one for each binary
              { link: "{{binary}}{{exe}}", to: "bin/{{binary}}{{exe}}" },
              { files: ["demo/**", "configs/**"], except: ["**/*.log", "**/__pycache__/**"] },
              { files: ["README.md", "LICENSE"] },
              { from: "docs/user-guides", files: ["INSTALL.md"] },                // lands at the top
              { environment: "setup-env" },                                       // setup-env.sh, or setup-env.bat on Windows
            ],
            windowsLinks: "copy",                               // or "launcher": a small .cmd beside the copy's place
          },

          checksums: { sidecars: true, combined: "SHA256SUMS" },
          notes: { groups: "conventional" },
          publish: [ { to: "directory", path: "out/{{tag}}" } ],
        }
        """#
}
