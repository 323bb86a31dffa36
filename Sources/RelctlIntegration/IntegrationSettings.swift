/// How the project's releases are made by continuous integration.
package struct IntegrationSettings: Sendable, Equatable {
    /// How machines get relctl; nothing where nobody has said.
    package var installation: Installation?
    /// The machine that runs what is not a build.
    package var runner = IntegrationSettings.usualRunner
    /// The labels of machines that are not GitHub's own.
    package var ownRunners: [String] = []
    /// What runs for pull requests.
    package var pullRequests = PullRequests.build
    /// Variables of every step.
    package var environment: [String: String] = [:]
    /// The environment, of GitHub or GitLab, that publishing waits for and takes its secrets from.
    package var deployment: String?
    /// Whether GitHub attests how the files that ship were made.
    package var attests = false
    /// Whether git's submodules are checked out too.
    package var hasSubmodules = false
    /// How long a build may take.
    package var timeout: Duration?
    /// What prepares a machine for builds, in order.
    package var setup: [Step] = []
    /// What builds of pull requests keep for one another.
    package var caches: [Cache] = []
    /// Workflows of the project's own that run before or after a job.
    package var jobs: [CustomJob] = []
    /// What machines are on GitLab, by the labels that `runner` has.
    package var gitLabMachines: [Machine] = []
    /// Where the configuration has it.
    package var place: SourcePlace

    /// Those of a project that says nothing more.
    package init(place: SourcePlace) { self.place = place }

    /// Those of a configuration that says how machines get relctl, which no default could.
    ///
    /// - Parameters:
    ///   - settings: What the configuration says.
    ///   - file: The configuration's name.
    ///   - service: What runs the machines.
    /// - Returns: The same.
    /// - Throws: ``RelctlError`` if it does not say so.
    package static func installing(
        _ settings: IntegrationSettings?,
        file: String,
        for service: IntegrationService
    ) throws -> IntegrationSettings {
        if let settings, settings.installation != nil { return settings }
        let action =
            "or an action that puts it on the path: `ci: { relctl: { action: \"$/.github/actions/relctl\" } }`"
        throw RelctlError(
            "cannot write a workflow: the configuration does not say how machines get relctl",
            code: .configurationInvalid,
            place: settings?.place ?? SourcePlace(file: file, line: 1, column: 1),
            hints: [
                "name a version and its digests: `ci: { relctl: { version: \"1.0.0\", downloads: { "
                    + "\"x86_64-unknown-linux-gnu\": { url: \"https://…\", sha256: \"…\" } } } }`"
            ] + (service == .github ? [action] : [])
        )
    }

    /// The limit in minutes, rounded up; nothing where none is named.
    package var minutes: Int? { timeout.map { max(1, Int(($0.components.seconds + 59) / 60)) } }

    package static let usualRunner = "ubuntu-24.04"
    package static let usualTimeout = "2h"

    /// What runs for pull requests.
    package enum PullRequests: String, Sendable, Hashable, CaseIterable {
        /// Nothing.
        case none
        /// The plan alone.
        case plan
        /// All but publishing, as a snapshot.
        case build

        /// The jobs of the release that run.
        package var jobs: [ReleaseJob] {
            switch self {
            case .none: []
            case .plan: [.plan]
            case .build: [.plan, .build, .join]
            }
        }
    }

    /// How a machine gets relctl.
    package enum Installation: Sendable, Equatable {
        /// A version of it is downloaded.
        case download(version: String, [Download])
        /// An action puts it on the path.
        case action(ActionUse)
    }

    /// A file that holds relctl for a platform.
    package struct Download: Sendable, Equatable {
        /// The platform.
        package var triple: TargetTriple
        /// The address: of an archive as relctl makes them, or of the program itself.
        package var url: String
        /// What it is known by.
        package var sha256: Digest
        /// Where the configuration names it.
        package var place: SourcePlace
    }

    /// An action that a workflow uses.
    package struct ActionUse: Sendable, Equatable {
        /// What stands behind `uses:`: `OWNER/NAME@COMMIT`, a folder of the project or an image by digest.
        package var reference: String
        /// The version that the commit is, for people and programs that look for newer ones.
        package var version: String?
        /// Where the configuration names it.
        package var place: SourcePlace
    }

    /// A step that prepares a machine for builds.
    package struct Step: Sendable, Equatable {
        /// What people see.
        package var name: String?
        /// What is done.
        package var work: Work
        /// Variables of this step.
        package var environment: [String: String]
        /// Globs of the targets that need it; empty for all.
        package var targets: [String]
        /// Where the configuration has it.
        package var place: SourcePlace

        /// What a step does.
        package enum Work: Sendable, Equatable {
            /// A script for bash.
            case run(String)
            /// An action, and what it is told.
            case uses(ActionUse, with: [String: String])
        }
    }

    /// Folders that builds of pull requests keep for one another.
    package struct Cache: Sendable, Equatable {
        /// What is kept.
        package var paths: [String]
        /// What it is known by, often with an expression such as `${{ hashFiles('Cargo.lock') }}`.
        package var key: String
        /// What keys that are almost right begin with.
        package var restoreKeys: [String]
        /// Where the configuration has it.
        package var place: SourcePlace
    }

    /// What a machine is on GitLab.
    package struct Machine: Sendable, Equatable {
        /// What `runner` calls it.
        package var label: String
        /// The tags of runners that have it; none for any runner that takes jobs without tags.
        package var tags: [String]
        /// The image that jobs run in; nothing where the runner's own is meant.
        package var image: String?
        /// Where the configuration has it.
        package var place: SourcePlace
    }

    /// A workflow of the project's own that runs before or after a job of the release.
    package struct CustomJob: Sendable, Equatable {
        /// What the job is called.
        package var name: String
        /// The reusable workflow.
        package var workflow: ActionUse
        /// The job that it waits for.
        package var after: ReleaseJob?
        /// The job that waits for it.
        package var before: ReleaseJob?
        /// What it is told.
        package var inputs: [String: String]
        /// The secrets that it is given, by name.
        package var secrets: [String]
        /// What its token may do.
        package var permissions: [String: Access]
        /// Where the configuration has it.
        package var place: SourcePlace

        /// The jobs of the release whose outputs it is told.
        package var told: [ReleaseJob] { jobs { "needs.\($0.rawValue).outputs." } }

        /// What it waits for: what it names, and what it is told anything of.
        package var needs: [ReleaseJob] {
            (after.map { [$0] } ?? []) + jobs { "needs.\($0.rawValue)." }.filter { $0 != after }
        }

        private func jobs(named text: (ReleaseJob) -> String) -> [ReleaseJob] {
            ReleaseJob.allCases.filter { job in inputs.values.contains { $0.contains(text(job)) } }
        }

        /// Whether it runs for tags alone: it has what others' pull requests must not get at, or stands by what these do
        /// not do.
        package var isForTags: Bool {
            !secrets.isEmpty || permissions.values.contains(.write)
                || [after, before].compactMap(\.self).contains { Self.jobsOfTags.contains($0) }
        }

        private static let jobsOfTags: Set<ReleaseJob> = [.attest, .publish, .verify]
    }

    /// What a token may do to a part of a repository.
    package enum Access: String, Sendable, Hashable, CaseIterable {
        /// Look at it.
        case read
        /// Change it.
        case write
        /// Nothing.
        case none
    }
}

/// A job of the workflow that releases, in the order in which they run.
package enum ReleaseJob: String, Sendable, Hashable, CaseIterable {
    /// Proves the tag, prints the plan and says which builds there are.
    case plan
    /// Builds and packs one target.
    case build
    /// Joins what the builds made.
    case join
    /// Has GitHub attest it.
    case attest
    /// Publishes it.
    case publish
    /// Looks at what is public.
    case verify
}
