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
            steps: letGitIn + [makePlan, tryPlan, keepPlan, findPlan, tryOut]
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
        // A helper of the machine's would keep in a file what it is told: an empty one takes it out of the list.
        let helper = "cache --timeout=\(minutes * 60) --socket='\(Self.socket)'"
        let settings =
            access.servers.flatMap { [("credential.\($0).helper", ""), ("credential.\($0).helper", helper)] }
            + [("credential.useHttpPath", "true")] + access.rewrites.map { ("url.\($0.new).insteadOf", $0.old) }
        let variables = settings.enumerated().flatMap { index, setting in
            [("KEY_$((first + \(index)))", setting.0), ("VALUE_$((first + \(index)))", setting.1)]
        }
        let exports =
            ["# What `release.setup` told git stays.", "first=${GIT_CONFIG_COUNT:-0}", "settings=("]
            + variables.map { "  \"GIT_CONFIG_\($0)=\($1.escapedInQuotes)\"" }
            + ["  \"GIT_CONFIG_COUNT=$((first + \(settings.count)))\"", ")", #"export "${settings[@]}""#]
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

    /// Before the plan is kept: one that is refused, or meets another run, must not hide the plan of a release that was begun.
    private var tryPlan: [String] {
        step("Try the plan", if: Self.isRelease, environment: tokens, run: [Self.trial])
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
            "--workflow \"$workflow\" --event workflow_dispatch --branch \"$GITHUB_REF_NAME\"", "--limit 1000",
            "--json databaseId --jq '.[].databaseId'",
        ].joined(separator: " ")
        let query = [
            #"--method GET "repos/$GITHUB_REPOSITORY/actions/artifacts" -F per_page=100"#,
            #"-f name="plan-$VERSION" --jq '.artifacts[] | select(.expired | not) | .workflow_run.id'"#,
        ].joined(separator: " ")
        return step(
            "Find the plan",
            if: "inputs.action != 'release'",
            environment: ["GH_TOKEN: ${{ github.token }}"],
            run: [
                "# Runs for pull requests may keep whatever others like: those of this workflow alone count.",
                "workflow=${GITHUB_WORKFLOW_REF%%@*}", "workflow=${workflow##*/}",
                #"runs=$(gh run list --repo "$GITHUB_REPOSITORY" \#(choice))"#, "kept=$(gh api \(query))",
                "# The newest comes first.", "for run in $runs; do",
                #"  if grep -qx "$run" <<<"$kept"; then"#, #"    echo "the plan is that of run $run""#,
                #"    exec gh run download "$run" --repo "$GITHUB_REPOSITORY" --name "plan-$VERSION" --dir "$RUNNER_TEMP""#,
                "  fi", "done",
                "echo \"::error::no run of this workflow has a plan of that version, or its 90 days are over: "
                    + "choose the action release\"",
                "exit 1",
            ]
        )
    }

    // MARK: What is done

    private static let trial = #"relctl workspace apply --dry-run ${TAKE_OVER:+"$TAKE_OVER"} -- \#(plan)"#

    private var tryOut: [String] {
        step(
            "Try it",
            if: "inputs.action == 'resume' && inputs.dry_run",
            environment: tokens,
            run: [Self.trial]
        )
    }

    private func carryOut(_ name: String, if condition: String, _ command: String) -> [String] {
        step(
            name,
            if: "\(condition) && !inputs.dry_run",
            minutes: max(1, minutes - Self.reserve),
            environment: tokens,
            // GitHub tells the step's own process that it is to stop, and none that it started.
            run: [#"exec relctl workspace \#(command) ${TAKE_OVER:+"$TAKE_OVER"} -- \#(Self.plan)"#]
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
                "# What is left to do is told, and is no error of the run.",
                #"env -u GITHUB_ACTIONS relctl --color never workspace status -- \#(Self.plan) >"$RUNNER_TEMP/status.txt" 2>"$RUNNER_TEMP/status.log" || code=$?"#,
                #"cat "$RUNNER_TEMP/status.txt""#,
            ] + Self.summary("Status", of: "status.txt") + [
                #"cat "$RUNNER_TEMP/status.log" >&2"#,
                "# 3: something is left to do.",
                #"[ "$code" = 3 ] || exit "$code""#,
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
