extension Extensions {
    /// Makes those programs and libraries known that a configuration means by ids that nobody registered.
    ///
    /// - Parameters:
    ///   - root: The configuration, which is not checked yet.
    ///   - project: The project's folder.
    ///   - effects: The disk, other programs, the environment.
    /// - Throws: ``RelctlError`` if there is one, and it cannot be used.
    package mutating func addConnectors(
        wantedBy root: JSONNode,
        project: FilePath,
        effects: Effects
    ) async throws {
        let search = ConnectorSearch(PluginSettings(root["plugins"]), project: project, effects: effects)
        let destinations = (root["publish"]?.items ?? []).compactMap { $0["to"] }
        let formats = (root["archive"]?["formats"]?.members ?? []).flatMap { [$0.node] + $0.node.items }
        let wanted =
            Self.unknown(destinations, to: publishers).map { (ExternalConnector.Kind.publisher, $0) }
            + Self.unknown(formats, to: packagers).map { (.packager, $0) }
        for (kind, (id, place)) in wanted {
            if let program = try await search.program(kind, id, at: place) { try add([program]) }
        }
        // Libraries are not even looked at where there is nobody left to look for.
        guard wanted.contains(where: { !knows($0.0, $0.1.id) }) else { return }
        let failures = try await addLibraries(of: search)
        if let missed = wanted.first(where: { !knows($0.0, $0.1.id) }) {
            try Self.refuse(failures, at: missed.1.place)
        }
        let unlisted = try await search.unlistedLibraries()
        for (kind, (id, _)) in wanted where !knows(kind, id) {
            missing[kind.rawValue, default: [:]][id] = search.places(of: kind, id) + Self.text(of: unlisted, for: id)
        }
    }

    /// What there is in the folder that may not be loaded: the likeliest first, and not all of many.
    private static func text(of libraries: [FoundConnectors], for id: String) -> String {
        let likely = libraries.filter { $0.name.contains(id) } + libraries.filter { !$0.name.contains(id) }
        let shown = likely.prefix(3).compactMap(\.failure).map { "; \($0.text)" }.joined()
        return shown + (likely.count > 3 ? "; and \(likely.count - 3) more libraries that it does not list" : "")
    }

    /// Makes all libraries known that can be used, and returns why the others cannot.
    ///
    /// - Throws: ``RelctlError`` if an id is taken.
    private mutating func addLibraries(of search: ConnectorSearch) async throws -> [RelctlError] {
        var failures: [RelctlError] = []
        for found in try await search.libraries() {
            switch found.result {
            case .success(let connectors): try add(connectors)
            case .failure(let error): failures.append(error)
            }
        }
        return failures
    }

    /// Tells of libraries that cannot be used, of which any may have what is wanted at `place`.
    ///
    /// - Throws: ``RelctlError`` if there are any.
    private static func refuse(_ failures: [RelctlError], at place: SourcePlace) throws {
        do {
            try RelctlError.throwAll(failures, "cannot use \(failures.count) libraries")
        } catch var error as RelctlError {
            (error.place, error.code) = (place, .configurationInvalid)
            throw error
        }
    }

    /// Whether a connector of this kind and id is registered.
    package func knows(_ kind: ExternalConnector.Kind, _ id: String) -> Bool {
        switch kind {
        case .publisher: publishers.ids.contains(id)
        case .packager: packagers.ids.contains(id)
        }
    }

    /// Makes connectors known that come together, all of them or none.
    ///
    /// - Throws: ``RelctlError`` if an id is taken, or is none.
    package mutating func add(_ connectors: [ExternalConnector]) throws {
        var extended = self
        for connector in connectors {
            guard !extended.knows(connector.kind, connector.id) else { throw taken(connector) }
            switch connector.kind {
            case .publisher:
                try extended.publishers.register(
                    ExternalPublisher(connector),
                    id: connector.id,
                    from: connector.origin
                )
            case .packager:
                try extended.packagers.register(ExternalPackager(connector), id: connector.id, from: connector.origin)
            }
        }
        self = extended
    }

    private func taken(_ connector: ExternalConnector) -> RelctlError {
        let (kind, id) = (connector.kind.rawValue, connector.id)
        guard connector.library != nil else {
            return RelctlError("the program `\(connector.path)` is never run: `\(id)` is a \(kind) of relctl's own")
        }
        let origin =
            switch connector.kind {
            case .publisher: publishers.origin(of: id)
            case .packager: packagers.origin(of: id)
            }
        let other =
            switch origin {
            case .builtIn: "relctl has one itself"
            case .linked: "one is built into this relctl"
            case .program(let path, _): "the program `\(path)` is one"
            case .library(let path, _): "the library `\(path)` has one"
            }
        return RelctlError(
            "cannot use the library `\(connector.path)`",
            code: .configurationInvalid,
            causes: [RelctlError("it registers the \(kind) `\(id)`, and \(other)")]
        )
    }

    /// The texts that nobody registered as ids, though they could be some, each with its first place.
    private static func unknown<Connector>(
        _ nodes: [JSONNode],
        to registry: Registry<Connector>
    ) -> [(id: String, place: SourcePlace)] {
        var seen = Set(registry.ids)
        return nodes.compactMap { node in
            guard let id = node.text, Registry<Connector>.isIdentifier(id), seen.insert(id).inserted else { return nil }
            return (id, node.place)
        }
    }
}

extension ConnectorSearch {
    fileprivate func program(
        _ kind: ExternalConnector.Kind,
        _ id: String,
        at place: SourcePlace
    ) async throws -> ExternalConnector? {
        do { return try await program(kind, id) } catch var error as RelctlError {
            error.place = place
            throw error
        }
    }
}
