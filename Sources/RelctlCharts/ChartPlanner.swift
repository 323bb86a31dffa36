/// Decides what a packed chart will hold; pure.
package struct ChartPlanner: Sendable {
    /// Needs nothing.
    package init() {}

    /// What the decision rests on.
    package struct Request: Sendable {
        /// What the configuration says of the chart.
        package var settings: ChartSettings
        /// What its folder holds.
        package var observation: ChartObservation
        /// The names that templates are filled in with.
        package var scope: TemplateScope
        /// The time of every member, in seconds since 1970.
        package var timestamp: Int64
        /// How the chart is compressed.
        package var compression: Compression

        /// Gathers what the decision rests on.
        package init(
            settings: ChartSettings,
            observation: ChartObservation,
            scope: TemplateScope,
            timestamp: Int64,
            compression: Compression
        ) {
            self.settings = settings
            self.observation = observation
            self.scope = scope
            self.timestamp = timestamp
            self.compression = compression
        }
    }

    /// Plans the charts of a release.
    ///
    /// - Throws: ``RelctlError`` with a cause for each chart that cannot be packed.
    package func plan(_ requests: [Request]) throws -> [ChartPlan] {
        var (plans, problems): ([ChartPlan], [any Error]) = ([], [])
        for request in requests {
            do { plans.append(try plan(request)) } catch { problems.append(error) }
        }
        var names: Set<[UInt8]> = []
        for plan in plans where !names.insert(Array(plan.name.utf8)).inserted {
            problems.append(RelctlError("two charts are both `\(plan.name)`", code: .configurationInvalid))
        }
        try RelctlError.throwAll(problems, "cannot plan the charts")
        return plans
    }

    /// Plans one chart.
    ///
    /// - Throws: ``RelctlError`` if Helm would not pack it, or a value cannot be set.
    package func plan(_ request: Request) throws -> ChartPlan {
        let folder = request.observation.folder
        do {
            let contents = try ChartContents(try files(request), label: folder.string)
            let entries = try contents.entries()
            try requireDistinct(entries)
            let repository = try request.settings.repository?.render(request.scope)
            if let repository { _ = try ReleasedCharts.repository(of: contents.metadata.name, in: repository) }
            return ChartPlan(
                metadata: contents.metadata,
                compression: request.compression,
                timestamp: request.timestamp,
                entries: entries,
                signing: request.settings.signing,
                repository: repository,
                remarks: try ChartDependencyCheck(contents).remarks()
            )
        } catch {
            let code = (error as? RelctlError)?.code ?? .configurationInvalid
            throw RelctlError(
                "cannot pack the chart `\(folder)`",
                code: code,
                place: request.settings.place,
                causes: [error]
            )
        }
    }

    /// The chart's files with what the release says in them.
    private func files(_ request: Request) throws -> [ChartFile] {
        let (settings, folder) = (request.settings, request.observation.folder)
        var files = request.observation.files
        try change("Chart.yaml", in: &files, folder) { text in
            for (key, template) in [("version", settings.version), ("appVersion", settings.appVersion)] {
                guard let value = try template?.render(request.scope) else { continue }
                let isThere = try ChartYAML.node(of: text.text, file: text.file)[key] != nil
                if isThere {
                    try text.set(SourcePath([.key(key)]), to: value)
                } else {
                    try text.add(key, saying: value, after: key == "version" ? "name" : "version")
                }
            }
        }
        guard !settings.values.isEmpty else { return files }
        try change("values.yaml", in: &files, folder) { text in
            for value in settings.values { try text.set(value.path, to: value.text.render(request.scope)) }
        }
        return files
    }

    private func change(
        _ name: String,
        in files: inout [ChartFile],
        _ folder: RelativePath,
        _ body: (inout ChartText) throws -> Void
    ) throws {
        guard let index = files.firstIndex(where: { $0.path.string == name }) else {
            let message = "there is no `\(folder)/\(name)`"
            throw RelctlError(message, code: .configurationInvalid)
        }
        let old = try files[index].text(in: folder.string)
        var text = ChartText(file: "\(folder)/\(name)", text: old)
        try body(&text)
        guard !text.text.utf8.elementsEqual(old.utf8) else { return }
        files[index].content = .text(text.text)
        files[index].bytes = Array(text.text.utf8)
        files[index].size = UInt64(text.text.utf8.count)
    }

    private func requireDistinct(_ entries: [ChartPlan.Entry]) throws {
        var paths: Set<RelativePath> = []
        guard let twice = entries.first(where: { !paths.insert($0.path).inserted }) else { return }
        throw RelctlError("two files would both be `\(twice.path)`", code: .configurationInvalid)
    }
}
