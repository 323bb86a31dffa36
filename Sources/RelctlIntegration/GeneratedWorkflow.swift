/// A workflow of GitHub's that relctl writes.
package protocol GeneratedWorkflow: Sendable {
    /// What its owner says of it.
    var settings: IntegrationSettings { get }
    /// What jobs that need the project's files tell the action that checks them out.
    var checkoutInputs: [String] { get }
}

/// What jobs and steps look like.
extension GeneratedWorkflow {
    /// A job: what it is, what its token may do, and its steps, after those that bring the project and relctl if it
    /// needs them.
    package func job(
        _ name: String,
        _ head: [String],
        runner: String? = nil,
        minutes: Int = 30,
        permissions: [String] = ["contents: read"],
        needsProject: Bool = true,
        steps: [[String]]
    ) -> [String] {
        let all =
            (needsProject ? [checkout] + installation : []) + [WorkflowSections.empty("\(name).setup")] + steps
        let body =
            head + ["runs-on: \(runner ?? WorkflowText.value(settings.runner))", "timeout-minutes: \(minutes)"]
            + WorkflowText.mapping("permissions", permissions) + WorkflowText.mapping("steps", all.flatMap(\.self))
        return WorkflowText.mapping(name, body)
    }

    /// A step that uses an action of GitHub's.
    package func step(
        _ name: String,
        _ action: PinnedAction,
        if condition: String? = nil,
        id: String? = nil,
        with inputs: [String]
    ) -> [String] {
        let head = ["name: \(name)"] + (id.map { ["id: \($0)"] } ?? []) + (condition.map { ["if: \($0)"] } ?? [])
        return WorkflowText.item(head + [action.line] + WorkflowText.mapping("with", inputs))
    }

    /// A step that runs a script.
    package func step(
        _ name: String,
        if condition: String? = nil,
        id: String? = nil,
        minutes: Int? = nil,
        environment: [String] = [],
        run script: [String]
    ) -> [String] {
        let head =
            ["name: \(name)"] + (id.map { ["id: \($0)"] } ?? []) + (condition.map { ["if: \($0)"] } ?? [])
            + (minutes.map { ["timeout-minutes: \($0)"] } ?? [])
        let run = script.count == 1 ? ["run: \(script[0])"] : ["run: |"] + WorkflowText.indented(script)
        return WorkflowText.item(head + WorkflowText.mapping("env", environment) + run)
    }

    private var checkout: [String] { step("Check out", .checkout, with: checkoutInputs) }

    /// The line by which an action or a workflow is used.
    package func use(_ use: IntegrationSettings.ActionUse) -> [String] {
        ["uses: \(use.reference)" + (use.version.map { " # \($0)" } ?? "")]
    }

    /// The lines of all variables of the workflow: what the configuration is called where that has no usual name, and
    /// the owner's own.
    package func ownVariables(configuration: String?) -> [String] {
        let own = settings.environment.sortedBytewise(by: \.key)
        return (configuration.map { WorkflowText.text("RELCTL_CONFIG", $0) } ?? [])
            + own.flatMap { WorkflowText.text(WorkflowText.value($0.key), $0.value) }
    }

    private var installation: [[String]] {
        switch settings.installation {
        case .action(let action)?: [WorkflowText.item(["name: Install relctl"] + use(action))]
        case .download(let version, let downloads)?:
            [step("Install relctl \(version)", run: script(installing: downloads))]
        case nil: []
        }
    }

    /// Downloads relctl, proves it by its digest and puts it on the path.
    private func script(installing downloads: [IntegrationSettings.Download]) -> [String] {
        let script = DownloadScript(
            downloads: downloads,
            platform: "$RUNNER_OS-$RUNNER_ARCH",
            pattern: \.description,
            error: "::error::"
        )
        return script.choice + script.unpacking(into: "$RUNNER_TEMP/relctl") + [
            #"echo "$RUNNER_TEMP/relctl/bin" >>"$GITHUB_PATH""#,
            "bin/relctl version",
        ]
    }

    /// Hands files on to other jobs, and to people.
    package func upload(_ artifact: String, _ name: String, path: String, days: Int) -> [String] {
        step(
            "Keep \(name)",
            .upload,
            // What is handed on is compressed already.
            with: [
                "name: \(artifact)", "path: \(path)", "if-no-files-found: error", "compression-level: 0",
                "retention-days: \(days)",
            ]
        )
    }

    /// Hands folders on as one file: modes and empty folders would not come through as they are.
    package func packing(_ folders: [String], as artifact: String, _ name: String, days: Int) -> [[String]] {
        let words = folders.map { ShellWord.posix(file: $0) }.joined(separator: " ")
        let file = #""$RUNNER_TEMP/\#(artifact)/\#(artifact).tar""#
        return [
            step(
                "Pack \(name)",
                run: [
                    #"mkdir -p "$RUNNER_TEMP/\#(artifact)""#, "tar -cf - --exclude .work \(words) >\(file)",
                ]
            ),
            upload(artifact, name, path: "${{ runner.temp }}/\(artifact)/\(artifact).tar", days: days),
        ]
    }

    /// Takes them where they were.
    package func unpacking(_ artifact: String, _ name: String) -> [[String]] {
        [
            step(
                "Fetch \(name)",
                .download,
                with: ["name: \(artifact)", "path: ${{ runner.temp }}/\(artifact)"]
            ),
            step("Unpack \(name)", run: [#"tar -xf - <"$RUNNER_TEMP/\#(artifact)/\#(artifact).tar""#]),
        ]
    }
}
