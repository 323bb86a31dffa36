import RelctlEffects
import Synchronization
import Testing

@Suite struct MapConcurrentlyTests {
    @Test(arguments: [1, 3, 100])
    func resultsKeepTheOrderOfTheItems(_ width: Int) async throws {
        let results = try await mapConcurrently(Array(0..<50), width: width) { item in
            if item % 3 == 0 { await Task.yield() }
            return item * 2
        }
        #expect(results == (0..<50).map { $0 * 2 })
    }

    @Test func noMoreThanTheWidthRunAtATime() async throws {
        let running = Mutex((now: 0, most: 0))
        _ = try await mapConcurrently(Array(0..<30), width: 2) { _ in
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            for _ in 0..<5 { await Task.yield() }
            running.withLock { $0.now -= 1 }
        }
        #expect(running.withLock { $0.most } <= 2)
        #expect(running.withLock { $0.now } == 0)
    }

    /// Also where the body does not look whether it is wanted.
    @Test func nothingIsBegunOnceTheTaskIsCancelled() async {
        let begun = Mutex(0)
        let task = Task {
            try await mapConcurrently(Array(0..<100), width: 1) { item in
                begun.withLock { $0 += 1 }
                while item == 2, !Task.isCancelled { await Task.yield() }
            }
        }
        while begun.withLock({ $0 }) < 3 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(begun.withLock { $0 } == 3)
    }

    @Test func theFirstFailureStopsTheRest() async {
        struct Failure: Error {}
        let begun = Mutex(0)
        await #expect(throws: Failure.self) {
            try await mapConcurrently(Array(0..<100), width: 2) { item in
                begun.withLock { $0 += 1 }
                if item == 0 { throw Failure() }
                while !Task.isCancelled { await Task.yield() }
            }
        }
        #expect(begun.withLock { $0 } <= 2)
    }
}
