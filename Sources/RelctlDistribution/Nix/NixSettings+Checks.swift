/// What would keep a release from users of Nix, told before anything is built.
extension NixSettings {
    /// Checks what no shape can say.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - hasAddresses: Whether the forge tells where the files of a release are.
    ///   - report: Gets the problems.
    package func check(_ project: ProjectSettings, hasAddresses: Bool, _ report: inout ConfigurationReport) {
        let path = ConfigurationPath().key("nix")
        for problem in problems {
            let key = problem.keys.reduce(path) { $0.key($1) }
            report.add("`\(key)`: \(problem.reason)", key)
        }
        if let license = project.license {
            do { _ = try NixLicense(license) } catch {
                let license = ConfigurationPath().key("license")
                report.add("`\(license)`: \(error.message), as `\(path)` needs it", license, hints: error.hints)
            }
        }
        if url == nil, !hasAddresses {
            report.add(
                "`\(path)`: users of Nix could not be told where to download the release",
                path,
                hints: [
                    "set `repository` to one at GitHub or Gitea, or `\(path.key("url"))` to an address such as "
                        + "`https://example.org/{{tag}}/{{artifact}}`"
                ]
            )
        }
        checkMainProgram(of: project, path.key("mainProgram"), &report)
        // One with credentials in it is told of where all addresses are, and not shown.
        if let url, !Self.canBeAddress(url.source), !UserInfo.isIn(url.source) {
            let (path, hints) = (
                path.key("url"), ["write it whole, such as `https://example.org/{{tag}}/{{artifact}}`"]
            )
            report.add("`\(path)`: `\(url.source)` is not an address that Nix downloads", path, hints: hints)
        }
        let targets = project.targets.map(\.triple)
        if kind == .program, !targets.isEmpty, !targets.contains(where: NixSources.has) {
            let names = targets.map { "`\($0)`" }.joined(separator: ", ")
            report.add("`\(path)`: no target is a system of Nix: \(names)", path)
        }
    }

    /// A package has no program that the project does not build.
    private func checkMainProgram(
        of project: ProjectSettings,
        _ path: ConfigurationPath,
        _ report: inout ConfigurationReport
    ) {
        let binaries = project.binaries
        guard kind == .program, let main = mainProgram, !binaries.isEmpty, !binaries.contains(main)
        else { return }
        let hints = Nearest.to(main, among: binaries).map { ["did you mean `\($0)`?"] } ?? []
        report.add("`\(path)`: `\(main)` is none of the project's `binaries`", path, hints: hints)
    }

    /// Whether a template can make an address that Nix downloads, by what stands before all names in it.
    private static func canBeAddress(_ template: String) -> Bool {
        let head = template.firstRange(of: "{{").map { template[..<$0.lowerBound] } ?? template[...]
        return ["http://", "https://", "ftp://", "file://"].contains { scheme in
            head.hasPrefix(scheme) || (head.utf8.count < template.utf8.count && scheme.hasPrefix(head))
        }
    }
}
