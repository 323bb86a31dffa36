import TestSupport
import Testing

@testable import RelctlCore

@Suite struct ReleasePreflightTests {
    @Test(arguments: [
        (publishers: [String](), warnings: 1), (["directory"], 0), (["directory", "directory"], 0), (["github"], 1),
        (["directory", "github"], 1), (["directory", "registry"], 0),
    ])
    func warnsOfImagesThatNoPublicationPushesUnlessAllGoToFolders(publishers: [String], warnings: Int) throws {
        let configuration = try ConfigurationLoaderTests.load("{ name: 'tool' }")
        let release = ReleaseIdentity(
            name: "tool",
            version: try Version("1.0.0"),
            tag: "v1.0.0",
            commit: "0",
            timestamp: 0
        )
        let requests = publishers.enumerated().map { index, publisher in
            PublicationRequest(
                name: "place \(index)",
                publisher: publisher,
                options: [:],
                release: release,
                files: [],
                folder: FilePath("/p/dist"),
                project: FilePath("/p"),
                replaces: false
            )
        }
        let images = [NamedImage(id: "a", names: ["ghcr.io/acme/tool"], tags: ["1.0.0"])]
        let findings = try ReleasePreflight(extensions: Extensions(), effects: .onDisk())
            .untakenImages(images, requests, configuration)
        #expect(findings.count == warnings, "\(findings)")
        #expect(findings.allSatisfy { $0.code == "publish.registry.untaken" && $0.severity == .warning })
    }

    // MARK: Reports

    private func extensions() throws -> Extensions {
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        try extensions.registerBuiltInBuilders()
        try extensions.registerBuiltInPublishers()
        try extensions.registerBuiltInSigners()
        return extensions
    }

    private func report(
        _ text: String,
        _ request: ReleaseRequest = ReleaseRequest(skipped: [.validate]),
        in folder: FilePath
    ) async throws -> ReleasePreflight.Report {
        let extensions = try extensions()
        let configuration = try ConfigurationLoader(extensions: extensions).configuration(
            fromText: "{ name: 'tool', targets: { 'x86_64-unknown-linux-musl': {} }, \(text) }",
            file: "relctl.json"
        )
        let observation = try ReleaseObservation.forecast(of: configuration, SourceTree(), at: folder)
        return try await ReleasePreflight(extensions: extensions, effects: .onDisk()).report(observation, request)
    }

    @Test func aReleaseThatNothingForbidsIsClear() async throws {
        try await withScratchFolder { folder in
            let report = try await report(
                "binaries: ['tool'], archive: { contents: [{ binaries: 'bin' }] }",
                in: folder
            )
            #expect(report.isClear && report.findings.isEmpty, "\(report.findings)")
        }
    }

    @Test func programsPlacesAndInputsAreJudgedTogetherErrorsFirst() async throws {
        try await withScratchFolder { folder in
            try LiveFileSystem().write([1], to: folder.appending("dist"))
            let report = try await report(
                """
                binaries: ['tool'], archive: { contents: [{ binaries: 'bin' }] }, notes: { quickStart: 'START.md' },
                build: { command: ['no-such-compiler'], output: '{{binary}}' }, images: [{ name: 'ghcr.io/acme/tool' }],
                publish: [{ to: 'github', repository: 'acme/tool' }]
                """,
                in: folder
            )
            let codes = report.findings.map(\.code)
            for code in ["dist.not_folder", "input.missing", "build.program_missing"] {
                #expect(codes.contains(code), "\(codes)")
            }
            #expect(!report.isClear && report.plan != nil)
            let severities = report.findings.map(\.severity)
            #expect(severities == severities.filter { $0 == .error } + severities.filter { $0 != .error })
        }
    }

    /// A part that cannot be planned hides nothing of the others.
    @Test func programsAreLookedForThoughArchivesCannotBePlanned() async throws {
        try await withScratchFolder { folder in
            let report = try await report(
                "binaries: ['tool'], archive: { contents: [{ files: ['gone'] }] }, build: { command: ['no-such-compiler'], output: '{{binary}}' }",
                in: folder
            )
            #expect(report.plan == nil && !report.isClear)
            let codes = report.findings.map(\.code)
            #expect(codes.contains("plan.invalid") && codes.contains("build.program_missing"), "\(report.findings)")
        }
    }

    @Test func whatIsSkippedIsNotJudged() async throws {
        try await withScratchFolder { folder in
            let text = """
                binaries: ['tool'], archive: { contents: [{ binaries: 'bin' }] },
                build: { command: ['no-such-compiler'], output: '{{binary}}' }, signing: [{ with: 'gpg', key: 'A' }]
                """
            let skipped: Set<ReleaseStep> = [.validate, .build, .checksum]
            let findings = try await report(text, ReleaseRequest(skipped: skipped), in: folder).findings
            #expect(findings.map(\.code) == ["signing.skipped"], "\(findings)")
        }
    }

    @Test func aPlaceThatTakesNoSnapshotIsNamed() async throws {
        try await withScratchFolder { folder in
            let text = """
                binaries: ['tool'], archive: { contents: [{ binaries: 'bin' }] },
                publish: [{ to: 'github', repository: 'acme/tool' }]
                """
            let request = ReleaseRequest(isSnapshot: true, skipped: [.validate])
            let codes = try await report(text, request, in: folder).findings.map(\.code)
            #expect(codes.contains("publish.snapshot"), "\(codes)")
        }
    }
}
