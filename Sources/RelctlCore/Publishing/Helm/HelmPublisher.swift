/// Pushes the release's charts to registries, where Helm finds them: `helm install NAME oci://HOST/PATH/CHART`.
///
/// A chart's version is for ever: its tag is put last, and never moved but where a release is to be replaced.
package struct HelmPublisher: Publisher {
    /// Needs nothing.
    package init() {}

    package var keys: [ConfigurationKey] {
        [
            ConfigurationKey(
                "repository",
                "the repository that the charts' own lie below, such as `oci://ghcr.io/example/charts`",
                shape: .template,
                isRequired: true
            ),
            ConfigurationKey("charts", "the names of the charts that are pushed; by default all", shape: .texts),
        ] + RegistrySettings.keys.filter { ["user", "tokenFrom", "plainHTTP"].contains($0.name) }
    }

    /// Whoever pulled a version has it: it appears when all else is sure.
    package var isReversible: Bool { false }

    package func secretNames(_ options: [String: ConfigurationValue]) -> [String] {
        options["tokenFrom"]?.asTexts ?? []
    }

    package func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
        do {
            let charts = Self.plannedCharts(request)
            guard request.plannedNames.isEmpty || !charts.isEmpty else {
                throw ReleasedCharts.none("the configuration has none", hint: "name them in `charts`")
            }
            let settings = try RegistrySettings(request)
            let names = charts.isEmpty ? ["chart"] : charts
            let repositories = try names.map { try ReleasedCharts.repository(of: $0, in: Self.address(request)) }
            let access = try settings.access(to: repositories, effects.environment)
            guard !charts.isEmpty else { return [] }
            let pool = RegistryPool(effects)
            for repository in repositories {
                try await pool.client(of: repository, for: .push, access: access).requirePermissionToPush()
            }
            return []
        } catch let error as RelctlError {
            let code = error.code == .configurationInvalid ? "settings" : "access"
            return [Finding(error.description, code: "publish.helm.\(code)", hints: error.hints)]
        }
    }

    /// The names of the charts whose files are planned: what stands before the release's version there.
    private static func plannedCharts(_ request: PublicationRequest) -> [String] {
        let wanted = request.options["charts"]?.asTexts ?? []
        let ending = "-\(request.release.version)\(ChartPlan.fileExtension)"
        let planned = request.plannedNames.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
        return wanted.isEmpty ? planned : wanted
    }

    private static func address(_ request: PublicationRequest) -> String {
        request.options["repository"]?.asText ?? ""
    }

    package func observe(_ request: PublicationRequest, with effects: Effects) async throws -> PublicationState {
        // A release may be taken back where its charts are not at hand: then nothing can be said of them.
        let push: Push
        do {
            push = try await Push(request, effects)
        } catch let error as RelctlError {
            return PublicationState(.unknown, remarks: [error.description])
        }
        return try RegistryFinding(try await PushObserver(push.pool, push.access).observe(push.targets)).state
    }

    package func plan(_ request: PublicationRequest, observed: PublicationState) throws -> [PublicationAction] {
        guard observed.verdict != .unknown else {
            throw RelctlError(
                "cannot push the charts: it is not known what belongs there",
                code: .configurationInvalid,
                causes: observed.remarks.map { RelctlError($0) }
            )
        }
        return try PushPlanner(replacing: request.replaces).actions(RegistryFinding(observed).observed)
    }

    /// What has no tag, nobody sees, and registries clear away by themselves; tags stay.
    package func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        let visible = observed.assets.map { "`\($0.name)`" }.joined(separator: ", ")
        guard observed.verdict == .unknown || !visible.isEmpty else { return [] }
        throw RelctlError(
            "the registry of `\(request.name)` keeps \(visible.isEmpty ? "what it has" : visible): users may have it",
            code: .noWayBack,
            hints: [
                "a version of its own, with what is wrong put right, is what helps those who have it",
                "remove the tags by the registry's own means if nobody may take them",
            ]
        )
    }

    package func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        guard !actions.isEmpty else { return }
        let push = try await Push(request, run.effects)
        try await PushTransfer(
            push.targets,
            from: push.content,
            through: push.pool,
            push.access,
            replacing: request.replaces
        ).execute(actions, in: run)
    }

    /// What a request comes to.
    private struct Push {
        let targets: [PushTarget]
        let content: HeldContent
        let pool: RegistryPool
        let access: RegistryAccess

        init(_ request: PublicationRequest, _ effects: Effects) async throws {
            let charts = try await ReleasedCharts(in: FilePath(request.folder), effects)
            targets = try charts.targets(in: address(request), only: request.options["charts"]?.asTexts ?? [])
            content = charts.content
            access = try RegistrySettings(request).access(to: targets.map(\.repository), effects.environment)
            pool = RegistryPool(effects)
        }
    }
}
