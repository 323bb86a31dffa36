import Foundation
import RelctlCore
import TestSupport
import Testing

/// Publishers and packagers in libraries of the user's own.
@Suite struct LibraryPluginTests {
    private static func name(_ name: String) -> String { ConnectorExample.name(name) }

    /// Puts the libraries of the examples into `tools`, and returns their lines of `plugins.allow`.
    private static func examples(in project: TestRepository) async throws -> (c: String, swift: String) {
        let tools = project.folder.appending("tools")
        try LiveFileSystem().createFolders(tools)
        return (
            try line(of: await ConnectorExample.depot(in: tools)), try line(of: await ConnectorExample.cpio(in: tools))
        )
    }

    private static func line(of library: FilePath) throws -> String {
        "\"\(library.lastComponent)\": \"sha256:\(Digest(of: try LiveFileSystem().contents(of: library)))\""
    }

    /// Compiles a library of this C in `tools`, and returns its line of `plugins.allow`.
    private static func compile(_ text: String, in project: TestRepository, _ world: World) async throws -> String {
        let (source, library) = ("tools/own.c", project.folder.appending("tools/\(name("own"))"))
        try project.write(source, text)
        let header = Fixtures.project.appending("Sources/CConnector/include").string
        let words = ["cc", "-std=c11", "-shared", "-fPIC", "-I", header, "-o", library.string]
        try await world.output(of: words + [project.folder.appending(source).string])
        return try line(of: library)
    }

    private static func configure(_ project: TestRepository, _ publication: String, _ allow: String...) async throws {
        let plugins = "plugins: { directory: \"tools\", allow: { \(allow.joined(separator: ", ")) } },"
        let configuration = ScriptProject.configuration(more: plugins)
            .replacing("{ to: \"directory\", path: \"out/{{tag}}\" }", with: publication)
        try project.write("relctl.json", configuration)
        try project.write(".gitignore", "/dist/\n/depot/\n/out/\n/published\n/loaded\n")
        try await project.commit("feat: libraries")
    }

    @Test func aReleaseIsPackedBySwiftAndPublishedByC() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            let (c, swift) = try await Self.examples(in: project)
            try await Self.configure(project, "{ to: \"depot\", path: \"depot\" }", c, swift)
            try project.write(
                "relctl.json",
                try project.text("relctl.json")
                    .replacing("archive: {", with: "archive: { formats: { default: [\"tar.gz\", \"cpio\"] },")
            )
            try await project.commit("feat: cpio")
            let plan = try await project.relctl(["release", "v1.0.0", "--create-tag", "--dry-run"])
            #expect(plan.exitCode == 0 && plan.output.contains("depot  path depot"), "\(plan)")
            let release = try await project.relctl(
                ["release", "v1.0.0", "--create-tag"],
                environment: ["DEPOT_NOTE": "handed on"]
            )
            expect(release, exits: 0)
            #expect(release.errors.contains("`\(Self.name("depot"))`: handed on"), "\(release.errors)")
            let archive = ScriptProject.archive.replacing(".tar.gz", with: ".cpio")
            let (dist, depot) = (project.folder.appending("dist"), project.folder.appending("depot/v1.0.0"))
            for name in [archive, ScriptProject.archive, "SHA256SUMS", "manifest.json"] {
                let paths = [dist, depot].map { $0.appending(name).string }
                #expect(FileManager.default.contentsEqual(atPath: paths[0], andPath: paths[1]), "\(name)")
            }
            let listed = try await #require(HostTool("bsdtar")).run(["-tf", archive], in: depot)
            let top = archive.replacing(".cpio", with: "")
            #expect(listed.text == "\(top)\n\(top)/greet\n")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: depot.string).allSatisfy { !$0.hasSuffix(".part") }
            )
            expect(try await project.relctl(["publish"]), exits: 0)
            expect(try await project.relctl(["verify"]), exits: 0)
            try FileManager.default.removeItem(atPath: depot.appending(archive).string)
            expect(try await project.relctl(["publish"]), exits: 0)
            #expect(FileManager.default.fileExists(atPath: depot.appending(archive).string))
            try Data("other".utf8).write(to: URL(fileURLWithPath: depot.appending(archive).string))
            expect(try await project.relctl(["publish"]), exits: 1, naming: "has another release")
            // What nobody has in the release goes as well.
            try Data("foreign".utf8).write(to: URL(fileURLWithPath: depot.appending("foreign").string))
            expect(try await project.relctl(["publish", "--replace"]), exits: 0)
            #expect(!FileManager.default.fileExists(atPath: depot.appending("foreign").string))
            expect(try await project.relctl(["publish"]), exits: 0)
        }
    }

    @Test func librariesAreListedDescribedAndTried() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            let (c, swift) = try await Self.examples(in: project)
            try await Self.configure(project, "{ to: \"depot\", pth: \"depot\" }", c, swift)
            expect(try await project.relctl(["check"]), exits: 65, naming: "unknown key `pth`", "did you mean `path`?")
            try await Self.configure(project, "{ to: \"depot\", path: \"depot\" }", c, swift)
            expect(try await project.relctl(["check"]), exits: 0)
            let list = try await project.relctl(["plugins", "list"])
            expect(list, exits: 0)
            #expect(list.output.contains("tools/\(Self.name("depot")), version 1.0.0\n"), "\(list.output)")
            #expect(list.output.contains("tools/\(Self.name("cpio")), version 1.0.0\n"), "\(list.output)")
            let description = try await project.relctl(["plugins", "describe", "depot"])
            expect(description, exits: 0)
            #expect(description.output.contains("publisher `depot`: library "), "\(description.output)")
            #expect(description.output.contains("path (template, required): The folder"), "\(description.output)")
            #expect(description.output.contains("sha256:\(c.split(separator: ":").last?.dropLast() ?? "")"))
            let schema = try await project.relctl(["schema"])
            #expect(schema.exitCode == 0 && schema.output.contains("\"cpio\"") && schema.output.contains("\"depot\""))
            for arguments in [["cpio"], ["depot", "--yes", "--settings", "{\"path\": \"out\"}"]] {
                let check = try await project.relctl(["plugins", "check"] + arguments)
                #expect(check.exitCode == 0 && !check.output.contains("not tried"), "\(check)")
            }
            expect(try await project.relctl(["plugins", "check", "dpot"]), exits: 64, naming: "did you mean `depot`?")
            // What is not listed any more is told with what to write, and is not there.
            try await Self.configure(project, "{ to: \"depot\", path: \"depot\" }", swift)
            expect(
                try await project.relctl(["check"]),
                exits: 65,
                naming: "unknown publisher `depot`",
                "`tools/\(Self.name("depot"))`: `plugins.allow` does not list it"
            )
            let other = try await project.relctl(["plugins", "list"])
            #expect(other.exitCode == 2 && other.errors.contains(c), "\(other)")
            try await Self.configure(project, "{ to: \"depot\", path: \"depot\" }", c, swift)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777],
                ofItemAtPath: project.folder.appending("tools").string
            )
            expect(
                try await project.relctl(["plan"]),
                exits: 65,
                naming: "relctl.json:",
                "its folder may be written by anyone",
                "chmod o-w"
            )
        }
    }

    /// A publisher that puts nothing but a mark, and crashes before the second of two.
    private static let crashing = #"""
        #include "relctl_connector.h"
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/wait.h>
        #include <unistd.h>
        static int is(relctl_text text, const char *name) {
            return text.size == strlen(name) && memcmp(text.bytes, name, text.size) == 0;
        }
        __attribute__((unused)) static int deep(volatile int level) {
            volatile char space[4096] = {(char)level};
            return deep(level + 1) + space[0];
        }
        static int32_t give(const relctl_call *call, const char *json) {
            relctl_text text = {json, strlen(json)};
            return call->result(call, text), RELCTL_CONNECTOR_DONE;
        }
        static int32_t answer(void *context, const relctl_call *call) {
            int *project = context;
            (void)project;
            int marks = (access("published/1", F_OK) == 0) + (access("published/2", F_OK) == 0);
            const char *verdicts[] = {"{\"verdict\":\"absent\"}", "{\"verdict\":\"partial\"}", "{\"verdict\":\"identical\"}"};
            if (is(call->question, "describe")) return give(call, "{\"protocol\":1,\"summary\":\"s\",\"version\":\"1\"}");
            if (is(call->question, "observe")) return give(call, verdicts[marks]);
            if (is(call->question, "plan") && marks == 1)
                return give(call, "{\"actions\":[{\"verb\":\"copy\",\"subject\":\"2\"}]}");
            if (is(call->question, "plan"))
                return give(call, "{\"actions\":[{\"verb\":\"copy\",\"subject\":\"1\"},{\"verb\":\"copy\",\"subject\":\"2\"}]}");
            if (marks == 1 && access("published/crashed", F_OK) != 0) {
                fclose(fopen("published/crashed", "w"));
                END;
            }
            fclose(fopen(marks == 0 ? "published/1" : "published/2", "w"));
            return give(call, "{}");
        }
        __attribute__((constructor)) static void begin(void) { fclose(fopen("loaded", "a")); }
        uint32_t relctl_connector_abi_version(void) { return RELCTL_CONNECTOR_ABI_VERSION; }
        int32_t relctl_connector_register(const relctl_registry *registry) {
            relctl_connector own = {sizeof own, RELCTL_CONNECTOR_PUBLISHER, {"own", 3}, NULL, answer};
            return registry->add(registry, &own);
        }

        """#

    @Test(arguments: [
        "abort()", "*(volatile int *)project = 1", "exit(0)", "deep(0)",
        "int child = fork(); if (child == 0) exit(0); waitpid(child, NULL, 0); exit(0)",
    ])
    func aRunThatALibraryEndsIsFinishedByTheNext(_ end: String) async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            let allow = try await Self.compile("#define END \(end)\n" + Self.crashing, in: project, world)
            // Nobody is asked for it: it is not even tried.
            try await Self.configure(project, "{ to: \"directory\", path: \"out/{{tag}}\" }", allow)
            expect(try await project.relctl(["check"]), exits: 0)
            expect(try await project.relctl(["plan", "--snapshot"]), exits: 0)
            #expect(try !project.holds("loaded"))
            try await Self.configure(project, "{ to: \"own\" }", allow)
            try LiveFileSystem().createFolder(project.folder.appending("published"))
            // Where Swift's runtime tells of crashes, it is left to that.
            let crash = try await project.relctl(
                ["release", "v1.0.0", "--create-tag"],
                environment: ["SWIFT_BACKTRACE": "enable=no"]
            )
            #expect(crash.exitCode != 0, "\(crash)")
            if !end.contains("exit") {
                let text = "error: the library that has the publisher `own` crashed, and relctl with it: signal"
                // A sanitizer tells of faults itself.
                let isSanitized = crash.errors.contains("Sanitizer:DEADLYSIGNAL")
                #expect(crash.errors.contains(text) || isSanitized, "\(crash)")
            } else {
                expect(crash, exits: 1, naming: "error: a library or another connector ended relctl")
                // Not by its child too.
                #expect(crash.errors.split(separator: "ended relctl").count == 2, "\(crash)")
            }
            #expect(try project.holds("published/1") && project.holds("published/crashed"))
            #expect(try !project.holds("published/2"))
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            #expect(try project.holds("published/2"))
        }
    }

    @Test func theLibraryOfTheArticleIsOne() async throws {
        let article = try String(
            contentsOfFile: Fixtures.project
                .appending("Sources/RelctlCore/Documentation.docc/ConnectorLibraries.md").string,
            encoding: .utf8
        )
        let text = try #require(article.split(separator: "```c\n").dropFirst().first?.split(separator: "```\n").first)
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            let allow = try await Self.compile(String(text), in: project, world)
            try await Self.configure(project, "{ to: \"everywhere\" }", allow)
            expect(try await project.relctl(["release", "v1.0.0", "--create-tag"]), exits: 0)
            expect(try await project.relctl(["plugins", "check", "everywhere"]), exits: 0)
        }
    }
}
