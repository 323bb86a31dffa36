/// Decides what is left to publish, from what the publishers found.
package struct PublishingPlanner: Sendable {
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
        let names = Self.unique(settings.map { $0.name ?? $0.publisher })
        let requests = try zip(settings, names).map { publication, name in
            let publisher = try publishers.connector(publication.publisher, at: publication.place)
            let options = try publisher.keys.filled(
                publication.options,
                basis.scope,
                of: "the publication to `\(publication.publisher)`",
                at: publication.place
            )
            var request = PublicationRequest(
                name: name,
                after: publication.after,
                publisher: publication.publisher,
                options: options,
                release: basis.release,
                files: basis.files,
                notes: basis.notes,
                folder: basis.folder,
                project: basis.project,
                replaces: basis.replaces
            )
            request.place = publication.place
            request.images = basis.images
            return request
        }
        try FolderPlaces.requireApart(requests, in: basis.project)
        return requests
    }

    /// What tells publications apart: their names, and a number from the second of a name on.
    package static func unique(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            var (number, unique) = (1, name)
            while !taken.insert(unique).inserted {
                number += 1
                unique = "\(name) (\(number))"
            }
            return unique
        }
    }

    /// Plans all publications.
    ///
    /// A place that could not be looked at fails by itself; what was seen and forbids the release at one place forbids
    /// it at all of them, before anything appears at any.
    ///
    /// - Throws: ``RelctlError`` that tells of every place where something else is that must not be replaced, and of
    ///   those where users are told not to take the release.
    package func plan(_ observed: [ObservedPublication]) throws -> PublishingPlan {
        var refusals: [any Error] = []
        var plan = PublishingPlan(publications: [])
        for publication in observed {
            let request = publication.request
            do {
                plan.publications.append(PlannedPublication(request: request, actions: try publication.actions()))
            } catch  where publication.isFailure(error) {
                plan.publications.append(PlannedPublication(request: request, actions: [], failure: error))
            } catch {
                refusals.append(error)
            }
        }
        let yanked = observed.filter { (try? $0.state.get())?.isYanked ?? false }.map(\.request)
        if let first = yanked.first, !plan.isEmpty || !refusals.isEmpty {
            refusals.append(Self.yanked(first.release, at: yanked.map(\.name)))
        }
        try RelctlError.throwAll(refusals, "cannot publish to \(refusals.count) places")
        return plan
    }

    /// To go on publishing, and above all to replace, would take the yank back at some places and not at others.
    private static func yanked(_ release: ReleaseIdentity, at names: [String]) -> RelctlError {
        let list = names.map { "`\($0)`" }.joined(separator: ", ")
        return RelctlError(
            "cannot publish `\(release.tag)`: it was yanked, at \(list)",
            code: .publicationYanked,
            hints: [
                "make a release of another version",
                "or take the notice away at each of these places yourself: from the top of a forge's notes, "
                    + "`YANKED.json` from a bucket",
            ]
        )
    }
}

extension ObservedPublication {
    /// Whether an error means that nobody knows what is there; else what is there, or what is wanted, is refused.
    fileprivate func isFailure(_ error: any Error) -> Bool {
        let code = (error as? RelctlError)?.code
        return switch state {
        case .failure: !(code == .publicationExists || code == .configurationInvalid)
        case .success: code == .remoteUnavailable
        }
    }
}

extension RelctlError.Code {
    /// Users are told not to take the release.
    package static let publicationYanked = RelctlError.Code(name: "publish.yanked", exitCode: 1)
}
