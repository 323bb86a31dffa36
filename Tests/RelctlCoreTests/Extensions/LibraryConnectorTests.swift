import FoundationEssentials
import TestSupport
import Testing

@testable import RelctlCore

/// Libraries that publish and pack, well and ill behaved.
@Suite("Connectors that are libraries") struct LibraryConnectorTests {
    private static func observing(_ body: String) -> LibrarySource {
        var source = LibrarySource()
        source.observing = body
        return source
    }

    @Test("are asked in this process, after another tried them") func asked() async throws {
        try await withScratchFolder { scratch in
            var source = Self.observing(
                #"""
                char text[200];
                relctl_text known = call->variable(call, TEXT("OWN_TOKEN")), other = call->variable(call, TEXT("OTHER"));
                snprintf(text, sizeof text, "%d %d %d %s", getpid() == PARENT, known.size, other.bytes == NULL,
                         is(call->content, "") ? "empty" : "full");
                call->note(call, TEXT(text));
                call->warning(call, TEXT("careful\nnow"));
                for (int count = 0; count < 60000; count++) call->progress(call, count);
                GIVE("{\n\"verdict\":\n\"absent\"}")
                """#
            )
            source.top = "enum { PARENT = \(ProcessInfo.processInfo.processIdentifier) };"
            // What it writes to standard output is no part of what it answers.
            source.registering = "puts(\"noise\"); fflush(stdout);"
            var sample = try await LibrarySample(scratch, source)
            sample.environment["OWN_TOKEN"] = "own-token-of-23-letters"
            sample.environment["OTHER"] = "x"
            let extensions = try await sample.extensions()
            let digest = Digest(of: try LiveFileSystem().contents(of: sample.library))
            #expect(extensions.publishers.origin(of: "own") == .library(sample.library, digest))
            let publisher = try extensions.publishers.connector("own")
            #expect(publisher.secretNames([:]) == ["OWN_TOKEN"])
            // The bytes that were tried are the ones that are loaded.
            try LiveFileSystem().write("other".utf8, to: sample.library)
            #expect(try await sample.observe(publisher).verdict == .absent)
            let name = sample.library.lastComponent
            let messages = sample.events.events.compactMap { event in
                if case .message(let level, let text) = event { "\(level) \(text)" } else { nil }
            }
            #expect(messages == ["notice `\(name)`: 1 23 1 full", "warning `\(name)`: careful\\nnow"])
        }
    }

    static let faults = [
        LibraryFault("refuses", "no room") {
            $0.observing = #"call->error(call, TEXT("no room"), TEXT("tidy up")); return 1;"#
        },
        LibraryFault("fails", "code 3 without an answer") { $0.observing = "return 3;" },
        LibraryFault("says nothing", "code 0 without an answer") { $0.observing = "return 0;" },
        LibraryFault("answers nonsense", "line 1 of what it writes") { $0.observing = #"GIVE("nonsense")"# },
        LibraryFault("answers something else", "verdict") { $0.observing = #"GIVE("{\"verdict\":\"fine\"}")"# },
        LibraryFault("answers and fails", "code 4 after its answer") {
            $0.observing = #"call->result(call, TEXT("{\"verdict\":\"absent\"}")); return 4;"#
        },
        LibraryFault("goes on", "goes on after its answer") {
            $0.observing =
                #"call->result(call, TEXT("{\"verdict\":\"absent\"}")); call->note(call, TEXT("n")); return 0;"#
        },
        LibraryFault("floods", "more than 50000 lines") {
            $0.observing = #"while (!call->is_cancelled(call)) call->note(call, TEXT("n")); return 1;"#
        },
        LibraryFault("floods at once", "more than 64 MB") {
            $0.observing =
                "static char flood[65 << 20]; call->result(call, (relctl_text){flood, sizeof flood}); return 0;"
        },
        LibraryFault("says less than no bytes", "more than 64 MB") {
            $0.observing = #"call->result(call, (relctl_text){"{}", (size_t)-1}); return 0;"#
        },
        LibraryFault("hints at less than no bytes", "no such variable") {
            $0.observing = #"""
                relctl_text none = {"t", (size_t)-1};
                if (call->variable(call, none).bytes == NULL) call->error(call, TEXT("no such variable"), none);
                return 1;
                """#
        },
        LibraryFault("tells a secret", "writes a secret") {
            $0.observing = #"call->warning(call, call->variable(call, TEXT("OWN_TOKEN"))); return 1;"#
        },
        LibraryFault("hides a secret in its answer", "writes a secret") {
            $0.observing = #"""
                char text[200];
                relctl_text token = call->variable(call, TEXT("OWN_TOKEN"));
                snprintf(text, sizeof text, "{\"verdict\":\"absent\",\"remarks\":[\"\\u%04x%.*s\"]}", token.bytes[0],
                         (int)token.size - 1, token.bytes + 1);
                GIVE(text)
                """#
        },
        LibraryFault("is too slow", "did not end within 1.0 seconds") {
            $0.observing = "while (!call->is_cancelled(call)) usleep(1000); return 1;"
        },
    ]

    @Test("that misbehave are told of, and nothing of their secrets", arguments: faults)
    func misbehaves(_ fault: LibraryFault) async throws {
        try await withScratchFolder { scratch in
            var sample = try await LibrarySample(scratch, fault.source)
            sample.environment["OWN_TOKEN"] = "own-token-of-23-letters"
            if fault.message.contains("1.0 seconds") { sample.timeout = "1s" }
            let error = await #expect(throws: RelctlError.self) { _ = try await sample.observe() }
            #expect(error?.message == "`\(sample.library.lastComponent)` failed to observe")
            let text = error.map { "\($0) \($0.causes) \($0.hints)" } ?? ""
            #expect(text.contains(fault.message), "\(text)")
            #expect(!"\(text) \(sample.events.events)".contains("own-token-of-23-letters"))
        }
    }

    @Test("that fail to load here are not loaded again") func failed() async throws {
        try await withScratchFolder { scratch in
            var source = LibrarySource()
            source.top = "enum { PARENT = \(ProcessInfo.processInfo.processIdentifier) };"
            source.registering = """
                if (getpid() == PARENT) {
                    fputs("x", fopen("\(scratch)/loads", "a"));
                    fflush(NULL);
                    return registry->error(registry, TEXT("not here"), TEXT("")), 1;
                }
                """
            let sample = try await LibrarySample(scratch, source)
            let publisher = try await sample.extensions().publishers.connector("own")
            for _ in 0..<3 {
                let error = await #expect(throws: RelctlError.self) { _ = try await sample.observe(publisher) }
                #expect(error.map { "\($0.causes)" }?.contains("not here") == true)
            }
            #expect(try LiveFileSystem().contents(of: scratch.appending("loads")) == Array("x".utf8))
        }
    }

    @Test("are told to stop when the run is stopped", .timeLimit(.minutes(20))) func cancelled() async throws {
        try await withScratchFolder { scratch in
            let (begun, told) = (scratch.appending("begun"), scratch.appending("told"))
            let sample = try await LibrarySample(
                scratch,
                Self.observing(
                    """
                    fclose(fopen("\(begun.string)", "w"));
                    while (!call->is_cancelled(call)) usleep(1000);
                    fclose(fopen("\(told.string)", "w"));
                    return 1;
                    """
                )
            )
            let publisher = try await sample.extensions().publishers.connector("own")
            let run = Task { try await sample.observe(publisher) }
            while try LiveFileSystem().status(of: begun) == nil { try await LiveClock().sleep(for: .milliseconds(5)) }
            #expect(try LiveFileSystem().status(of: told) == nil)
            run.cancel()
            await #expect(throws: CancellationError.self) { try await run.value }
            while try LiveFileSystem().status(of: told) == nil { try await LiveClock().sleep(for: .milliseconds(5)) }
        }
    }

    @Test("that do not stop are left alone, and asked nothing more") func lost() async throws {
        try await withScratchFolder { scratch in
            var slow = try await LibrarySample(scratch, Self.observing("for (;;) pause();"))
            slow.timeout = "1s"
            let sample = slow
            let publisher = try await sample.extensions().publishers.connector("own")
            let clock = LiveClock()
            let begun = clock.uptime
            var error = await #expect(throws: RelctlError.self) { _ = try await sample.observe(publisher) }
            #expect(error.map { "\($0.causes)" }?.contains("did not end within") == true)
            #expect(clock.uptime - begun >= .seconds(5))
            error = await #expect(throws: RelctlError.self) { _ = try await sample.observe(publisher) }
            #expect(error.map { "\($0.causes)" }?.contains("still goes on with an earlier question") == true)
        }
    }

    @Test("are asked one question at a time") func turns() async throws {
        try await withScratchFolder { scratch in
            var source = Self.observing(
                #"if (busy++) { call->error(call, TEXT("two at a time"), TEXT("")); return 1; } usleep(20000); busy--;"#
                    + #" GIVE("{\"verdict\":\"absent\"}")"#
            )
            source.top = "static volatile int busy;"
            let sample = try await LibrarySample(scratch, source)
            let publisher = try await sample.extensions().publishers.connector("own")
            let states = try await mapConcurrently(Array(0..<6), width: 6) { _ in try await sample.observe(publisher) }
            #expect(states.allSatisfy { $0.verdict == .absent } && states.count == 6)
        }
    }
}
