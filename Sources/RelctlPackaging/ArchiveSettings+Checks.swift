/// What no shape can say about `archive`.
extension ArchiveSettings {
    /// Checks the archives of a project.
    package func check(
        _ project: ProjectSettings,
        _ packagers: Registry<any Packager>,
        _ report: inout ConfigurationReport
    ) {
        checkFormats(project, &report)
        checkBinariesToShip(project, packagers, &report)
        checkLevel(project, packagers, &report)
        checkContents(&report)
    }

    /// A triple in `archive.formats` must be one of the targets.
    private func checkFormats(_ project: ProjectSettings, _ report: inout ConfigurationReport) {
        let triples = project.targets.map(\.triple.text)
        let systems = TargetTriple.System.allCases.map(\.templateName)
        for name in formats.keys.sortedBytewise() {
            guard !systems.contains(name), !triples.contains(name), (try? TargetTriple(name)) != nil else { continue }
            let nearest = Nearest.to(name, among: triples).map { ["did you mean `\($0)`?"] } ?? []
            let path = ConfigurationPath().key("archive").key("formats").key(name)
            report.add("`archive.formats`: `\(name)` is not one of the `targets`", path, hints: nearest)
        }
    }

    /// Where programs are shipped as they are, there are some.
    private func checkBinariesToShip(
        _ project: ProjectSettings,
        _ packagers: Registry<any Packager>,
        _ report: inout ConfigurationReport
    ) {
        let path = ConfigurationPath().key("archive").key("formats")
        for target in project.targets where project.binaries(of: target).isEmpty {
            let formats = formats(for: target.triple)
            guard let format = formats.first(where: { packagers.kind(of: $0) == .binary }) else { continue }
            report.add("`\(path)`: `\(format)` ships the binaries of \(target.triple), which has none", path)
        }
    }

    /// A level for all formats must be one that each format in use has.
    private func checkLevel(
        _ project: ProjectSettings,
        _ packagers: Registry<any Packager>,
        _ report: inout ConfigurationReport
    ) {
        guard let level else { return }
        let path = ConfigurationPath().key("archive").key("level")
        let used = Set(project.targets.flatMap { formats(for: $0.triple) })
        for (id, packager) in packagers.all where used.contains(id) {
            guard let levels = packager.compression?.levels, !levels.contains(level) else { continue }
            report.add(
                "`\(path)`: `\(id)` has the levels \(levels.lowerBound) to \(levels.upperBound), not \(level)",
                path,
                hints: ["name levels by format: `{ \(id.quotedAsJSON): \(levels.upperBound) }`"]
            )
        }
    }

    private func checkContents(_ report: inout ConfigurationReport) {
        let root = report.root
        guard root["archive"]?["contents"]?.place != root["archive"]?.place, root["binaries"]?.items.isEmpty == true
        else { return }
        for rule in contents {
            let what: String
            switch rule.content {
            case .binaries: what = "`binaries` puts them there"
            case .link(let path, let to) where path.names("binary") || to.names("binary"):
                what = "`link` names `binary`"
            default: continue
            }
            let path = ConfigurationPath().key("archive").key("contents")
            report.add("\(what), but the project has no `binaries`", at: rule.place, path)
        }
    }
}
