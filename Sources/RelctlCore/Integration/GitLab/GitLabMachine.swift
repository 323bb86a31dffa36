/// Where GitLab runs what is said to run on a `runner`
/// (https://docs.gitlab.com/ci/runners/hosted_runners).
struct GitLabMachine: Sendable, Hashable {
    /// The tags that a runner must have.
    var tags: [String]
    /// The image; nothing for the runner's own.
    var image: String?
    /// What it runs; nothing where only its owner knows.
    var platform: RunnerPlatform?

    /// Takes what the configuration says of a label; else the machine of GitLab's own that is like GitHub's, or one's own
    /// that has the label for a tag.
    ///
    /// Nothing for Windows without tags: GitLab's machines there have PowerShell alone.
    init?(_ label: String, _ settings: IntegrationSettings) {
        let hosted = settings.ownRunners.contains(label) ? nil : HostedRunner(label)
        if let machine = settings.gitLabMachines.first(where: { $0.label.elementsEqual(label) }) {
            // Any runner would take it, most with Linux.
            if machine.tags.isEmpty, hosted?.platform.system == "Windows" { return nil }
            self.init(tags: machine.tags, image: machine.image)
        } else if let hosted {
            self.init(like: hosted)
        } else {
            self.init(tags: [label])
        }
    }

    private init(tags: [String], image: String? = nil, platform: RunnerPlatform? = nil) {
        (self.tags, self.image, self.platform) = (tags, image, platform)
    }

    private init?(like hosted: HostedRunner) {
        let isArm = hosted.platform.architecture == "ARM64"
        switch hosted.platform.system {
        case "Linux":
            let release = hosted.label.firstMatch(of: /[0-9]{2}\.[0-9]{2}/).map { String($0.output) } ?? "24.04"
            self.init(
                // Any runner takes jobs without tags; most are such.
                tags: isArm ? ["saas-linux-small-arm64"] : [],
                image: "buildpack-deps:\(release)",
                platform: hosted.platform
            )
        case "macOS":
            // All that GitLab lends are of Apple's own processors, which build for Intel's too.
            let platform = RunnerPlatform(system: "macOS", architecture: "ARM64")
            self.init(tags: ["saas-macos-medium-m1"], image: "macos-15-xcode-16", platform: platform)
        default: return nil
        }
    }

    /// The lines that a job has of it.
    var lines: [String] {
        (tags.isEmpty ? [] : ["tags: \(WorkflowText.list(tags))"])
            + (image.map { ["image: \(WorkflowText.value($0))"] } ?? [])
    }
}

extension RunnerPlatform {
    /// What `uname -s` and `uname -m` say there, with a dash between them, as a pattern of the shell.
    var unamePattern: String {
        switch (system, architecture) {
        case ("macOS", "ARM64"): "Darwin-arm64"
        case ("macOS", _): "Darwin-x86_64"
        case ("Windows", "ARM64"): "MINGW*-aarch64 | MSYS*-aarch64"
        case ("Windows", _): "MINGW*-x86_64 | MSYS*-x86_64"
        case (_, "ARM64"): "Linux-aarch64"
        default: "Linux-x86_64"
        }
    }
}
