/// Narrows a release to some of its platforms.
package enum TargetSelection {
    /// Proves that there is something to build, package or publish.
    ///
    /// - Throws: ``RelctlError`` if no target is configured.
    package static func requireTargets(of project: ProjectSettings) throws {
        guard project.targets.isEmpty else { return }
        throw RelctlError(
            "cannot build, package or publish: `\(project.file)` has no `targets`",
            code: .configurationInvalid,
            hints: ["add one, such as `targets: { \"x86_64-unknown-linux-musl\": {} }`"]
        )
    }

    /// The configured targets that any of the globs matches, in the configuration's order; all for no glob.
    ///
    /// - Throws: ``RelctlError`` for a glob that matches none.
    package static func targets(_ globs: [String], of project: ProjectSettings) throws -> [TargetSettings] {
        let all = project.targets
        guard !globs.isEmpty else { return all }
        var chosen: Set<String> = []
        for text in globs {
            let matches = try matches(of: text, among: all)
            guard !matches.isEmpty else { throw nothing(matching: text, among: all) }
            chosen.formUnion(matches)
        }
        return all.filter { chosen.contains($0.triple.text) }
    }

    /// The configured targets that are not among `present`, but for those that any of the globs allows to be missing.
    ///
    /// - Throws: ``RelctlError`` for a glob that matches no configured target.
    package static func missing(
        from present: some Sequence<TargetTriple>,
        allowing globs: [String],
        of project: ProjectSettings
    ) throws -> [TargetTriple] {
        let allowed = globs.isEmpty ? [] : try targets(globs, of: project).map(\.triple)
        let excused = Set(present).union(allowed)
        return project.targets.map(\.triple).filter { !excused.contains($0) }
    }

    private static func matches(of text: String, among all: [TargetSettings]) throws -> [String] {
        do {
            let glob = try Glob(text)
            return all.map(\.triple.text).filter { glob.matches([Substring($0)], isFolder: false) }
        } catch {
            throw RelctlError("cannot select targets by `\(text)`", code: .usage, causes: [error])
        }
    }

    private static func nothing(matching text: String, among all: [TargetSettings]) -> RelctlError {
        let names = all.map(\.triple.text)
        let nearest = Nearest.to(text, among: names).map { ["did you mean `\($0)`?"] } ?? []
        return RelctlError(
            "no target matches `\(text)`",
            code: .usage,
            hints: nearest + ["configured: \(names.joined(separator: ", "))"]
        )
    }
}
