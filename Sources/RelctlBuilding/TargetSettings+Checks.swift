/// What no shape can say about `targets`.
extension TargetSettings {
    /// Checks the targets of a project.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - build: How it is built; nil if it is not.
    ///   - builders: The builders.
    ///   - report: Gets the problems.
    package static func check(
        _ project: ProjectSettings,
        _ build: BuildSettings?,
        _ builders: Registry<any Builder>,
        _ report: inout ConfigurationReport
    ) {
        for target in project.targets {
            let path = ConfigurationPath().key("targets").key(target.triple.text)
            if target.build != nil, report.root["build"] == nil {
                report.add("`\(path.key("build"))` changes `build`, which is not there", path.key("build"))
            }
            checkBuilder(of: target, build, builders, at: path.key("build"), &report)
            for (index, binary) in (target.binaries ?? []).enumerated()
            where !project.binaries.contains(binary) {
                let path = path.key("binaries").index(index)
                let nearest = Nearest.to(binary, among: project.binaries).map { ["did you mean `\($0)`?"] } ?? []
                report.add("`\(path)`: `\(binary)` is not one of the project's `binaries`", path, hints: nearest)
            }
        }
    }

    /// A target's own builder is told all that it must be, there or in `build`.
    private static func checkBuilder(
        of target: TargetSettings,
        _ build: BuildSettings?,
        _ builders: Registry<any Builder>,
        at path: ConfigurationPath,
        _ report: inout ConfigurationReport
    ) {
        guard target.build?.builder != nil, let settings = build?.builder(of: target),
            let builder = try? builders.connector(settings.id)
        else { return }
        for key in builder.keys where key.isRequired && settings.options[key.name] == nil {
            report.add("`\(path)` has no `\(key.name)`, which `\(settings.id)` requires", path)
        }
    }
}
