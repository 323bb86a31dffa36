/// What a project is, as far as its files tell.
package struct DetectedProject: Sendable, Equatable {
    /// What it is built with.
    package enum Ecosystem: String, Sendable, CaseIterable {
        case cargo = "Cargo"
        case swift = "SwiftPM"
        case go = "Go"
        case zig = "Zig"
        case cmake = "CMake"
        case npm = "npm"
        /// Nothing that relctl knows.
        case plain = "no build tool"
    }

    /// What it is built with.
    package var ecosystem: Ecosystem
    /// A name that the configuration takes.
    package var name: String
    /// What its manifest says it is.
    package var description: String?
    /// Its page.
    package var homepage: String?
    /// Its licence.
    package var license: String?
    /// Its repository.
    package var repository: String?
    /// Where its version stands; empty if tags alone say it.
    package var manifests: [Manifest] = []
    /// The programs that a build makes.
    package var binaries: [String] = []
    /// How they are built.
    package var build: Build?
    /// The platforms to begin with.
    package var targets: [Target] = []
    /// Files at the top that belong into every archive, such as `README.md`.
    package var documents: [String] = []
    /// What the user should know, for the comment at the configuration's top.
    package var remarks: [String] = []

    /// A file that says the version, and a pattern where no version source knows it.
    package struct Manifest: Sendable, Equatable {
        var file: String
        var pattern: String?
    }

    /// A build in the configuration's terms; the texts are templates.
    package struct Build: Sendable, Equatable {
        var command: [String]
        var output: String
        var environment: [String: String] = [:]
        var before: [[String]] = []
        /// What each target's build runs before and after the command.
        var beforeTarget: [[String]] = []
        var afterTarget: [[String]] = []
        var remark: String?
    }

    /// A platform.
    package struct Target: Sendable, Equatable {
        var triple: String
        var runner: String
        var variables: [String: String] = [:]

        /// The platforms that most projects begin with.
        static func usual(linux: String, windows: String) -> [Target] {
            [
                Target(triple: "x86_64-unknown-linux-\(linux)", runner: "ubuntu-latest"),
                Target(triple: "aarch64-unknown-linux-\(linux)", runner: "ubuntu-24.04-arm"),
                Target(triple: "x86_64-apple-darwin", runner: "macos-15-intel"),
                Target(triple: "aarch64-apple-darwin", runner: "macos-15"),
                Target(triple: "x86_64-pc-windows-\(windows)", runner: "windows-latest"),
            ]
        }

        /// This platform with a variable.
        func adding(_ name: String, _ value: String) -> Target {
            var target = self
            target.variables[name] = value
            return target
        }
    }
}
