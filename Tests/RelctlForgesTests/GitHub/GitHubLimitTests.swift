import TestSupport
import Testing

@testable import RelctlForges

/// GitHub's limits are waited for as it asks, and the wait is shown.
@Suite struct GitHubLimitTests {
    private static let every = ["GET", "POST", "PATCH"]

    /// Publishes through a fault, and returns the waits of at least a second.
    private func waits(
        _ stage: inout GitHubStage,
        _ effect: ForgeFault.Effect,
        _ match: ForgeFault.Match,
        times: Int = 1
    ) async throws -> [Duration] {
        try await stage.forge.addFault(effect, on: match, times: times)
        try await stage.publish()
        try await stage.expectPublished()
        let waits = stage.clock.waits.filter { $0 >= .seconds(1) }
        let shown = stage.events.events.filter { event in
            if case .message(.notice, let text) = event { text.contains("limits requests") } else { false }
        }
        #expect(shown.count == waits.count)
        try await stage.expectNothingLeft()
        return waits
    }

    @Test(arguments: every) func theSecondaryLimitIsWaitedForAMinute(method: String) async throws {
        try await GitHubStage.run { stage in
            let waits = try await waits(&stage, .init("secondary"), .init(method, path: "/releases"), times: 2)
            #expect(waits.allSatisfy { $0 >= .seconds(60) && $0 <= .seconds(121) } && !waits.isEmpty)
        }
    }

    @Test(arguments: every) func theSecondaryLimitIsWaitedForAsLongAsItSays(method: String) async throws {
        try await GitHubStage.run { stage async throws in
            var effect = ForgeFault.Effect("secondary")
            effect.retry_after = 17
            #expect(try await waits(&stage, effect, .init(method, path: "/releases")) == [.seconds(17)])
        }
    }

    @Test(arguments: every) func tooManyRequestsAreWaitedFor(method: String) async throws {
        try await GitHubStage.run { stage async throws in
            var effect = ForgeFault.Effect("too-many")
            effect.retry_after = 5
            #expect(try await waits(&stage, effect, .init(method, path: "/releases")) == [.seconds(5)])
        }
    }

    @Test func thePrimaryLimitIsWaitedForUntilItIsReset() async throws {
        try await GitHubStage.run { stage in
            stage.clock = SkippingClock(isReal: true)
            var effect = ForgeFault.Effect("primary")
            effect.reset_in = 1
            let waits = try await waits(&stage, effect, .init("POST", path: "name=manifest.json"))
            #expect(waits.allSatisfy { $0 <= .seconds(3) } && !waits.isEmpty)
        }
    }

    @Test func aLimitThatLastsTooLongIsSaidWithItsEnd() async throws {
        try await GitHubStage.run { stage in
            var effect = ForgeFault.Effect("primary")
            effect.reset_in = 3000
            try await stage.forge.addFault(effect, on: .init("POST", origin: "uploads"))
            let error = try await stage.failure()
            #expect(error.code == .partiallyPublished, "\(error)")
            #expect(error.description.contains("wants no further requests until"), "\(error)")
            #expect(stage.clock.waits.allSatisfy { $0 < .seconds(60) })
        }
    }

    @Test func aLimitThatNeverEndsIsGivenUp() async throws {
        try await GitHubStage.run { stage in
            try await stage.forge.addFault(.init("secondary"), on: .init("PATCH"))
            let error = try await stage.failure()
            #expect(error.code == .partiallyPublished, "\(error)")
            #expect(try await stage.releases().map(\.draft) == [true])
        }
    }
}
