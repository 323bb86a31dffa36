import TestSupport
import Testing

@testable import RelctlCore

@Suite struct MatrixTests {
    private func matrix(_ triples: [String], runner: String? = nil) throws -> Matrix {
        let contexts = try triples.map { triple in
            var context = try BuildSamples.target(triple)
            context.target.runner = runner
            return context
        }
        return try matrix(contexts, BuildSamples.configuration(nil).archive)
    }

    private func matrix(_ contexts: [TargetContext], _ archive: ArchiveSettings) throws -> Matrix {
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        return try Matrix(contexts, archive: archive, packagers: extensions.packagers)
    }

    @Test func oneLineForGitHub() throws {
        let line = try matrix(["x86_64-unknown-linux-musl", "aarch64-apple-darwin"]).githubLine
        #expect(
            line == #"{"include":["#
                + #"{"arch":"x86_64","archive":"streams-v1.0.0-x86_64-unknown-linux-musl","os":"linux","#
                + #""runner":"ubuntu-24.04","target":"x86_64-unknown-linux-musl"},"#
                + #"{"arch":"aarch64","archive":"streams-v1.0.0-aarch64-apple-darwin","os":"macos","#
                + #""runner":"macos-15","target":"aarch64-apple-darwin"}]}"#
        )
    }

    @Test(arguments: [
        ("x86_64-apple-darwin", "macos-15-intel"), ("universal-apple-darwin", "macos-15"),
        ("aarch64-pc-windows-msvc", "windows-2025"), ("aarch64-unknown-linux-gnu", "ubuntu-24.04-arm"),
        ("x86_64-unknown-freebsd", "ubuntu-24.04"), ("x86_64-unknown-linux-musl", "ubuntu-24.04"),
    ])
    func everyTargetHasAUsualRunner(_ triple: String, _ runner: String) throws {
        #expect(try matrix([triple]).rows.map(\.runner) == [runner])
        #expect(try matrix([triple], runner: "own").rows.map(\.runner) == ["own"])
    }

    @Test func withoutAVersionTheArchivesNameStaysATemplate() throws {
        let configuration = try BuildSamples.configuration(nil)
        var context = try BuildSamples.target("x86_64-unknown-linux-musl")
        context.scope.values["version"] = nil
        context.scope = Matrix.openRelease(configuration).adding(context.scope)
        let matrix = try matrix([context], configuration.archive)
        #expect(matrix.rows.map(\.archive) == ["streams-v{{version}}-x86_64-unknown-linux-musl"])
    }

    @Test func theNamesOfSeveralProgramsStayOpen() throws {
        var archive = try BuildSamples.configuration(nil).archive
        archive.name = try Template("{{binary}}-{{target}}")
        archive.defaultFormats = ["binary"]
        var context = try BuildSamples.target("x86_64-pc-windows-msvc")
        context.binaries = ["one", "two"]
        #expect(try matrix([context], archive).rows.map(\.archive) == ["{{binary}}-x86_64-pc-windows-msvc"])
        context.binaries = ["one"]
        #expect(try matrix([context], archive).rows.map(\.archive) == ["one-x86_64-pc-windows-msvc"])
        archive.name = try Template("app{{#binary}}-{{binary}}{{/binary}}-{{target}}")
        archive.defaultFormats = ["binary", "zip"]
        #expect(try matrix([context], archive).rows.map(\.archive) == ["app-x86_64-pc-windows-msvc"])
    }
}

@Suite struct GitHubOutputTests {
    @Test func outputsAreAppended() async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            let path = folder.appending("output")
            try files.write("earlier=1\n".utf8, to: path)
            let output = try GitHubOutput(environment: ["GITHUB_OUTPUT": path.string], files: files)
            try output.append(name: "matrix", value: #"{"include":[]}"#)
            try output.append(name: "notes", value: "one\nrelctl-0\ntwo")
            let text = try files.text(of: path)
            #expect(
                text == """
                    earlier=1
                    matrix={"include":[]}
                    notes<<relctl-1
                    one
                    relctl-0
                    two
                    relctl-1

                    """
            )
        }
    }

    @Test(arguments: ["", "a=b", "a\nb", "1a", "-a", "a b", "ä", "a<<b"])
    func namesThatNoExpressionCanUseAreRefused(_ name: String) {
        #expect(throws: RelctlError.self) { try GitHubOutput.text(name: name, value: "x") }
    }

    @Test func withoutTheFileThereIsNoOutput() {
        #expect(throws: RelctlError.self) { try GitHubOutput(environment: [:], files: LiveFileSystem()) }
    }
}
