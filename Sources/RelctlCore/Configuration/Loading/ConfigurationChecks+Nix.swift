/// What would keep a release from users of Nix, told before anything is built.
extension ConfigurationChecks {
    mutating func checkNix() {
        guard let settings = configuration.nix else { return }
        let path = ConfigurationPath().key("nix")
        for problem in settings.problems {
            let key = problem.keys.reduce(path) { $0.key($1) }
            report("`\(key)`: \(problem.reason)", key)
        }
        if let license = configuration.license {
            do { _ = try NixLicense(license) } catch {
                let license = ConfigurationPath().key("license")
                report("`\(license)`: \(error.message), as `\(path)` needs it", license, hints: error.hints)
            }
        }
        if settings.url == nil, !hasAddresses {
            report(
                "`\(path)`: users of Nix could not be told where to download the release",
                path,
                hints: [
                    "set `repository` to one at GitHub or Gitea, or `\(path.key("url"))` to an address such as "
                        + "`https://example.org/{{tag}}/{{artifact}}`"
                ]
            )
        }
        let targets = configuration.targets.map(\.triple)
        if settings.kind == .program, !targets.isEmpty, !targets.contains(where: NixSources.has) {
            let names = targets.map { "`\($0)`" }.joined(separator: ", ")
            report("`\(path)`: no target is a system of Nix: \(names)", path)
        }
    }

    /// Whether the forge tells where the files of a release are.
    private var hasAddresses: Bool {
        let forge = configuration.repository
            .flatMap { ForgeAddress(repository: $0, kind: configuration.notes.forge) }
        return forge?.download("file", tag: "tag") != nil
    }
}
