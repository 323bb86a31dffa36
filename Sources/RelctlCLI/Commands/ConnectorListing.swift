import RelctlCore

/// All connectors that a relctl has, and the programs and libraries that it finds.
struct ConnectorListing: Encodable {
    /// The connectors, by kind and id.
    private(set) var connectors: [ListedConnector] = []
    /// What was found and cannot be used; the code of each is the id that it would have, or its library's name.
    private(set) var problems: [Finding] = []

    /// Lists what is registered, and what was found beside that.
    init(_ extensions: Extensions, adding found: [FoundConnectors]) throws {
        for (id, source) in extensions.versionSources.all {
            var connector = ListedConnector(
                extensions.versionSources.kind,
                id,
                extensions.versionSources.origin(of: id)
            )
            connector.files = source.fileNames
            connectors.append(connector)
        }
        for (id, builder) in extensions.builders.all {
            var connector = ListedConnector(extensions.builders.kind, id, extensions.builders.origin(of: id))
            connector.keys = builder.keys.map { ListedKey($0) }
            connectors.append(connector)
        }
        for (id, packager) in extensions.packagers.all {
            var connector = ListedConnector(extensions.packagers.kind, id, extensions.packagers.origin(of: id))
            connector.files = ["*" + packager.fileExtension]
            connectors.append(connector)
        }
        for (id, renderer) in extensions.notesRenderers.all {
            var connector = ListedConnector(
                extensions.notesRenderers.kind,
                id,
                extensions.notesRenderers.origin(of: id)
            )
            connector.keys = renderer.keys.map { ListedKey($0) }
            connectors.append(connector)
        }
        for (id, publisher) in extensions.publishers.all {
            var connector = ListedConnector(extensions.publishers.kind, id, extensions.publishers.origin(of: id))
            connector.keys = publisher.keys.map { ListedKey($0) }
            connectors.append(connector)
        }
        for (id, target) in extensions.distributionTargets.all {
            let kind = extensions.distributionTargets.kind
            var connector = ListedConnector(kind, id, extensions.distributionTargets.origin(of: id))
            connector.keys = target.keys.map { ListedKey($0) }
            connectors.append(connector)
        }
        for (id, signer) in extensions.signers.all {
            var connector = ListedConnector(extensions.signers.kind, id, extensions.signers.origin(of: id))
            connector.files = ["*" + signer.fileExtension]
            connector.keys = signer.keys.map { ListedKey($0) }
            connectors.append(connector)
        }
        var known = extensions
        for found in found {
            do {
                let connectors = try found.result.get()
                try known.add(connectors)
                self.connectors += connectors.map { ListedConnector($0) }
            } catch let error as RelctlError {
                problems.append(Finding(error.description, code: found.name, severity: .warning, hints: error.hints))
            }
        }
    }

    private enum CodingKeys: String, CodingKey { case connectors, problems }

    /// What is said of an id that no connector has.
    func unknown(_ id: String, _ search: ConnectorSearch) -> RelctlError {
        let kinds = ExternalConnector.Kind.allCases
        let known = connectors.map(\.id) + kinds.flatMap { search.ids(of: $0) }
        let nearest = Nearest.to(id, among: known).map { ["did you mean `\($0)`?"] } ?? []
        return RelctlError(
            "unknown connector `\(id)`",
            code: .usage,
            hints: nearest + kinds.map { search.places(of: $0, id) } + ["run `relctl plugins list` for all"],
            causes: problems.map { RelctlError($0.message) }
        )
    }

    /// One line for each, in columns.
    var lines: [String] {
        let width = { (text: KeyPath<ListedConnector, String>) in connectors.map { $0[keyPath: text].count }.max() ?? 0
        }
        let (kinds, ids) = (width(\.kind), width(\.id))
        return connectors.map { connector in
            [
                TerminalText.padded(connector.kind, to: kinds), TerminalText.padded(connector.id, to: ids),
                connector.originText,
            ]
            .joined(separator: "  ")
        }
    }
}

/// A connector, for people and for `--json`.
struct ListedConnector: Encodable {
    var kind: String
    var id: String
    var origin: String
    var version: String?
    var summary: String?
    var path: String?
    var sha256: Digest?
    /// The files that a version source reads, or what the files of a packager or signer are called.
    var files: [String]?
    /// The keys that it takes in the configuration.
    var keys: [ListedKey]?
    /// The variables that it reads secrets from, where it says so once for all.
    var secrets: [String]?
    /// Other variables that it wants.
    var environment: [String]?

    init(_ connector: ExternalConnector) {
        self.init(connector.kind.rawValue, connector.id, connector.origin)
        files = connector.description.fileExtension.map { ["*" + $0] }
        version = connector.description.version
        summary = connector.description.summary
        keys = connector.description.keys.map { ListedKey($0) }
        secrets = connector.description.secrets
        environment = connector.description.environment
    }

    init(_ kind: String, _ id: String, _ origin: ConnectorOrigin) {
        (self.kind, self.id) = (kind, id)
        switch origin {
        case .builtIn: self.origin = "built in"
        case .linked: self.origin = "linked"
        case .program(let path, let digest):
            self.origin = "program"
            (self.path, sha256) = (path.string, digest)
        case .library(let path, let digest):
            self.origin = "library"
            (self.path, sha256) = (path.string, digest)
        }
    }

    /// Where it came from, and which version.
    var originText: String {
        let file = path.map { " " + TerminalText.escaped($0) } ?? ""
        return origin + file + (version.map { ", version " + TerminalText.escaped($0) } ?? "")
    }

    /// All that is known of it, in lines.
    var description: [String] {
        var lines = ["\(kind) `\(id)`: \(originText)"]
        if let summary { lines.append("  " + TerminalText.escaped(summary)) }
        if let sha256 { lines.append("  sha256:\(sha256)") }
        if let files { lines.append("  files: " + files.joined(separator: ", ")) }
        for (what, names) in [("secrets", secrets ?? []), ("variables", environment ?? [])] where !names.isEmpty {
            lines.append("  \(what): " + names.joined(separator: ", "))
        }
        for key in keys ?? [] {
            let shape = key.shape + (key.isRequired ? ", required" : "")
            lines.append("  \(key.name) (\(shape)): \(TerminalText.escaped(key.summary))")
        }
        return lines
    }
}

/// A key that a connector takes.
struct ListedKey: Encodable {
    var name: String
    var summary: String
    var shape: String
    var isRequired: Bool

    init(_ key: ConfigurationKey) {
        (name, summary, isRequired) = (key.name, key.summary, key.isRequired)
        shape =
            switch key.shape {
            case .template: "template"
            case .text: "text"
            case .environmentName: "name of an environment variable"
            case .flag: "flag"
            case .integer: "integer"
            case .texts: "texts"
            case .selection: "texts, at least one"
            case .choice(let choices): "one of " + choices.joined(separator: ", ")
            case .templatesByName: "templates by name"
            }
    }
}
