package import RelctlCore

/// A plan as people read it.
package struct PlanText {
    private let style: TextStyle

    /// Writes for a place of this style.
    package init(style: TextStyle) { self.style = style }

    /// The whole plan.
    package func lines(_ plan: ReleasePlan, withEntries: Bool) -> [String] {
        let release = plan.release
        let subject = "\(release.name) \(release.version)" + (release.isSnapshot ? " (snapshot)" : "")
        var lines = [
            style.text(TerminalText.escaped(subject), .bold),
            "  tag     \(TerminalText.escaped(release.tag)) at \(release.commit.prefix(12))",
            "  date    \(UTCTime.date(ofTimestamp: release.timestamp))",
        ]
        if !plan.skipped.isEmpty { lines.append("  skip    " + plan.skipped.map(\.rawValue).joined(separator: ", ")) }
        if plan.does(.build), plan.build != nil { lines += ["", heading("build")] + self.lines(plan.build) }
        lines += ["", heading("package")]
        for archive in plan.archives { lines += self.lines(archive, withEntries: withEntries) }
        for pattern in plan.awaited ?? [] {
            lines.append("  and what the build makes for \(TerminalText.escaped(pattern))")
        }
        for chart in plan.charts { lines += self.lines(chart, withEntries: withEntries) }
        if plan.makesImages {
            lines += ["", heading("images")] + plan.images.outlines.flatMap(self.lines)
        }
        if plan.distributes {
            let files = plan.distribution.files ?? []
            let folders = plan.distribution.folders.filter { files.isEmpty || $0 != ReleaseFolder.distributionName }
            let names =
                [plan.distribution.flake].compactMap(\.self) + files.map { "\(ReleaseLayout.distName)/\($0)" }
                + folders.map { "\(ReleaseLayout.distName)/\($0)/" }
            lines += ["", heading("distribution")] + names.map { "  " + TerminalText.escaped($0) }
        }
        lines += ["", heading("checksum")] + checksums(plan)
        if plan.does(.notes) {
            lines += ["", heading("notes")]
            let since =
                plan.notes.previousTag.map { "changes since \(TerminalText.escaped($0))" } ?? "the first release"
            lines.append("  \(ReleaseFolder.notesName)  \(since)")
        }
        if plan.does(.publish), !plan.publications.isEmpty {
            lines += ["", heading("publish")] + plan.publications.map { line($0, of: plan) }
        }
        return lines
    }

    /// What is built.
    package func lines(_ build: BuildPlan?) -> [String] {
        guard let build else { return ["  nothing: no `build` is configured"] }
        let before = build.before.map { "  before  " + TerminalText.escaped($0.shellText) }
        let targets = build.targets.flatMap { target in
            ["  \(target.target)"] + target.commands.map { "    " + TerminalText.escaped($0.shellText) }
        }
        return before + targets + build.after.map { "  after   " + TerminalText.escaped($0.shellText) }
    }

    /// An image.
    package func lines(_ image: ImageOutline) -> [String] {
        let names = image.names.map { TerminalText.escaped($0) }.joined(separator: ", ")
        let tags = image.tags.map { TerminalText.escaped($0) }.joined(separator: ", ")
        let platforms = image.platforms.joined(separator: ", ")
        return ["  \(names)  \(tags)", "    \(platforms), on \(TerminalText.escaped(image.base))"]
    }

    /// An archive, with all its entries or their number.
    package func lines(_ archive: ArchivePlan, withEntries: Bool) -> [String] {
        let links = archive.entries.count { if case .link = $0.content { true } else { false } }
        let files = archive.entries.count { if case .file = $0.content { true } else { false } }
        let title =
            "  \(TerminalText.escaped(archive.name))  \(Self.count(files, "file")), \(Self.count(links, "link"))"
        return [title] + (withEntries ? archive.entries.map(line) : [])
    }

    /// A chart, with all its members or their number.
    package func lines(_ chart: ChartPlan, withEntries: Bool) -> [String] {
        let signed = chart.signing.map { ", to be signed by `\(TerminalText.escaped($0.key))`" } ?? ""
        return ["  \(chart.name)  \(Self.count(chart.entries.count, "file"))\(signed)"]
            + (withEntries ? chart.entries.map { "    " + TerminalText.escaped($0.path.string) } : [])
    }

    /// What is done at one place that a release goes to.
    package func lines(_ outcome: PublicationOutcome) -> [String] {
        let name = TerminalText.escaped(outcome.name)
        guard !outcome.actions.isEmpty else { return ["\(name): everything is there already"] }
        return outcome.actions.map { action in
            let size = action.size.map { "  " + style.text("\(ByteCount($0))", .dim) } ?? ""
            let reason = action.reason.map { ": " + TerminalText.escaped($0) } ?? ""
            return "\(name): \(action.verb) \(TerminalText.escaped(action.subject))\(reason)\(size)"
        }
    }

    private static func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }

    private func heading(_ text: String) -> String { style.text(text, .cyan) }

    private func line(_ entry: PlannedEntry) -> String {
        let path = TerminalText.escaped(entry.path.string)
        switch entry.content {
        case .folder: return "    \(path)/"
        case .link(let target): return "    \(path) -> \(TerminalText.escaped(target))"
        case .file(let source, let isExecutable): return "    \(path)\(isExecutable ? "*" : "")  \(origin(source))"
        }
    }

    private func origin(_ source: PlannedEntry.Source) -> String {
        switch source {
        case .project(let path): style.text("from \(TerminalText.escaped(path.string))", .dim)
        case .binary(let name): style.text("built \(TerminalText.escaped(name))", .dim)
        case .text: style.text("generated", .dim)
        }
    }

    private func checksums(_ plan: ReleasePlan) -> [String] {
        let sidecars = plan.checksums.sidecars ? ["  " + Self.count(plan.archives.count, "file") + " NAME.sha256"] : []
        guard plan.does(.checksum), let combined = plan.checksums.combined else { return sidecars }
        let signatures = plan.signing.planned.map { signature in
            "  \(TerminalText.escaped(signature.name))  by \(TerminalText.escaped(signature.signer))"
        }
        return sidecars + ["  \(TerminalText.escaped(combined))"] + signatures
    }

    private func line(_ publication: PublicationRequest, of plan: ReleasePlan) -> String {
        var options = publication.options.sortedBytewise(by: \.key).map { "\($0.key) \(Self.text($0.value))" }
        // Where nothing says otherwise, images go to their own repositories.
        if publication.publisher == "registry", publication.options.isEmpty {
            options = plan.images.outlines.flatMap(\.names).reduce(into: []) { names, name in
                if !names.contains(name) { names.append(name) }
            }
        }
        return "  \(publication.publisher)  " + TerminalText.escaped(options.joined(separator: ", "))
    }

    private static func text(_ value: ConfigurationValue) -> String {
        switch value {
        case .null: "null"
        case .flag(let flag): String(flag)
        case .integer(let integer): String(integer)
        case .text(let text): text
        case .list(let list): "[" + list.map(text).joined(separator: ", ") + "]"
        case .object: "{…}"
        }
    }
}
