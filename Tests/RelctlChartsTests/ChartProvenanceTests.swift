import RelctlCharts
import TestSupport
import Testing

/// Helm verifies what gpg signs for relctl.
@Suite struct ChartProvenanceTests {
    /// A bench with a key of its own, whose agent is ended with it.
    private func withKey(
        _ algorithm: String = "ed25519",
        passphrase: String = "",
        _ body: (ChartBench, Effects, ChartSettings) async throws -> Void
    ) async throws {
        try await ChartBench.with(ChartTexts.plain) { bench async throws in
            try await bench.world.withKeyFolder { keys in
                let variables = ["GNUPGHOME": keys.string, "CHART_PASSPHRASE": passphrase]
                // Older than any release.
                let made = [
                    "gpg", "--batch", "--faked-system-time", "20200101T000000!", "--pinentry-mode", "loopback",
                    "--passphrase", passphrase, "--quick-generate-key", "Releases <releases@example.org>", algorithm,
                    "sign", "never",
                ]
                try await bench.world.output(of: made, environment: variables)
                var settings = try bench.settings()
                settings.signing = ChartSettings.Signing(
                    key: "releases@example.org",
                    passphrase: passphrase.isEmpty ? nil : "CHART_PASSPHRASE"
                )
                var effects = Effects(
                    files: LiveFileSystem(),
                    processes: LiveProcessRunner(),
                    events: RecordedEvents(),
                    clock: LiveClock(),
                    environment: bench.world.environment.merging(variables) { $1 }
                )
                effects.secretNames = ["CHART_PASSPHRASE"]
                try await body(bench, effects, settings)
            }
        }
    }

    private func refusal(of plan: ChartPlan, _ bench: ChartBench, _ effects: Effects) async throws -> String? {
        let ring = bench.world.folder.appending("public.gpg")
        let export = ["gpg", "--batch", "--yes", "--output", ring.string, "--export"]
        try await bench.world.output(of: export, environment: ["GNUPGHOME": effects.environment["GNUPGHOME"]])
        let script = """
            found = helm.verify(arguments[0], arguments[1])
            assert found["file_hash"] == helm.digest(arguments[0]), found
            assert "releases@example.org" in " ".join(found["signed_by"]), found
            """
        let arguments = [bench.output.appending(plan.name).string, ring.string]
        return try await HelmPeer.refusal(script, arguments, in: bench.world)
    }

    @Test(arguments: ["ed25519", "rsa2048"]) func helmVerifiesTheSignature(algorithm: String) async throws {
        try await withKey(algorithm) { bench, effects, settings async throws in
            let plan = try await bench.plan(settings)
            let artifacts = try await bench.pack(plan, with: effects)
            #expect(artifacts.map(\.name) == ["tool-1.2.3.tgz", "tool-1.2.3.tgz.sha256", "tool-1.2.3.tgz.prov"])
            #expect(artifacts.map(\.kind) == [.chart, .checksum, .signature])
            #expect(plan.files == ["tool-1.2.3.tgz", "tool-1.2.3.tgz.prov"])
            #expect(try await refusal(of: plan, bench, effects) == nil)
            let text = try LiveFileSystem().text(of: bench.output.appending("tool-1.2.3.tgz.prov"))
            #expect(text.contains("Hash: SHA512"))
            // The same key and release give the same bytes.
            #expect(try await bench.pack(plan, with: effects) == artifacts)
            // A chart that was changed is not what was signed.
            let chart = bench.output.appending(plan.name)
            var other = plan
            other.timestamp += 1
            other.signing = nil
            try await bench.pack(other, with: effects)
            #expect(try LiveFileSystem().status(of: chart) != nil)
            #expect(try await refusal(of: plan, bench, effects)?.contains("sha256") == true)
        }
    }

    @Test func aPassphraseComesFromTheEnvironment() async throws {
        try await withKey(passphrase: "correct horse battery") { bench, effects, settings async throws in
            let plan = try await bench.plan(settings)
            try await bench.pack(plan, with: effects)
            #expect(try await refusal(of: plan, bench, effects) == nil)
            var wrong = effects
            wrong.environment["CHART_PASSPHRASE"] = "something else"
            try await bench.world.output(
                of: ["gpgconf", "--kill", "all"],
                environment: ["GNUPGHOME": effects.environment["GNUPGHOME"]]
            )
            let error = try #require(
                await #expect(throws: RelctlError.self) { try await bench.pack(plan, with: wrong) }
            )
            #expect(error.description.contains("cannot sign `tool-1.2.3.tgz`"))
            #expect(!error.description.contains("something else"))
            wrong.environment["CHART_PASSPHRASE"] = nil
            let missing = await #expect(throws: RelctlError.self) { try await bench.pack(plan, with: wrong) }
            #expect(missing?.description.contains("`CHART_PASSPHRASE` is not set") == true)
        }
    }

    @Test func aKeyThatIsNotThereIsAnErrorInGpgsWords() async throws {
        try await withKey { bench, effects, settings async throws in
            var settings = settings
            settings.signing?.key = "nobody@example.org"
            let plan = try await bench.plan(settings)
            let error = await #expect(throws: RelctlError.self) { try await bench.pack(plan, with: effects) }
            #expect(error?.description.contains("No secret key") == true)
            #expect(try LiveFileSystem().names(in: bench.output).isEmpty)
        }
    }

    @Test func nothingAppearsOfAnyChartWhereOneCannotBeSigned() async throws {
        try await withKey { bench, effects, settings async throws in
            let old = try await bench.pack(bench.plan(settings), with: effects)
            var (signed, unknown) = (settings, settings)
            signed.signing = nil
            unknown.signing?.key = "nobody@example.org"
            let request = ChartExecutor.Request(
                plans: [
                    try await bench.plan(signed, version: "1.2.4"), try await bench.plan(unknown, version: "1.2.5"),
                ],
                project: bench.project,
                output: bench.output,
                writesSidecars: true
            )
            await #expect(throws: RelctlError.self) { try await ChartExecutor().execute(request, with: effects) }
            #expect(try LiveFileSystem().names(in: bench.output) == old.map(\.name).sorted())
        }
    }

    @Test func aKeyThatGpgDoesNotHaveIsFoundBeforehand() async throws {
        try await withKey { bench, effects, settings async throws in
            let check = ChartSigningCheck(effects)
            #expect(try await check.findings(of: [settings], in: bench.project).isEmpty)
            var unknown = settings
            unknown.signing?.key = "nobody@example.org"
            let findings = try await check.findings(of: [settings, unknown], in: bench.project)
            #expect(findings.map(\.code) == ["charts.key_missing"])
            #expect(findings.first?.message.contains("`chart` by the key `nobody@example.org`") == true)
            // Where there are no keys at all, looking for one makes nothing.
            var fresh = effects
            let home = bench.world.folder.appending("none")
            fresh.environment["GNUPGHOME"] = home.string
            let missing = try await ChartSigningCheck(fresh).findings(of: [settings], in: bench.project)
            #expect(missing.map(\.code) == ["charts.key_missing"])
            #expect(try LiveFileSystem().status(of: home) == nil)
            try LiveFileSystem().createFolder(home)
            #expect(try await ChartSigningCheck(fresh).findings(of: [settings], in: bench.project).count == 1)
            #expect(try LiveFileSystem().names(in: home).isEmpty)
        }
    }
}
