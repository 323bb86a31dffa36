/// Tries whether a connector keeps to what relctl relies on, in a project made for it.
package struct ConformanceCheck: Sendable {
    /// What it is.
    package let kind: ExternalConnector.Kind
    /// What the configuration calls it.
    package let id: String
    /// The program, or part of a library, that it is, if it is one.
    let external: ExternalConnector?
    let extensions: Extensions
    /// What says how it is set.
    let configuration: Configuration?
    /// Whether it may publish for real.
    let publishes: Bool

    /// Describes what is tried.
    ///
    /// - Parameters:
    ///   - kind: What the connector is.
    ///   - id: What the configuration calls it.
    ///   - external: The program, or part of a library, that it is, if it is one.
    ///   - extensions: Where it is registered if it is none.
    ///   - configuration: What says how it is set.
    ///   - publishes: Whether it may publish for real.
    package init(
        _ kind: ExternalConnector.Kind,
        _ id: String,
        external: ExternalConnector?,
        extensions: Extensions,
        configuration: Configuration?,
        publishes: Bool
    ) {
        (self.kind, self.id, self.external, self.extensions) = (kind, id, external, extensions)
        (self.configuration, self.publishes) = (configuration, publishes)
    }

    /// Tries it.
    ///
    /// - Throws: ``RelctlError`` if it cannot be tried, such as without its settings; `CancellationError`.
    package func report(with effects: Effects) async throws -> ConformanceReport {
        try await effects.withTemporaryFolder { folder in
            // Its real path: programs are told where they run.
            let real = try effects.files.canonicalPath(of: folder)
            var own = external
            own?.project = real.appending("project")
            var report = ConformanceReport(of: kind, id)
            switch kind {
            case .publisher:
                let known = own.map { ExternalPublisher($0) as any Publisher }
                try await tryOut(known ?? extensions.publishers.connector(id), in: real, effects, &report)
            case .packager:
                let known = own.map { ExternalPackager($0) as any Packager }
                try await tryOut(known ?? extensions.packagers.connector(id), in: real, effects, &report)
            }
            return report
        }
    }

    func stage(_ folder: FilePath, secretNames: [String], _ effects: Effects) throws -> ConformanceStage {
        try ConformanceStage(
            in: folder,
            named: configuration?.name ?? "sample",
            secretNames: secretNames,
            // A place must be known by its real secrets; one of the user's own may be tried with any.
            inventsSecrets: external != nil,
            effects
        )
    }

    /// What a connector leaves out when it is asked what it is.
    func omissions(_ keys: [ConfigurationKey]) -> [String] {
        let unexplained = keys.filter { $0.summary.allSatisfy(\.isWhitespace) }
            .map { "its key `\($0.name)` has no summary" }
        guard let said = external?.description else { return unexplained }
        return (said.summary.allSatisfy(\.isWhitespace) ? ["it has no summary"] : [])
            + ((said.version ?? "").allSatisfy(\.isWhitespace) ? ["it does not say its version"] : []) + unexplained
    }
}
