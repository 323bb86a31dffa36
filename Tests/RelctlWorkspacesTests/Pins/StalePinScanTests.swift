import TestSupport
import Testing

@testable import RelctlWorkspaces

/// What a finished release says of pins that still name what it replaced.
@Suite("Pins that a release left") struct StalePinScanTests {
    /// `rust`, the `python` that needs it and the `server` that needs that, which were all released as 1.0.0.
    private func released(
        _ server: [String: String],
        rust: String = "rust",
        _ body: (WorkspaceWorld, WorkspaceResult, RecordedEvents) async throws -> Void
    ) async throws {
        try await WorkspaceWorld.with { world in
            var world = world
            let events = RecordedEvents()
            world.effects.events = events
            let cargo = "[package]\nname = \"flovyn-core\"\nversion = \"1.0.0\"\n"
            try await world.repository("rust", ["Cargo.toml": cargo], tag: "v1.0.0")
            try await world.repository("python", ["ci.yml": "env:\n  FFI_PIN: \"1.0.0\"\n"], tag: "v1.0.0")
            try await world.repository("server", server.merging(["x": "y\n"]) { $1 }, tag: "v1.0.0")
            let configuration = try world.configuration(
                """
                rust: { url: "rust.git" },
                python: { url: "python.git", needs: ["rust"],
                          edits: [{ file: "ci.yml", pattern: "FFI_PIN: \\"(.+)\\"", of: "rust", value: "{{version}}" }] },
                server: { url: "server.git", needs: ["python"] },
                """
            )
            let (plan, findings) = try await world.plan("1.1.0", configuration)
            #expect(findings.lines == [])
            let state = WorkspaceStateFolder(
                of: "flovyn",
                plan.version,
                in: world.folder.appending("state"),
                files: world.effects.files
            )
            let surroundings = WorkspaceSurroundings(mirrors: try .cached(world.effects), effects: world.effects)
            let result = try await WorkspaceExecutor(plan, state: state, in: surroundings).run()
            #expect(words(result.failure) == "")
            try await body(world, result, events)
        }
    }

    @Test func pinsOfWhatIsNeededAreToldOfWithTheirPlaces() async throws {
        let files = [
            // By the name of the package, by that of the repository, and by the key that was changed in `python`.
            "Cargo.toml":
                "[package]\nname = \"server\"\nversion = \"1.0.0\"\n[dependencies]\nflovyn-core = \"1.0.0\"\n",
            "docker/Dockerfile": "FROM a\nRUN pip install python==1.0.0\n", "deploy.yml": "FFI_PIN: 1.0.0\n",
            "CHANGELOG.md": "- flovyn-core 1.0.0\n", "poetry.lock": "name = \"flovyn-core\"\nversion = \"1.0.0\"\n",
            "data.json": "[\"1.0.0\"]\n", "large.txt": String(repeating: "x\n", count: 3 << 20) + "rust 1.0.0\n",
            "binary": "\0 rust 1.0.0\n",
        ]
        try await released(files) { _, result, events in
            let found = result.findings.map { "\($0.place.map { "\($0)" } ?? "-") \($0.message)" }
            #expect(
                found == [
                    "server/Cargo.toml:5:16 `server` still names `rust` 1.0.0, which is 1.1.0 now",
                    "server/deploy.yml:1:10 `server` still names `rust` 1.0.0, which is 1.1.0 now",
                    "server/docker/Dockerfile:2:25 `server` still names `python` 1.0.0, which is 1.1.0 now",
                ]
            )
            #expect(result.findings.allSatisfy { $0.severity == .warning && $0.code == "pin.stale" })
            let told = events.events.compactMap { event in
                if case .message(.warning, let text) = event { text } else { nil }
            }
            #expect(told == found.map { $0.replacingFirst(" ", with: ": ") })
        }
    }

    @Test func nothingIsToldOfWhatWasChanged() async throws {
        try await released(["README": "see rust 1.1.0, and elsewhere 1.0.0\n"]) { world, result, _ in
            #expect(result.findings == [])
            let files = try await world.git(at: "server", "grep", "--name-only", "1.0.0", "v1.1.0")
            #expect(files == "v1.1.0:README")
        }
    }

    @Test func whatCannotBeLookedThroughIsSaidAndStopsNothing() async throws {
        try await released(["README": "rust 1.0.0\n"]) { world, result, _ in
            let surroundings = WorkspaceSurroundings(mirrors: try .cached(world.effects), effects: world.effects)
            var commits = result.commits
            commits["server"] = String(repeating: "e", count: 40)
            let findings = try await StalePinScan(result.plan, in: surroundings).findings(commits)
            #expect(findings.map(\.code) == ["pin.unread"] && findings.map(\.severity) == [.warning])
            // On another machine, whose mirrors have nothing.
            var other = world.effects
            other.environment["XDG_CACHE_HOME"] = world.folder.appending("other").string
            let elsewhere = WorkspaceSurroundings(mirrors: try .cached(other), effects: other)
            let found = try await StalePinScan(result.plan, in: elsewhere).findings(result.commits)
            #expect(found.compactMap { $0.place.map { "\($0)" } } == ["server/README:1:6"])
        }
    }
}

extension String {
    fileprivate func replacingFirst(_ text: String, with other: String) -> String {
        guard let range = firstRange(of: text) else { return self }
        return self[..<range.lowerBound] + other + self[range.upperBound...]
    }
}
