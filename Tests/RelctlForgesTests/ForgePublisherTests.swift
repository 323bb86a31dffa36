import RelctlForges
import TestSupport
import Testing

@Suite struct ForgePublisherTests {
    @Test(arguments: ForgeStage.Kind.allCases)
    func aReleaseAppearsWholeAndOnce(kind: ForgeStage.Kind) async throws {
        try await ForgeStage.running(kind) { stage in
            let request = try stage.request()
            #expect(try await stage.findings(request) == ["publish.\(kind).tag_missing"])
            try await stage.publish(request)
            try await stage.expectRelease(request)
            #expect(try await stage.repository().releases.first?.body == "# one \n")
            let before = try await stage.forge.state()
            try await stage.forge.forgetRequests()
            #expect(try await stage.publish(request).isEmpty)
            let requests = try await stage.forge.requests()
            #expect(requests.allSatisfy { ["GET", "HEAD"].contains($0.method) })
            // A download for each attachment, as Gitea has no digests.
            #expect(requests.count == (kind == .gitlab ? 5 : 4 + ForgeStage.names.count))
            #expect(try await stage.forge.state() == before)
            let scheme = kind == .gitlab ? "private-token" : "token"
            #expect(Set(requests.map { $0.authorization?.scheme.lowercased() }) == [scheme])
        }
    }

    @Test(arguments: ForgeStage.Kind.allCases, [1, 2, 4])
    func aRunThatWasCutOffIsGoneOnWith(kind: ForgeStage.Kind, failing: Int) async throws {
        try await ForgeStage.running(kind) { stage in
            let request = try stage.request()
            var match = stage.uploads
            match.from = failing
            var fault = ForgeFault.Effect("reset")
            fault.bytes = 700
            try await stage.forge.addFault(fault, on: match)
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code == .partiallyPublished)
            #expect(try await stage.shown() == nil)
            try await stage.forge.removeFaults()
            let sent = try await stage.completedUploads()
            #expect(sent == failing - 1)
            let actions = try await stage.publish(request)
            #expect(actions.filter { $0.verb == .upload }.count == ForgeStage.names.count - sent)
            #expect(try await stage.completedUploads() == ForgeStage.names.count)
            try await stage.expectRelease(request)
        }
    }

    @Test(arguments: ForgeStage.Kind.allCases, ["lost", "answer", "reset", "cut"])
    func mishapsOnTheWayAreMadeGood(kind: ForgeStage.Kind, fault: String) async throws {
        try await ForgeStage.running(kind) { stage in
            let request = try stage.request()
            var effect = ForgeFault.Effect(fault)
            if fault == "answer" { effect.status = 502 }
            if fault == "cut" { effect.bytes = 20 }
            for match in [stage.uploads, stage.creation, .init("PATCH", path: "/releases/")] {
                try await stage.forge.addFault(effect, on: match, times: 2)
            }
            try await stage.publish(request)
            try await stage.expectRelease(request)
            #expect(try await stage.completedUploads() == ForgeStage.names.count)
            #expect(try await stage.forge.requests().contains { $0.faults == [fault] })
        }
    }

    @Test(arguments: ForgeStage.Kind.allCases)
    func aLimitIsWaitedFor(kind: ForgeStage.Kind) async throws {
        try await ForgeStage.running(kind) { stage in
            let request = try stage.request()
            var effect = ForgeFault.Effect("too-many")
            effect.retry_after = 33
            try await stage.forge.addFault(effect, on: stage.uploads, times: 1)
            try await stage.forge.addFault(effect, on: stage.creation, times: 1)
            try await stage.publish(request)
            try await stage.expectRelease(request)
            #expect(stage.clock.slept.filter { $0 == .seconds(33) }.count == 2)
        }
    }

    @Test(arguments: ForgeStage.Kind.allCases)
    func aTokenThatIsRevokedEndsTheRunAtOnce(kind: ForgeStage.Kind) async throws {
        try await ForgeStage.running(kind) { stage in
            let request = try stage.request()
            var other = ForgeToken(token: "another-token")
            other.admin = true
            let token = other
            try await stage.change { $0.tokens.append(token) }
            var match = stage.uploads
            match.nth = 2
            try await stage.forge.addFault(.init("revoke"), on: match)
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code == .notAuthorized)
            #expect(error?.description.contains(ForgeStage.token) == false)
            try await stage.forge.removeFaults()
            try await stage.publish(request, with: stage.effects(token: "another-token"))
            #expect(try await stage.shown() == stage.wanted(request))
        }
    }

    @Test(arguments: ForgeStage.Kind.allCases)
    func anotherReleaseIsLeftAlone(kind: ForgeStage.Kind) async throws {
        try await ForgeStage.running(kind) { stage in
            try await stage.change { $0.tags = ["v1.0.0": ForgeStage.commit] }
            var foreign = ForgeForeignRelease(tag: "v1.0.0")
            foreign.assets = [.init(name: "theirs.zip", text: "theirs")]
            try await stage.forge.createRelease(foreign)
            let before = try await stage.forge.state()
            let request = try stage.request()
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code.name == "publish.exists")
            #expect(error?.causes.contains { "\($0)".contains("`manifest.json` is missing") } == true)
            #expect(try await stage.forge.state() == before)
        }
    }

    @Test(arguments: ForgeStage.Kind.allCases)
    func aPublishedReleaseIsReplacedWhenThatIsWanted(kind: ForgeStage.Kind) async throws {
        try await ForgeStage.running(kind) { stage in
            try await stage.publish(try stage.request())
            let other = try stage.request("two ")
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(other) }
            #expect(error?.code.name == "publish.exists")
            var replacing = try stage.request("two ", replaces: true)
            replacing.files.removeFirst()
            try await stage.publish(replacing)
            #expect(try await stage.shown() == stage.wanted(replacing))
            let release = try #require(try await stage.repository().releases.first)
            #expect(release.body == "# two \n")
            #expect(try await stage.publish(replacing).isEmpty)
        }
    }

    @Test(arguments: ForgeStage.Kind.allCases)
    func aYankedReleaseSaysSoOnTop(kind: ForgeStage.Kind) async throws {
        try await ForgeStage.running(kind) { stage in
            let request = try stage.request()
            #expect(try await stage.publish(request, .yank(reason: "too early")).isEmpty)
            try await stage.publish(request)
            for reason in ["it eats files", "it eats *disks*"] {
                #expect(try await stage.publish(request, .yank(reason: reason)).map(\.verb) == [.yank])
                #expect(try await stage.publish(request, .yank(reason: reason)).isEmpty)
            }
            let release = try #require(try await stage.repository().releases.first)
            let body = try #require(release.body)
            #expect(body.contains("it eats \\*disks\\*") && !body.contains("eats files") && body.hasSuffix("# one \n"))
            #expect(release.prerelease == (kind == .gitea))
            // A notice makes no other release of it.
            #expect(try await stage.publish(request).isEmpty)
        }
    }

    @Test(arguments: ForgeStage.Kind.allCases, [2, 5])
    func whatNobodySawIsAbandoned(kind: ForgeStage.Kind, failing: Int) async throws {
        try await ForgeStage.running(kind) { stage in
            let request = try stage.request()
            #expect(try await stage.publish(request, .abandon).isEmpty)
            var effect = ForgeFault.Effect("answer")
            effect.status = 400
            var match = stage.uploads
            match.from = failing
            // All is sent, and the last step is refused.
            if failing > ForgeStage.names.count {
                match = kind == .gitlab ? stage.creation : .init("PATCH", path: "/releases/")
            }
            try await stage.forge.addFault(effect, on: match)
            await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            try await stage.forge.removeFaults()
            #expect(try await stage.publish(request, .abandon).map(\.verb) == [.deleteDraft])
            let repository = try await stage.repository()
            #expect(repository.releases.isEmpty && repository.packages.isEmpty)
            try await stage.publish(request)
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request, .abandon) }
            #expect(error?.code == .noWayBack)
        }
    }

    @Test(arguments: ForgeStage.Kind.allCases)
    func aTagAtAnotherCommitIsNotPublished(kind: ForgeStage.Kind) async throws {
        try await ForgeStage.running(kind) { stage in
            try await stage.change { $0.tags = ["v1.0.0": String(repeating: "c", count: 40)] }
            let request = try stage.request()
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.message.contains("is at commit cccccccccccc, not at aaaaaaaaaaaa") == true)
            #expect(try await stage.findings(request) == ["publish.\(kind).tag"])
            try await stage.change { $0.tags = ["v1.0.0": ForgeStage.commit] }
            #expect(try await stage.findings(request).isEmpty)
            try await stage.publish(request)
            try await stage.expectRelease(request)
        }
    }

    @Test(arguments: ForgeStage.Kind.allCases)
    func whatIsMissingIsSaidBeforehand(kind: ForgeStage.Kind) async throws {
        try await ForgeStage.running(kind) { stage in
            let request = try stage.request()
            func codes(_ names: String...) -> [String] { names.map { "publish.\(kind).\($0)" } }
            #expect(try await stage.findings(request, stage.effects(token: "")) == codes("token"))
            #expect(try await stage.findings(request, stage.effects(token: "wrong")) == codes("access"))
            let wrong = stage.effects(token: "wrong")
            let error = await #expect(throws: RelctlError.self) {
                _ = try await stage.publisher.observe(request, with: wrong)
            }
            #expect(error?.code == .notAuthorized && error?.description.contains("wrong") == false)
            var elsewhere = request
            for key in ["project", "repository"] { elsewhere.options[key] = .text("octo/none") }
            let project = kind == .gitlab ? "project" : "repository"
            #expect(try await stage.findings(elsewhere) == codes(project))
            try await stage.change {
                $0.archived = true
                $0.tokens[0].push = false
                $0.tokens[0].admin = false
            }
            #expect(try await stage.findings(request) == codes("push", "archived", "tag_missing"))
            var unpushed = request
            unpushed.release.commit = String(repeating: "d", count: 40)
            #expect(try await stage.findings(unpushed) == codes("push", "archived", "commit_missing"))
        }
    }
}
