import Testing

@testable import RelctlBuilding
@testable import RelctlCore

@Suite struct CargoBuilderTests {
    private static let package = "[package]\nname = \"tool\"\n"

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var manifest = CargoBuilderTests.package
        var options: [String: ConfigurationValue] = [:]
        var target = "x86_64-unknown-linux-gnu"
        let command: String
        let output: String
    }

    private static let folder = "--target-dir target"

    static let cases = [
        Case(
            testDescription: "what is left out",
            command: "cargo build --release --locked --target x86_64-unknown-linux-gnu \(folder) --bin tool",
            output: "target/x86_64-unknown-linux-gnu/release/tool"
        ),
        Case(
            testDescription: "programs of Windows",
            target: "x86_64-pc-windows-msvc",
            command: "cargo build --release --locked --target x86_64-pc-windows-msvc \(folder) --bin tool",
            output: "target/x86_64-pc-windows-msvc/release/tool.exe"
        ),
        Case(
            testDescription: "another tool, and features",
            options: [
                "tool": .text("cross"), "features": .list([.text("tls"), .text("tool/zip")]),
                "defaultFeatures": .flag(false),
            ],
            command: "cross build --release --locked --target x86_64-unknown-linux-gnu \(folder) --bin tool "
                + "--no-default-features --features tls,tool/zip",
            output: "target/x86_64-unknown-linux-gnu/release/tool"
        ),
        Case(
            testDescription: "cargo-zigbuild, and a profile",
            options: ["tool": .text("cargo-zigbuild"), "profile": .text("dist")],
            command: "cargo-zigbuild zigbuild --profile dist --locked --target x86_64-unknown-linux-gnu \(folder) "
                + "--bin tool",
            output: "target/x86_64-unknown-linux-gnu/dist/tool"
        ),
        Case(
            testDescription: "a universal program, by the name that cargo-zigbuild has for it",
            options: ["tool": .text("cargo-zigbuild")],
            target: "universal-apple-darwin",
            command: "cargo-zigbuild zigbuild --release --locked --target universal2-apple-darwin \(folder) --bin tool",
            output: "target/universal2-apple-darwin/release/tool"
        ),
        Case(
            testDescription: "a profile whose folder is called otherwise, and nothing of features",
            options: ["profile": .text("dev"), "features": .list([]), "defaultFeatures": .flag(true)],
            command: "cargo build --profile dev --locked --target x86_64-unknown-linux-gnu \(folder) --bin tool",
            output: "target/x86_64-unknown-linux-gnu/debug/tool"
        ),
        Case(
            testDescription: "a package that is the root of a workspace",
            manifest: package + "[workspace]\nmembers = [\"more\"]\n",
            command: "cargo build --release --locked --target x86_64-unknown-linux-gnu \(folder) --bin tool",
            output: "target/x86_64-unknown-linux-gnu/release/tool"
        ),
        Case(
            testDescription: "packages of a workspace",
            manifest: package + "[workspace]\nmembers = [\"more\"]\n",
            options: ["packages": .list([.text("tool"), .text("more")])],
            command: "cargo build --release --locked --target x86_64-unknown-linux-gnu \(folder) --package tool "
                + "--package more --bin tool",
            output: "target/x86_64-unknown-linux-gnu/release/tool"
        ),
    ]

    private static func recipe(
        _ options: [String: ConfigurationValue],
        _ manifest: String?,
        _ target: String = "x86_64-unknown-linux-gnu",
        binaries: [String] = ["tool"]
    ) throws -> BuildRecipe {
        try CargoBuilder().recipe(
            for: BuildRequest(
                target: TargetTriple(target),
                binaries: binaries,
                options: options,
                read: { $0.string == "Cargo.toml" ? manifest : nil },
                names: { _ in [] }
            )
        )
    }

    @Test(arguments: cases) func theCommandIsThatOfTheManifestAndTheKeys(_ sample: Case) throws {
        let recipe = try Self.recipe(sample.options, sample.manifest, sample.target)
        #expect(recipe.arguments.joined(separator: " ") == sample.command)
        #expect(recipe.outputs.mapValues(\.string) == ["tool": sample.output])
        #expect(recipe.environment == ["CARGO_TERM_COLOR": "never"])
        #expect(recipe.passEnvironment.contains("DOCKER_HOST") == sample.command.hasPrefix("cross"))
    }

    @Test func whatCannotBeBuiltIsToldBeforeCargoRuns() throws {
        let none = #expect(throws: RelctlError.self) { try Self.recipe([:], nil) }
        #expect(none?.message.hasPrefix("there is no `Cargo.toml`") == true && none?.hints.count == 1)
        let broken = #expect(throws: RelctlError.self) { try Self.recipe([:], "[package\n") }
        #expect(broken?.place?.file == "Cargo.toml")
        for profile in ["", "a/b", "..", "a.b", "-a", "a b", "é"] {
            let error = #expect(throws: RelctlError.self) {
                try Self.recipe(["profile": .text(profile)], Self.package)
            }
            #expect(error?.message.hasPrefix("`\(profile)` is no name of a profile") == true)
        }
        let debug = #expect(throws: RelctlError.self) { try Self.recipe(["profile": .text("debug")], Self.package) }
        #expect(debug?.hints.first?.contains("`dev`") == true)
        let empty = #expect(throws: RelctlError.self) { try Self.recipe([:], Self.package, binaries: []) }
        #expect(empty?.message.hasPrefix("`x86_64-unknown-linux-gnu` has no binaries") == true)
        for tool in ["cargo", "cross"] {
            let error = #expect(throws: RelctlError.self) {
                try Self.recipe(["tool": .text(tool)], Self.package, "universal-apple-darwin")
            }
            #expect(error?.message == "`\(tool)` does not build universal programs")
            #expect(error?.hints.first?.contains("`tool: \"cargo-zigbuild\"`") == true)
        }
    }
}
