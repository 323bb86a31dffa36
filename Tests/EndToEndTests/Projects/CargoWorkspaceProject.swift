import Foundation
import RelctlCore
import TestSupport

/// A Cargo workspace of a program and a library, whose version stands in one place and is repeated in three.
enum CargoWorkspaceProject {
    /// What cargo wants beside the world's variables: where rustup, if it is what `cargo` is, keeps its tools.
    static var environment: [String: String?] {
        let home = ProcessInfo.processInfo.environment["RUSTUP_HOME"] ?? NSHomeDirectory() + "/.rustup"
        return FileManager.default.fileExists(atPath: home) ? ["RUSTUP_HOME": home] : [:]
    }

    /// The platform that cargo builds for here.
    static func host(_ world: World) async throws -> String {
        let said = try await world.output(of: ["rustc", "-vV"], environment: environment)
        let line = said.split(separator: "\n").first { $0.hasPrefix("host: ") }
        return String((line ?? "").dropFirst("host: ".count))
    }

    static func create(in world: World) async throws -> TestRepository {
        let project = try await TestRepository("café workspace", in: world)
        try project.write(
            "Cargo.toml",
            """
            # 0.4.0 is not the first release.
            [workspace]
            members = ["crates/*"]
            resolver = "2"

            [workspace.package]
            version = "0.4.0"  # the workspace's own
            edition = "2021"

            [workspace.dependencies]
            greeting = { path = "crates/greeting", version = "0.4.0" }

            """
        )
        try project.write(
            "crates/greeting/Cargo.toml",
            "[package]\nname = \"greeting\"\nversion.workspace = true\nedition.workspace = true\n"
        )
        try project.write("crates/greeting/src/lib.rs", "pub fn greet() -> &'static str { \"hello\" }\n")
        try project.write(
            "crates/greeter/Cargo.toml",
            """
            [package]
            name = "greeter"
            version.workspace = true
            edition.workspace = true

            [dependencies]
            greeting.workspace = true

            """
        )
        try project.write(
            "crates/greeter/src/main.rs",
            "fn main() { println!(\"{} {}\", greeting::greet(), env!(\"CARGO_PKG_VERSION\")) }\n"
        )
        try project.write(".gitignore", "/target/\n/dist/\n/out/\n")
        try project.write("relctl.json", configuration(try await host(world)))
        try await world.output(
            of: ["cargo", "generate-lockfile", "--offline"],
            in: project.folder,
            environment: environment
        )
        try await project.commit("feat: greet")
        return project
    }

    private static func configuration(_ host: String) -> String {
        """
        {
          name: "greeter",
          repository: "example/greeter",
          version: { manifests: ["Cargo.toml"] },
          binaries: ["greeter"],
          build: {
            command: ["cargo", "build", "--release", "--locked", "--offline"],
            output: "target/release/{{binary}}{{exe}}",
          },
          targets: { "\(host)": {} },
          publish: [{ to: "directory", path: "out/{{tag}}" }],
        }
        """
    }
}
