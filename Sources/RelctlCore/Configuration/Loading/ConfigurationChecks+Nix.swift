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
        checkMainProgram(of: settings, path.key("mainProgram"))
        // One with credentials in it is told of where all addresses are, and not shown.
        if let url = settings.url, !Self.canBeAddress(url.source), !UserInfo.isIn(url.source) {
            let (path, hints) = (
                path.key("url"), ["write it whole, such as `https://example.org/{{tag}}/{{artifact}}`"]
            )
            report("`\(path)`: `\(url.source)` is not an address that Nix downloads", path, hints: hints)
        }
        let targets = configuration.targets.map(\.triple)
        if settings.kind == .program, !targets.isEmpty, !targets.contains(where: NixSources.has) {
            let names = targets.map { "`\($0)`" }.joined(separator: ", ")
            report("`\(path)`: no target is a system of Nix: \(names)", path)
        }
    }

    /// A package has no program that the project does not build.
    private mutating func checkMainProgram(of settings: NixSettings, _ path: ConfigurationPath) {
        let binaries = configuration.binaries
        guard settings.kind == .program, let main = settings.mainProgram, !binaries.isEmpty, !binaries.contains(main)
        else { return }
        let hints = Nearest.to(main, among: binaries).map { ["did you mean `\($0)`?"] } ?? []
        report("`\(path)`: `\(main)` is none of the project's `binaries`", path, hints: hints)
    }

    /// Whether a template can make an address that Nix downloads, by what stands before all names in it.
    private static func canBeAddress(_ template: String) -> Bool {
        let head = template.firstRange(of: "{{").map { template[..<$0.lowerBound] } ?? template[...]
        return ["http://", "https://", "ftp://", "file://"].contains { scheme in
            head.hasPrefix(scheme) || (head.utf8.count < template.utf8.count && scheme.hasPrefix(head))
        }
    }
}
