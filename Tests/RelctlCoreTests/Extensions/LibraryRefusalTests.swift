import TestSupport
import Testing

@testable import RelctlCore

/// Libraries that relctl does not use, each for its own reason.
@Suite("Libraries that are refused") struct LibraryRefusalTests {
    /// What relctl says of a library, which it does not use.
    private static func refusal(
        _ sample: LibrarySample,
        knowing known: Extensions = Extensions()
    ) async throws -> String {
        let error = await #expect(throws: RelctlError.self) { _ = try await sample.extensions(knowing: known) }
        #expect(error?.code == .configurationInvalid)
        let text = error.map { "\($0.message) \($0.causes) \($0.hints)" } ?? ""
        #expect(text.contains("cannot use the library `"), "\(text)")
        #expect(text.contains("plugins/\(sample.library.lastComponent)`"), "\(text)")
        return text
    }

    static let faults = [
        LibraryFault("of another version", "is built for version 2 of") { $0.version = "2" },
        LibraryFault("without the functions", "does not export `relctl_connector_abi_version`") {
            $0.whole = "int other(void) { return 1; }"
        },
        LibraryFault("with one function", "does not export `relctl_connector_register`") {
            $0.whole = "unsigned relctl_connector_abi_version(void) { return 1; }"
        },
        LibraryFault("with a hole", "undefined symbol: there_is_none") {
            ($0.top, $0.registering) = ("void there_is_none(void);", "there_is_none();")
        },
        LibraryFault("crashes when loaded", "ended by signal 6") {
            $0.top = "__attribute__((constructor)) static void begin(void) { abort(); }"
        },
        LibraryFault("crashes when it registers", "ended by signal 11") {
            $0.registering = "signal(SIGSEGV, SIG_DFL); raise(SIGSEGV);"
        },
        LibraryFault("aborts when it registers", "ended by signal 6") { $0.registering = "abort();" },
        LibraryFault("ends the process", "code 0 without an answer") { $0.registering = "exit(0);" },
        LibraryFault("hangs", "did not end within 10") { $0.registering = "for (;;) pause();" },
        LibraryFault("crashes when asked what it is", "ended by signal 6") { $0.describing = "abort();" },
        LibraryFault("refuses", "no license") {
            $0.registering = #"return registry->error(registry, TEXT("no license"), TEXT("buy one")), 1;"#
        },
        LibraryFault("fails", "fails to register its connectors, with 7") { $0.registering = "return 7;" },
        LibraryFault("has none", "registers no connector") { $0.registering = "return 0;" },
        LibraryFault("registers twice", "registers the publisher `own` twice") {
            $0.more = "registry->add(registry, &own);"
        },
        LibraryFault("has an id that is none", "`Own One`, and an id is made of") { $0.id = "Own One" },
        LibraryFault("has an id of less than no bytes", "``, and an id is made of") {
            $0.registering = "own.id.size = (size_t)-1;"
        },
        LibraryFault("refuses with less than no bytes", "it says too much") {
            $0.registering = #"relctl_text text = {"t", (size_t)-1}; return registry->error(registry, text, text), 1;"#
        },
        LibraryFault("has no kind", "of kind 9, which is none") { $0.kind = "9" },
        LibraryFault("is too small", "`size` is not that of") { $0.size = "8" },
        LibraryFault("has no answer", "without an `answer`") { $0.answer = "NULL" },
        LibraryFault("does not answer", "the publisher `own` fails to describe itself") { $0.describing = "return 0;" },
        LibraryFault("does not know what it is", "who am I") {
            $0.describing = #"call->error(call, TEXT("who am I"), TEXT("")); return 1;"#
        },
        LibraryFault("answers nonsense", "its answer") { $0.describing = #"GIVE("nonsense")"# },
        LibraryFault("speaks otherwise", "speaks version 9 of the protocol") {
            $0.describing = #"GIVE("{\"protocol\":9,\"summary\":\"s\"}")"#
        },
        LibraryFault("has impossible keys", "what it says of the publisher `own` makes no sense") {
            $0.describing =
                #"GIVE("{\"protocol\":1,\"summary\":\"s\",\"keys\":[{\"name\":\"to\",\"summary\":\"s\"}]}")"#
        },
    ]

    @Test("are refused before they are loaded here", arguments: faults) func refused(_ fault: LibraryFault) async throws
    {
        try await withScratchFolder { scratch in
            let text = try await Self.refusal(LibrarySample(scratch, fault.source))
            #expect(text.contains(fault.message), "\(text)")
        }
    }

    @Test("for an id that is taken") func taken() async throws {
        try await withScratchFolder { scratch in
            var source = LibrarySource()
            source.more = #"own.id = TEXT("directory"); registry->add(registry, &own); own.id = TEXT("own");"#
            let sample = try await LibrarySample(scratch, source)
            var known = Extensions()
            try known.registerBuiltInPublishers()
            #expect(
                try await Self.refusal(sample, knowing: known).contains("the publisher `directory`, and one is built")
            )
            known.publishers.markAsBuiltIn()
            #expect(try await Self.refusal(sample, knowing: known).contains("and relctl has one itself"))
            // Of two libraries with one id, neither is right.
            let other = sample.library.parent.appending(ConnectorExample.name("other"))
            try await LibrarySource().compile(to: sample.library, in: scratch)
            try await LibrarySource().compile(to: other, in: scratch)
            let digests = try [sample.library, other].map { path in
                "'\(path.lastComponent)': 'sha256:\(Digest(of: try LiveFileSystem().contents(of: path)))'"
            }
            let both = sample.allowing("allow: { \(digests.joined(separator: ", ")) }")
            let error = await #expect(throws: RelctlError.self) { _ = try await both.extensions() }
            #expect(
                error?.causes.map { "\($0)" }.first?.contains("\(ConnectorExample.name("other"))` has one") == true,
                "\(String(describing: error))"
            )
        }
    }

    @Test("though another connector was found that was looked for before") func two() async throws {
        try await withScratchFolder { scratch in
            let sample = try await LibrarySample(scratch, LibrarySource())
            let other = sample.library.parent.appending(ConnectorExample.name("other"))
            var broken = LibrarySource()
            broken.registering = "abort();"
            try await broken.compile(to: other, in: scratch)
            let digests = try [sample.library, other].map { path in
                "'\(path.lastComponent)': 'sha256:\(Digest(of: try LiveFileSystem().contents(of: path)))'"
            }
            let both = sample.allowing("allow: { \(digests.joined(separator: ", ")) }")
            for wanted in [["own", "crash"], ["crash", "own"]] {
                let error = await #expect(throws: RelctlError.self) {
                    _ = try await both.extensions(publishers: wanted)
                }
                #expect(error?.causes.map { "\($0)" }.first?.contains("ended by signal 6") == true, "\(wanted)")
                #expect(error?.place?.column == (wanted[0] == "own" ? 34 : 19), "\(String(describing: error?.place))")
            }
            // A broken one that nobody needs is in nobody's way.
            #expect(try await both.extensions().publishers.ids == ["own"])
        }
    }

    @Test("where their bytes cannot be read") func unreadable() async throws {
        try await withScratchFolder { scratch in
            let line = "exec '\(try RelctlExecutable.path())' \(LibraryTrial.argument) < ."
            let outcome = try await #require(HostTool("sh")).run(["-c", line], in: scratch)
            #expect(outcome.status == 1 && outcome.text.contains(#""error":"it cannot be read: "#), "\(outcome)")
        }
    }

    @Test("for what is in the file") func content() async throws {
        try await withScratchFolder { scratch in
            let sample = try await LibrarySample(scratch, LibrarySource())
            let files = LiveFileSystem()
            var bytes = try files.contents(of: sample.library)
            // The fields of an ELF header that name the processor: RISC-V, and the kind of file: a program.
            for (offset, value, message) in [(18, UInt8(0xF3), "RISC-V"), (16, 2, "executable")] {
                let before = bytes[offset]
                bytes[offset] = value
                try files.write(bytes, to: sample.library)
                let text = try await Self.refusal(sample)
                #expect(text.contains(message) && text.contains("and no shared library for "), "\(text)")
                bytes[offset] = before
            }
            try files.write(bytes.prefix(100), to: sample.library)
            #expect(try await Self.refusal(sample).contains("it is a malformed ELF file"))
            try files.write("#!/bin/sh\n".utf8, to: sample.library)
            #expect(try await Self.refusal(sample).contains("it is a script run by `/bin/sh`, and no shared library"))
        }
    }

    @Test("for who may write there") func writable() async throws {
        try await withScratchFolder { scratch in
            let sample = try await LibrarySample(scratch, LibrarySource())
            let files = LiveFileSystem()
            for (path, mode) in [(sample.library, UInt16(0o755)), (sample.library.parent, 0o755)] {
                try files.setPermissions(0o777, of: path)
                let text = try await Self.refusal(sample)
                #expect(text.contains("may be written by anyone on this machine: mode 777"), "\(text)")
                try files.setPermissions(mode, of: path)
            }
            // A link to where anyone may write.
            let open = scratch.appending("open")
            try files.createFolder(open)
            try files.rename(sample.library, to: open.appending("real"))
            try files.createLink(at: sample.library, to: "../open/real")
            _ = try await sample.extensions()
            try files.setPermissions(0o777, of: open)
            #expect(try await Self.refusal(sample).contains("its folder may be written by anyone"))
        }
    }

    @Test("unless they are listed by their digest") func allowed() async throws {
        try await withScratchFolder { scratch in
            var source = LibrarySource()
            let trace = scratch.appending("loaded")
            source.top = """
                __attribute__((constructor)) static void begin(void) { fclose(fopen("\(trace.string)", "w")); }
                """
            var sample = try await LibrarySample(scratch, source)
            let (files, name) = (LiveFileSystem(), sample.library.lastComponent)
            sample.allowed = "allow: { '\(name)': 'sha256:\(Digest(of: Array("other".utf8)))' }"
            #expect(try await Self.refusal(sample).contains("its digest is sha256:"))
            // What nobody allowed is not there; what there is of it is told where it is missed.
            for allowed in ["", "allow: {}", "allow: { 'other.so': 'sha256:\(Digest(of: [1]))' }"] {
                sample.allowed = allowed
                let extensions = try await sample.extensions()
                #expect(extensions.publishers.ids == [])
                let reason = extensions.missing["publisher"]?["own"] ?? ""
                #expect(reason.contains("`plugins/\(name)`: `plugins.allow` does not list it"), "\(reason)")
            }
            // Where nobody is missed, no library is looked for.
            sample.allowed = nil
            var known = Extensions()
            try known.registerBuiltInPublishers()
            let extensions = try await sample.extensions(knowing: known, publishers: ["directory"])
            #expect(extensions.publishers.ids == known.publishers.ids)
            #expect(try files.status(of: trace) == nil)
            #expect(try await sample.extensions().publishers.ids == ["own"])
            #expect(try files.status(of: trace) != nil)
        }
    }

    @Test("where there is no relctl to try them") func trial() async throws {
        try await withScratchFolder { scratch in
            let sample = try await LibrarySample(scratch, LibrarySource())
            var effects = try sample.effects()
            effects.trialProgram = nil
            let digest = Digest(of: try LiveFileSystem().contents(of: sample.library))
            let allow =
                "{\"directory\": \"plugins\", \"allow\": {\"\(sample.library.lastComponent)\": \"sha256:\(digest)\"}}"
            let node = try JSONParser.parse(Array(allow.utf8), file: "relctl.json", dialect: .json)
            let found = try await ConnectorSearch(PluginSettings(node), project: scratch, effects: effects).all()
            let failure = found.first { $0.name == sample.library.lastComponent }?.failure
            #expect(failure.map { "\($0.causes)" }?.contains("no relctl here that it could be tried by") == true)
        }
    }
}
