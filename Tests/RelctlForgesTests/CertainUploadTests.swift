import Synchronization
import TestSupport
import Testing

@testable import RelctlEffects
@testable import RelctlForges
@testable import RelctlPublishing

@Suite struct CertainUploadTests {
    private final class Begun: Sendable {
        let names = Mutex<[String]>([])
    }

    /// Sends 20 files, of which each fails with `error`; returns the error of all, and the number of files begun.
    private func send(failing error: RelctlError) async -> (error: RelctlError?, begun: Int) {
        let begun = Begun()
        let actions = (1...20).map { PublicationAction(.upload, "file-\($0)") }
        var thrown: RelctlError?
        do {
            try await CertainUpload.forEachName(actions) { action in
                begun.names.withLock { $0.append(action.subject) }
                throw error
            }
        } catch {
            thrown = error as? RelctlError
        }
        return (thrown, begun.names.withLock(\.count))
    }

    private func error(of failure: HTTPFailure.Kind) -> RelctlError {
        HTTPErrors(secrets: []).failure(
            of: HTTPRequest(.post, "https://forge.example/upload"),
            HTTPFailure(failure, "it failed")
        )
    }

    @Test func noFileIsBegunAfterTheServerWasNotReached() async throws {
        let (error, begun) = await send(failing: error(of: .notConnected))
        #expect(begun <= CertainUpload.width)
        let thrown = try #require(error)
        #expect(thrown.code == .remoteUnavailable && thrown.message == "cannot send 20 files")
        #expect(
            "\(thrown.causes)".contains("\(20 - begun) files were not begun, because the server cannot be reached")
        )
    }

    @Test func aFileThatFailsStopsNoOtherWhileTheServerIsReached() async throws {
        for kind in [HTTPFailure.Kind.connectionLost, .timedOut] {
            let (thrown, begun) = await send(failing: error(of: kind))
            #expect(begun == 20 && thrown?.causes.count == 20)
        }
    }
}
