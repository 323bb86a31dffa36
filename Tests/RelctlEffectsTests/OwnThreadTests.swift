import Synchronization
import Testing

@testable import RelctlEffects

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Threads are kept for what comes next, and hold on to nothing meanwhile.
@Suite struct OwnThreadTests {
    private final class Held: Sendable {
        let ended: @Sendable () -> Void
        init(_ ended: @escaping @Sendable () -> Void) { self.ended = ended }
        deinit { ended() }
    }

    private final class Count: Sendable {
        private let number = Mutex(0)
        var value: Int { number.withLock { $0 } }
        func increase() { number.withLock { $0 += 1 } }
    }

    /// What the system calls this thread, and no later one.
    private static func thread() -> String {
        #if canImport(Glibc)
            var text = [CChar](repeating: 0, count: 64)
            guard readlink("/proc/thread-self", &text, text.count - 1) > 0 else { return "" }
            return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #else
            var number: UInt64 = 0
            pthread_threadid_np(nil, &number)
            return String(number)
        #endif
    }

    @Test func whatIsDoneOneAfterTheOtherTakesFewThreads() async throws {
        var threads: Set<String> = []
        for _ in 0..<100 {
            let thread = await withCheckedContinuation { continuation in
                #expect(OwnThread.lend { continuation.resume(returning: Self.thread()) } == 0)
            }
            threads.insert(thread)
            try await Task.sleep(for: .milliseconds(2))
        }
        // Other tests take some of them in between.
        #expect(!threads.contains("") && threads.count < 60)
    }

    @Test func aThreadThatWaitsHoldsOnToNothing() async {
        await withCheckedContinuation { continuation in
            let held = Held { continuation.resume() }
            #expect(OwnThread.lend { withExtendedLifetime(held) {} } == 0)
        }
    }

    @Test func whatIsDoneAtTheSameTimeWaitsForNobody() async {
        let count = 24
        let arrived = Count()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        let error = OwnThread.lend {
                            // Each ends when all have begun.
                            arrived.increase()
                            while arrived.value < count { usleep(1000) }
                            continuation.resume()
                        }
                        #expect(error == 0)
                    }
                }
            }
        }
        #expect(arrived.value == count)
    }
}
