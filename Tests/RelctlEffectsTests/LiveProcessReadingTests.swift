import RelctlEffects
import Synchronization
import Testing

/// Standard output that is read while the program goes on writing.
@Suite struct LiveProcessReadingTests {
    private struct Unreadable: Error {}

    @Test func outputIsReadWhileItComesAndNotKept() async throws {
        let read = Mutex<(pieces: Int, bytes: Int)>((0, 0))
        let script = "printf begin; sleep 0.2; head -c 300000 /dev/zero; echo words >&2"
        let request = ProcessRequest(
            arguments: ["sh", "-c", script],
            directory: FilePath("/"),
            environment: ["PATH": "/usr/bin:/bin"],
            output: .captured(limit: 1_000)
        )
        let outcome = try await LiveProcessRunner().run(request) { piece in
            read.withLock { $0 = ($0.pieces + 1, $0.bytes + piece.count) }
            return true
        }
        #expect(outcome.succeeded)
        #expect(outcome.standardOutput.isEmpty)
        #expect(String(decoding: outcome.standardError, as: UTF8.self) == "words\n")
        #expect(read.withLock { $0.bytes } == 300_005)
        #expect(read.withLock { $0.pieces } > 1)
    }

    @Test func aProgramEndsWhenEnoughWasRead() async throws {
        let request = ProcessRequest(
            arguments: ["sh", "-c", "while :; do echo line; done"],
            directory: FilePath("/"),
            environment: ["PATH": "/usr/bin:/bin"]
        )
        let calls = Mutex(0)
        let outcome = try await LiveProcessRunner().run(request) { _ in
            calls.withLock { $0 += 1 }
            return calls.withLock { $0 } < 3
        }
        #expect(!outcome.succeeded)
        #expect(calls.withLock { $0 } == 3)
        await #expect(throws: Unreadable.self) {
            try await LiveProcessRunner().run(request) { _ in throw Unreadable() }
        }
    }
}
