import RelctlCore
import TestSupport
import Testing

/// `relctl_connector.h` as compilers of others read it, and a library of the examples as sanitizers see it.
@Suite("The header of connectors that are libraries") struct ConnectorHeaderTests {
    private static let header = Fixtures.project.appending("Sources/CConnector/include").string
    private static let strict = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-I", header]

    /// Builds the driver, which asks a library one question.
    private static func driver(_ compiler: HostTool, _ options: [String], in scratch: FilePath) async throws -> String {
        let (source, driver) = (Fixtures.path("connector/driver.c").string, scratch.appending("driver"))
        let outcome = try await compiler.run(
            options + strict + [source, "-x", "none", "-o", driver.string, "-ldl"],
            in: scratch
        )
        try #require(outcome.status == 0, "\(options): \(outcome.errors)")
        return driver.string
    }

    @Test("is C11 and C++17 without a warning, and both can be asked", arguments: ["c11", "gnu17", "c++17", "c++20"])
    func languages(_ language: String) async throws {
        try await withScratchFolder { scratch in
            let isCPlusPlus = language.hasPrefix("c++")
            let compiler = try #require(isCPlusPlus ? HostTool("c++", "clang++") : HostTool("cc", "clang"))
            let driver = try await Self.driver(
                compiler,
                ["-std=\(language)", "-x", isCPlusPlus ? "c++" : "c"],
                in: scratch
            )
            for library in [
                try await ConnectorExample.depot(in: scratch), try await ConnectorExample.cpio(in: scratch),
            ] {
                let words = [driver, library.string, "describe", "{}"]
                let outcome = try await #require(HostTool("env")).run(words, in: scratch)
                #expect(outcome.status == 0 && outcome.text.contains("result: {\"protocol\": 1"), "\(outcome)")
            }
        }
    }

    @Test("has an example that refuses what its format cannot hold", arguments: [-1, 1 << 32]) func time(
        _ time: Int
    ) async throws {
        try await withScratchFolder { scratch in
            let driver = try await Self.driver(#require(HostTool("cc")), ["-std=c11"], in: scratch)
            let content = #"""
                {"archive": {"timestamp": \#(time), "entries": [{"path": "a", "kind": "folder"}]},
                 "tree": "\#(scratch)", "output": "\#(scratch)/a.cpio"}
                """#
            let words = [driver, try await ConnectorExample.cpio(in: scratch).string, "execute", content]
            let outcome = try await #require(HostTool("env")).run(words, in: scratch)
            #expect(outcome.status == 0 && outcome.text.contains("error: a has a time or mode that cpio"), "\(outcome)")
        }
    }

    @Test("lets a library be asked anything without touching what is not its own") func sanitized() async throws {
        try await withScratchFolder { scratch in
            let sanitizers = "-g -fsanitize=address,undefined -fno-sanitize-recover=undefined"
            let compiler = try #require(HostTool("cc"))
            let options = ["-std=c11"] + sanitizers.split(separator: " ").map(String.init)
            let driver = try await Self.driver(compiler, options, in: scratch)
            let library = try await ConnectorExample.build("plugin-c", in: scratch, options: sanitizers).path.string
            func ask(_ question: String, _ content: String, _ settings: String...) async throws -> String {
                let words = [driver, library, question, content] + settings
                let outcome = try await #require(HostTool("env")).run(words, in: scratch)
                #expect(outcome.status == 0, "\(question) \(content): \(outcome.errors)")
                return outcome.text
            }
            let files = LiveFileSystem()
            try files.createFolder(scratch.appending("dist"))
            try files.write("hello".utf8, to: scratch.appending("dist/a.txt"))
            try files.write([UInt8](repeating: 7, count: 200_000), to: scratch.appending("dist/b é.bin"))
            let content = #"""
                {"request": {"folder": "\#(scratch)/dist", "project": "\#(scratch)", "options": {"path": "depot\/x"},
                 "files": [{"name": "a.txt", "size": 5}, {"size": 200000, "name": "b \u00e9.bin"}],
                 "release": {"tag": "v1"}}, "action": {"verb": "copy", "subject": "b \u00E9.bin"}}
                """#
            let absent = try await ask("observe", content)
            #expect(absent.contains(#""verdict": "absent""#), "\(absent)")
            let planned = try await ask("plan", content)
            #expect(planned.contains(#"{"verb": "copy", "subject": "b é.bin", "size": 200000}"#), "\(planned)")
            let stopped = try await ask("execute", content, "cancel")
            #expect(stopped.contains("error: cannot write"), "\(stopped)")
            let done = try await ask("execute", content, "DEPOT_NOTE=told")
            #expect(done.contains("note: told") && done.contains("progress: 200000") && done.contains("result: {}"))
            let observed = try await ask("observe", content)
            #expect(observed.contains(#"{"assets": [{"name": "b é.bin"}], "verdict": "partial"}"#), "\(observed)")
            let rest = try await ask("plan", content)
            #expect(!rest.contains("b é.bin") && rest.contains("a.txt"))
            try files.write("foreign".utf8, to: scratch.appending("depot/x/v1/foreign"))
            let cleared = try await ask("plan", content)
            #expect(cleared.contains(#"{"verb": "delete", "subject": "foreign"}, {"verb": "copy""#), "\(cleared)")
            let removal = content.replacing(
                #""copy", "subject": "b \u00E9.bin""#,
                with: #""delete", "subject": "foreign""#
            )
            #expect(try await ask("execute", removal).contains("result: {}"))
            #expect(try files.names(in: scratch.appending("depot/x/v1")) == ["b é.bin"])
            let refused = try await ask("preflight", content)
            #expect(refused.contains("error: a depot is not asked that"), "\(refused)")
            // Cut off anywhere, which relctl never does, and ending in the middle of an escaped character.
            for cut in stride(from: 0, to: content.utf8.count, by: 9) {
                let part = String(decoding: content.utf8.prefix(cut), as: UTF8.self)
                for question in ["observe", "plan"] { _ = try await ask(question, part) }
            }
            for text in [
                #"{"request":{"folder":"\ud83d\ude00"}}"#, #"{"request":{"folder":"\ud83d"}}"#, #"{"request":{"a":"\"#,
            ] { _ = try await ask("observe", text) }
        }
    }
}
