/// The publications that pushing by hand stands for: those of the configuration, as far as no option says otherwise.
///
/// What `relctl image push` and `relctl chart push` do is thus what `relctl publish` does, by the same keys.
package struct PushRequests: Sendable {
    /// The publisher's publications in the configuration.
    let configured: [PublicationRequest]
    /// What is pushed without any key: by the names of the release itself, and docker's credentials.
    private let plain: PublicationRequest

    /// Gathers a publisher's publications.
    ///
    /// - Parameters:
    ///   - publisher: The publisher's id, `registry` or `helm`.
    ///   - settings: All publications of the configuration; none where there is no configuration.
    ///   - basis: What is published.
    ///   - publishers: The publishers.
    ///   - allowsPlainHTTP: Whether registries are spoken to without encryption, whatever the configuration says.
    /// - Throws: ``RelctlError`` for a template that cannot be filled in.
    package init(
        to publisher: String,
        _ settings: [PublicationSettings],
        _ basis: PublicationBasis,
        publishers: Registry<any Publisher>,
        allowsPlainHTTP: Bool = false
    ) throws {
        let override: [String: ConfigurationValue] = allowsPlainHTTP ? ["plainHTTP": .flag(true)] : [:]
        configured = try PublishingPlanner(publishers: publishers)
            .requests(for: settings.filter { $0.publisher == publisher }, basis: basis)
            .map { request in
                var request = request
                request.options.merge(override) { $1 }
                return request
            }
        plain = PublicationRequest(
            publisher: publisher,
            options: override,
            release: basis.release,
            files: [],
            folder: basis.folder,
            project: basis.project,
            replaces: basis.replaces
        )
    }

    /// The publications of these images, or of all where none is named: without any in the configuration, each image
    /// goes by its own names.
    ///
    /// - Returns: The publications, and what none of them takes of the images that were not named.
    /// - Throws: ``RelctlError`` if the release has no image of an id, or no publication takes one that is named, or any.
    package func images(
        _ ids: [String],
        of known: [NamedImage]
    ) throws -> (requests: [PublicationRequest], untaken: [Finding]) {
        let choice = ImageChoice(ids: ids)
        try choice.requireKnown(known.map(\.id))
        guard !configured.isEmpty else { return ([plain].compactMap { Self.narrowed($0, "images", to: ids) }, []) }
        let (destinations, wanted) = (try ImageDestinations(configured), known.filter { choice.names($0.id) })
        let missed = try wanted.filter { try !destinations.takes($0) }
        if !ids.isEmpty || missed.count == wanted.count { for image in missed { try destinations.require(image) } }
        return (
            configured.compactMap { Self.narrowed($0, "images", to: ids) },
            try wanted.flatMap { try destinations.findings(on: $0) }
        )
    }

    /// The publications of charts.
    ///
    /// Each chart goes to the repository that the configuration names for it alone, and else to those of the
    /// publications. Where an address is not a publication's own, the keys are those of one at the same registry.
    ///
    /// - Parameters:
    ///   - charts: The charts by their names, and the repositories of their own.
    ///   - repository: The address that all of them go to instead, if the user named one.
    /// - Returns: A publication for each address, in the charts' order.
    /// - Throws: ``RelctlError`` if nothing says where any chart goes, or an address is none.
    package func charts(
        _ charts: [(name: String, repository: String?)],
        to repository: String? = nil
    ) throws -> [PublicationRequest] {
        if let repository { return [try request(at: repository, [])] }
        var own: [(address: String, names: [String])] = []
        for chart in charts {
            guard let address = chart.repository else { continue }
            if let index = own.firstIndex(where: { $0.address.equalsBytewise(address) }) {
                own[index].names.append(chart.name)
            } else {
                own.append((address, [chart.name]))
            }
        }
        let others = charts.filter { $0.repository == nil }.map(\.name)
        var requests = try own.map { try request(at: $0.address, $0.names) }
        if !others.isEmpty {
            requests += configured.compactMap { Self.narrowed($0, HelmPublisher.chartsKey, to: others) }
        }
        guard !requests.isEmpty else {
            throw RelctlError(
                "cannot push the charts: the configuration names no `repository` for any",
                code: .configurationInvalid,
                hints: [
                    "add one to a chart, such as `repository: \"oci://ghcr.io/example/charts\"`",
                    "or a publication: `publish: [{ to: \"helm\", repository: \"oci://ghcr.io/example/charts\" }]`",
                ]
            )
        }
        let names = PublishingPlanner.unique(requests.map(\.name))
        for (index, name) in names.enumerated() { requests[index].name = name }
        return requests
    }

    /// A publication of charts at an address, as one of the configuration would be that is at the same registry.
    private func request(at address: String, _ charts: [String]) throws -> PublicationRequest {
        let place = try ReleasedCharts.repository(of: "chart", in: address)
        let places = configured.map { request in
            request.options[HelmPublisher.repositoryKey]?.asText.flatMap {
                try? ReleasedCharts.repository(of: "chart", in: $0)
            }
        }
        let index =
            places.firstIndex { $0 == place } ?? places.firstIndex { $0.map { $0.registry == place.registry } ?? false }
        var request = index.map { configured[$0] } ?? plain
        request.options[HelmPublisher.repositoryKey] = .text(address)
        request.options[HelmPublisher.chartsKey] = charts.isEmpty ? nil : .list(charts.map { .text($0) })
        return request
    }

    /// A publication of no more than these; nothing where it takes none of them.
    private static func narrowed(_ request: PublicationRequest, _ key: String, to names: [String])
        -> PublicationRequest?
    {
        guard !names.isEmpty else { return request }
        let own = request.options[key]?.asTexts ?? []
        let taken = own.isEmpty ? names : names.filter { name in own.contains { $0.equalsBytewise(name) } }
        guard !taken.isEmpty else { return nil }
        var request = request
        request.options[key] = .list(taken.map { .text($0) })
        return request
    }
}
