import RelctlNotes
import TestSupport
import Testing

/// What waits for the next release.
@Suite struct PendingChangesTests {
    /// The nearest candidate lies on a branch that left the line before the nearest final version, or behind that.
    @Test func whatWaitsIsCountedFromBothKindsOfReleases() async throws {
        var made = MadeHistory()
        let first = made.commit("a", on: [], tags: ["v1.0.0"])
        var side = made.commit("s", on: [first], tags: ["v1.1.0-rc.1"])
        let main = made.commit("b", on: [first], tags: ["v1.0.1"])
        side = made.commit("t", on: [side], tags: ["v1.1.0-rc.2"])
        let last = made.commit("m", on: [main, side])
        made.commit("c", on: [last])
        try await ScratchRepository.with { repository in
            let hashes = try await made.make(in: repository)
            let history = try await repository.history()
            let pending = try await history.pending()
            #expect(pending.sinceFinal.previous?.tag == "v1.0.1")
            #expect(Set(pending.sinceFinal.subjects) == ["c", "m", "t", "s"])
            #expect(pending.nearest?.description == "1.1.0-rc.2")
            #expect(pending.sinceNearest == [hashes[2], hashes[4], hashes[5]])
            let recent = try await history.unreleased()
            #expect(Set(recent.commits.map(\.record.hash)) == pending.sinceNearest)
        }
    }

    @Test func withoutCandidatesBothAreTheSame() async throws {
        var made = MadeHistory()
        let first = made.commit("a", on: [], tags: ["v1.0.0"])
        made.commit("b", on: [first])
        try await ScratchRepository.with { repository in
            let hashes = try await made.make(in: repository)
            let pending = try await repository.history().pending()
            #expect(pending.nearest?.description == "1.0.0")
            #expect(pending.sinceNearest == [hashes[1]] && pending.sinceFinal.subjects == ["b"])
        }
    }
}
