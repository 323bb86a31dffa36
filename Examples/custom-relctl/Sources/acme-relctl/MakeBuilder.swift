import RelctlCore

/// Builds with `make`, by a makefile whose goals are programs: `build/TARGET/NAME`.
struct MakeBuilder: Builder {
    let keys = [
        ConfigurationKey("variables", "What the makefile is told, by its names.", shape: .templatesByName),
        ConfigurationKey("jobs", "How many commands run at a time.", shape: .integer),
    ]

    func recipe(for request: BuildRequest) throws -> BuildRecipe {
        let files = try request.names(nil)
        guard ["GNUmakefile", "makefile", "Makefile"].contains(where: files.contains) else {
            throw RelctlError("there is no makefile", hints: ["`directory` in `build` says which folder it is in"])
        }
        let programs = request.binaries.map {
            ($0, "build/\(request.target.text)/\($0)\(request.target.executableSuffix)")
        }
        return BuildRecipe(
            arguments: ["make", "--jobs=\(request.options["jobs"]?.asInteger ?? 1)"]
                + variables(of: request).map { "\($0.key)=\($0.value)" } + programs.map { $0.1 },
            outputs: try Dictionary(uniqueKeysWithValues: programs.map { ($0, try RelativePath($1)) })
        )
    }

    private func variables(of request: BuildRequest) -> [(key: String, value: String)] {
        guard case .object(let variables)? = request.options["variables"] else { return [] }
        return variables.compactMap { name, value in value.asText.map { (name, $0) } }.sorted { $0.key < $1.key }
    }
}
