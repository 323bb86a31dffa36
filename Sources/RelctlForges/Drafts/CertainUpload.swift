import Synchronization

/// Sends a file until it is there, whole, however often answers are lost.
struct CertainUpload {
    /// How often an upload is begun anew at most.
    static let attempts = 5
    /// How many files are sent at once.
    static let width = 8

    let clock: any WallClock

    /// Sends a file, and after an attempt that may or may not have worked looks for it before the next.
    ///
    /// - Parameters:
    ///   - send: Sends it once.
    ///   - fault: Says what is wrong with what the server says that it took, if anything is.
    ///   - whatIsThere: Looks for it, and clears away what is there of it if that is not the file.
    /// - Returns: What is there.
    /// - Throws: The last failure, when the attempts are used up.
    func callAsFunction<Asset>(
        send: () async throws -> Asset,
        fault: (Asset) -> RelctlError?,
        whatIsThere: () async throws -> Asset?
    ) async throws -> Asset {
        var attempt = 1
        while true {
            let failure: RelctlError
            do {
                let asset = try await send()
                guard let fault = fault(asset) else { return asset }
                failure = fault
            } catch let uncertain as UploadFailure {
                failure = uncertain.error
            } catch let error as RelctlError where error.code == .remoteUnavailable {
                failure = error
            }
            if let there = try await whatIsThere() { return there }
            guard attempt < Self.attempts else { throw failure }
            try await clock.sleep(for: .milliseconds(500 << attempt))
            attempt += 1
        }
    }

    /// What is wrong with a file as a forge says that it took it.
    ///
    /// - Parameters:
    ///   - taken: What the forge says.
    ///   - file: What was sent.
    ///   - forge: What the forge is called.
    /// - Returns: The error, if anything is wrong.
    static func fault(of taken: RemoteAsset, _ file: PublishedFile, at forge: String) -> RelctlError? {
        let reason: String? =
            if !taken.name.equalsBytewise(file.name) {
                "\(forge) calls it `\(taken.name)`"
            } else if !taken.isComplete {
                "\(forge) says that it is not whole"
            } else if let size = taken.size, size != file.size {
                "\(forge) has \(size) bytes of it, not \(file.size)"
            } else if let digest = taken.sha256, digest != file.sha256 {
                "\(forge) has other contents"
            } else {
                nil
            }
        return reason.map { RelctlError("cannot upload `\(file.name)`", causes: [RelctlError($0)]) }
    }

    /// Performs the actions of several names at once, and the actions of one name in order.
    ///
    /// A failure for one name does not stop the others. If the server refuses the token or cannot be reached, no further
    /// name is begun, because it would fail the same way after as many attempts.
    ///
    /// - Throws: ``RelctlError`` with all failures and the number of names that were not begun.
    static func forEachName(
        _ actions: [PublicationAction],
        _ body: @escaping @Sendable (PublicationAction) async throws -> Void
    ) async throws {
        var names: [String] = []
        var byName: [String: [PublicationAction]] = [:]
        for action in actions {
            if byName[action.subject] == nil { names.append(action.subject) }
            byName[action.subject, default: []].append(action)
        }
        let server = ServerReach()
        var failures = try await mapConcurrently(names.map { byName[$0] ?? [] }, width: width) { actions in
            guard server.mayBegin() else { return nil as RelctlError? }
            do {
                for action in actions { try await body(action) }
                return nil
            } catch let error as RelctlError where error.code != .notAuthorized {
                if error.isOfUnreachedServer { server.giveUp() }
                return error
            }
        }.compactMap(\.self)
        let failed = failures.count
        if let error = server.failure { failures.append(error) }
        try RelctlError.throwAll(failures, "cannot send \(failed + server.notBegun) files")
    }
}

/// Remembers whether an upload could not connect to the server, and counts the files that were not begun since.
private final class ServerReach: Sendable {
    private let state = Mutex((isReached: true, notBegun: 0))

    /// Returns true if the next file may begin; if not, counts that file.
    func mayBegin() -> Bool {
        state.withLock { state in
            if !state.isReached { state.notBegun += 1 }
            return state.isReached
        }
    }

    /// Begins no further file.
    func giveUp() { state.withLock { $0.isReached = false } }

    /// The number of files that were not begun.
    var notBegun: Int { state.withLock(\.notBegun) }

    /// The error about the files that were not begun; nil if all were.
    var failure: RelctlError? {
        let count = notBegun
        guard count > 0 else { return nil }
        return RelctlError(
            "\(count) \(count == 1 ? "file was" : "files were") not begun, because the server cannot be reached",
            code: .remoteUnavailable
        )
    }
}
