import Foundation
import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlDistribution

/// The workflow as another reader of YAML sees it.
@Suite struct FlakeHubWorkflowTests {
    private struct Workflow: Decodable {
        var permissions: [String: String]
        var jobs: [String: Job]
        var inputs: [String]

        struct Job: Decodable {
            var permissions: [String: String]
            var steps: [Step]
            private enum CodingKeys: String, CodingKey { case permissions, steps }
        }

        struct Step: Decodable {
            var uses: String?
            var run: String?
            var with: [String: Value]?
            var env: [String: String]?
            var name: String?
        }

        enum Value: Decodable, Equatable {
            case text(String), flag(Bool), number(Int)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let flag = try? container.decode(Bool.self) {
                    self = .flag(flag)
                } else if let number = try? container.decode(Int.self) {
                    self = .number(number)
                } else {
                    self = .text(try container.decode(String.self))
                }
            }
        }
    }

    /// Reads YAML as JSON; YAML 1.1 takes the key `on` for a truth.
    private static let program = """
        import json, sys, yaml
        document = yaml.safe_load(sys.stdin.read() if len(sys.argv) < 2 else open(sys.argv[1]).read())
        call = document.pop(True)["workflow_call"] or {}
        document["inputs"] = sorted(call.get("inputs", {}))
        print(json.dumps(document))
        """

    private func workflow(
        tag: String = "v1.2.3",
        _ change: (inout NixSettings.FlakeHub) -> Void = { _ in }
    ) async throws -> Workflow {
        var settings = NixSettings.FlakeHub(visibility: .unlisted)
        change(&settings)
        var release = try PackedRelease.identity()
        release.tag = tag
        let text = FlakeHubWorkflow(settings, release).text
        return try await withScratchFolder { folder in
            let file = folder.appending("flakehub.yml")
            try LiveFileSystem().write(text.utf8, to: file)
            let outcome = try await Python.run(["-c", Self.program, file.string], in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return try JSONDecoder().decode(Workflow.self, from: Data(outcome.output.utf8))
        }
    }

    @Test func aReleaseIsPublishedUnderItsTag() async throws {
        let workflow = try await workflow {
            $0.name = "acme/flake"
            $0.labels = ["cli", "csv"]
            $0.includesOutputPaths = true
            $0.failsOnConflict = true
        }
        let job = try #require(workflow.jobs["flakehub"])
        #expect(workflow.inputs == ["tag"] && workflow.permissions.isEmpty)
        #expect(job.permissions == ["contents": "read", "id-token": "write"])
        #expect(job.steps.compactMap(\.uses).allSatisfy { $0.contains("@") })
        #expect(job.steps.last?.uses == "DeterminateSystems/flakehub-push@main")
        #expect(
            job.steps.last?.with == [
                "visibility": .text("unlisted"), "directory": .text("flakehub"), "name": .text("acme/flake"),
                "tag": .text("${{ inputs.tag }}"), "spdx-expression": .text("MIT OR Apache-2.0"),
                "extra-labels": .text("cli,csv"), "include-output-paths": .flag(true), "error-on-conflict": .flag(true),
            ]
        )
    }

    @Test func aRollingFlakeHasNoTag() async throws {
        let workflow = try await workflow {
            $0.isRolling = true
            $0.rollingMinor = 2
        }
        let inputs = try #require(workflow.jobs["flakehub"]?.steps.last?.with)
        #expect(workflow.inputs.isEmpty)
        #expect(inputs["rolling"] == .flag(true) && inputs["rolling-minor"] == .number(2) && inputs["tag"] == nil)
    }

    @Test(arguments: ["tool-v1.2.3", "$x 'y' v1.2.3-end", "#1.2.3%"])
    func tagsOfOtherFormsBecomeVersions(tag: String) async throws {
        let shell = try #require(HostTool("sh"))
        let job = try #require(try await workflow(tag: tag).jobs["flakehub"])
        let step = try #require(job.steps.first { $0.env != nil })
        #expect(step.env == ["TAG": "${{ inputs.tag }}"])
        #expect(job.steps.last?.with?["tag"] == .text("${{ steps.version.outputs.tag }}"))
        try await withScratchFolder { folder in
            let next = tag.replacingOccurrences(of: "1.2.3", with: "2.0.0-rc.1")
            let output = folder.appending("output").string
            let environment = ["TAG": next, "GITHUB_OUTPUT": output]
            let outcome = try await shell.run(
                ["-eu", "-c", try #require(step.run)],
                in: folder,
                environment: environment
            )
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try LiveFileSystem().text(of: FilePath(output)) == "tag=v2.0.0-rc.1\n")
        }
    }

    @Test(.enabled(if: NixSystem.isHere)) func theFlakeIsLockedInACheckoutThatDoesNotKnowIt() async throws {
        let steps = try #require(try await workflow().jobs["flakehub"]?.steps)
        let lock = try #require(steps.first { $0.name == "Lock the flake" }?.run)
        try await NixSystem.scratch { nix in
            var release = try PackedRelease(in: nix.work)
            try await release.pack("t.tar.gz", "tar.gz", for: "x86_64-unknown-linux-gnu", ["t/tool": "#!/bin/sh\n"])
            try await release.write(release.request { $0.nixpkgs = "path:\(nix.nixpkgs)" })
            let script = """
                git init -q checkout && cd checkout
                git -c user.name=ada -c user.email=ada@example.org commit -q --allow-empty -m begin
                cp -r \(ShellWord.quoted(release.folder.nix.string)) flakehub
                \(lock)
                nix flake metadata --json --no-write-lock-file "$PWD/flakehub" >/dev/null
                nix flake show "$PWD/flakehub"
                """
            let outcome = try await nix.shell(script, in: nix.work)
            #expect(outcome.status == 0 && outcome.text.contains("word-tool-1.2.3"), "\(outcome.errors)")
            #expect(try LiveFileSystem().status(of: nix.work.appending("checkout/flakehub/flake.lock")) != nil)
        }
    }
}
