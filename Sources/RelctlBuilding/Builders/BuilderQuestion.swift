/// What a builder is asked about one target, and whether its answer can be used.
struct BuilderQuestion {
    private let settings: BuilderSettings
    private let context: TargetContext
    private let directory: RelativePath?

    /// Asks about a target whose command runs in `directory`, below the project's folder.
    init(_ settings: BuilderSettings, _ context: TargetContext, directory: RelativePath?) {
        self.settings = settings
        self.context = context
        self.directory = directory
    }

    /// The answer of `builder`, which reads from `manifests`.
    ///
    /// - Throws: ``RelctlError`` at the builder's place in the configuration if it does not know, or if it answers what
    ///   cannot be run.
    func recipe(of builder: any Builder, _ manifests: ManifestTree) throws -> BuildRecipe {
        do {
            let recipe = try builder.recipe(
                for: BuildRequest(
                    target: context.target.triple,
                    binaries: context.binaries,
                    options: try builder.keys.filled(settings.options, context.scope),
                    read: { [directory] in try manifests.read(directory?.appending($0) ?? $0) },
                    names: { [directory] folder in
                        try manifests.names(folder.map { directory?.appending($0) ?? $0 } ?? directory)
                    }
                )
            )
            try check(recipe)
            return recipe
        } catch {
            throw RelctlError(
                "`\(settings.id)` cannot tell how `\(context.target.triple)` is built",
                code: .configurationInvalid,
                place: settings.place,
                hints: (error as? RelctlError)?.hints ?? [],
                causes: [error]
            )
        }
    }

    /// Nothing that a connector says gets into a plan that no configuration could say.
    private func check(_ recipe: BuildRecipe) throws {
        guard let program = recipe.arguments.first, !program.isEmpty else {
            throw RelctlError("it names no program to run")
        }
        let texts = recipe.arguments + recipe.environment.values
        guard !texts.contains(where: { $0.utf8.contains(0) }) else {
            throw RelctlError("its command has a NUL character in it")
        }
        for name in recipe.environment.keys.sortedBytewise() + recipe.passEnvironment {
            if let problem = TextForm.environmentName.problem(with: name) { throw RelctlError(problem) }
        }
        for binary in context.binaries where recipe.outputs[binary] == nil {
            throw RelctlError("it does not say where it leaves `\(binary)`")
        }
    }
}
