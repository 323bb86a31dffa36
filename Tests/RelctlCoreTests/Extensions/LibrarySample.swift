import FoundationEssentials
import RelctlCore
import TestSupport
import Testing

/// A project with `plugins/relctl-own.so`, compiled of C as a test wants it, and what relctl makes of it.
struct LibrarySample {
    let project: FilePath
    let events = RecordedEvents()
    /// Far more than anything takes, on the slowest machine.
    var timeout = "10m"
    /// What `plugins.allow` says of the library; its digest unless a test says otherwise.
    var allowed: String?
    var environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]

    var library: FilePath { project.appending("plugins/\(ConnectorExample.name("own"))") }

    func effects() throws -> Effects {
        var effects = Effects(
            files: LiveFileSystem(),
            processes: LiveProcessRunner(),
            events: events,
            clock: LiveClock(),
            environment: environment
        )
        effects.trialProgram = try RelctlExecutable.path()
        return effects
    }

    init(_ scratch: FilePath) throws {
        project = scratch
        try LiveFileSystem().createFolders(library.parent)
    }

    /// A project whose library is made of this C.
    init(_ scratch: FilePath, _ source: LibrarySource) async throws {
        try self.init(scratch)
        try await source.compile(to: library, in: scratch)
    }

    /// The same project, whose configuration says this of libraries.
    func allowing(_ allowed: String) -> Self {
        var other = self
        other.allowed = allowed
        return other
    }

    /// What relctl knows, once the configuration named these publishers.
    func extensions(
        knowing known: Extensions = Extensions(),
        publishers: [String] = ["own"]
    ) async throws -> Extensions {
        var extensions = known
        let own = Digest(of: try LiveFileSystem().contents(of: library))
        let allow = allowed ?? "allow: { '\(library.lastComponent)': 'sha256:\(own)' }"
        let wanted = publishers.map { "{ to: '\($0)' }" }.joined(separator: ", ")
        let text = "{ publish: [\(wanted)], plugins: { directory: 'plugins', timeout: '\(timeout)', \(allow) } }"
        try await extensions.addConnectors(configuredBy: text, project: project, effects: effects())
        return extensions
    }

    /// What is there, by the publisher of the library.
    func observe(_ publisher: any Publisher) async throws -> PublicationState {
        try await publisher.observe(try request, with: effects()).state
    }

    func observe() async throws -> PublicationState {
        try await observe(extensions().publishers.connector("own"))
    }

    var request: PublicationRequest {
        get throws {
            PublicationRequest(
                publisher: "own",
                options: [:],
                release: ReleaseIdentity(
                    name: "tool",
                    version: try Version("1.0.0"),
                    tag: "v1.0.0",
                    commit: "c",
                    timestamp: 0
                ),
                files: [],
                folder: project,
                project: project,
                replaces: false
            )
        }
    }
}

/// The C of a library that registers the publisher `own`, but for what a test puts in place of a part.
struct LibrarySource: Sendable {
    /// What the library does when it is loaded.
    var top = ""
    var version = "RELCTL_CONNECTOR_ABI_VERSION"
    var kind = "RELCTL_CONNECTOR_PUBLISHER"
    var id = "own"
    /// What it does before it registers.
    var registering = ""
    /// What is registered beside the publisher.
    var more = ""
    var answer = "answer"
    var size = "sizeof(relctl_connector)"
    var describing = #"GIVE("{\"protocol\":1,\"version\":\"1\",\"summary\":\"s\",\"secrets\":[\"OWN_TOKEN\"]}")"#
    var observing = #"GIVE("{\"verdict\":\"absent\"}")"#
    /// All of the text; nothing for what the parts make.
    var whole: String?

    var text: String {
        whole ?? """
            #include "relctl_connector.h"
            #include <signal.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            #define TEXT(words) (relctl_text){words, strlen(words)}
            #define GIVE(json) return call->result(call, TEXT(json)), 0;
            static int is(relctl_text text, const char *name) {
                return text.size == strlen(name) && memcmp(text.bytes, name, text.size) == 0;
            }
            \(top)
            static int32_t answer(void *context, const relctl_call *call) {
                (void)context;
                if (is(call->question, "describe")) { \(describing) }
                if (is(call->question, "observe")) { \(observing) }
                return 0;
            }
            uint32_t relctl_connector_abi_version(void) { return \(version); }
            int32_t relctl_connector_register(const relctl_registry *registry) {
                static char id[] = "\(id)";
                relctl_connector own = {\(size), \(kind), {id, sizeof id - 1}, NULL, \(answer)};
                (void)answer;
                \(registering)
                \(more)
                return registry->add(registry, &own);
            }

            """
    }

    func compile(to library: FilePath, in scratch: FilePath) async throws {
        let source = scratch.appending("\(library.lastComponent).c")
        try LiveFileSystem().write(text.utf8, to: source)
        let header = Fixtures.project.appending("Sources/CConnector/include").string
        let compiler = try #require(HostTool("cc"))
        let outcome = try await compiler.run(
            ["-shared", "-fPIC", "-w", "-I", header, "-o", library.string, source.string],
            in: scratch
        )
        try #require(outcome.status == 0, "\(outcome.errors)")
    }
}

/// A way in which a library cannot be used, or misbehaves.
struct LibraryFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let source: LibrarySource
    /// What relctl says of that.
    let message: String

    init(_ name: String, _ message: String, _ change: (inout LibrarySource) -> Void) {
        var source = LibrarySource()
        change(&source)
        (testDescription, self.source, self.message) = (name, source, message)
    }
}
