/// Decides everything that a release will do; pure.
package struct ReleasePlanner: Sendable {
    private let extensions: Extensions

    /// Plans with these connectors.
    package init(extensions: Extensions) { self.extensions = extensions }

    /// Plans the release.
    ///
    /// - Throws: ``RelctlError`` with everything that is wrong as its causes.
    package func plan(_ observation: ReleaseObservation, _ request: ReleaseRequest) throws -> ReleasePlan {
        try attempt(observation, request).plan.get()
    }

    private static let failure = "cannot plan the release"

    /// Plans the release as far as it can be planned.
    package func attempt(_ observation: ReleaseObservation, _ request: ReleaseRequest) -> PlanningAttempt {
        let planner = PartsPlanner(observation: observation, request: request, extensions: extensions)
        let configuration = observation.configuration
        var problems: [any Error] = []
        func attempt<Value>(_ body: () throws -> Value) -> Value? {
            do {
                return try body()
            } catch let error as RelctlError where !error.causes.isEmpty && error.place == nil {
                problems += error.causes
            } catch {
                problems.append(error)
            }
            return nil
        }
        let build = attempt { try planner.build() }
        let archives = attempt { try planner.archives() }
        let charts = attempt { try planner.charts() }
        let images = attempt { try planner.images() }
        let signing = attempt { try planner.signing() }
        let publications = attempt { try planner.publications(images) }
        var obstacles: [any Error] = []
        let distribution = archives.flatMap { archives in
            images.flatMap { images in
                attempt { try planner.distribution(of: archives, images, addingProblemsTo: &obstacles) }
            }
        }
        let result: Result<ReleasePlan, any Error>
        if let build, let archives, let charts, let images, let distribution, let signing, let publications {
            let plan = ReleasePlan(
                request: request,
                release: observation.release,
                isFromCleanTree: observation.isFromCleanTree,
                misplacedTag: observation.misplacedTag,
                project: configuration.project,
                configuration: configuration.digest,
                targets: observation.targets.map(\.triple),
                embedded: planner.embedded(),
                build: build,
                archives: archives,
                awaited: observation.tree.awaited.flatMap { $0.isEmpty ? nil : $0.sortedBytewise() },
                budgets: configuration.budgets,
                previous: observation.previous,
                charts: charts,
                images: images,
                distribution: distribution,
                checksums: configuration.checksums,
                signing: signing,
                proof: planner.proof(),
                notes: planner.notes(),
                publications: publications
            )
            let wrong = Self.nameProblems(of: plan) + obstacles
            result = Result { try RelctlError.throwAll(wrong, Self.failure) }.map { plan }
        } else {
            let causes = problems + obstacles
            result = .failure(RelctlError(Self.failure, code: .configurationInvalid, causes: causes))
        }
        return PlanningAttempt(plan: result, build: build ?? nil, signing: signing, planned: publications)
    }
}

/// What came of planning a release: the plan, or else the parts that could be planned, for checks that look at them.
package struct PlanningAttempt: Sendable {
    /// The plan, or everything that is wrong.
    package let plan: Result<ReleasePlan, any Error>
    /// How the binaries are built; nil if that cannot be planned, or nothing is built.
    let build: BuildPlan?
    /// The signatures; nil if they cannot be planned.
    let signing: ReleaseSigning?
    /// The publications; nil if they cannot be planned.
    fileprivate let planned: [PublicationRequest]?

    /// The publications with the names of the files that will be published, as far as both are known; nil if the
    /// publications cannot be planned.
    var forecastPublications: [PublicationRequest]? {
        (try? plan.get())?.forecastPublications ?? planned
    }
}
