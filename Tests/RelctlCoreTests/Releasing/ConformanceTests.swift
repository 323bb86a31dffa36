import FoundationEssentials
import TestSupport
import Testing

@testable import RelctlCore

/// Connectors that keep to the rules, and for each rule a program that breaks it alone.
@Suite struct ConformanceTests {
    private static func effects(_ environment: [String: String] = [:]) -> Effects {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return Effects(
            files: LiveFileSystem(),
            processes: LiveProcessRunner(),
            events: RecordedEvents(),
            clock: LiveClock(),
            environment: environment.merging(["PATH": path]) { $1 }
        )
    }

    private static func extensions() throws -> Extensions {
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        try extensions.registerBuiltInPublishers()
        return extensions
    }

    /// What comes of checking the program of this text.
    private static func report(
        _ kind: ExternalConnector.Kind,
        _ text: String,
        settings: String = "{}",
        publishes: Bool = true,
        timeout: String = "60s"
    ) async throws -> ConformanceReport {
        try await withScratchFolder { scratch in
            let path = scratch.appending("plugins/\(kind.prefix)own")
            try LiveFileSystem().createFolders(path.parent)
            try LiveFileSystem().write(text.utf8, to: path, permissions: 0o755)
            // A folder for temporary files of its own, which must be empty in the end.
            let temporary = scratch.appending("tmp")
            try LiveFileSystem().createFolder(temporary)
            let effects = Self.effects(["TMPDIR": temporary.string])
            let node = try JSONParser.parse(
                Array(#"{"directory": "plugins", "timeout": "\#(timeout)"}"#.utf8),
                file: "relctl.json",
                dialect: .json
            )
            let search = ConnectorSearch(PluginSettings(node), project: scratch, effects: effects)
            let program = try #require(try await search.program(kind, "own"))
            var extensions = try Self.extensions()
            try extensions.add([program])
            let check = ConformanceCheck(
                kind,
                "own",
                external: program,
                extensions: extensions,
                configuration: try ConformanceCheck.configuration(kind, "own", settings, extensions),
                publishes: publishes
            )
            let report = try await check.report(with: effects)
            #expect(try LiveFileSystem().names(in: temporary) == [])
            #expect(try LiveFileSystem().names(in: scratch) == ["plugins", "tmp"])
            return report
        }
    }

    private static func example(_ name: String) throws -> String {
        try LiveFileSystem().text(of: Fixtures.project.appending("Examples/plugin-python/\(name)"))
    }

    @Test(arguments: ["binary", "tar", "tar.gz", "tar.xz", "tar.zst", "zip"])
    func packagersOfItsOwnKeepToTheRules(_ id: String) async throws {
        let check = ConformanceCheck(
            .packager,
            id,
            external: nil,
            extensions: try Self.extensions(),
            configuration: nil,
            publishes: false
        )
        let report = try await check.report(with: Self.effects())
        #expect(report.findings == [])
        #expect(report.rules.allSatisfy { $0.outcome == .kept }, "\(report.rules)")
    }

    @Test func theFolderKeepsToTheRules() async throws {
        let extensions = try Self.extensions()
        let check = ConformanceCheck(
            .publisher,
            "directory",
            external: nil,
            extensions: extensions,
            configuration: try ConformanceCheck.configuration(
                .publisher,
                "directory",
                #"{"path": "out/{{tag}}"}"#,
                extensions
            ),
            publishes: false
        )
        let report = try await check.report(with: Self.effects())
        #expect(report.findings == [] && report.notes == [])
        #expect(report.rules.allSatisfy { $0.outcome == .kept }, "\(report.rules)")
    }

    @Test func theExamplesKeepToTheRules() async throws {
        let cpio = try await Self.report(.packager, Self.example("relctl-package-cpio"))
        #expect(cpio.findings == [])
        #expect(cpio.rules.allSatisfy { $0.outcome == .kept }, "\(cpio.rules)")
        let shelf = try await Self.report(
            .publisher,
            Self.example("relctl-publish-shelf"),
            settings: #"{"path": "out"}"#
        )
        #expect(shelf.findings == [])
        #expect(shelf.rules.allSatisfy { $0.outcome == .kept }, "\(shelf.rules)")
    }

    @Test func nothingIsPublishedUnlessItMayBe() async throws {
        let report = try await Self.report(
            .publisher,
            Self.example("relctl-publish-shelf").replacing("def execute(call):", with: "def execute(call):\n    1 / 0"),
            settings: #"{"path": "out"}"#,
            publishes: false
        )
        #expect(report.findings == [])
        #expect(report.notes.first?.hasPrefix("nothing was published: `--yes`") == true)
        let untried = report.rules.filter { $0.outcome == .untried }.map(\.rule)
        #expect(untried == [.execution, .convergence])
    }

    @Test func settingsAreHeldAgainstTheKeys() async throws {
        let shelf = try Self.example("relctl-publish-shelf")
        for settings in ["{}", #"{"path": "out", "pth": "x"}"#, "[]", #"{"path": 7}"#] {
            let error = await #expect(throws: RelctlError.self) {
                try await Self.report(.publisher, shelf, settings: settings)
            }
            #expect(error?.code == .configurationInvalid, "\(settings)")
        }
        let cpio = try Self.example("relctl-package-cpio")
        for settings in [#"{"level": "high"}"#, #"{"name": "a"}"#] {
            await #expect(throws: RelctlError.self) { try await Self.report(.packager, cpio, settings: settings) }
        }
    }

    // MARK: Programs that break one rule

    struct Fault: Sendable, CustomTestStringConvertible {
        let kind: ExternalConnector.Kind
        let rule: ConformanceRule
        let question: String
        let body: String
        let message: String

        init(
            _ kind: ExternalConnector.Kind,
            _ rule: ConformanceRule,
            _ question: String,
            _ body: String,
            _ message: String
        ) {
            (self.kind, self.rule, self.question, self.body, self.message) = (kind, rule, question, body, message)
        }

        var testDescription: String { "\(kind) \(rule): \(message)" }
    }

    /// What each program answers but for one question; a publisher's place is the folder `out`, with one file for each
    /// release.
    private static let answers: [ExternalConnector.Kind: [String: String]] = [
        .packager: [
            "describe": #"echo '{"result":{"protocol":1,"version":"1","summary":"s","extension":".a"}}'"#,
            "plan": #"echo '{"result":{"findings":[]}}'"#,
            "execute": #"printf a >"$output"; echo '{"result":{}}'"#,
        ],
        .publisher: [
            "describe": #"echo '{"result":{"protocol":1,"version":"1","summary":"s","secrets":["OWN_TOKEN"]}}'"#,
            "observe": #"echo "{\"result\":{\"verdict\":\"$([ -e out/$tag ] && echo identical || echo absent)\"}}""#,
            "plan": #"echo '{"result":{"actions":[{"verb":"copy","subject":"a"}]}}'"#,
            "execute": #"mkdir -p out; echo a >out/$tag; echo '{"result":{}}'"#,
        ],
    ]

    private static func script(_ fault: Fault) -> String {
        let cases = (answers[fault.kind] ?? [:]).merging([fault.question: fault.body]) { $1 }
            .sorted { $0.key < $1.key }.map { "\($0.key)) \($0.value) ;;" }
        return """
            #!/bin/sh
            call=$(cat)
            output=$(printf %s "$call" | sed -n 's/.*"output":"\\([^"]*\\)".*/\\1/p')
            tag=$(printf %s "$call" | sed -n 's/.*"tag":"\\([^"]*\\)".*/\\1/p')
            case $1 in
            \(cases.joined(separator: "\n"))
            esac

            """
    }

    static let faults = [
        Fault(
            .packager,
            .description,
            "describe",
            #"echo '{"result":{"protocol":1,"summary":"s","extension":".a"}}'"#,
            "does not say its version"
        ),
        Fault(
            .publisher,
            .description,
            "describe",
            #"echo '{"result":{"protocol":1,"version":"1","summary":"s","keys":[{"name":"a","summary":""}]}}'"#,
            "its key `a` has no summary"
        ),
        Fault(.packager, .answers, "plan", "echo '{}'", "says nothing"),
        Fault(.publisher, .answers, "observe", #"echo '{"result":{"verdict":"fine"}}'"#, "verdict"),
        Fault(.packager, .purity, "plan", #"touch new; echo '{"result":{"findings":[]}}'"#, "makes `project/new`"),
        Fault(
            .publisher,
            .purity,
            "plan",
            #"echo x >README.md; echo '{"result":{"actions":[{"verb":"copy","subject":"a"}]}}'"#,
            "changes `project/README.md`"
        ),
        Fault(
            .publisher,
            .repetition,
            "plan",
            #"echo "{\"result\":{\"actions\":[{\"verb\":\"copy\",\"subject\":\"$$\"}]}}""#,
            "not the same twice"
        ),
        Fault(.packager, .execution, "execute", #"echo '{"result":{}}'"#, "wrote nothing"),
        Fault(
            .packager,
            .execution,
            "execute",
            #"touch LICENSE; printf a >"$output"; echo '{"result":{}}'"#,
            "makes `project/LICENSE`"
        ),
        Fault(.publisher, .execution, "execute", #"echo '{"result":{}}'"#, "finds what is there absent"),
        Fault(.packager, .convergence, "execute", #"echo $$ >"$output"; echo '{"result":{}}'"#, "the same bytes"),
        Fault(
            .publisher,
            .convergence,
            "execute",
            #"mkdir -p out; echo a >>out/$tag; echo '{"result":{}}'"#,
            "changes `project/out/v0.0.0-check`"
        ),
        Fault(
            .packager,
            .tidiness,
            "execute",
            #"touch "$TMPDIR/t"; printf a >"$output"; echo '{"result":{}}'"#,
            "leaves `t`"
        ),
        Fault(
            .packager,
            .tidiness,
            "execute",
            #"touch "$TMPDIR/t"; sleep 0.5; rm "$TMPDIR/t"; printf a >"$output"; echo '{"result":{}}'"#,
            "leaves `t`"
        ),
        Fault(
            .publisher,
            .tidiness,
            "execute",
            #"touch "$TMPDIR/t"; sleep 0.5; rm "$TMPDIR/t"; mkdir -p out; echo a >out/$tag; echo '{"result":{}}'"#,
            "leaves `t`"
        ),
        Fault(
            .publisher,
            .secrets,
            "observe",
            #"echo "{\"note\":\"$OWN_TOKEN\"}"; echo '{"result":{"verdict":"absent"}}'"#,
            "writes a secret"
        ),
        Fault(
            .publisher,
            .secrets,
            "plan",
            #"echo "$OWN_TOKEN" >&2; echo '{"result":{"actions":[{"verb":"copy","subject":"a"}]}}'"#,
            "in what it writes"
        ),
    ]

    @Test(arguments: faults) func aBrokenRuleIsToldAndNoOther(_ fault: Fault) async throws {
        let report = try await Self.report(fault.kind, Self.script(fault))
        #expect(report.rules.filter { $0.outcome == .broken }.map(\.rule) == [fault.rule], "\(report.findings)")
        let codes = Set(report.findings.map(\.code))
        #expect(codes == ["plugin.\(fault.rule.rawValue)"])
        #expect(report.findings.contains { $0.message.contains(fault.message) }, "\(report.findings)")
    }

    /// Rules that were not tried, with the reason.
    private static func untried(_ report: ConformanceReport) -> [ConformanceRule: String?] {
        let verdicts = report.rules.filter { $0.outcome == .untried }.map { ($0.rule, $0.reason) }
        return Dictionary(uniqueKeysWithValues: verdicts)
    }

    @Test func aPublisherThatHangsIsStillTriedByEveryOtherRule() async throws {
        let hangs = Fault(.publisher, .execution, "execute", "exec sleep 600", "")
        let report = try await Self.report(.publisher, Self.script(hangs), timeout: "1s")
        #expect(Self.untried(report) == [.convergence: "the publisher does not finish what it plans"])
        #expect(report.rules.filter { $0.outcome == .broken }.map(\.rule) == [.execution], "\(report.findings)")
    }

    @Test func aPublisherThatPrintsASecretWhileItPublishesIsStillTriedByEveryOtherRule() async throws {
        let ended = "relctl ends a publisher that prints a secret"
        let works = #"mkdir -p out; echo a >out/$tag; echo "{\"note\":\"$OWN_TOKEN\"}"; echo '{"result":{}}'"#
        let done = try await Self.report(
            .publisher,
            Self.script(Fault(.publisher, .secrets, "execute", works, ""))
        )
        #expect(done.rules.filter { $0.outcome == .broken }.map(\.rule) == [.secrets], "\(done.findings)")
        #expect(Self.untried(done) == [.execution: ended], "\(done.rules)")
        let fails = #"echo "{\"note\":\"$OWN_TOKEN\"}"; exec sleep 600"#
        let left = try await Self.report(
            .publisher,
            Self.script(Fault(.publisher, .secrets, "execute", fails, ""))
        )
        #expect(left.rules.filter { $0.outcome == .broken }.map(\.rule) == [.secrets], "\(left.findings)")
        #expect(
            Self.untried(left) == [.execution: ended, .convergence: "the publisher does not finish what it plans"],
            "\(left.rules)"
        )
    }

    @Test func whatDoesNotAnswerIsStillTriedByEveryOtherRule() async throws {
        let fault = Fault(.publisher, .answers, "observe", "exit 3", "")
        let publisher = try await Self.report(.publisher, Self.script(fault))
        #expect(
            Self.untried(publisher).keys.sorted { $0.rawValue < $1.rawValue } == [
                .convergence, .execution, .repetition,
            ]
        )
        #expect(publisher.rules.allSatisfy { $0.outcome != .untried || $0.reason != nil }, "\(publisher.rules)")
        let fails = Fault(.packager, .answers, "plan", "exit 3", "")
        let packager = try await Self.report(.packager, Self.script(fails))
        #expect(packager.rules.first { $0.rule == .tidiness }?.outcome == .kept, "\(packager.rules)")
        #expect(Self.untried(packager)[.repetition] == "the packager does not answer", "\(packager.rules)")
    }

    @Test func withoutItsFaultEachKeepsToTheRules() async throws {
        for kind in ExternalConnector.Kind.allCases {
            let report = try await Self.report(kind, Self.script(Fault(kind, .answers, "none", "exit 9", "")))
            #expect(report.findings == [], "\(kind)")
        }
    }
}
