/// Decides what a build runs and where its binaries will be; pure.
package struct BuildPlanner: Sendable {
    private let build: BuildSettings?
    private let builders: Registry<any Builder>
    private let manifests: ManifestTree
    private let facts: [String: String]

    /// Plans builds of a project.
    ///
    /// - Parameters:
    ///   - build: How binaries are built; nil if nothing is.
    ///   - builders: Those that `build` may name.
    ///   - manifests: The project's files, for builders.
    ///   - facts: What every command is told by its environment.
    package init(
        _ build: BuildSettings?,
        builders: Registry<any Builder>,
        manifests: ManifestTree,
        facts: BuildFacts? = nil
    ) {
        self.build = build
        self.builders = builders
        self.manifests = manifests.remembering()
        self.facts = facts?.environment ?? [:]
    }

    /// Plans the build of some targets; without `build` in the configuration, or without targets, it is empty.
    ///
    /// - Parameters:
    ///   - targets: The targets, in order.
    ///   - scope: What is in scope for what is run once for all of them.
    /// - Returns: The plan.
    /// - Throws: ``RelctlError`` for a template that cannot be filled in, and for binaries that would take each other's
    ///   place.
    package func plan(_ targets: [TargetContext], scope: TemplateScope) throws -> BuildPlan {
        guard let build, !targets.isEmpty else { return BuildPlan() }
        let plan = BuildPlan(
            before: try build.before.map { try hook($0, build, [:], scope) },
            targets: try targets.map { try target($0, build) },
            after: try build.after.map { try hook($0, build, [:], scope) }
        )
        let hasBuilder = targets.contains { build.builder(of: $0.target) != nil }
        try refuseSharedOutputs(
            plan,
            build.command.place,
            hint: hasBuilder
                ? "where a builder does not tell them apart, `output` in the `build` of a target does"
                : "tell them apart in `build.output` with `{{target}}` and `{{binary}}`"
        )
        return plan
    }

    private func target(_ context: TargetContext, _ build: BuildSettings) throws -> TargetBuild {
        let override = context.target.build
        let additions = context.target.environment
            .merging(override?.environment ?? [:]) { _, override in override }
        var command = build.command
        command.command = override?.command ?? command.command
        command.directory = override?.directory ?? command.directory
        command.timeout = override?.timeout ?? command.timeout
        command.place = override?.place ?? command.place
        command.environment.merge(additions) { _, addition in addition }
        let recipe = try recipe(context, build, directory: command.directory)
        var planned = try planned(command, build, context.scope)
        if let recipe, override?.command == nil {
            planned.arguments = recipe.arguments
            planned.environment.merge(recipe.environment) { own, _ in own }
            planned.passEnvironment += recipe.passEnvironment.filter { !build.passEnvironment.contains($0) }
        }
        return TargetBuild(
            target: context.target.triple,
            before: try override?.before.map { try hook($0, build, additions, context.scope) } ?? [],
            command: planned,
            after: try override?.after.map { try hook($0, build, additions, context.scope) } ?? [],
            outputs: try context.binaries.map { binary in
                guard override?.output == nil, let path = recipe?.outputs[binary] else {
                    return try output(binary, context, override?.output ?? build.output, command.place)
                }
                return try output(
                    binary,
                    at: (command.directory?.appending(path) ?? path).string,
                    context,
                    command.place
                )
            }
        )
    }

    /// What the target's builder answers; nothing where there is none, or where nothing is left for it to say.
    private func recipe(
        _ context: TargetContext,
        _ build: BuildSettings,
        directory: RelativePath?
    ) throws -> BuildRecipe? {
        let override = context.target.build
        guard override?.command == nil || override?.output == nil, let settings = build.builder(of: context.target)
        else { return nil }
        let builder = try builders.connector(settings.id, at: settings.place)
        return try BuilderQuestion(settings, context, directory: directory).recipe(of: builder, manifests)
    }

    /// A hook of a target sees the target's variables, and its own win.
    private func hook(
        _ hook: CommandSettings,
        _ build: BuildSettings,
        _ additions: [String: Template],
        _ scope: TemplateScope
    ) throws -> PlannedCommand {
        var hook = hook
        hook.environment.merge(additions) { own, _ in own }
        return try planned(hook, build, scope)
    }

    private func planned(
        _ settings: CommandSettings,
        _ build: BuildSettings,
        _ scope: TemplateScope
    ) throws -> PlannedCommand {
        PlannedCommand(
            arguments: try settings.command.map { try render($0, scope, settings.place) },
            // What the project sets itself, it means.
            environment: try settings.environment.mapValues { try render($0, scope, settings.place) }
                .merging(facts) { own, _ in own },
            passEnvironment: build.passEnvironment,
            directory: settings.directory,
            timeoutMilliseconds: settings.timeout.map {
                // Seconds beyond what the milliseconds of 64 bits hold are for ever.
                let parts = $0.components
                return parts.seconds > Int64.max / 2000
                    ? Int64.max / 2 : parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
            }
        )
    }

    private func output(
        _ binary: String,
        _ context: TargetContext,
        _ template: Template,
        _ place: SourcePlace
    ) throws -> BuildOutput {
        try output(binary, at: try render(template, context.scope(ofBinary: binary), place), context, place)
    }

    private func output(
        _ binary: String,
        at path: String,
        _ context: TargetContext,
        _ place: SourcePlace
    ) throws -> BuildOutput {
        let name = binary + context.target.triple.executableSuffix
        guard let name = try? RelativePath(name), name.parent == nil else {
            throw RelctlError("`\(binary)` cannot be the name of a binary", code: .configurationInvalid, place: place)
        }
        guard !path.isEmpty else {
            throw RelctlError(
                "cannot tell where `\(binary)` for `\(context.target.triple)` is built",
                code: .configurationInvalid,
                place: place,
                causes: [RelctlError("`output` is empty for it")]
            )
        }
        return BuildOutput(binary: binary, name: name, path: path)
    }

    private func render(_ template: Template, _ scope: TemplateScope, _ place: SourcePlace) throws -> String {
        do {
            return try template.render(scope)
        } catch {
            throw RelctlError(
                "cannot fill in `\(template.source)`",
                code: .configurationInvalid,
                place: place,
                causes: [error]
            )
        }
    }

    /// Targets are built at the same time: two binaries in one place would be one, of either target.
    private func refuseSharedOutputs(_ plan: BuildPlan, _ place: SourcePlace, hint: String) throws {
        var owners: [FilePath: (TargetTriple, BuildOutput)] = [:]
        for build in plan.targets {
            for output in build.outputs {
                let path = Self.normalized(output.path)
                if let (target, other) = owners[path] {
                    throw RelctlError(
                        "`\(output.binary)` for `\(build.target)` and `\(other.binary)` for `\(target)` would both be "
                            + "built as `\(output.path)`",
                        code: .configurationInvalid,
                        place: place,
                        hints: [hint]
                    )
                }
                owners[path] = (build.target, output)
            }
        }
    }

    /// The path without what makes one place look like two: doubled slashes and `.`.
    private static func normalized(_ path: String) -> FilePath {
        let parts = path.splitAtSlashes().filter { $0 != "." }
        return FilePath((FilePath(path).isAbsolute ? "/" : "") + parts.joined(separator: "/"))
    }
}
