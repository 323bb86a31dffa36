/// The key `ci`.
extension IntegrationSettings {
    private typealias Key = ConfigurationKeyShape

    /// The keys of `ci` in the configuration of a project.
    package static let shape = ObjectShape(
        keys: machines(running: "what is not a build", for: "targets and `runner`") + [
            Key(
                "pullRequests",
                "What runs for pull requests: all but publishing, the plan alone, or nothing.",
                .choice(PullRequests.allCases.map(\.rawValue), kind: "value")
            ).standard(.text(PullRequests.build.rawValue)),
            deployment("publishing waits for", of: "GitHub's or GitLab's"),
            Key("attestations", "Whether GitHub attests how the files that ship were made.", .flag)
                .standard(.flag(false)),
            Key("submodules", "Whether git's submodules are checked out too.", .flag).standard(.flag(false)),
            Key("timeout", "How long the job that builds a target may take.", .text(.duration))
                .standard(.text(usualTimeout)),
            Key("setup", "What prepares a machine for builds: steps.", .list(.marked([script, use])))
                .standard(.list([])),
            Key("caches", "What builds of pull requests keep for one another.", .list(.object(cache)))
                .standard(.list([])),
            Key(
                "jobs",
                "Workflows of the project's own that run before or after a job of the release, by the names of jobs.",
                .map(keys: .workflow(.job), values: .object(customJob))
            ).standard(.object([:])),
            Key("gitlab", "What is said for GitLab alone.", .object(gitLab)),
        ]
    )

    private static let gitLab = ObjectShape(
        Key(
            "machines",
            "What a machine is on GitLab, by the label that `runner` has.",
            .map(keys: .workflow(.label), values: .object(gitLabMachine))
        ).standard(.object([:]))
    )

    private static let gitLabMachine = ObjectShape(
        Key(
            "tags",
            "The tags of runners that have it; any runner that takes jobs without tags where none is named.",
            .list(.text(.workflow(.line)), isUnique: true)
        ).standard(.list([])).example(.list([.text("saas-linux-medium-amd64")])),
        Key("image", "The image that jobs run in; without it, the runner's own.", .text(.workflow(.line)))
            .example(.text("buildpack-deps:24.04"))
    )

    /// What every workflow is told: the machines that it runs on, and variables.
    ///
    /// - Parameters:
    ///   - jobs: What the machine `runner` runs.
    ///   - users: Where labels of `runners` may be named.
    /// - Returns: The keys.
    package static func machines(running jobs: String, for users: String) -> [ConfigurationKeyShape] {
        [
            Key("relctl", "How machines get relctl.", .marked([download, action])),
            Key("runner", "The machine that runs \(jobs).", .text(.workflow(.label)))
                .standard(.text(usualRunner)),
            Key(
                "runners",
                "The labels of machines that are not GitHub's own, for \(users).",
                .list(.text(.workflow(.label)), isUnique: true)
            ).standard(.list([])).example(.list([.text("build-farm")])),
            variables("Variables of every step."),
        ]
    }

    /// The key that names an environment, by who waits for it and whose it is.
    package static func deployment(_ waiting: String, of service: String = "GitHub's") -> ConfigurationKeyShape {
        Key("deployment", "\(service) environment that \(waiting).", .text(.workflow(.line)))
            .example(.text("release"))
    }

    private static let download = ObjectShape(
        Key("version", "The version of relctl.", .text(.workflow(.version))).required().example(.text("1.0.0")),
        Key(
            "downloads",
            "Where it is for each platform that jobs run on, and what it is known by.",
            .map(
                keys: .triple,
                values: .object(
                    ObjectShape(
                        Key(
                            "url",
                            "The address of an archive as relctl makes them (`.tar.gz` and the like), or of the program.",
                            .text(.workflow(.download))
                        ).required(),
                        Key("sha256", "Its digest.", .text(.workflow(.digest))).required()
                    )
                )
            )
        ).required()
    )

    private static let action = ObjectShape(
        Key("action", "What puts relctl on the path.", .text(.workflow(.action))).required()
            .example(.text("$/.github/actions/relctl")),
        release
    )

    private static let release = Key(
        "release",
        "The version that the commit is, which programs that look for newer ones read.",
        .text(.workflow(.version))
    ).example(.text("v6.0.0"))

    private static func variables(_ summary: String) -> Key {
        Key("environment", summary, .map(keys: .environmentName, values: .text(.any))).standard(.object([:]))
    }

    private static func inputs(_ summary: String) -> Key {
        Key("with", summary, .map(keys: .workflow(.job), values: .text(.any))).standard(.object([:]))
    }

    private static let ofEveryStep = [
        Key("name", "What people see of it.", .text(.workflow(.line))),
        variables("Variables of this step."),
        Key("targets", "Globs of the targets that need it; all where none is named.", .list(.text(.nonEmpty)))
            .standard(.list([])).example(.list([.text("*-linux-*")])),
    ]

    private static let script = ObjectShape(
        keys: [
            Key("run", "A script for bash, without expressions.", .text(.workflow(.script))).required()
                .example(.text("cargo install cross --locked"))
        ] + ofEveryStep
    )

    private static let use = ObjectShape(
        keys: [
            Key("uses", "An action by its commit, or a folder of the project.", .text(.workflow(.action))).required(),
            release, inputs("What the action is told."),
        ] + ofEveryStep
    )

    private static let cache = ObjectShape(
        Key("paths", "What is kept.", .list(.text(.workflow(.line)), minimum: 1)).required()
            .example(.list([.text("~/.cargo/registry")])),
        Key("key", "What it is known by.", .text(.workflow(.line))).required()
            .example(.text("cargo-${{ hashFiles('Cargo.lock') }}")),
        Key("restoreKeys", "What keys that are almost right begin with.", .list(.text(.workflow(.line))))
            .standard(.list([]))
    )

    private static let customJob = ObjectShape(
        Key("workflow", "The reusable workflow: a file of the project, or one by its commit.", .text(.workflow(.file)))
            .required().example(.text("$/.github/workflows/announce.yml")),
        release,
        Key("after", "The job that it waits for.", .choice(ReleaseJob.allCases.map(\.rawValue), kind: "job")),
        Key("before", "The job that waits for it.", .choice(ReleaseJob.allCases.map(\.rawValue), kind: "job")),
        inputs("What it is told."),
        Key("secrets", "The secrets that it is given.", .list(.text(.workflow(.secret)), isUnique: true))
            .standard(.list([])),
        Key(
            "permissions",
            "What its token may do; without it, read the repository.",
            .map(
                keys: .workflow(.permission),
                values: .choice(Access.allCases.map(\.rawValue), kind: "value")
            )
        ).standard(.object(["contents": .text(Access.read.rawValue)]))
    )
}
