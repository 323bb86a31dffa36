import TestSupport
import Testing

@testable import RelctlCore

@Suite struct ReleasePlannerTests {
    private static let targets = "targets: { 'x86_64-unknown-linux-musl': {}, 'aarch64-apple-darwin': {} }"
    private static let archive = "archive: { contents: [{ binaries: 'bin' }, { environment: 'setup' }] }"

    private func extensions() throws -> Extensions {
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        try extensions.registerBuiltInBuilders()
        try extensions.registerBuiltInPublishers()
        try extensions.registerBuiltInDistributionTargets()
        try extensions.signers.register(MuteSigner(), id: "mute")
        return extensions
    }

    private func configuration(_ more: String, archive: String = Self.archive) throws -> Configuration {
        let text = "{ name: 'tool', repository: 'acme/tool', binaries: ['tool'], \(Self.targets), \(archive), \(more) }"
        return try ConfigurationLoader(extensions: extensions())
            .configuration(fromText: text.replacing("'", with: "\""), file: "relctl.json")
    }

    private func observation(
        _ more: String,
        archive: String = Self.archive,
        at project: FilePath = FilePath("/srv/project"),
        isSnapshot: Bool = false
    ) throws -> ReleaseObservation {
        var release = try PackedRelease.identity()
        release.name = "tool"
        if isSnapshot {
            release.version = try Version("1.2.4-SNAPSHOT.g\(String(repeating: "1", count: 12))")
            release.isSnapshot = true
        }
        return try .forecast(
            of: configuration(more, archive: archive),
            SourceTree(),
            at: project,
            release: release
        )
    }

    private func plan(_ observation: ReleaseObservation, _ request: ReleaseRequest = ReleaseRequest()) throws
        -> ReleasePlan
    {
        try ReleasePlanner(extensions: extensions()).plan(observation, request)
    }

    private static let everything = """
        build: { command: ['make', '{{target}}'], output: 'out/{{target}}/{{binary}}' }, signing: [{ with: 'mute' }], checksums: { combined: 'SUMS' },
        images: [{ name: 'ghcr.io/acme/tool' }], nix: {}, distribution: [{ with: 'homebrew' }],
        publish: [{ to: 'directory', path: 'out/{{tag}}' }, { to: 'registry' }]
        """

    @Test func theRecordIsTheSameOnEveryMachineAndReadAgain() throws {
        let one = try plan(observation(Self.everything, at: FilePath("/ann/tool")))
        let other = try plan(observation(Self.everything, at: FilePath("/bob/tool")))
        #expect(try one.text() == other.text())
        let text = String(decoding: try one.text(), as: UTF8.self)
        #expect(!text.contains("/ann/tool"))
        let read = try JSONText.decode(ReleasePlanRecord.self, from: one.text(), file: FilePath("plan.json"))
        #expect(read == one.record && read.parts(for: read.targets) == one.parts)
    }

    /// What is executed is what was planned: each part has all that its executor asks for.
    @Test func publicationsAreThoseThatAreExecuted() throws {
        var request = ReleaseRequest()
        request.replaces = true
        let plan = try plan(observation(Self.everything), request)
        #expect(plan.publications.map(\.publisher) == ["directory", "registry"])
        #expect(plan.publications.first?.options["path"] == .text("out/v1.2.3"))
        #expect(plan.publications.allSatisfy { $0.replaces && $0.project == "/srv/project" && $0.place != nil })
        #expect(plan.publications.allSatisfy { $0.images == plan.images.named && !plan.images.named.isEmpty })
        #expect(plan.publications.allSatisfy { $0.plannedNames.isEmpty })
        let names = try #require(plan.forecastPublications.first).plannedNames
        #expect(names.contains("SUMS") && names.contains("SUMS.mark") && names.contains(plan.archives[0].name))
        #expect(!names.contains(ReleaseFolder.notesName) && !names.contains(ReleaseFolder.planName))
    }

    @Test func theNotesKnowScriptsThatSetTheEnvironment() throws {
        #expect(try plan(observation(Self.everything)).notes.environmentScripts == ["setup.sh", "setup.bat"])
    }

    @Test func aPartOfThePlatformsHasNothingThatIsOfAll() throws {
        var observation = try observation(Self.everything)
        observation.targets.removeLast()
        let plan = try plan(observation)
        #expect(plan.targets.count == 1 && plan.archives.count == 1)
        #expect(!plan.makesImages && !plan.distributes && plan.distribution.flake == nil)
        #expect(plan.parts.folders.isEmpty)
        // A later step can still make them from the manifest of all platforms.
        #expect(plan.distribution.nix != nil && plan.images.request.images.count == 1)
    }

    @Test func whatIsSkippedHasNoPart() throws {
        let request = ReleaseRequest(skipped: [.checksum, .images, .distribution, .notes])
        let plan = try plan(observation(Self.everything), request)
        #expect(plan.signing.names.isEmpty && plan.proof == nil)
        #expect(plan.skipped == [.images, .distribution, .checksum, .notes])
        let files = plan.parts.files.filter { !$0.contains("tool-") }
        #expect(files == ["manifest.json", "plan.json"] && plan.parts.folders.isEmpty)
    }

    /// `relctl check` asks by a snapshot, which is not signed, for what a release needs.
    @Test func aSnapshotIsSignedOnlyInAQuestion() throws {
        let observation = try observation(Self.everything, isSnapshot: true)
        var request = ReleaseRequest(isSnapshot: true)
        #expect(try plan(observation, request).signing.names.isEmpty)
        request.isQuestion = true
        #expect(try plan(observation, request).signing.names == ["SUMS.mark"])
    }

    @Test func everythingThatIsWrongIsToldAtOnce() throws {
        let observation = try observation(
            "signing: [{ with: 'mute' }], publish: [{ to: 'directory', path: 'out' }, { to: 'directory', path: 'out/{{tag}}' }]",
            archive: "archive: { contents: [{ files: ['a'] }, { files: ['b'] }] }"
        )
        let attempt = try ReleasePlanner(extensions: extensions()).attempt(observation, ReleaseRequest())
        let error = try #require(throws: RelctlError.self) { try attempt.plan.get() }
        #expect(error.code == .configurationInvalid && error.causes.count > 2, "\(error)")
        // Checks look at what could be planned.
        #expect(attempt.signing?.names == ["SHA256SUMS.mark"])
        #expect(attempt.forecastPublications == nil)
    }

    @Test func twoFilesOfOneNameAreRefused() throws {
        let archive =
            "archive: { name: '{{target}}.tgz', contents: [{ binaries: 'bin' }], formats: { default: 'tar.gz' } }"
        let observation = try observation(
            "checksums: { combined: 'tool-1.2.3-flake.tar.gz' }, nix: {}",
            archive: archive
        )
        let error = try #require(throws: RelctlError.self) { try plan(observation) }
        #expect("\(error)".contains("cannot give the flake and the list of all checksums one name"), "\(error)")
    }
}
