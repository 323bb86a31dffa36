import Foundation
import RelctlCore
import TestSupport
import Testing

/// Cargo projects that say no more of their build than that Cargo does it.
@Suite(.enabled(if: HostTool.areHere("cargo", "rustc"))) struct CargoBuilderTests {
    /// The workspace, with a program more that its root package has, and a feature that it says whether it was built with.
    private static func project(in world: World, build: String) async throws -> TestRepository {
        let project = try await CargoWorkspaceProject.create(in: world)
        let manifest = try project.text("Cargo.toml")
        try project.write(
            "Cargo.toml",
            manifest + """
                [package]
                name = "root"
                version.workspace = true
                edition.workspace = true

                [features]
                loud = []

                [profile.dist]
                inherits = "release"

                """
        )
        try project.write(
            "src/main.rs",
            "fn main() { println!(\"root {} {}\", cfg!(feature = \"loud\"), cfg!(debug_assertions)) }\n"
        )
        let configuration = try project.text("relctl.json").split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(configuration.firstIndex { $0.contains("build: {") })
        let rest = configuration[(start + 4)...]
        try project.write(
            "relctl.json",
            (configuration[..<start] + ["  build: \(build),"] + rest).joined(separator: "\n")
                .replacing("[\"greeter\"]", with: "[\"greeter\", \"root\"]")
        )
        try await world.output(
            of: ["cargo", "generate-lockfile", "--offline"],
            in: project.folder,
            environment: CargoWorkspaceProject.environment
        )
        try await project.commit("feat: a root")
        return project
    }

    /// What relctl and its children see; a folder of the machine's own for what Cargo makes is not where relctl looks.
    private static func environment(_ world: World) -> [String: String?] {
        CargoWorkspaceProject.environment.merging([
            "CARGO_NET_OFFLINE": "true", "CARGO_TARGET_DIR": world.temporary.appending("elsewhere").string,
        ]) { $1 }
    }

    @Test func aReleaseIsBuiltByItsIdAlone() async throws {
        try await World.scratch { world in
            let build = #"{ with: "cargo", packages: ["greeter", "root"], timeout: "30m" }"#
            let project = try await Self.project(in: world, build: build)
            let environment = Self.environment(world)
            try await project.tag("v0.4.0")
            let check = try await project.relctl(["check"], environment: environment)
            expect(check, exits: 0)
            let host = try await CargoWorkspaceProject.host(world)
            let plan = try await project.relctl(["plan", "v0.4.0"], environment: environment)
            expect(plan, exits: 0)
            let command =
                "cargo build --release --locked --target \(host) --target-dir target --package greeter --package root "
                + "--bin greeter --bin root"
            #expect(plan.output.contains(command), "\(plan.output)")
            expect(try await project.relctl(["release", "v0.4.0"], environment: environment), exits: 0)
            expect(try await project.relctl(["verify"]), exits: 0)
            for (binary, words) in [("greeter", "hello 0.4.0\n"), ("root", "root false false\n")] {
                let program = project.folder.appending("dist/build/\(host)/\(binary)").string
                #expect(try await world.output(of: [program]) == words)
            }
            #expect(try !LiveFileSystem().names(in: world.temporary).contains("elsewhere"))
        }
    }

    @Test func itsKeysAreThoseOfCargo() async throws {
        try await World.scratch { world in
            let build = #"{ with: "cargo", profile: "dist", packages: ["root"], features: ["loud"] }"#
            let project = try await Self.project(in: world, build: build)
            let text = try project.text("relctl.json").replacing("\"greeter\", \"root\"", with: "\"root\"")
            try project.write("relctl.json", text)
            try await project.commit("build: one program")
            try await project.tag("v0.4.0")
            expect(try await project.relctl(["build", "v0.4.0"], environment: Self.environment(world)), exits: 0)
            let host = try await CargoWorkspaceProject.host(world)
            let program = project.folder.appending("dist/build/\(host)/root").string
            #expect(try await world.output(of: [program]) == "root true false\n")
            #expect(try project.holds("target/\(host)/dist/root"))
        }
    }

    @Test func whatIsWrongIsToldBeforeAnythingIsBuilt() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world, build: #"{ with: "cargo" }"#)
            let environment = Self.environment(world)
            try await project.tag("v0.4.0")
            let right = try project.text("relctl.json")
            for (wrong, exit, messages) in [
                (#"{ with: "crgo" }"#, 65, ["unknown builder `crgo`", "did you mean `cargo`?"]),
                (#"{ with: "cargo", tool: "crss" }"#, 65, ["`build.tool`: unknown value `crss`", "`cross`?"]),
                (#"{ with: "cargo", profil: "dist" }"#, 65, ["unknown key `profil`", "`profile`?"]),
                (#"{ with: "cargo", tool: "cross" }"#, 2, ["cannot run `cross`"]),
                (
                    #"{ with: "cargo", directory: "src" }"#, 2,
                    ["there is no `Cargo.toml` in the folder", "`directory`"]
                ),
            ] as [(String, Int32, [String])] {
                try project.write("relctl.json", right.replacing(#"{ with: "cargo" }"#, with: wrong))
                let check = try await project.relctl(["check"], environment: environment)
                #expect(check.exitCode == exit, "\(wrong): \(check)")
                for message in messages {
                    #expect((check.output + check.errors).contains(message), "\(wrong): \(check)")
                }
            }
            #expect(try !project.holds("target") && !project.holds("dist/build"))
            let list = try await project.relctl(["plugins", "describe", "cargo"])
            expect(list, exits: 0)
            #expect(list.output.contains("builder `cargo`: built in\n  tool (one of cargo, cross, cargo-zigbuild)"))
        }
    }
}
