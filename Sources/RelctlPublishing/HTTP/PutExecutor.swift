/// Does what was planned at a web server: what is in the way, the files, and last those by which users know that a
/// release is whole.
struct PutExecutor: Sendable {
    private let settings: PutSettings
    private let request: PublicationRequest
    private let run: PublicationRun
    private let server: PutServer

    /// Makes a folder.
    static let createFolder: PublicationAction.Verb = "create folder"
    /// The parameter of an upload that takes the place of a file.
    static let replaces = "replaces"

    /// How often an upload is begun anew at most.
    private static let attempts = 5
    /// How often the server may take a file and keep something else.
    private static let misreadings = 2
    /// How many files are sent at once.
    private static let width = 8

    init(_ settings: PutSettings, _ request: PublicationRequest, in run: PublicationRun) throws {
        self.settings = settings
        self.request = request
        self.run = run
        server = try PutServer(settings, with: run.effects)
    }

    /// Does what was planned, in that order.
    ///
    /// - Throws: ``RelctlError``, of code `publish.partial` where files are left that the next run goes on with.
    func execute(_ actions: [PublicationAction]) async throws {
        let uploads = actions.filter { $0.verb == .upload }
        do {
            for stage in actions.stages(together: Self.mayRunTogether) {
                guard let action = stage.first else { continue }
                switch action.verb {
                case Self.createFolder: try await create(action)
                case .delete:
                    let isReplaced = uploads.contains { $0.subject.equalsBytewise(action.subject) }
                    try await delete(action, isReplaced: isReplaced)
                case .upload:
                    if !Self.mayRunTogether(action) { try await run.readyToAppear() }
                    try await send(stage)
                default: throw RelctlError("cannot do `\(action.verb)` by HTTP")
                }
            }
        } catch let error as RelctlError where !uploads.isEmpty {
            throw leftover(error)
        }
    }

    private static func mayRunTogether(_ action: PublicationAction) -> Bool {
        action.verb == .upload && !PutPlanner.last.contains(action.subject)
    }

    /// What failed, and that all that was sent is kept for the next run.
    private func leftover(_ error: RelctlError) -> RelctlError {
        guard error.code != .notAuthorized, error.code != .publicationExists else { return error }
        return RelctlError(
            "cannot finish the release at `\(settings.place)`",
            code: .partiallyPublished,
            hints: ["run the same command again to go on with what is there"],
            causes: [error]
        )
    }

    // MARK: What is in the way

    private func create(_ action: PublicationAction) async throws {
        try await run.perform(action) { _ in
            try await server.createFolder(action.subject)
            return PublicationRun.Receipt()
        }
    }

    /// Removes a file; what is replaced afterwards may stay where the server lets nobody remove anything.
    private func delete(_ action: PublicationAction, isReplaced: Bool) async throws {
        try await run.perform(action) { _ in
            try await server.delete(action.subject, tag: action.remoteID, isOptional: isReplaced)
            return PublicationRun.Receipt(remoteID: action.remoteID)
        }
    }

    // MARK: Files

    private func send(_ actions: [PublicationAction]) async throws {
        let failures = try await mapConcurrently(actions, width: Self.width) { action in
            do {
                try await send(action)
                return nil as RelctlError?
            } catch let error as RelctlError where error.code != .notAuthorized {
                return error
            }
        }.compactMap(\.self)
        try RelctlError.throwAll(failures, "cannot send \(failures.count) files")
    }

    private func send(_ action: PublicationAction) async throws {
        guard let file = request.filesAndNotes.first(where: { $0.name.equalsBytewise(action.subject) }) else { return }
        try await run.perform(action) { sent in
            let asset = try await upload(file, if: condition(of: action), sent)
            return PublicationRun.Receipt(remoteID: asset.id, sha256: asset.sha256)
        }
    }

    private func condition(of action: PublicationAction) -> PutServer.Condition {
        guard action.parameters?[Self.replaces] != nil else { return .nothing }
        // What was there in a manifest's place was removed before.
        guard !action.subject.equalsBytewise(Manifest.fileName) else { return .anything }
        return action.remoteID.map { .tag($0) } ?? .anything
    }

    /// Sends a file until it is there, whole.
    private func upload(
        _ file: PublishedFile,
        if first: PutServer.Condition,
        _ sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> RemoteAsset {
        let path = FilePath(request.folder).appending(try Artifact.validated(file.name))
        var condition = first
        // Once an attempt may have left something there, what is there may be that.
        var isOurs = false
        var (misreadings, failure) = (0, misread(file, nil))
        for attempt in 1...Self.attempts {
            if attempt > 1 { try await run.effects.clock.sleep(for: .milliseconds(250 << attempt)) }
            let outcome = try await server.put(file, from: path, if: condition, sent: sent)
            let found = try await server.find(file)
            if let found, found.holds(file) { return found }
            switch outcome {
            case .taken:
                failure = misread(file, found)
                misreadings += 1
                guard misreadings < Self.misreadings else { throw failure }
                isOurs = true
            case .uncertain(let error):
                failure = error
                isOurs = true
            case .conditionFailed(let error):
                if !isOurs, found != nil { throw rivalry(over: file, error) }
                failure = error
            }
            condition = found.map { $0.id.map { .tag($0) } ?? .anything } ?? .nothing
        }
        throw failure
    }

    private func misread(_ file: PublishedFile, _ found: RemoteAsset?) -> RelctlError {
        let reasons = PublicationPlanner.differences([file], [found].compactMap(\.self))
        return RelctlError(
            "cannot publish `\(file.name)`: what the server has is not what was sent",
            causes: reasons.map { RelctlError($0) }
        )
    }

    private func rivalry(over file: PublishedFile, _ error: RelctlError) -> RelctlError {
        RelctlError(
            "cannot publish `\(file.name)`: someone else put something else there meanwhile",
            code: .publicationExists,
            hints: ["look who else publishes to `\(settings.place)`, then run the same command again"],
            causes: [error]
        )
    }
}
