import RelctlCore
import TestSupport

/// A run of a workflow by act (https://github.com/nektos/act): on this machine, without containers and without a network.
struct ActRun {
    private let world: World
    /// What the jobs have handed on, each artifact in a folder of its name.
    var store: FilePath { world.folder.appending("store") }

    /// Whether act and what the scripts of workflows call is here.
    static let isPossible = HostTool.areHere("act", "bash", "curl", "tar", "sha256sum")

    /// Prepares a run in a world.
    init(in world: World) throws {
        self.world = world
        let files = LiveFileSystem()
        // Without it, act asks which images it may use.
        try files.createFolders(world.home.appending(".config/act"))
        try files.write([], to: world.home.appending(".config/act/actrc"))
        try files.createFolders(store)
    }

    /// Takes what is handed on as GitHub does: without modes, and without hidden files.
    private static let upload = """
        inputs: { name: {}, path: {}, if-no-files-found: {}, compression-level: {}, retention-days: {}, overwrite: {} }
        runs:
          using: composite
          steps:
            - shell: bash
              env: { NAME: "${{ inputs.name }}", FROM: "${{ inputs.path }}", OVERWRITE: "${{ inputs.overwrite }}" }
              run: |
                if [ "$OVERWRITE" = true ]; then rm -rf "$STORE/$NAME"; fi
                test -e "$FROM" && mkdir "$STORE/$NAME"
                if [ -d "$FROM" ]; then cp -R "$FROM"/. "$STORE/$NAME"; else cp "$FROM" "$STORE/$NAME"; fi
                find "$STORE/$NAME" -mindepth 1 -name '.*' -prune -exec rm -r {} +
                find "$STORE/$NAME" -type f -exec chmod 644 {} +

        """

    /// Gives one artifact, or all of a pattern as one.
    private static let download = """
        inputs: { name: {}, pattern: {}, path: {}, merge-multiple: {} }
        runs:
          using: composite
          steps:
            - shell: bash
              env: { NAME: "${{ inputs.name }}${{ inputs.pattern }}", TO: "${{ inputs.path }}" }
              run: |
                mkdir -p "$TO"
                for artifact in "$STORE"/$NAME; do cp -R "$artifact"/. "$TO"; done

        """

    /// A repository that stands for an action, at the commit that the workflow names.
    private func stub(_ name: String, _ definition: String, at commit: String) async throws -> [String] {
        let folder = world.folder.appending("stub-\(name)")
        if try LiveFileSystem().status(of: folder) == nil {
            let repository = try await TestRepository(folder.lastComponent, in: world)
            try repository.write("action.yml", "name: \(name)\n" + definition)
            try await repository.commit("feat: stand in")
            try await repository.git("tag", commit)
        }
        return ["--local-repository", "actions/\(name)@\(commit)=\(folder)"]
    }

    /// What starts a run.
    enum Event {
        case tag(String)
        case pullRequest
        /// Somebody's hand, with what was typed.
        case dispatch([String: String])

        var name: String {
            switch self {
            case .tag: "push"
            case .pullRequest: "pull_request"
            case .dispatch: "workflow_dispatch"
            }
        }

        var text: String {
            switch self {
            case .dispatch(let inputs):
                #"{"ref":"refs/heads/main","inputs":{"#
                    + inputs.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}}"
            case .tag(let tag): #"{"ref":"refs/tags/\#(tag)"}"#
            case .pullRequest:
                #"{"ref":"refs/pull/1/merge","pull_request":{"head":{"ref":"new"},"base":{"ref":"main"}}}"#
            }
        }
    }

    /// How machines of a workflow get the relctl of this one: a member of `ci`.
    static func installation(in world: World) async throws -> String {
        // An address holds no blanks, as the path of a checkout may.
        let relctl = world.folder.appending("relctl")
        try LiveFileSystem().createLink(at: relctl, to: try RelctlExecutable.path().string)
        let digest = try await world.output(of: ["sha256sum", relctl.string]).prefix(64)
        let downloads = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]
            .map { "\"\($0)\": { url: \"file://\(relctl)\", sha256: \"\(digest)\" }" }
        return "relctl: { version: \"1.0.0\", downloads: { \(downloads.joined(separator: ", ")) } }"
    }

    /// Runs a workflow of a project, with these programs before those of the machine.
    func run(
        _ project: TestRepository,
        _ file: String = ".github/workflows/release.yml",
        for event: Event,
        runners: [String],
        programs: FilePath? = nil
    ) async throws -> ProgramResult {
        let cause = world.folder.appending("event.json")
        try LiveFileSystem().write(event.text.utf8, to: cause)
        var arguments = [
            "act", event.name, "--eventpath", cause.string, "--env", "STORE=\(store)", "--no-cache-server",
        ]
        // act does not say it, and GitHub does.
        arguments += ["--workflows", file, "--env", "GITHUB_WORKFLOW_REF=a/b/\(file)@refs/heads/main"]
        for runner in runners { arguments += ["--platform", "\(runner)=-self-hosted"] }
        let workflow = try project.text(file)
        for (name, definition) in [("upload-artifact", Self.upload), ("download-artifact", Self.download)] {
            guard let range = workflow.firstRange(of: "actions/\(name)@") else { continue }
            let commit = String(workflow[range.upperBound...].prefix(40))
            arguments += try await stub(name, definition, at: commit)
        }
        var environment = ["XDG_CACHE_HOME": world.folder.appending("cache").string]
        if let programs { environment["PATH"] = "\(programs):\(world.environment["PATH"] ?? "")" }
        return try await world.run(arguments, in: project.folder, environment: environment)
    }
}
