/// Writes a formula by which Homebrew installs the released programs on macOS and Linux
/// (https://docs.brew.sh/Formula-Cookbook).
///
/// `dist/distribution/homebrew` has the form of a tap.
struct HomebrewTarget: DistributionTarget {
    static let id = "homebrew"

    let keys = [
        ConfigurationKey("name", "The formula's name; by default the project's in lower case.", shape: .text),
        ConfigurationKey(
            "tap",
            "The tap that has the formula, OWNER/NAME; for the commands that users get.",
            shape: .text
        ),
        ConfigurationKey("mainProgram", "The program that `brew test` looks at.", shape: .text),
        ConfigurationKey("dependencies", "The formulae that the programs need.", shape: .texts),
        ConfigurationKey(
            "share",
            "What is installed below share/NAME: files and folders of the archives.",
            shape: .texts
        ),
        ConfigurationKey("checkVersion", "Whether `brew test` tries the main program's `--version`.", shape: .flag),
    ]

    /// Archives that Homebrew unpacks, the ones that it needs the least for first.
    private static let formats = ["tar.gz", "tar.xz", "tar", "zip", "tar.zst"]

    func plan(_ request: DistributionRequest) throws -> Distribution {
        let name = try request.packageName(HomebrewFormula.name, "a formula's name")
        let archives = try PackageArchives<HomebrewSystem>(
            of: request,
            formats: Self.formats,
            client: "Homebrew",
            example: "aarch64-apple-darwin",
            systems: HomebrewSystem.systems
        )
        let formula = try HomebrewFormula(
            name,
            of: request,
            HomebrewSystem.allCases.compactMap { system in archives[system].map { (system, $0) } }
        )
        let path = try RelativePath("Formula/\(name).rb")
        let tap = try request.text("tap", /[A-Za-z0-9][A-Za-z0-9_.\-]*\/[A-Za-z0-9][A-Za-z0-9_.\-]*/, "OWNER/NAME")
        return Distribution(
            files: [Distribution.File(path: path, text: formula.text)],
            installation: tap.map { tap in
                // Repositories of taps are called `homebrew-NAME`, and taps `NAME`.
                let tap = tap.replacing("/homebrew-", with: "/")
                return Distribution.Installation(title: "Homebrew", commands: ["brew install \(tap)/\(name)"])
            }
        )
    }
}

/// A system of Homebrew's, in the order of formulae.
enum HomebrewSystem: Sendable, Hashable, CaseIterable {
    case macOSArm, macOSIntel, linuxArm, linuxIntel

    /// Those that run programs for a platform.
    static func systems(of target: TargetTriple) -> [HomebrewSystem] {
        switch (target.system, target.architecture) {
        case (.macOS, .aarch64): [.macOSArm]
        case (.macOS, .x86_64): [.macOSIntel]
        case (.macOS, .universal): [.macOSArm, .macOSIntel]
        // Homebrew runs where there are 64 bits.
        case (.linux, .aarch64) where target.environment?.libc != .android: [.linuxArm]
        case (.linux, .x86_64) where target.environment?.libc != .android: [.linuxIntel]
        default: []
        }
    }

    var isMacOS: Bool { self == .macOSArm || self == .macOSIntel }

    var isArm: Bool { self == .macOSArm || self == .linuxArm }
}
