/// A machine that GitHub lends for a job, by its label
/// (https://docs.github.com/actions/reference/runners/github-hosted-runners).
package struct HostedRunner: Sendable, Hashable {
    /// What it is called, in small letters, which is all that GitHub looks at.
    package let label: String

    /// Takes a label of the form that GitHub gives its own machines; nothing for any other.
    package init?(_ label: String) {
        let label = label.lowercased()
        guard Self.systems.contains(where: { label.hasPrefix($0.prefix) }) else { return nil }
        self.label = label
    }

    /// What such labels begin with, and what `RUNNER_OS` says there.
    private static let systems = [("ubuntu-", "Linux"), ("windows-", "Windows"), ("macos-", "macOS")]
        .map { (prefix: $0.0, name: $0.1) }

    /// What it runs, as `RUNNER_OS` and `RUNNER_ARCH` say it there.
    package var platform: RunnerPlatform {
        let system = Self.systems.first { label.hasPrefix($0.prefix) }?.name ?? "Linux"
        let isArm = system == "macOS" ? !isIntelMac : label.hasSuffix("-arm")
        return RunnerPlatform(system: system, architecture: isArm ? "ARM64" : "X64")
    }

    /// Macs of Intel's say so, were all there was up to macOS 13, or are the large ones.
    private var isIntelMac: Bool {
        ["-intel", "-large"].contains { label.hasSuffix($0) }
            || ["10.15", "11", "12", "13"].contains { label == "macos-\($0)" }
    }

    /// What took the place of a machine that GitHub does not lend any more; nothing for one that is there.
    package var successor: String? { Self.retired[label] }

    /// Announced at https://github.com/actions/runner-images/issues, each by its successor.
    private static let retired = [
        "ubuntu-16.04": "ubuntu-24.04", "ubuntu-18.04": "ubuntu-24.04", "ubuntu-20.04": "ubuntu-24.04",
        "windows-2016": "windows-2025", "windows-2019": "windows-2025",
        "macos-10.15": "macos-15-intel", "macos-11": "macos-15-intel", "macos-12": "macos-15-intel",
        "macos-12-large": "macos-15-large", "macos-13": "macos-15-intel", "macos-13-large": "macos-15-large",
        "macos-13-xlarge": "macos-15-xlarge", "macos-14": "macos-15", "macos-14-large": "macos-15-large",
        "macos-14-xlarge": "macos-15-xlarge",
    ]
}

/// The platform of a runner, in GitHub's words.
package struct RunnerPlatform: Sendable, Hashable, CustomStringConvertible {
    /// What `RUNNER_OS` says: `Linux`, `Windows` or `macOS`.
    package let system: String
    /// What `RUNNER_ARCH` says: `X86`, `X64`, `ARM` or `ARM64`.
    package let architecture: String

    package init(system: String, architecture: String) { (self.system, self.architecture) = (system, architecture) }

    /// The platform that programs for a target run on; nothing where there are no runners for it.
    package init?(_ triple: TargetTriple) {
        switch triple.system {
        case .linux: system = "Linux"
        case .windows: system = "Windows"
        case .macOS: system = "macOS"
        default: return nil
        }
        switch triple.architecture {
        case .x86_64: architecture = "X64"
        case .aarch64: architecture = "ARM64"
        default: return nil
        }
    }

    package var description: String { "\(system)-\(architecture)" }
}
