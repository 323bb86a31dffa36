import Foundation
import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlWorkspaces

/// What `relctl ci github` writes, as those see it who look for mistakes in workflows.
@Suite struct GeneratedWorkflowTests {
    static func extensions() throws -> Extensions {
        var extensions = Extensions()
        try extensions.registerBuiltInVersionSources()
        try extensions.registerBuiltInPackagers()
        try extensions.registerBuiltInPublishers()
        try extensions.registerBuiltInDistributionTargets()
        try extensions.registerBuiltInSigners()
        return extensions
    }

    static func configuration(_ text: String) throws -> Configuration {
        try ConfigurationLoader(extensions: extensions()).configuration(fromText: text, file: "relctl.json")
    }

    static func plan(_ text: String, _ texts: [String: String] = [:]) throws -> IntegrationPlan {
        let request = IntegrationPlanner.Request(
            .project(try configuration(text), file: "relctl.json", try extensions()),
            workflow: "release.yml",
            texts: texts
        )
        return try IntegrationPlanner().plan(request)
    }

    /// The examples, with what a workflow needs.
    private static func examples() throws -> [String] {
        try (ConfigurationSchemaTests.exampleTexts() + [VelostreamConfiguration.text]).map { text in
            let name = try #require(text.firstRange(of: "name: "))
            return text[..<name.lowerBound] + "ci: { \(DrawnConfiguration.installation) },\n" + text[name.lowerBound...]
        }
    }

    private static let drawn = FullRun.isAsked ? 100 : 9

    private static func texts() throws -> [String] {
        try examples() + (0..<UInt64(drawn)).map { DrawnConfiguration(seed: $0).text }
    }

    private static let ownWorkflow = """
        name: Own
        on:
          workflow_call:
            inputs:
              tag:
                type: string
            secrets:
              CHAT: {}
        permissions: {}
        jobs:
          own:
            name: Own
            runs-on: ubuntu-24.04
            timeout-minutes: 1
            steps:
              - run: echo own

        """

    private static let ownAction = """
        name: Own
        description: Does nothing
        runs:
          using: composite
          steps:
            - run: echo own
              shell: bash

        """

    /// Writes the workflows as one repository's; what is read for labels is what the drawn configurations say.
    private static func write(_ texts: [String], to folder: FilePath) throws -> [String] {
        let files = LiveFileSystem()
        let github = folder.appending(".github")
        for name in ["workflows", "actions/own"] { try files.createFolders(github.appending(name)) }
        try files.createFolders(folder.appending(".git"))
        try files.write(ownWorkflow.utf8, to: github.appending("workflows/own.yml"))
        try files.write(ownAction.utf8, to: github.appending("actions/own/action.yml"))
        return try texts.enumerated().map { index, text in
            let plan = try plan(text)
            let name = ".github/workflows/release-\(index).yml"
            try files.write(plan.files[0].new.utf8, to: folder.appending(name))
            for file in plan.files.dropFirst() { try files.write(file.new.utf8, to: folder.appending(file.name)) }
            return name
        }
    }

    static func workspace(_ text: String) throws -> WorkspaceConfiguration {
        try WorkspaceLoader(extensions: extensions())
            .workspace(fromBytes: Array(text.utf8), file: "relctl-workspace.json", in: FilePath("/srv/w"))
    }

    static func workspacePlan(_ text: String, _ texts: [String: String] = [:]) throws -> IntegrationPlan {
        let request = IntegrationPlanner.Request(.workspace(try workspace(text)), workflow: "w.yml", texts: texts)
        return try IntegrationPlanner().plan(request)
    }

    /// The example of a workspace, and such as are drawn.
    private static func workspaces() throws -> [String] {
        let example = try LiveFileSystem()
            .text(of: Fixtures.project.appending("Examples/workspace/relctl-workspace.json"))
        return [
            example.replacing(
                "  repositories: {",
                with: "  ci: { \(DrawnConfiguration.installation) },\n  repositories: {"
            )
        ]
            + (0..<UInt64(drawn)).map { DrawnConfiguration(workspaceSeed: $0).text }
    }

    private static func tools() -> Bool {
        HostTool.areHere("actionlint", "shellcheck", "zizmor", "check-jsonschema")
    }

    @Test(.enabled("actionlint, shellcheck, zizmor and check-jsonschema are here") { tools() })
    func nobodyFindsAnythingInAnyOfThem() async throws {
        try await withScratchFolder { folder in
            var names = try Self.write(Self.texts(), to: folder)
            for (index, text) in try Self.workspaces().enumerated() {
                let name = ".github/workflows/workspace-\(index).yml"
                let workflow = try Self.workspacePlan(text).files[0].new
                try LiveFileSystem().write(workflow.utf8, to: folder.appending(name))
                names.append(name)
            }
            let lint = try await HostTool("actionlint")?.run(["-no-color"] + names, in: folder)
            #expect(lint?.status == 0 && lint?.text.isEmpty == true, "\(lint?.text ?? "")\(lint?.errors ?? "")")
            let security = try await HostTool("zizmor")?
                .run(["--offline", "--no-progress", "--quiet", "--no-config"] + names, in: folder)
            #expect(security?.status == 0, "\(security?.text ?? "")\(security?.errors ?? "")")
            #expect(security?.text.hasPrefix("No findings to report.") == true, "\(security?.text ?? "")")
            let schema = try await HostTool("check-jsonschema")?
                .run(["--builtin-schema", "vendor.github-workflows"] + names, in: folder)
            #expect(schema?.status == 0, "\(schema?.text ?? "")\(schema?.errors ?? "")")
        }
    }

    /// The witnesses see what is bad, or their silence would say nothing.
    @Test(.enabled("actionlint, shellcheck, zizmor and check-jsonschema are here") { tools() })
    func theWitnessesSeeWhatIsBad() async throws {
        try await withScratchFolder { folder in
            let name = try Self.write([DrawnConfiguration(seed: 1).text], to: folder)[0]
            let fine = try LiveFileSystem().text(of: folder.appending(name))
            let text = fine.replacing(#"relctl plan "$RELEASE""#, with: "relctl plan $RELEASE ${{ github.head_ref }}")
            try LiveFileSystem().write(text.utf8, to: folder.appending(name))
            let lint = try await HostTool("actionlint")?.run([name], in: folder)
            #expect(lint?.text.contains("SC2086") == true && lint?.text.contains("github.head_ref") == true)
            let security = try await HostTool("zizmor")?.run(["--offline", "--no-progress", name], in: folder)
            #expect(security?.text.contains("template-injection") == true)
            let limitless = fine.replacing("timeout-minutes: 30", with: "timeout-minutes: soon")
            try LiveFileSystem().write(limitless.utf8, to: folder.appending(name))
            let schema = try await HostTool("check-jsonschema")?
                .run(["--builtin-schema", "vendor.github-workflows", name], in: folder)
            #expect(schema?.status == 1)
        }
    }

    @Test func theSameConfigurationGivesTheSameBytes() throws {
        for seed in 0..<UInt64(Self.drawn) {
            let text = DrawnConfiguration(seed: seed).text
            let plan = try Self.plan(text)
            #expect(try Self.plan(text) == plan)
            // What was written is up to date.
            let written = Dictionary(uniqueKeysWithValues: plan.files.map { ($0.name, $0.new) })
            #expect(try Self.plan(text, written).files.allSatisfy { !$0.isChange }, "\(text)")
        }
        for text in try Self.workspaces() {
            let plan = try Self.workspacePlan(text)
            let written = Dictionary(uniqueKeysWithValues: plan.files.map { ($0.name, $0.new) })
            #expect(try Self.workspacePlan(text, written).files.allSatisfy { !$0.isChange }, "\(text)")
        }
    }

    @Test(.enabled("jsonschema is here") { try await SchemaValidator.isHere() })
    func theSchemaTakesThemToo() async throws {
        let texts = (0..<UInt64(Self.drawn)).map { DrawnConfiguration(seed: $0).text }
        let schema = ConfigurationSchema(extensions: try Self.extensions()).document
        #expect(try await SchemaValidator.verdicts(of: schema, on: texts) == texts.map { _ in true })
        let bad = [
            "{ run: 'a ${{ b }}' }", "{ uses: 'a/b@v1', release: 'v1' }", "{ name: 'x' }", "{ run: 'a', with: {} }",
        ]
        .map { "{ name: 'x', ci: { setup: [\($0)] } }" }
        #expect(try await SchemaValidator.verdicts(of: schema, on: bad) == bad.map { _ in false })
    }
}
