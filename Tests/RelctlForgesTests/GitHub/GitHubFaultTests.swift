import TestSupport
import Testing

@testable import RelctlForges

/// Whatever GitHub or the network does, a run or the next one ends in the one whole release.
@Suite struct GitHubFaultTests {
    /// Something that goes wrong once or a few times, and that a single run gets over.
    struct Mishap: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Faults as the forge takes them.
        let rules: String
        /// Whether they would be waited for for minutes.
        var takesLong: Bool { ["stall", "slow"].contains { rules.contains("\"\($0)\"") } }

        init(_ name: String, _ match: String, _ effect: String, times: Int = 1) {
            testDescription = name
            rules = Self.rule(match, effect, times: times)
        }

        init(_ name: String, rules: String...) {
            testDescription = name
            self.rules = "[\(rules.joined(separator: ", "))]"
        }

        static func rule(_ match: String, _ effect: String, times: Int = 1) -> String {
            #"{"match": {\#(match)}, "times": \#(times), "effect": {"kind": \#(effect)}}"#
        }
    }

    private static let list = #""method": "GET", "path": "/releases\\?""#
    private static let assets = #""method": "GET", "path": "/assets\\?""#
    private static let create = #""method": "POST", "origin": "api""#
    private static let upload = #""method": "POST", "origin": "uploads""#
    private static let oneUpload = #""method": "POST", "path": "name=manifest.json""#
    private static let publish = #""method": "PATCH""#

    private static let mishaps: [Mishap] = [
        Mishap("the list's answer is lost", list, #""lost""#),
        Mishap("the list is cut", list, #""cut", "of": "body", "bytes": 1"#),
        Mishap(
            "the list is 502",
            list,
            #""answer", "status": 502, "body": "<html>bad gateway</html>""#,
            times: 2
        ),
        Mishap("the list is reset", list, #""reset""#, times: 2),
        Mishap("the draft's answer is lost", create, #""lost""#),
        Mishap("the draft's answer is lost in order", create, #""lost", "how": "close""#),
        Mishap("the draft's answer is cut", create, #""cut", "of": "body", "bytes": 40"#),
        Mishap("the draft is reset before", create, #""reset""#, times: 2),
        Mishap("the draft is 502", create, #""answer", "status": 502"#, times: 2),
        Mishap(
            "the draft's answer is lost and lists do not show it yet",
            rules: Mishap.rule(create, #""lost""#),
            Mishap.rule(create, #""stale", "lists": 2"#)
        ),
        Mishap(
            "the draft's answer is lost and lists do not show it for long",
            rules: Mishap.rule(create, #""lost""#),
            Mishap.rule(create, #""stale", "lists": 3"#)
        ),
        Mishap("lists do not show the draft yet", create, #""stale", "lists": 3"#),
        Mishap("every upload's answer is lost", upload, #""lost""#, times: 4),
        Mishap("uploads leave starters", upload, #""starter""#, times: 4),
        Mishap("uploads leave starters with 500", upload, #""starter", "status": 500"#, times: 2),
        Mishap("uploads are answered 503 at once", upload, #""answer", "status": 503, "early": true"#, times: 4),
        Mishap("uploads are reset", upload, #""reset", "bytes": 3"#, times: 4),
        Mishap("upload answers are cut", upload, #""cut", "bytes": 20"#, times: 4),
        Mishap(
            "upload answers are cut in order",
            upload,
            #""cut", "of": "body", "bytes": 20, "how": "close""#,
            times: 4
        ),
        Mishap("uploaded files show late", upload, #""stale", "lists": 2"#, times: 4),
        Mishap(
            "an upload's answer is lost and the file shows late",
            rules: Mishap.rule(oneUpload, #""lost""#),
            Mishap.rule(oneUpload, #""stale", "lists": 1"#)
        ),
        Mishap("no digest is reported", upload, #""digest""#, times: 4),
        Mishap("a digest of another kind is reported", upload, #""digest", "value": "md5:abcd""#, times: 4),
        Mishap(
            "a wrong digest is reported",
            oneUpload,
            #""digest", "value": "sha256:\#(String(repeating: "0", count: 64))""#
        ),
        Mishap("a rival sends the same file", oneUpload, #""rival", "text": "{}\n""#),
        Mishap("a rival sends another file", oneUpload, #""rival", "text": "{{}}""#),
        Mishap("the list of files is lost", assets, #""lost""#, times: 2),
        Mishap("the publishing's answer is lost", publish, #""lost""#),
        Mishap("the publishing's answer is lost again and again", publish, #""lost""#, times: 9),
        Mishap("the publishing's answer is cut", publish, #""cut", "of": "body", "bytes": 40"#),
        Mishap("publishing is 502 at first", publish, #""answer", "status": 502"#, times: 3),
        Mishap("publishing is reset", publish, #""reset""#, times: 2),
        Mishap("the server thinks for long", create, #""stall", "seconds": 3"#),
        Mishap("the server thinks for long before it acts", publish, #""stall", "seconds": 3, "where": "request""#),
        Mishap("an upload's answer stalls", oneUpload, #""stall", "seconds": 3"#),
        Mishap("the list dribbles", list, #""slow", "rate": 20, "direction": "response""#),
        Mishap(
            "an upload is read too slowly",
            #""method": "POST", "path": "name=app-linux""#,
            #""slow", "rate": 400, "direction": "request""#
        ),
    ]

    @Test(arguments: mishaps) func aRunGetsOver(_ mishap: Mishap) async throws {
        try await GitHubStage.run { stage in
            if mishap.takesLong { stage.transport = ImpatientTransport() }
            try await stage.forge.admin("POST", "faults", mishap.rules)
            try await stage.publish()
            try await stage.expectPublished("\(mishap.testDescription)")
            let downloads = mishap.rules.contains(#""kind": "digest""#)
            try await stage.expectNothingLeft("\(mishap.testDescription)", downloading: downloads)
        }
    }

    @Test func aDraftThatShowsUpAfterAllIsPublishedIsRemovedByTheNextRun() async throws {
        try await GitHubStage.run { stage in
            let rules = [Mishap.rule(Self.create, #""lost""#), Mishap.rule(Self.create, #""stale", "lists": 5"#)]
            try await stage.forge.admin("POST", "faults", "[\(rules.joined(separator: ", "))]")
            try await stage.publish()
            #expect(try await stage.releases().map(\.draft) == [false, true])
            // It takes one list more to be seen.
            try await stage.publish()
            #expect(try await stage.publish().map(\.verb) == [.deleteDraft])
            try await stage.expectPublished()
            try await stage.expectNothingLeft()
        }
    }

    @Test func aLostAnswerToAFinishedUploadSendsNothingAgain() async throws {
        try await GitHubStage.run { stage in
            try await stage.forge.addFault(.init("lost"), on: .init("POST", origin: "uploads"))
            try await stage.publish()
            try await stage.expectPublished()
            #expect(try await stage.forge.requests().filter { $0.origin == "uploads" }.count == stage.files.count)
        }
    }

    @Test func aLostAnswerToARemovalIsNoFailure() async throws {
        try await GitHubStage.run { stage in
            try await stage.forge.addFault(.init("lost"), on: .init("DELETE"), times: 2)
            try await stage.forge.addFault(.init("starter"), on: .init("POST", origin: "uploads"), times: 2)
            try await stage.publish()
            try await stage.expectPublished()
        }
    }

    /// What a run does not get over: it says so, shows nothing, and the next run does.
    static let setbacks: [(name: String, rules: String, code: RelctlError.Code)] = [
        ("uploads fail", Mishap.rule(upload, #""answer", "status": 502"#, times: 99), .partiallyPublished),
        ("uploads leave starters", Mishap.rule(upload, #""starter""#, times: 99), .partiallyPublished),
        (
            "the file is renamed", Mishap.rule(oneUpload, #""rename", "name": "manifest.1.json""#, times: 99),
            .partiallyPublished
        ),
        (
            "the digest is wrong",
            Mishap.rule(upload, #""digest", "value": "sha256:\#(String(repeating: "0", count: 64))""#, times: 99),
            .partiallyPublished
        ),
        ("a rule forbids the tag", Mishap.rule(publish, #""refuse-tag""#, times: 99), .partiallyPublished),
        ("publishing fails", Mishap.rule(publish, #""answer", "status": 500"#, times: 99), .partiallyPublished),
        ("publishing is forbidden", Mishap.rule(publish, #""answer", "status": 403"#, times: 99), .notAuthorized),
        ("drafts cannot be made", Mishap.rule(create, #""answer", "status": 503"#, times: 99), .remoteUnavailable),
        ("drafts are refused", Mishap.rule(create, #""answer", "status": 422"#, times: 99), .failed),
        ("nothing can be listed", Mishap.rule(list, #""reset""#, times: 99), .remoteUnavailable),
        (
            "lists are no JSON", Mishap.rule(list, #""answer", "status": 200, "body": "hello""#, times: 99),
            .remoteUnavailable
        ),
    ]

    @Test(arguments: 0..<setbacks.count) func theNextRunGetsOver(_ number: Int) async throws {
        let setback = Self.setbacks[number]
        try await GitHubStage.run { stage in
            try await stage.forge.admin("POST", "faults", setback.rules)
            let error = try await stage.failure()
            #expect(error.code == setback.code, "\(setback.name): \(error)")
            #expect(try await stage.forge.state().history.isEmpty, "\(setback.name)")
            #expect(!error.description.contains("the-token"))
            let whole = try await stage.releases().flatMap(\.assets).filter { $0.state == "uploaded" }.map(\.name)
            try await stage.forge.removeFaults()
            try await stage.forge.forgetRequests()
            try await stage.publish()
            try await stage.expectPublished("\(setback.name)")
            if !setback.name.contains("digest") {
                let again = try await stage.uploads()
                #expect(whole.allSatisfy { again[PercentEncoding.segment($0)] == nil }, "\(setback.name)")
            }
            try await stage.expectNothingLeft("\(setback.name)")
        }
    }

    @Test func aDraftStaysWhereARuleRefusesTheTag() async throws {
        try await GitHubStage.run { stage in
            try await stage.forge.addFault(.init("refuse-tag"), on: .init("PATCH"))
            let error = try await stage.failure()
            #expect(error.code.exitCode == 3)
            #expect(error.description.contains("creations being restricted"), "\(error)")
            #expect(try await stage.releases().map(\.draft) == [true])
        }
    }

    @Test(arguments: [1, 2, 4]) func aTokenThatIsRevokedHalfwayIsSaid(upload: Int) async throws {
        try await GitHubStage.run { stage in
            try await stage.forge.addFault(.init("revoke"), on: .init("POST", origin: "uploads", nth: upload))
            let error = try await stage.failure()
            #expect(error.code.exitCode == 77, "\(error)")
            #expect(try await stage.forge.state().history.isEmpty)
            try await stage.forge.removeFaults()
            try await stage.forge.admin(
                "POST",
                "repositories",
                #"{"owner": "octo", "name": "tool", "tokens": [{"token": "another", "push": true}]}"#
            )
            stage.environment = ["GITHUB_TOKEN": "another"]
            try await stage.publish()
            try await stage.expectPublished()
        }
    }

    @Test func aRenamedFileIsNotLeftBehind() async throws {
        try await GitHubStage.run { stage in
            var rename = ForgeFault.Effect("rename")
            rename.name = "manifest.1.json"
            try await stage.forge.addFault(rename, on: .init("POST", path: "name=manifest.json"))
            let error = try await stage.failure()
            #expect(error.description.contains("GitHub calls it `manifest.1.json`"), "\(error)")
            #expect(try await stage.releases().first?.assets.contains { $0.name.contains("1.json") } == false)
            #expect(try await stage.forge.requests().filter { $0.path.hasSuffix("name=manifest.json") }.count == 1)
        }
    }
}
