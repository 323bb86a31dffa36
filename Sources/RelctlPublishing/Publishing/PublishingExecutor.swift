/// Takes a release to the places that it goes to.
package struct PublishingExecutor: Sendable {
    private let publishers: Registry<any Publisher>

    /// Publishes with these publishers.
    package init(publishers: Registry<any Publisher>) { self.publishers = publishers }

    /// Publishes to all places: at the same time, but for those that come after others.
    ///
    /// A place that fails stops only those that come after it, and those that cannot be taken back: these appear last.
    ///
    /// - Throws: ``RelctlError`` that tells of every place that failed, of code `publish.partial` if something was done
    ///   that running again goes on from. `CancellationError` if the task was cancelled.
    package func execute(_ plan: PublishingPlan, with effects: Effects) async throws {
        let places = try plan.publications.map { planned in
            PublicationOrder.Place(
                name: planned.request.name,
                after: planned.request.after,
                isReversible: try publishers.connector(planned.request.publisher).isReversible
            )
        }
        let progress = TransferProgress(plan.publications.flatMap(\.actions), events: effects.events)
        let results = await Self.during(progress, effects.events) {
            await failures(of: plan, PublicationOrder(places), progress, effects)
        }
        try Task.checkCancellation()
        try Self.report(results, plan)
    }

    private static func during<Value>(
        _ progress: TransferProgress?,
        _ events: any EventSink,
        _ body: () async -> Value
    ) async -> Value {
        guard let progress else { return await body() }
        return await events.during(progress.activity, body)
    }

    /// What went wrong at each place, in the order of the plan.
    private func failures(
        of plan: PublishingPlan,
        _ order: PublicationOrder,
        _ progress: TransferProgress?,
        _ effects: Effects
    ) async -> [(any Error)?] {
        await withTaskGroup(of: (Int, (any Error)?).self) { group in
            for (index, publication) in plan.publications.enumerated() {
                let request = publication.request
                let run = PublicationRun(name: request.name, effects: effects, progress: progress) {
                    try await order.appear(index)
                }
                group.addTask { (index, await failure(of: publication, at: index, order, run)) }
            }
            var failures = [(any Error)?](repeating: nil, count: plan.publications.count)
            for await (index, failure) in group { failures[index] = failure }
            return failures
        }
    }

    /// Publishes to one place when its turn comes, and says what went wrong.
    private func failure(
        of publication: PlannedPublication,
        at index: Int,
        _ order: PublicationOrder,
        _ run: PublicationRun
    ) async -> (any Error)? {
        let request = publication.request
        do {
            if let failure = publication.failure { throw failure }
            try await order.begin(index)
            // Also where nothing is left to do: what a killed run left behind is cleared away.
            try await publishers.connector(request.publisher)
                .execute(publication.actions.filter { $0.verb != .skip }, for: request, in: run)
            await order.end(index, succeeded: true)
            return nil
        } catch {
            await order.end(index, succeeded: false)
            return error
        }
    }

    private static func report(_ results: [(any Error)?], _ plan: PublishingPlan) throws {
        let failures = results.compactMap(\.self)
        guard let first = failures.first(where: { !($0 is PublicationOrder.Held) }) else { return }
        let names = plan.publications.map { "`\($0.request.name)`" }
        func listed(_ isWanted: ((any Error)?) -> Bool) -> String {
            zip(names, results).filter { isWanted($0.1) }.map(\.0).joined(separator: ", ")
        }
        let done = listed { $0 == nil }
        guard !done.isEmpty || failures.contains(where: isPartial) else {
            guard failures.count > 1 else { throw first }
            throw RelctlError("cannot publish to " + listed { $0 != nil }, code: commonCode(failures), causes: failures)
        }
        throw RelctlError(
            "cannot publish to " + listed { $0 != nil && !($0 is PublicationOrder.Held) }
                + (done.isEmpty ? "" : "; done: \(done)"),
            code: .partiallyPublished,
            hints: ["run the same command again to go on; what is published is left alone"],
            causes: failures
        )
    }

    /// Whether a failed publication left something that the next run goes on from.
    private static func isPartial(_ error: any Error) -> Bool {
        (error as? RelctlError)?.code == .partiallyPublished || (error as? PublicationOrder.Held)?.isPrepared == true
    }

    private static func commonCode(_ failures: [any Error]) -> RelctlError.Code {
        let codes = Set(
            failures.filter { !($0 is PublicationOrder.Held) }.map { ($0 as? RelctlError)?.code ?? .failed }
        )
        return codes.count == 1 ? codes.first ?? .failed : .failed
    }
}
