import RelctlForges
import TestSupport
import Testing

@Suite struct GiteaPublisherTests {
    @Test func aFileThatIsThereTwiceIsThereOnceInTheEnd() async throws {
        try await ForgeStage.running(.gitea) { stage in
            var rival = ForgeFault.Effect("rival")
            rival.text = "a rival's"
            try await stage.forge.addFault(rival, on: stage.uploads, times: 1)
            let request = try stage.request()
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.description.contains("is there 2 times") == true)
            #expect(try await stage.shown() == nil)
            let actions = try await stage.publish(request)
            #expect(actions.filter { $0.verb == .delete }.count == 1)
            #expect(actions.filter { $0.verb == .upload }.isEmpty)
            try await stage.expectRelease(request)
        }
    }

    @Test func aDraftWaitsForAPersonWhenToldTo() async throws {
        try await ForgeStage.running(.gitea) { stage in
            var request = try stage.request()
            request.options["keepDraft"] = .flag(true)
            try await stage.publish(request)
            #expect(try await stage.publish(request).isEmpty)
            let release = try #require(try await stage.repository().releases.first)
            #expect(release.draft && release.assets.count == ForgeStage.names.count)
            request.options["keepDraft"] = .flag(false)
            #expect(try await stage.publish(request).last?.verb == .publish)
            try await stage.expectRelease(request)
        }
    }

    @Test func aDraftOfSomeoneElseIsLeftAlone() async throws {
        try await ForgeStage.running(.gitea) { stage in
            var foreign = ForgeForeignRelease(tag: "v1.0.0")
            foreign.draft = true
            try await stage.forge.createRelease(foreign)
            let before = try await stage.forge.state()
            let request = try stage.request()
            await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            let kept = await #expect(throws: RelctlError.self) { try await stage.publish(request, .abandon) }
            #expect(kept?.code == .noWayBack && kept?.message.contains("was not made by relctl") == true)
            #expect(try await stage.forge.state() == before)
        }
    }

    @Test func aFileThatIsTheSameIsDownloadedOnceInARun() async throws {
        try await ForgeStage.running(.gitea) { stage in
            let request = try stage.request()
            try await stage.publish(request)
            func downloads(_ effects: Effects) async throws -> Int {
                try await stage.forge.forgetRequests()
                let found = try await stage.publisher.observe(request, with: effects)
                #expect(found.state.verdict == .identical)
                return try await stage.forge.requests().count { $0.path.contains("/attachments/") }
            }
            let run = stage.effects()
            #expect(try await downloads(run) == ForgeStage.names.count)
            #expect(try await downloads(run) == 0)
            // Another run believes nothing.
            #expect(try await downloads(stage.effects()) == ForgeStage.names.count)
            // Nor is another file of the same name and size believed to be the same.
            let other = try stage.request("two ", replaces: true)
            try await stage.publish(other)
            try await stage.forge.forgetRequests()
            #expect(try await stage.publisher.observe(other, with: run).state.verdict == .identical)
            let again = try await stage.forge.requests().count { $0.path.contains("/attachments/") }
            #expect(again == ForgeStage.names.count)
        }
    }

    @Test func emptyNotesLeaveNoMarkOfTheDraft() async throws {
        try await ForgeStage.running(.gitea) { stage in
            var request = try stage.request()
            request.notes = nil
            try await stage.publish(request)
            #expect(try await stage.repository().releases.first?.body == "\n")
        }
    }

    @Test(arguments: [
        ("1.21.11", true), ("1.22.0", false), ("1.22.0+rc1-3-gabc", false), ("2.0", false),
        ("7.0.0+gitea-1.22.0", false),
        ("1.21.11-1", true), ("15.0.2+gitea-1.21.0", true), ("unknown", false),
    ])
    func serversThatTakeNoPlainBodiesAreToldBeforehand(version: String, isOld: Bool) async throws {
        try await ForgeStage.running(.gitea) { stage in
            var effect = ForgeFault.Effect("answer")
            effect.status = 200
            effect.body = "{\"version\": \"\(version)\"}"
            try await stage.forge.addFault(effect, on: .init("GET", path: "/version$"))
            let found = try await stage.findings(try stage.request())
            #expect(found == (isOld ? ["publish.gitea.version"] : []) + ["publish.gitea.tag_missing"])
        }
    }

    @Test func theServerMustBeNamed() async throws {
        try await ForgeStage.running(.gitea) { stage in
            var request = try stage.request()
            request.options["api"] = nil
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code == .configurationInvalid)
            #expect(error?.hints.contains { $0.contains("/api/v1") } == true)
        }
    }
}
