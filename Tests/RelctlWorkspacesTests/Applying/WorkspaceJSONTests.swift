import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

/// What machines read of a workspace's release has one form, whatever the program's own values look like.
@Suite struct WorkspaceJSONTests {
    private static let standings: [(RepositoryStanding, String)] = [
        (.pending, #"{"kind":"pending"}"#), (.unchanged, #"{"kind":"unchanged"}"#),
        (.requested(url: "u"), #"{"kind":"requested","url":"u"}"#),
        (.committed("c"), #"{"commit":"c","kind":"committed"}"#), (.tagged("c"), #"{"commit":"c","kind":"tagged"}"#),
        (.pushed("c"), #"{"commit":"c","kind":"pushed"}"#),
        (.moved(to: "t", commits: ["x"]), #"{"commits":["x"],"kind":"moved","tip":"t"}"#),
        (.moved(to: nil, commits: []), #"{"commits":[],"kind":"moved"}"#),
        (.foreignTag(at: "c"), #"{"commit":"c","kind":"foreignTag"}"#), (.tagGone, #"{"kind":"tagGone"}"#),
        (.refused(url: "u"), #"{"kind":"refused","url":"u"}"#), (.unknown("r"), #"{"kind":"unknown","reason":"r"}"#),
    ]

    private func line(_ value: some Encodable) throws -> String {
        String(decoding: try JSONText.line(value).dropLast(), as: UTF8.self)
    }

    @Test func standingsHaveAKind() throws {
        for (standing, text) in Self.standings { #expect(try line(standing) == text) }
    }

    @Test func whatIsAwaitedIsWrittenAsInTheWorkspacesFile() throws {
        let registry = PackageRegistry(kind: .npm, package: "a", version: "1", url: "u")
        let conditions: [(Readiness.Condition, String)] = [
            (.run(workflow: nil), #"{"run":{}}"#), (.run(workflow: "x.yml"), #"{"run":{"workflow":"x.yml"}}"#),
            (.release(assets: ["*"]), #"{"release":{"assets":["*"]}}"#), (.url("u"), #"{"url":"u"}"#),
            (.command(["a", "b"]), #"{"command":["a","b"]}"#),
            (.registry(registry), #"{"registry":{"kind":"npm","package":"a","url":"u","version":"1"}}"#),
        ]
        for (condition, text) in conditions {
            #expect(try line(condition) == text)
            let read = try JSONText.decode(Readiness.Condition.self, from: Array(text.utf8), file: FilePath("f"))
            #expect(read == condition)
        }
        for text in ["{}", #"{"url":"u","command":["a"]}"#, #"{"url":{"_0":"u"}}"#] {
            #expect(throws: RelctlError.self) {
                try JSONText.decode(Readiness.Condition.self, from: Array(text.utf8), file: FilePath("f"))
            }
        }
        for (check, text) in [(HeadCheck.none, #""none""#), (.forge, #""forge""#), (.command(["a"]), #"["a"]"#)] {
            #expect(try line([check]) == "[\(text)]")
            let list = Array("[\(text)]".utf8)
            #expect(try JSONText.decode([HeadCheck].self, from: list, file: FilePath("f")) == [check])
        }
        #expect(try line(ReadinessState.failed("t", url: "u")) == #"{"state":"failed","text":"t","url":"u"}"#)
        #expect(try line(ReadinessState.pending("t")) == #"{"state":"pending","text":"t"}"#)
    }

    @Test func stepsBackHaveAKindAndAreReadAgain() throws {
        let revert = PlannedRevert(branch: "m", reverted: "r", head: "h", changes: [], message: "x", isSigned: false)
        let actions: [RollbackAction] = [
            .deleteTag(name: "v1", object: "o"), .deleteBranch(name: "b", commit: "c"), .revert(revert),
            .closeRequest(ForgeRequest(number: 1, state: .open, head: "h")),
            .deleteDraft(
                TaggedRelease(id: "1", tag: "v1", isDraft: true, isImmutable: false, isOwn: true, url: nil, assets: [])
            ),
        ]
        #expect(try line(actions[0]) == #"{"kind":"deleteTag","name":"v1","object":"o"}"#)
        for action in actions {
            let text = try JSONText.line(action)
            #expect(try JSONText.decode(RollbackAction.self, from: text, file: FilePath("f")) == action)
        }
    }

    @Test func aPlanWhoseWaitsMakeNoSenseIsRefused() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", [])], in: world)
            for seconds in [0, -1, 3_600_001, Int64.max] {
                let url = Readiness.Condition.url("u")
                for readiness in [
                    Readiness(condition: url, timeout: seconds), Readiness(condition: url, interval: seconds),
                ] {
                    try scene.change("core") { $0.ready = [readiness] }
                    let error = #expect(throws: RelctlError.self) {
                        try WorkspacePlan.read(try scene.plan.text(), file: FilePath("plan.json"))
                    }
                    #expect(error?.causes.map { "\($0)" } == ["`core`: \(seconds) s is no time to wait for something"])
                }
            }
        }
    }
}
