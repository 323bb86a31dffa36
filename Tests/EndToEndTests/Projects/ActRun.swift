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
        inputs: { name: {}, path: {}, if-no-files-found: {}, compression-level: {}, retention-days: {} }
        runs:
          using: composite
          steps:
            - shell: bash
              env: { NAME: "${{ inputs.name }}", FROM: "${{ inputs.path }}" }
              run: |
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
        let repository = try await TestRepository("stub-\(name)", in: world)
        try repository.write("action.yml", "name: \(name)\n" + definition)
        try await repository.commit("feat: stand in")
        try await repository.git("tag", commit)
        return ["--local-repository", "actions/\(name)@\(commit)=\(repository.folder)"]
    }

    /// What starts a run.
    enum Event {
        case tag(String)
        case pullRequest

        var name: String {
            switch self {
            case .tag: "push"
            case .pullRequest: "pull_request"
            }
        }

        var text: String {
            switch self {
            case .tag(let tag): #"{"ref":"refs/tags/\#(tag)"}"#
            case .pullRequest:
                #"{"ref":"refs/pull/1/merge","pull_request":{"head":{"ref":"new"},"base":{"ref":"main"}}}"#
            }
        }
    }

    /// Runs the workflow of a project.
    func run(_ project: TestRepository, for event: Event, runners: [String]) async throws -> ProgramResult {
        let file = world.folder.appending("event.json")
        try LiveFileSystem().write(event.text.utf8, to: file)
        var arguments = ["act", event.name, "--eventpath", file.string, "--env", "STORE=\(store)", "--no-cache-server"]
        for runner in runners { arguments += ["--platform", "\(runner)=-self-hosted"] }
        let workflow = try project.text(".github/workflows/release.yml")
        for (name, definition) in [("upload-artifact", Self.upload), ("download-artifact", Self.download)] {
            guard let range = workflow.firstRange(of: "actions/\(name)@") else { continue }
            let commit = String(workflow[range.upperBound...].prefix(40))
            arguments += try await stub(name, definition, at: commit)
        }
        return try await world.run(
            arguments,
            in: project.folder,
            environment: ["XDG_CACHE_HOME": world.folder.appending("cache").string]
        )
    }
}
