import FoundationEssentials
import RelctlCore
import TestSupport
import Testing

/// Programs that publish, well and ill behaved.
@Suite("Programs that publish") struct ProgramPublisherTests {
    /// A project with `plugins/relctl-publish-shelf`, and what relctl makes of a configuration that names it.
    private struct Stage {
        let project: FilePath
        let events = RecordedEvents()
        var environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        var plugins = "directory: 'plugins', timeout: '60s'"

        var effects: Effects {
            Effects(
                files: LiveFileSystem(),
                processes: LiveProcessRunner(),
                events: events,
                clock: LiveClock(),
                environment: environment
            )
        }

        var program: FilePath { project.appending("plugins/relctl-publish-shelf") }

        init(_ scratch: FilePath, program text: String) throws {
            project = scratch
            try LiveFileSystem().createFolders(program.parent)
            try LiveFileSystem().write(text.utf8, to: program, permissions: 0o755)
        }

        /// The publisher that the program is.
        func publisher() async throws -> any Publisher {
            var extensions = Extensions()
            let text = "{ publish: [{ to: 'shelf', path: 'out' }], plugins: { \(plugins) } }"
            try await extensions.addConnectors(configuredBy: text, project: project, effects: effects)
            return try extensions.publishers.connector("shelf")
        }

        func request(replaces: Bool = false) throws -> PublicationRequest {
            let dist = project.appending("dist")
            try LiveFileSystem().createFolders(dist)
            let files = try ["a b.txt", "c.txt"].map { name in
                try LiveFileSystem().write(name.utf8, to: dist.appending(name))
                return PublishedFile(name: name, size: UInt64(name.utf8.count), sha256: Digest(of: Array(name.utf8)))
            }
            return PublicationRequest(
                publisher: "shelf",
                options: ["path": .text("out")],
                release: ReleaseIdentity(
                    name: "tool",
                    version: try Version("1.0.0"),
                    tag: "v1.0.0",
                    commit: "c",
                    timestamp: 0
                ),
                files: files,
                folder: dist,
                project: project,
                replaces: replaces
            )
        }

        /// Observes, plans and executes; what was done.
        func publish(replaces: Bool = false) async throws -> [String] {
            let (publisher, request) = (try await publisher(), try request(replaces: replaces))
            let seen = try await publisher.look(at: request, with: effects)
            let actions = try seen.actions()
            #expect(try seen.actions() == actions)
            try await publisher.execute(actions, for: request, in: PublicationRun(name: "shelf", effects: effects))
            return actions.map { "\($0.verb) \($0.subject)" }
        }
    }

    /// What a program answers that only says so, whatever it is asked but for one question.
    private static func script(_ question: String, _ body: String) -> String {
        let answers = [
            "describe": #"echo '{"result":{"protocol":1,"summary":"s","secrets":["SHELF_TOKEN"]}}'"#,
            "observe": #"echo '{"result":{"verdict":"absent"}}'"#,
            "plan": #"echo '{"result":{"actions":[{"verb":"copy","subject":"a"}]}}'"#,
            "execute": #"echo '{"result":{}}'"#,
        ].merging([question: body]) { $1 }
        let cases = answers.sorted { $0.key < $1.key }.map { "\($0.key)) \($0.value) ;;" }
        return "#!/bin/sh\ncat >/dev/null\ncase $1 in\n" + cases.joined(separator: "\n") + "\nesac\n"
    }

    @Test("publishes what is missing, and nothing twice") func shelf() async throws {
        let example = Fixtures.project.appending("Examples/plugin-python/relctl-publish-shelf")
        try await withScratchFolder { scratch in
            let stage = try Stage(scratch, program: try LiveFileSystem().text(of: example))
            #expect(try await stage.publish() == ["copy a b.txt", "copy c.txt"])
            #expect(try await stage.publish() == [])
            let shelf = scratch.appending("out/v1.0.0")
            #expect(try LiveFileSystem().text(of: shelf.appending("a b.txt")) == "a b.txt")
            try LiveFileSystem().removeFile(shelf.appending("c.txt"))
            #expect(try await stage.publish() == ["copy c.txt"])
            try LiveFileSystem().write("other".utf8, to: shelf.appending("c.txt"))
            let error = await #expect(throws: RelctlError.self) { try await stage.publish() }
            #expect(error?.code == .publicationExists)
            #expect(try await stage.publish(replaces: true) == ["copy c.txt"])
        }
    }

    @Test("is in the article as it is tested") func article() throws {
        let folder = Fixtures.project
        let article = try LiveFileSystem().text(
            of: folder.appending("Sources/RelctlCore/Documentation.docc/ConnectorPrograms.md")
        )
        let example = try LiveFileSystem().text(of: folder.appending("Examples/plugin-python/relctl-publish-shelf"))
        #expect(article.contains("```python\n\(example)```"))
        #expect(example.split(separator: "\n", omittingEmptySubsequences: false).count <= 50)
    }

    typealias Fault = ProgramFault

    static let faults = [
        Fault("hangs", "observe", "sleep 1000", "did not end within"),
        Fault("closes its pipes and hangs", "observe", "exec >&- 2>&-; sleep 1000", "did not end within"),
        Fault("floods", "observe", "yes '{\"note\":\"n\"}'", "more than 50000 lines"),
        Fault("floods without lines", "observe", "yes a | tr -d '\\n'", "a line of more than 16 MB"),
        Fault("floods its errors", "observe", "yes >&2", "standard error"),
        Fault("answers nonsense", "observe", "echo nonsense", "line 1 of what it writes"),
        Fault(
            "answers something else",
            "observe",
            #"echo '{"result":{"verdict":"fine"}}'"#,
            "wrong: `fine` is none of `absent`, `identical`, `partial`, `different`, `unknown`"
        ),
        Fault("answers a list", "observe", #"echo '[1]'"#, "what it holds is of the wrong type"),
        Fault("hangs before it is known", "describe", "sleep 1000", "did not end within 10"),
        Fault("says nothing", "observe", "true", "code 0 without an answer"),
        Fault("says what no line says", "observe", "echo '{}'", "says nothing"),
        Fault("exits in the middle", "observe", "printf '{\"res'; echo broken >&2; exit 3", "line 1"),
        Fault("fails", "observe", "echo 'no shelf' >&2; exit 3", "code 3 without an answer: no shelf"),
        Fault("fails after its answer", "observe", #"echo '{"result":{"verdict":"absent"}}'; exit 4"#, "code 4 after"),
        Fault("refuses", "observe", #"echo '{"error":"no room","hints":["tidy up"]}'; exit 1"#, "no room"),
        Fault("goes on", "observe", #"echo '{"result":{"verdict":"absent"}}'; echo '{"note":"n"}'"#, "goes on"),
        Fault("tells a secret", "observe", #"echo "{\"note\":\"$SHELF_TOKEN\"}"; sleep 1000"#, "writes a secret"),
        Fault("kills itself", "observe", "kill -9 $$", "signal 9"),
        Fault(
            "plans twice",
            "plan",
            #"echo '{"result":{"actions":[{"verb":"a","subject":"b"},{"verb":"a","subject":"b"}]}}'"#,
            "twice"
        ),
        Fault("plans nothing", "plan", #"echo '{"result":{"actions":[]}}'"#, "plans nothing to change that"),
        Fault(
            "plans to take back",
            "plan",
            #"echo '{"result":{"actions":[{"verb":"yank","subject":"b"}]}}'"#,
            "plans to yank, which nobody asked for"
        ),
        Fault(
            "tells a secret in other words",
            "observe",
            #"echo '{"note":"\u0061-token\u002dof-the-shelf"}'; sleep 1000"#,
            "writes a secret"
        ),
        Fault("fails to do it", "execute", "exit 1", "code 1 without an answer"),
        Fault("only says so", "execute", #"echo '{"result":{}}'"#, "finds what is there absent"),
        Fault(
            "speaks another protocol",
            "describe",
            #"echo '{"result":{"protocol":2,"summary":"s"}}'"#,
            "speaks version 2"
        ),
        Fault(
            "wants a key of relctl's own",
            "describe",
            #"echo '{"result":{"protocol":1,"summary":"s","keys":[{"name":"after","summary":"x"}]}}'"#,
            "no connector can have"
        ),
    ]

    @Test("ends in an error", arguments: faults) func fault(_ fault: Fault) async throws {
        try await withScratchFolder { scratch in
            var stage = try Stage(scratch, program: Self.script(fault.question, fault.body))
            stage.environment["SHELF_TOKEN"] = "a-token-of-the-shelf"
            if fault.message.hasPrefix("did not end within") { stage.plugins = "directory: 'plugins', timeout: '2s'" }
            let error = await #expect(throws: RelctlError.self) { try await stage.publish() }
            let text = error.map { "\($0)" } ?? ""
            #expect(text.contains(fault.message), "\(text)")
            #expect(!text.contains("a-token-of-the-shelf"))
            if fault.testDescription == "refuses" { #expect(error?.hints == ["tidy up"]) }
            if fault.message.hasPrefix("did not end within") {
                // More time than ten seconds is given to no `describe`.
                let isExtensible = fault.question != "describe"
                #expect(error?.hints == (isExtensible ? ["`plugins.timeout` gives it more time"] : []))
            }
            if fault.testDescription == "answers nonsense" {
                #expect(error?.hints == [#"each line is one JSON object, such as `{"result": {}}`"#])
            }
            let codes: [String: RelctlError.Code] = [
                "describe": .configurationInvalid, "execute": error?.code ?? .failed,
            ]
            if fault.message == "writes a secret" {
                #expect(error?.code.name == "plugin.secret")
            } else {
                #expect(error?.code == codes[fault.question] ?? .failed)
            }
            if fault.testDescription == "only says so" { #expect(error?.code == .partiallyPublished) }
        }
    }

    @Test("gets its own secrets and variables alone, and tells") func variables() async throws {
        let said = #"{"protocol":1,"summary":"s","secrets":["SHELF_TOKEN"],"environment":["SHELF_PLACE"]}"#
        let observing = #"""
            observe) echo "{\"note\":\"$SHELF_PLACE ${OTHER_TOKEN:-none} ${#SHELF_TOKEN}\"}"
            echo '{"warning":"old"}'; echo '{"result":{"verdict":"identical"}}' ;;
            """#
        let text =
            "#!/bin/sh\ncat >/dev/null\n[ -z \"$SHELF_TOKEN$CARGO_TEST_TOKEN\" ] || [ $1 != describe ] || exit 9\n"
            + "case $1 in\ndescribe) echo '{\"result\":\(said)}' ;;\n\(observing)\nesac\n"
        try await withScratchFolder { scratch in
            var stage = try Stage(scratch, program: text)
            let variables = ["SHELF_TOKEN": "secret-of-17-bytes", "SHELF_PLACE": "here", "OTHER_TOKEN": "o"]
            for (name, value) in variables.merging(["CARGO_TEST_TOKEN": "t"], uniquingKeysWith: { $1 }) {
                stage.environment[name] = value
            }
            let publisher = try await stage.publisher()
            #expect(publisher.secretNames([:]) == ["SHELF_TOKEN"])
            #expect(try await publisher.observe(try stage.request(), with: stage.effects).state.verdict == .identical)
            let messages = stage.events.events.compactMap { event in
                if case .message(_, let text) = event { text } else { nil }
            }
            #expect(messages == ["`relctl-publish-shelf`: here none 18", "`relctl-publish-shelf`: old"])
        }
    }

    @Test("is not run unless it may be") func approval() async throws {
        try await withScratchFolder { scratch in
            let files = LiveFileSystem()
            var stage = try Stage(scratch, program: Self.script("describe", "echo ran >>ran; exit 1"))
            func refusal(_ expected: String) async {
                let error = await #expect(throws: RelctlError.self) { try await stage.publisher() }
                #expect(error.map { "\($0)" }?.contains(expected) == true, "\(error.map { "\($0)" } ?? "")")
                #expect(error?.place?.line == 1 && error?.code == .configurationInvalid)
            }
            try files.setPermissions(0o757, of: stage.program)
            await refusal("it may be written by anyone")
            try files.setPermissions(0o755, of: stage.program)
            try files.setPermissions(0o777, of: stage.program.parent)
            await refusal("its folder may be written by anyone")
            try files.setPermissions(0o755, of: stage.program.parent)
            let moved = scratch.appending("moved")
            try files.rename(stage.program, to: moved)
            try files.createLink(at: stage.program, to: moved.string)
            try files.setPermissions(0o777, of: stage.program.parent)
            await refusal("its folder may be written by anyone")
            try files.removeFile(stage.program)
            try files.rename(moved, to: stage.program)
            try files.setPermissions(0o755, of: stage.program.parent)
            try files.setPermissions(0o644, of: stage.program)
            await refusal("no file that can be executed")
            try files.setPermissions(0o755, of: stage.program)
            // Who may write above it can put another folder in the place of its own; not so where everybody can only
            // rename what is their own.
            try files.setPermissions(0o777, of: scratch)
            await refusal("above it may be written by anyone on this machine: mode 777")
            try files.setPermissions(0o1777, of: scratch)
            await refusal("code 1 without an answer")
            try files.removeFile(scratch.appending("ran"))
            try files.setPermissions(0o777, of: scratch)
            stage.plugins = "directory: 'plugins', allow: {}"
            await refusal("does not list it")
            stage.plugins = "directory: 'plugins', allow: { 'relctl-publish-shelf': 'sha256:\(Digest(of: []))' }"
            await refusal("its digest is sha256:")
            #expect(try files.status(of: scratch.appending("ran")) == nil)
            let digest = Digest(of: try files.contents(of: stage.program))
            stage.plugins = "directory: 'plugins', allow: { 'relctl-publish-shelf': 'sha256:\(digest)' }"
            await refusal("code 1 without an answer")
            #expect(try files.status(of: scratch.appending("ran")) != nil)
            try files.setPermissions(0o755, of: scratch)
        }
    }

    @Test("says more than anyone reads") func chatter() async throws {
        let body = #"""
            yes 'a line of a transfer that goes on and on' | head -c 2000000 >&2
            i=0; while [ $i -lt 300 ]; do i=$((i+1)); echo '{"warning":"slow"}'; done
            echo '{"result":{"verdict":"identical"}}'
            """#
        try await withScratchFolder { scratch in
            let stage = try Stage(scratch, program: Self.script("observe", body))
            #expect(try await stage.publish() == [])
            let warnings = stage.events.events.filter { event in
                if case .message(.warning, _) = event { true } else { false }
            }
            #expect(warnings.count == 100)
            let notices = stage.events.events.compactMap { event in
                if case .message(.notice, let text) = event { text } else { nil }
            }
            #expect(notices == ["`relctl-publish-shelf`: what else it says is not shown"])
        }
    }

    @Test("says that a part is done where its only action fails in the middle") func begun() async throws {
        let observing = #"if [ -e a ]; then v=partial; else v=absent; fi; echo "{\"result\":{\"verdict\":\"$v\"}}""#
        let text = Self.script("observe", observing)
            .replacing(#"execute) echo '{"result":{}}'"#, with: "execute) touch a; echo 'no room' >&2; exit 1")
        try await withScratchFolder { scratch in
            let stage = try Stage(scratch, program: text)
            let error = await #expect(throws: RelctlError.self) { try await stage.publish() }
            #expect(error?.code == .partiallyPublished)
            #expect(error.map { "\($0.causes)" }?.contains("no room") == true)
        }
    }

    @Test("is not run once it was written over") func exchanged() async throws {
        try await withScratchFolder { scratch in
            let stage = try Stage(scratch, program: Self.script("observe", "echo ran >ran"))
            let publisher = try await stage.publisher()
            try LiveFileSystem().write("#!/bin/sh\necho ran >ran\n".utf8, to: stage.program, permissions: 0o755)
            let error = await #expect(throws: RelctlError.self) {
                try await publisher.observe(try stage.request(), with: stage.effects)
            }
            #expect(error.map { "\($0)" }?.contains("not the program any more") == true)
            #expect(try LiveFileSystem().status(of: scratch.appending("ran")) == nil)
        }
    }

    @Test("says that a part is done, and goes on from there") func cutOff() async throws {
        let observing = #"""
            observe) if [ -e b ]; then v=identical; elif [ -e a ]; then v=partial; else v=absent; fi
            echo "{\"result\":{\"verdict\":\"$v\"}}" ;;
            plan) echo '{"result":{"actions":[{"verb":"copy","subject":"a"},{"verb":"copy","subject":"b"}]}}' ;;
            execute) echo '{"progress":3}'; if [ -e a ] && [ ! -e fixed ]; then exit 1; fi
            if [ -e a ]; then touch b; else touch a; fi; echo '{"result":{"remoteID":"7"}}' ;;
            """#
        let text =
            "#!/bin/sh\ncat >/dev/null\ncase $1 in\ndescribe) echo '{\"result\":{\"protocol\":1,\"summary\":\"s\"}}' ;;\n"
            + "\(observing)\nesac\n"
        try await withScratchFolder { scratch in
            let stage = try Stage(scratch, program: text)
            let error = await #expect(throws: RelctlError.self) { try await stage.publish() }
            #expect(error?.code == .partiallyPublished)
            try LiveFileSystem().write([], to: scratch.appending("fixed"))
            _ = try await stage.publish()
            let receipts = stage.events.events.compactMap { event in
                if case .recorded(let entry) = event { entry.remoteID } else { nil }
            }
            #expect(receipts == ["7", "7", "7"])
        }
    }

    @Test("takes back what it says it can") func retreats() async throws {
        let text = #"""
            #!/bin/sh
            cat >/dev/null
            case $1 in
            describe) echo '{"result":{"protocol":1,"summary":"s","retreats":["yank"]}}' ;;
            observe) if [ -e yanked ]; then echo '{"result":{"verdict":"identical","details":{"yanked":"x"}}}'
            else echo '{"result":{"verdict":"identical"}}'; fi ;;
            execute) touch yanked; echo '{"result":{}}' ;;
            esac

            """#
        try await withScratchFolder { scratch in
            let stage = try Stage(scratch, program: text)
            let (publisher, request) = (try await stage.publisher(), try stage.request())
            let run = PublicationRun(name: "shelf", effects: stage.effects)
            var seen = try await publisher.look(at: request, with: stage.effects)
            let actions = try seen.actions(.yank(reason: "loses data"))
            #expect(actions.map(\.reason) == ["loses data"])
            try await publisher.execute(actions, for: request, in: run)
            seen = try await publisher.look(at: request, with: stage.effects)
            #expect(try seen.state.get().isYanked)
            #expect(try seen.actions(.yank(reason: "loses data")).isEmpty)
            let error = #expect(throws: RelctlError.self) {
                try seen.actions(.abandon)
            }
            #expect(error?.code == .noWayBack)
        }
    }

    @Test("ends with the task that asked") func cancelled() async throws {
        try await withScratchFolder { scratch in
            let stage = try Stage(scratch, program: Self.script("observe", "echo $$ >began; sleep 1000"))
            let publisher = try await stage.publisher()
            let request = try stage.request()
            let task = Task { try await publisher.observe(request, with: stage.effects) }
            let began = scratch.appending("began")
            while (try? LiveFileSystem().text(of: began))?.hasSuffix("\n") != true {
                try await Task.sleep(for: .milliseconds(20))
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let id = try LiveFileSystem().text(of: began).prefix { $0.isNumber }
            #expect(try LiveFileSystem().status(of: FilePath("/proc/\(id)")) == nil)
        }
    }
}
