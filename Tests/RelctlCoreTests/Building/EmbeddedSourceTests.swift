import TestSupport
import Testing

@testable import RelctlCore

/// What programs are told of themselves, as the languages' own compilers and readers take it.
@Suite struct EmbeddedSourceTests {
    /// git allows such a tag.
    static let tag = "v1.2.3-rc.1\"$x`'é{y}"

    static func facts(isDirty: Bool = true) throws -> BuildFacts {
        BuildFacts(
            release: ReleaseIdentity(
                name: "tool",
                version: try Version("1.2.3-rc.1"),
                tag: tag,
                commit: String(repeating: "0123456789", count: 4),
                timestamp: 1_767_323_045
            ),
            isDirty: isDirty
        )
    }

    /// Writes the file for a language, and a program beside it that prints what it says.
    private func told(
        _ language: EmbedLanguage,
        file: String,
        in folder: FilePath,
        by tool: HostTool?,
        _ arguments: [String]
    ) async throws -> [String] {
        let settings = EmbedSettings(
            language: language,
            file: try RelativePath(file),
            place: SourcePlace(file: "relctl.json", line: 1, column: 1)
        )
        let files = LiveFileSystem()
        let source = EmbeddedSource(settings, facts: try Self.facts(), project: "my tool 2")
        #expect(try source.write(in: folder, files: files))
        #expect(try !source.write(in: folder, files: files), "what it says already is not written again")
        let outcome = try await #require(tool).run(arguments, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.text.split(separator: "\n").map(String.init)
    }

    private static let expected = [
        "1.2.3-rc.1", tag, "0123456789012345678901234567890123456789", "2026-01-02",
    ]

    private func write(_ name: String, _ text: String, in folder: FilePath) throws {
        try LiveFileSystem().write(text.utf8, to: folder.appending(name))
    }

    @Test func pythonReadsIt() async throws {
        try await withScratchFolder { folder in
            let print =
                "import facts as f; [print(x) for x in (f.VERSION, f.TAG, f.COMMIT, f.DATE, f.IS_DIRTY, f.__version__)]"
            let lines = try await told(.python, file: "facts.py", in: folder, by: HostTool("python3"), ["-c", print])
            #expect(lines == Self.expected + ["True", "1.2.3-rc.1"])
        }
    }

    @Test func jsonIsRead() async throws {
        try await withScratchFolder { folder in
            let print =
                "import json; f = json.load(open('a b/v.json', encoding='utf-8')); [print(x) for x in f.values()]"
            let lines = try await told(.json, file: "a b/v.json", in: folder, by: HostTool("python3"), ["-c", print])
            #expect(lines == Self.expected + ["True"])
        }
    }

    @Test func aCCompilerTakesIt() async throws {
        try await withScratchFolder { folder in
            let program = """
                #include <stdio.h>
                #include "facts.h"
                #include "facts.h"
                int main(void) {
                    printf("%s\\n%s\\n%s\\n%s\\n%d\\n", MY_TOOL_2_VERSION, MY_TOOL_2_TAG, MY_TOOL_2_COMMIT,
                           MY_TOOL_2_DATE, MY_TOOL_2_IS_DIRTY);
                }
                """
            try write("main.c", program, in: folder)
            let shell = "cc -std=c11 -Wall -Wextra -Werror -o main main.c && ./main"
            let lines = try await told(.c, file: "facts.h", in: folder, by: HostTool("sh"), ["-c", shell])
            #expect(lines == Self.expected + ["1"])
        }
    }

    @Test func aSwiftCompilerTakesIt() async throws {
        try await withScratchFolder { folder in
            let lines = try await told(
                .swift,
                file: "Facts.swift",
                in: folder,
                by: HostTool("swiftc"),
                ["-frontend", "-parse", "-swift-version", "6", "Facts.swift"]
            )
            #expect(lines.isEmpty)
            let text = try LiveFileSystem().text(of: folder.appending("Facts.swift"))
            #expect(text.contains("enum BuildInformation {\n    static let version = \"1.2.3-rc.1\"\n"))
            #expect(text.contains("static let isDirty = true\n"))
        }
    }

    @Test(.enabled(if: HostTool.areHere("rustc"))) func aRustCompilerTakesIt() async throws {
        try await withScratchFolder { folder in
            let program = """
                mod facts;
                fn main() {
                    print!("{}\\n{}\\n{}\\n{}\\n{}\\n", facts::VERSION, facts::TAG, facts::COMMIT, facts::DATE, facts::IS_DIRTY)
                }
                """
            try write("main.rs", program, in: folder)
            let shell = "rustc -D warnings -o main main.rs && ./main"
            let lines = try await told(.rust, file: "facts.rs", in: folder, by: HostTool("sh"), ["-c", shell])
            #expect(lines == Self.expected + ["true"])
        }
    }

    @Test(.enabled(if: HostTool.areHere("node"))) func typeScriptThatIsJavaScriptIsRead() async throws {
        try await withScratchFolder { folder in
            let print =
                "import * as f from './facts.mjs'; [f.version, f.tag, f.commit, f.date, f.isDirty].map(x => console.log(x))"
            let lines = try await told(
                .typescript,
                file: "facts.mjs",
                in: folder,
                by: HostTool("node"),
                ["--input-type=module", "-e", print]
            )
            #expect(lines == Self.expected + ["true"])
        }
    }

    @Test func goHasThePackageOfItsFolder() throws {
        let text = EmbedLanguage.go.text(try Self.facts(isDirty: false), name: "facts")
        #expect(text.hasPrefix("// Code generated by relctl. DO NOT EDIT.\n\npackage facts\n"))
        #expect(text.contains("\tVersion = \"1.2.3-rc.1\"\n"))
        #expect(text.contains("\tIsDirty = false\n"))
        let names = ["internal/build-facts/v.go", "v.go", "9/v.go"].map { file in
            (try? RelativePath(file)).map { EmbedLanguage.go.standardName(for: $0, project: "tool") }
        }
        #expect(names == ["buildfacts", "main", "_9"])
    }

    @Test(arguments: ["a", "a/b/c"]) func aFolderThatLeadsOutOfTheProjectIsRefused(folder: String) async throws {
        try await withScratchFolder { scratch in
            let files = LiveFileSystem()
            for name in ["project", "outside", "project/inside"] { try files.createFolder(scratch.appending(name)) }
            let project = scratch.appending("project")
            try files.createLink(at: project.appending("a"), to: "../outside")
            try files.createLink(at: project.appending("link"), to: "inside")
            let refused = EmbeddedSource(file: try RelativePath("\(folder)/facts.py"), text: "x")
            let error = try #require(throws: RelctlError.self) { try refused.write(in: project, files: files) }
            #expect(error.causes.contains { "\($0)".contains("leads out of the project") })
            #expect(try files.names(in: scratch.appending("outside")) == [])
            let taken = EmbeddedSource(file: try RelativePath("link/deep/facts.py"), text: "x")
            #expect(try taken.write(in: project, files: files))
            #expect(try files.text(of: project.appending("inside/deep/facts.py")) == "x")
        }
    }

    @Test(.enabled(if: HostTool.areHere("swiftc")), arguments: ["class", "Any", "_", "Type", "actor", "async"])
    func namesAreRefusedWhereASwiftCompilerRefusesThem(name: String) async throws {
        try await withScratchFolder { folder in
            try write("a.swift", EmbedLanguage.swift.text(try Self.facts(), name: name), in: folder)
            let arguments = ["-frontend", "-parse", "-swift-version", "6", "a.swift"]
            let outcome = try await #require(HostTool("swiftc")).run(arguments, in: folder)
            #expect((outcome.status == 0) == (EmbedLanguage.swift.problem(withName: name) == nil))
        }
    }

    @Test func buildsAreToldByTheirEnvironment() throws {
        #expect(
            try Self.facts().environment == [
                "RELCTL_VERSION": "1.2.3-rc.1", "RELCTL_TAG": Self.tag, "RELCTL_DATE": "2026-01-02",
                "RELCTL_COMMIT": "0123456789012345678901234567890123456789", "RELCTL_DIRTY": "true",
                "SOURCE_DATE_EPOCH": "1767323045",
            ]
        )
    }
}
