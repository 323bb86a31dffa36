/// What is left to do to have a release everywhere it belongs.
package struct PublishPlan: Sendable, Hashable, Codable {
    /// The publications, in the configuration's order.
    package var publications: [PlannedPublication]

    /// Whether all of it is published already.
    package var isEmpty: Bool { publications.allSatisfy(\.actions.isEmpty) }
}

/// One place that a release goes to, as it was found.
package struct ObservedPublication: Sendable, Hashable, Codable {
    /// What is to be there.
    package var request: PublicationRequest
    /// What is there.
    package var state: PublicationState
}

/// One place that a release goes to, and what is left to do there.
package struct PlannedPublication: Sendable, Hashable, Codable {
    /// What is to be there.
    package var request: PublicationRequest
    /// What is left to do; nothing if it is there.
    package var actions: [PublicationAction]
}

/// What all publications of a release have in common.
package struct PublicationBasis: Sendable {
    /// What is released.
    package var release: ReleaseIdentity
    /// The names that templates may use.
    package var scope: TemplateScope
    /// The files that ship; empty before they are made.
    package var files: [PublishedFile]
    /// The notes, if there are any.
    package var notes: PublishedFile?
    /// The names that files will have, where they are not made yet.
    package var plannedNames: [String] = []
    /// The folder they lie in.
    package var folder: FilePath
    /// The project's folder.
    package var project: FilePath
    /// Whether a different release that is there may be replaced.
    package var replaces: Bool

    /// Describes a release that is to be published.
    package init(
        release: ReleaseIdentity,
        scope: TemplateScope,
        files: [PublishedFile],
        notes: PublishedFile? = nil,
        folder: FilePath,
        project: FilePath,
        replaces: Bool
    ) {
        self.release = release
        self.scope = scope
        self.files = files.sorted { $0.name.precedesBytewise($1.name) }
        self.notes = notes
        self.folder = folder
        self.project = project
        self.replaces = replaces
    }
}

/// Decides what is left to publish, from what the publishers found.
package struct PublishPlanner: Sendable {
    let publishers: Registry<any Publisher>

    /// Plans with these publishers.
    package init(publishers: Registry<any Publisher>) { self.publishers = publishers }

    /// Fills the templates of the configured publications in.
    ///
    /// - Throws: ``RelctlError`` for an unknown publisher or a template that cannot be filled in, with its place.
    package func requests(
        for settings: [PublicationSettings],
        basis: PublicationBasis
    ) throws -> [PublicationRequest] {
        try settings.map { publication in
            let publisher = try publishers.connector(publication.publisher, at: publication.place)
            var options = publication.options
            for key in publisher.keys {
                guard let value = options[key.name] else { continue }
                options[key.name] = try Self.filled(value, key, publication, basis.scope)
            }
            return PublicationRequest(
                name: publication.name ?? publication.publisher,
                after: publication.after,
                publisher: publication.publisher,
                options: options,
                release: basis.release,
                files: basis.files,
                notes: basis.notes,
                plannedNames: basis.plannedNames,
                folder: basis.folder,
                project: basis.project,
                replaces: basis.replaces
            )
        }
    }

    /// Plans all publications.
    ///
    /// - Throws: ``RelctlError`` that tells of every place where something else is that must not be replaced.
    package func plan(_ observed: [ObservedPublication]) throws -> PublishPlan {
        var failures: [any Error] = []
        var planned: [PlannedPublication] = []
        for publication in observed {
            do {
                let publisher = try publishers.connector(publication.request.publisher)
                let actions = try publisher.plan(publication.request, observed: publication.state)
                planned.append(PlannedPublication(request: publication.request, actions: actions))
            } catch {
                failures.append(error)
            }
        }
        try RelctlError.throwAll(failures, "cannot publish to \(failures.count) places")
        return PublishPlan(publications: planned)
    }

    private static func filled(
        _ value: ConfigurationValue,
        _ key: ConfigurationKey,
        _ publication: PublicationSettings,
        _ scope: TemplateScope
    ) throws -> ConfigurationValue {
        let scope = scope.adding(texts: key.ownTags)
        do {
            switch (key.shape, value) {
            case (.template, .text(let text)): return .text(try Template(text).render(scope))
            case (.templatesByName, .object(let texts)):
                return .object(
                    try texts.mapValues { value in
                        guard case .text(let text) = value else { return value }
                        return .text(try Template(text).render(scope))
                    }
                )
            default: return value
            }
        } catch {
            throw RelctlError(
                "cannot fill in `\(key.name)` of the publication to `\(publication.publisher)`",
                code: .configurationInvalid,
                place: publication.place,
                causes: [error]
            )
        }
    }
}
