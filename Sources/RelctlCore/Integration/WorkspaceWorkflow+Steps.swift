/// The job, and its steps.
extension WorkspaceWorkflow {
    /// Where a run has the plan: below the folder that is emptied with each job.
    private static let plan = #""$RUNNER_TEMP/plan.json""#
    /// Where the process listens that has the tokens.
    private static let socket = "$RUNNER_TEMP/git-credentials/socket"
    private static let isRelease = "inputs.action == 'release'"

    var release: [String] {
        job(
            "release",
            ["name: ${{ inputs.action }}"] + (settings.deployment.map { WorkflowText.text("environment", $0) } ?? []),
            minutes: minutes,
            permissions: ["contents: read", "actions: read # to fetch the plan of an earlier run"],
            steps: letGitIn + [makePlan, keepPlan, findPlan, tryOut]
                + [
                    carryOut("Release", if: Self.isRelease, "apply"),
                    carryOut("Resume", if: "inputs.action == 'resume'", "resume"), showStatus,
                ] + forgetTokens
        )
    }

    // MARK: Tokens

    /// The tokens as variables of a step; one that a step before has set is as good as a secret.
    private var tokens: [String] {
        access.tokens.map { "\($0.secret): ${{ env.\($0.secret) || secrets.\($0.secret) }}" }
    }

    /// Hands git the tokens by a process that has them in its memory: no child of relctl's sees its variables, and what a
    /// file held could be left behind.
    private var letGitIn: [[String]] {
        guard !access.tokens.isEmpty else { return [] }
        let missing = access.tokens.flatMap { token in
            [
                "if [ -z \"$\(token.secret)\" ]; then",
                "  echo \"::error::the secret \(token.secret) is not set; the top of this workflow says what it must allow\"",
                "  exit 1", "fi",
            ]
        }
        let settings =
            [
                ("credential.helper", "cache --timeout=\(minutes * 60) --socket='\(Self.socket)'"),
                ("credential.useHttpPath", "true"),
            ] + access.rewrites.map { ("url.\($0.new).insteadOf", $0.old) }
        let variables = settings.enumerated().flatMap { index, setting in
            ["GIT_CONFIG_KEY_\(index)=\(setting.0)", "GIT_CONFIG_VALUE_\(index)=\(setting.1)"]
        }
        let exports =
            ["settings=("] + variables.map { "  \"\($0.escapedInQuotes)\"" }
            + ["  GIT_CONFIG_COUNT=\(settings.count)", ")", #"export "${settings[@]}""#]
            + [#"printf '%s\n' "${settings[@]}" >>"$GITHUB_ENV""#]
        let approvals = access.remotes.map { remote in
            let user = remote.namesUser ? "" : #"username=x-access-token\n"#
            return #"printf 'url=%s\n\#(user)password=%s\n\n' \#(ShellWord.posix(remote.url)) "$\#(remote.secret)" |"#
                + " git credential approve"
        }
        guard !approvals.isEmpty else { return [step("Look for the tokens", environment: tokens, run: missing)] }
        return [step("Let git in", environment: tokens, run: missing + exports + approvals)]
    }

    private var forgetTokens: [[String]] {
        guard !access.remotes.isEmpty else { return [] }
        return [
            step(
                "Forget the tokens",
                if: "always()",
                run: ["git credential-cache --socket=\"\(Self.socket)\" exit"]
            )
        ]
    }

    // MARK: The plan

    private var makePlan: [String] {
        step(
            "Plan",
            if: Self.isRelease,
            environment: tokens,
            run: [
                #"relctl --color never workspace plan --output \#(Self.plan) -- "$VERSION" | tee "$RUNNER_TEMP/plan.txt""#
            ] + Self.summary("Plan", of: "plan.txt")
        )
    }

    /// Kept before anything is changed: whatever becomes of this machine, another can go on.
    private var keepPlan: [String] {
        step(
            "Keep the plan",
            .upload,
            if: Self.isRelease,
            with: [
                "name: ${{ inputs.dry_run && 'dry-run' || 'plan' }}-${{ inputs.version }}",
                "path: ${{ runner.temp }}/plan.json", "if-no-files-found: error", "overwrite: true",
                "retention-days: 90",
            ]
        )
    }

    /// Fetches what the last run that released the version has kept.
    private var findPlan: [String] {
        let choice = [
            "--workflow \"$workflow\" --event workflow_dispatch --branch \"$GITHUB_REF_NAME\"", "--limit 100",
            "--json databaseId --jq '.[].databaseId'",
        ].joined(separator: " ")
        return step(
            "Find the plan",
            if: "inputs.action != 'release'",
            environment: ["GH_TOKEN: ${{ github.token }}"],
            run: [
                "# Runs for pull requests may keep whatever others like: those of this workflow alone count.",
                "workflow=${GITHUB_WORKFLOW_REF%%@*}", "workflow=${workflow##*/}",
                #"runs=$(gh run list --repo "$GITHUB_REPOSITORY" \#(choice))"#, "for run in $runs; do",
                #"  if gh run download "$run" --repo "$GITHUB_REPOSITORY" --name "plan-$VERSION" --dir "$RUNNER_TEMP" 2>/dev/null; then"#,
                #"    echo "the plan is that of run $run""#, "    exit 0", "  fi", "done",
                "echo \"::error::no run of this workflow has kept a plan of that version: choose the action release\"",
                "exit 1",
            ]
        )
    }

    // MARK: What is done

    private var tryOut: [String] {
        step(
            "Try it",
            if: "inputs.action != 'status' && inputs.dry_run",
            environment: tokens,
            run: ["relctl workspace apply --dry-run -- \(Self.plan)"]
        )
    }

    private func carryOut(_ name: String, if condition: String, _ command: String) -> [String] {
        step(
            name,
            if: "\(condition) && !inputs.dry_run",
            environment: tokens,
            run: [#"relctl workspace \#(command) ${TAKE_OVER:+"$TAKE_OVER"} -- \#(Self.plan)"#]
        )
    }

    /// Told whatever became of it: a run that failed is the one that people want to know more of.
    private var showStatus: [String] {
        step(
            "Status",
            if: "always()",
            environment: tokens,
            run: [
                "[ -f \(Self.plan) ] || exit 0", "code=0",
                #"relctl --color never workspace status -- \#(Self.plan) >"$RUNNER_TEMP/status.txt" 2>"$RUNNER_TEMP/status.log" || code=$?"#,
                #"cat "$RUNNER_TEMP/status.txt""#,
            ] + Self.summary("Status", of: "status.txt") + [
                "# 3: something is left to do, which the table says, and no error of this step.",
                #"if [ "$code" != 3 ]; then"#, #"  cat "$RUNNER_TEMP/status.log" >&2"#, #"  exit "$code""#, "fi",
            ]
        )
    }

    /// Puts a text on the page of the run, as a block of code whatever is in it; GitHub takes 1 MiB.
    private static func summary(_ title: String, of file: String) -> [String] {
        [
            "{", "  printf '## \(title)\\n\\n'", #"  head -c 500000 "$RUNNER_TEMP/\#(file)" | sed 's/^/    /'"#,
            "  printf '\\n'", #"} >>"$GITHUB_STEP_SUMMARY""#,
        ]
    }
}

extension String {
    /// The text between quotation marks of a shell, where `$RUNNER_TEMP` alone is filled in.
    fileprivate var escapedInQuotes: String {
        map { "\\\"$`".contains($0) ? "\\\($0)" : "\($0)" }.joined()
            .replacing("\\$RUNNER_TEMP", with: "$RUNNER_TEMP")
    }
}
