import FoundationEssentials
import RelctlCLI
import RelctlCore
import TestSupport
import Testing

@Suite struct ManPageTests {
    private static func has(_ program: String) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        return LiveProcessRunner().locate(program, environment: environment, directory: FilePath(".")) != nil
    }

    private func run(_ arguments: [String], in folder: FilePath) async throws -> ProcessOutcome {
        try LiveFileSystem().write(ManPage(.demo, build: .sample).text.utf8, to: folder.appending("page.1"))
        return try await LiveProcessRunner().run(
            ProcessRequest(
                arguments: arguments,
                directory: folder,
                environment: ["PATH": "/usr/bin:/bin:/opt/homebrew/bin"]
            )
        )
    }

    @Test(.enabled(if: has("mandoc"))) func mandocFindsNothingToComplainAbout() async throws {
        try await withScratchFolder { folder in
            let outcome = try await run(["mandoc", "-Tlint", "page.1"], in: folder)
            #expect(String(decoding: outcome.standardOutput, as: UTF8.self) == "")
            #expect(outcome.succeeded)
        }
    }

    @Test(.enabled(if: has("groff"))) func groffShowsEveryCharacterOfOddTexts() async throws {
        try await withScratchFolder { folder in
            let outcome = try await run(
                ["groff", "-ww", "-man", "-Tascii", "-P-c", "-P-b", "-P-u", "page.1"],
                in: folder
            )
            #expect(outcome.standardError.isEmpty, "\(String(decoding: outcome.standardError, as: UTF8.self))")
            let words = String(decoding: outcome.standardOutput, as: UTF8.self).split { $0.isWhitespace }.joined(
                separator: " "
            )
            for text in [
                #".It's "odd" -- back\slash, and so long"#, "'x'", "--target '*-linux-*' -n", "Say [more]: it's loud",
            ] {
                #expect(words.contains(text), "\(text)")
            }
        }
    }
}
