/// A reference at the first repository's remote by which one run keeps all others out, on whatever machine.
///
/// It leads to an annotated tag object that says who claimed the workspace and since when, so that nothing but a push is
/// asked of the remote. It is created with a lease on nothing being there: of two operators, git lets one proceed.
struct WorkspaceClaim: Sendable {
    private let workspace: String
    private let mirror: GitMirror
    private let reference: String
    private let object: String

    /// What a claim is asked with.
    struct Request: Sendable {
        /// What is released.
        var plan: WorkspacePlan
        /// Who asks.
        var holder: WorkspaceOperator
        /// The claims that runs before this one made on this machine, and perhaps left behind.
        var known: Set<String>
        /// Those of this release that may still be at the remote.
        var left: Set<String>
        /// Whether another's claim is taken over.
        var takesOver: Bool

        init(
            _ plan: WorkspacePlan,
            by holder: WorkspaceOperator,
            _ state: WorkspaceStateFolder,
            _ options: WorkspaceRunOptions
        ) throws {
            (self.plan, self.holder) = (plan, holder)
            known = try state.claims()
            left = try state.journal().claimsLeft
            takesOver = options.takesOver
        }
    }

    /// The reference of a workspace.
    static func reference(of workspace: String) -> String { RemoteReferences.claims + name(of: workspace) }

    /// The workspace's name, as git takes it in a reference.
    static func name(of workspace: String) -> String {
        guard !GitReferenceName.isValid(workspace) else { return workspace }
        return PercentEncoding.segment(workspace).replacing(".", with: "%2E").replacing("-", with: "%2D")
    }

    /// Claims the workspace.
    ///
    /// - Returns: The claim; nothing where the remote takes no such references, which is told.
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/workspaceBusy`` that says who has it and since when.
    static func take(
        _ request: Request,
        _ surroundings: WorkspaceSurroundings,
        journal: WorkspaceJournal
    ) async throws -> WorkspaceClaim? {
        guard let first = request.plan.repositories.first else { return nil }
        let mirror = try await surroundings.mirrors.mirror(of: first.url)
        let name = name(of: request.plan.workspace)
        let reference = reference(of: request.plan.workspace)
        guard let references = try await references(of: first, mirror, request, surroundings.effects.events) else {
            return nil
        }
        let there = references.claims[name]
        if let there { try await displace(there, request, reference, mirror, surroundings.effects) }
        let tag = MirrorTag(
            name: "claim",
            // A commit that the remote has, whichever: it is not what the tag is for.
            commit: references.branches[first.branch] ?? first.head,
            message: String(decoding: try JSONText.line(request.holder), as: UTF8.self),
            author: request.plan.author,
            time: request.holder.since,
            isSigned: false
        )
        let object = try await mirror.mending {
            if try await !mirror.has(tag.commit) { try await mirror.fetch([tag.commit], depth: 1) }
            return try await mirror.make(tag)
        }
        let update = MirrorUpdate(object: object, reference: reference, expected: there.map { .object($0) } ?? .absent)
        let claim = WorkspaceClaim(
            workspace: request.plan.workspace,
            mirror: mirror,
            reference: reference,
            object: object
        )
        /// Where this claim is, none of those before it can be.
        func forget() { for earlier in request.left { journal.note(.ended, .giveBack, object: earlier) } }
        let failure: (error: RelctlError, now: String?)
        do {
            do {
                try await journal.during(.claim, object: object) { try await claim.push(update, surroundings) }
                forget()
                return claim
            } catch let error as RelctlError {
                failure = (error, try await mirror.look().claims[name])
            }
        } catch is CancellationError {
            // It may have been made all the same.
            let isThere = await Task { try? await mirror.look().claims[name] == object }.value
            if isThere == true { await claim.release(journal, surroundings.effects) }
            if isThere == false { journal.note(.ended, .giveBack, object: object) }
            throw CancellationError()
        }
        guard failure.now != object else {
            forget()
            return claim
        }
        journal.note(.ended, .giveBack, object: object)
        if let now = failure.now, now != there { throw busy(try? await Self.holder(now, reference, mirror)) }
        // Where nothing is released, one need not be allowed to push.
        let code = failure.error.code
        guard code == .pushRefused || code == .notAuthorized && first.action != .release else { throw failure.error }
        surroundings.effects.events.send(.message(.warning, unclaimed(first, reference, failure.error)))
        return nil
    }

    /// What the remote of the claim has; nothing where it cannot be asked and the user wants to go on all the same.
    private static func references(
        of first: PlannedRepository,
        _ mirror: GitMirror,
        _ request: Request,
        _ events: any EventSink
    ) async throws -> RemoteReferences? {
        do {
            return try await mirror.look()
        } catch var error as RelctlError where error.code == .remoteUnavailable {
            guard request.takesOver else {
                // What is taken back elsewhere must not wait for a remote that is gone; a release can.
                if request.holder.activity == .rollback {
                    error.hints.append("`--take-over` goes on with the others; nothing keeps another operator out then")
                }
                throw error
            }
            let text = "the remote of `\(first.name)` cannot be asked, so another operator is not kept out: \(error)"
            events.send(.message(.warning, text))
            return nil
        }
    }

    /// How long whoever stops a run waits for the answer to a claim that was sent.
    private static let lastWords = Duration.seconds(10)

    /// Pushes the claim, and hears what became of it even where the run is stopped meanwhile: a remote goes on with what
    /// it got, and a claim that came to be after that would be nobody's.
    private func push(_ update: MirrorUpdate, _ surroundings: WorkspaceSurroundings) async throws {
        let effects = surroundings.effects
        let push = Task { [mirror] in try await mirror.push([update], timeout: surroundings.pushTimeout) }
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        let limit = Task {
            for await _ in stops {
                let text = "stopping: waiting up to \(Self.lastWords.components.seconds) s for the answer to the claim"
                effects.events.send(.message(.notice, text + "; Ctrl-C again ends at once"))
                try await effects.clock.sleep(for: Self.lastWords)
                push.cancel()
            }
        }
        let result = await withTaskCancellationHandler {
            await push.result
        } onCancel: {
            _ = stop.yield(())
        }
        limit.cancel()
        // Of one that failed, as where the connection is lost, it is not known either whether it came to be.
        try Task.checkCancellation()
        try result.get()
    }

    private static func unclaimed(_ first: PlannedRepository, _ reference: String, _ error: RelctlError) -> String {
        let reason = error.causes.map { ": \($0)" }.joined()
        return "`\(first.name)` takes no `\(reference)`, so another operator is not kept out\(reason)"
    }

    /// Makes sure that a claim which is there may be taken over: it is this machine's own, its run has died, or the user
    /// says so.
    private static func displace(
        _ object: String,
        _ request: Request,
        _ reference: String,
        _ mirror: GitMirror,
        _ effects: Effects
    ) async throws {
        let holder = try? await Self.holder(object, reference, mirror)
        try Task.checkCancellation()
        let isDead = holder?.isOver(isNoted: request.known.contains(object), effects.processTable) ?? false
        guard isDead || request.takesOver else { throw busy(holder) }
        let who = holder.map { ": \($0.words)" } ?? ""
        let text = isDead ? "a run that has died left its claim behind" : "another run's claim is taken over"
        effects.events.send(.message(.notice, text + who))
    }

    // MARK: As long as it is held

    /// Makes sure that nobody has taken the claim over.
    ///
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/workspaceTakenOver`` that says who has it, and since
    ///   when; others where the remote cannot be asked.
    func require() async throws {
        let name = String(reference.dropFirst(RemoteReferences.claims.count))
        let there = try await mirror.look([reference]).claims[name]
        guard there != object else { return }
        var holder: WorkspaceOperator?
        if let there { holder = try? await Self.holder(there, reference, mirror) }
        try Task.checkCancellation()
        throw RelctlError.busy(
            "cannot go on with `\(workspace)`: "
                + (there == nil ? "its claim was taken away" : "another run has taken its claim over"),
            holder,
            code: .workspaceTakenOver,
            hints: ["nothing more was changed; `relctl workspace status` shows how far it is"]
        )
    }

    /// What lets a push to the claim's own remote fail where the claim is not held any more.
    func condition(of push: GitMirror) async throws -> [MirrorUpdate] {
        guard push.url == mirror.url, try await mirror.has(object) else { return [] }
        return [MirrorUpdate(object: object, reference: reference, expected: .object(object))]
    }

    /// The number of times that the remote is asked to take the claim back.
    private static let attempts = 3

    /// Gives the claim back, even if the run was stopped.
    ///
    /// - Returns: The error if the remote keeps it, with a warning: other machines are kept out until the next run of this
    ///   one; nil if it is gone.
    @discardableResult
    func release(_ journal: WorkspaceJournal, _ effects: Effects) async -> RelctlError? {
        let claim = self
        let failure = await Task { () -> (any Error)? in
            let update = MirrorUpdate(object: nil, reference: claim.reference, expected: .object(claim.object))
            var failure: (any Error)?
            for attempt in 0..<Self.attempts {
                if attempt > 0 { try? await effects.clock.sleep(for: .milliseconds(500)) }
                do {
                    try await claim.mirror.push([update], isDryRun: false, timeout: .seconds(30))
                    return nil
                } catch {
                    failure = error
                }
            }
            return failure
        }.value
        guard let failure else {
            journal.note(.ended, .giveBack, object: object)
            return nil
        }
        let error = RelctlError(
            "cannot give back the claim `\(reference)`, which keeps other machines out",
            code: .partiallyPublished,
            hints: ["run the same command again: it takes the claim away"],
            causes: [failure]
        )
        effects.events.send(.message(.warning, "\(error): \(failure)"))
        return error
    }

    private static func busy(_ holder: WorkspaceOperator?) -> RelctlError {
        RelctlError.busy(
            "cannot work on the workspace: another run does",
            holder,
            hints: [
                "wait until that run ends",
                "if it is dead, `--take-over` goes on in its place"
                    + (holder?.activity == .rollback
                        ? "; what it was taking back stays half done until `relctl workspace rollback` ends it" : ""),
            ]
        )
    }

    /// Who has a claim, as it says.
    static func holder(_ object: String, _ reference: String, _ mirror: GitMirror) async throws -> WorkspaceOperator? {
        if try await !mirror.has(object) { try await mirror.fetch([reference], depth: 1) }
        let text = try await mirror.message(ofTag: object) ?? []
        return try JSONText.decode(WorkspaceOperator.self, from: text, file: FilePath(reference))
    }
}
