/// Writes the commented configuration that a project begins with.
package enum ConfigurationText {
    /// The text of a `relctl.json` for `project`, which ``ConfigurationLoader`` accepts.
    package static func text(for project: DetectedProject) -> String {
        var lines = Lines()
        lines.comment("How relctl releases \(project.name.quotedAsJSON) (\(project.ecosystem.rawValue)).")
        lines.comment("JSON5: comments, trailing commas and keys without quotes are welcome.")
        lines.comment("`relctl check` proves it, `relctl release v1.0.0 --dry-run` shows what a release would do.")
        for remark in project.remarks { lines.comment(remark) }
        lines.open("{")
        lines.add("name", project.name)
        lines.add("description", project.description)
        lines.add("homepage", project.homepage)
        lines.add("license", project.license)
        lines.add("repository", project.repository)
        version(project, &lines)
        if !project.binaries.isEmpty {
            lines.blank()
            lines.comment("The programs of a release, without `.exe`.")
            lines.list("binaries", project.binaries.map(\.quotedAsJSON))
        }
        if let build = project.build { self.build(build, &lines) }
        targets(project, &lines)
        archive(project, &lines)
        lines.blank()
        lines.comment("Where releases go; every template may use `tag`, `version`, `date` and more.")
        lines.list("publish", ["{ to: \"directory\", path: \"out/releases/{{tag}}\" }"])
        lines.close("}")
        return lines.text
    }

    private static func version(_ project: DetectedProject, _ lines: inout Lines) {
        lines.blank()
        let isSaid = !project.manifests.isEmpty
        lines.comment(isSaid ? "A tag must agree with these files." : "The version lives in the tags alone.")
        lines.open("version: {")
        lines.list(
            "manifests",
            project.manifests.map { manifest in
                guard let pattern = manifest.pattern else { return manifest.file.quotedAsJSON }
                return "{ file: \(manifest.file.quotedAsJSON), pattern: \(pattern.quotedAsJSON) }"
            }
        )
        lines.add("tag", "v{{version}}")
        lines.close("},")
    }

    private static func build(_ build: DetectedProject.Build, _ lines: inout Lines) {
        lines.blank()
        lines.comment(
            "Argument lists, never a shell line. Run for each target" + (build.remark.map { "; \($0)." } ?? ".")
        )
        lines.open("build: {")
        if !build.before.isEmpty { lines.list("before", build.before.map(list)) }
        lines.list("command", build.command.map(\.quotedAsJSON))
        lines.add("output", build.output)
        let environment = build.environment.sortedBytewise(by: \.key)
        if !environment.isEmpty { lines.object("environment", environment) }
        lines.add("timeout", "45m")
        lines.close("},")
    }

    private static func targets(_ project: DetectedProject, _ lines: inout Lines) {
        lines.blank()
        lines.comment("The platforms; `runner` is where CI builds one.")
        lines.open("targets: {")
        for target in project.targets {
            var parts = ["runner: \(target.runner.quotedAsJSON)"]
            let variables = target.variables.sortedBytewise(by: \.key)
            if !variables.isEmpty { parts.append("variables: { \(pairs(variables)) }") }
            let hooks = [("before", project.build?.beforeTarget ?? []), ("after", project.build?.afterTarget ?? [])]
                .filter { !$0.1.isEmpty }.map { "\($0): [\($1.map(list).joined(separator: ", "))]" }
            if !hooks.isEmpty { parts.append("build: { \(hooks.joined(separator: ", ")) }") }
            lines.line("\(target.triple.quotedAsJSON): { \(parts.joined(separator: ", ")) },")
        }
        lines.close("},")
    }

    private static func archive(_ project: DetectedProject, _ lines: inout Lines) {
        lines.blank()
        lines.open("archive: {")
        lines.line("name: \"{{name}}-v{{version}}-{{target}}\",  // also the archive's top folder")
        lines.line("formats: { default: \"tar.gz\", windows: \"zip\" },")
        var rules: [String] = []
        if !project.binaries.isEmpty { rules.append("{ binaries: \"bin\" }") }
        if !project.documents.isEmpty { rules.append("{ files: \(list(project.documents)) }") }
        if project.binaries.isEmpty {
            // Never everything: that would ship what builds leave behind, and secrets that git ignores.
            lines.comment("Name what users need, and nothing else: what git ignores is not left out.")
            let example = rules + ["{ files: [\"include/**\", \"share/**\"] }"]
            lines.comment("contents: [\(example.joined(separator: ", "))],")
        }
        if !rules.isEmpty { lines.list("contents", rules) }
        lines.close("},")
    }

    private static func list(_ texts: [String]) -> String {
        "[" + texts.map(\.quotedAsJSON).joined(separator: ", ") + "]"
    }

    fileprivate static func pairs(_ pairs: [(key: String, value: String)]) -> String {
        pairs.map { "\($0.key): \($0.value.quotedAsJSON)" }.joined(separator: ", ")
    }

    /// Lines that are indented as they are nested.
    private struct Lines {
        private(set) var text = ""
        private var depth = 0

        mutating func line(_ line: String) { text += String(repeating: "  ", count: depth) + line + "\n" }

        mutating func blank() { text += "\n" }

        /// A comment; what a project calls itself cannot end it, because line breaks are escaped or taken out.
        mutating func comment(_ comment: String) {
            line("// " + String(comment.map { $0.isNewline ? " " : $0 }))
        }

        mutating func open(_ line: String) {
            self.line(line)
            depth += 1
        }

        mutating func close(_ line: String) {
            depth -= 1
            self.line(line)
        }

        mutating func add(_ key: String, _ value: String?) {
            if let value { line("\(key): \(value.quotedAsJSON),") }
        }

        mutating func object(_ key: String, _ pairs: [(key: String, value: String)]) {
            line("\(key): { \(ConfigurationText.pairs(pairs)) },")
        }

        /// A list on one line if it fits, else with a line for each item.
        mutating func list(_ key: String, _ items: [String]) {
            let short = "\(key): [\(items.joined(separator: ", "))],"
            guard short.count + 2 * depth > 110 else { return line(short) }
            open("\(key): [")
            for item in items { line(item + ",") }
            close("],")
        }
    }
}
