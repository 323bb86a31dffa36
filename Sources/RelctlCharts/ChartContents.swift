/// A chart taken apart as Helm's loader does (`LoadFiles`), and put together as Helm saves it (`writeTarContents`).
struct ChartContents {
    /// What its Chart.yaml says.
    let metadata: ChartMetadata
    /// Its own files in the order in which they are saved.
    private(set) var files: [ChartFile] = []
    /// The charts in `charts`, in the order of the names there.
    private(set) var charts: [ChartContents] = []
    /// Its Chart.lock or requirements.lock.
    private(set) var lock: ChartFile?
    /// Its Chart.yaml.
    let description: ChartFile
    /// Its requirements.yaml, where that counts.
    private(set) var requirements: ChartFile?
    /// What it is called in messages: its folder, or the path of the archive that it is in.
    let label: String

    /// Takes a chart apart.
    ///
    /// - Parameters:
    ///   - files: All its files, those of the charts that it needs below `charts`.
    ///   - label: What it is called in messages.
    /// - Throws: ``RelctlError`` if Helm would not load it.
    init(_ files: [ChartFile], label: String) throws {
        self.label = label
        guard let description = files.first(where: { $0.path.string == "Chart.yaml" }) else {
            throw RelctlError(
                "cannot find the chart of `\(label)`: there is no Chart.yaml in it",
                code: .configurationInvalid
            )
        }
        self.description = description
        let requirements = files.first { $0.path.string == "requirements.yaml" }
        metadata = try ChartMetadata(
            description.text(in: label),
            file: label + "/Chart.yaml",
            requirements: requirements.map { (try $0.text(in: label), label + "/requirements.yaml") }
        )
        self.requirements = requirements
        try refuseOldFiles(among: files)
        sort(files)
        try checkSchema(files)
        try takeCharts(files)
    }

    private var isOld: Bool { metadata.apiVersion == "v1" }

    /// Since charts have the form `v2`, Chart.yaml and Chart.lock say what two other files said before.
    private func refuseOldFiles(among files: [ChartFile]) throws {
        guard !isOld else { return }
        for (old, new) in [("requirements.yaml", "Chart.yaml"), ("requirements.lock", "Chart.lock")] {
            guard files.contains(where: { $0.path.string == old }) else { continue }
            throw RelctlError(
                "cannot use `\(label)/\(old)`: a chart of the form `v2` has this in \(new)",
                code: .configurationInvalid,
                hints: ["move it to \(new), or leave `\(old)` out by `\(ChartIgnore.fileName)`"]
            )
        }
    }

    /// Puts the chart's own files in the order in which Helm saves them.
    private mutating func sort(_ files: [ChartFile]) {
        func named(_ name: String) -> [ChartFile] { files.filter { $0.path.string == name } }
        let isTemplate = { (file: ChartFile) in file.path.components.first == "templates" && file.path.parent != nil }
        let isInCharts = { (file: ChartFile) in file.path.components.first == "charts" && file.path.parent != nil }
        lock = named(isOld ? "requirements.lock" : "Chart.lock").first
        self.files = [description] + (isOld ? [] : named("Chart.lock"))
        self.files += named("values.yaml") + named("values.schema.json") + files.filter(isTemplate)
        let special = ["Chart.yaml", "Chart.lock", "values.yaml", "values.schema.json"]
        self.files += files.filter { file in
            guard !isTemplate(file), !special.contains(file.path.string) else { return false }
            return !isInCharts(file) || file.path.string.hasSuffix(ChartPlan.provenanceExtension)
        }
    }

    private func checkSchema(_ files: [ChartFile]) throws {
        guard let schema = files.first(where: { $0.path.string == "values.schema.json" }) else { return }
        // Keys that are there twice are what a validator has to judge.
        var duplicates: [RelctlError] = []
        let file = label + "/values.schema.json"
        _ = try JSONParser.parse(schema.bytes ?? [], file: file, dialect: .json, addingDuplicateKeysTo: &duplicates)
    }

    private mutating func takeCharts(_ files: [ChartFile]) throws {
        var (names, found): ([RelativePath], [RelativePath: [ChartFile]]) = ([], [:])
        for file in files {
            let parts = file.path.components
            guard parts.count > 1, parts[0] == "charts", !file.path.string.hasSuffix(ChartPlan.provenanceExtension)
            else { continue }
            let name = try RelativePath(parts[1])
            // What Helm takes for nobody's.
            guard let first = name.string.utf8.first, !"_.".utf8.contains(first) else { continue }
            if found[name] == nil { names.append(name) }
            found[name, default: []].append(file)
        }
        for name in names.sorted() {
            let files = found[name] ?? []
            let chart = try ChartContents(try Self.files(of: name, files, label), label: "\(label)/charts/\(name)")
            guard !charts.contains(where: { $0.metadata.name.utf8.elementsEqual(chart.metadata.name.utf8) }) else {
                throw RelctlError(
                    "cannot use `\(chart.label)`: another chart there is called `\(chart.metadata.name)` too",
                    code: .configurationInvalid
                )
            }
            charts.append(chart)
        }
    }

    /// The files of a chart in `charts`, from its own top.
    private static func files(of name: RelativePath, _ files: [ChartFile], _ label: String) throws -> [ChartFile] {
        if let members = files.first(where: { $0.path.components.count == 2 })?.members { return members }
        guard files.allSatisfy({ $0.path.components.count > 2 }) else {
            throw RelctlError(
                "cannot use `\(label)/charts/\(name)`: it is no chart, and Helm takes nothing else there",
                code: .configurationInvalid,
                hints: ["move it elsewhere, or leave it out by `\(ChartIgnore.fileName)`"]
            )
        }
        return try files.map { file in
            var own = file
            own.path = try RelativePath(file.path.components.dropFirst(2).joined(separator: "/"))
            return own
        }
    }

    /// The members of the chart's archive, below `folder`.
    func entries(in folder: RelativePath? = nil) throws -> [ChartPlan.Entry] {
        let name = try RelativePath(metadata.name)
        let top = folder?.appending(name) ?? name
        var entries = files.map { ChartPlan.Entry(path: top.appending($0.path), content: $0.content) }
        for chart in charts { entries += try chart.entries(in: top.appending(try RelativePath("charts"))) }
        return entries
    }
}

extension ChartFile {
    /// The text of a file that describes a chart.
    ///
    /// - Throws: ``RelctlError`` if it is not UTF-8.
    func text(in label: String) throws(RelctlError) -> String {
        guard let text = String(validating: bytes ?? [], as: UTF8.self) else {
            throw RelctlError("cannot read `\(label)/\(path)`: it is not UTF-8 text", code: .configurationInvalid)
        }
        return text
    }
}
