/// Where publications take a release's images, charts and files: the places that users may be told of.
package struct SnippetPlaces {
    private let images: ImageDestinations
    private let charts: [PublicationRequest]
    /// The forge that gets the release's files; nothing where no publication takes them to one whose pages are known.
    package let forge: ForgeAddress?

    /// Looks at all publications of a release.
    ///
    /// - Parameter requests: The publications, templates filled in.
    /// - Throws: ``RelctlError`` of code `config.invalid` where keys contradict each other.
    package init(_ requests: [PublicationRequest]) throws {
        images = try ImageDestinations(requests)
        charts = requests.filter { $0.publisher == HelmPublisher.id }
        self.forge = requests.lazy.compactMap(Self.forge).first
    }

    /// The repositories that an image is pushed to, its own names first; these where no publication is to a registry, for
    /// `relctl image push` takes them then.
    ///
    /// - Throws: ``RelctlError`` if a name is no repository.
    package func names(of image: ReleasedImage) throws -> [String] {
        try images.names(of: NamedImage(id: image.id, names: image.names, tags: image.tags))
    }

    /// The repository, `oci://HOST/PATH`, that a chart is pushed to: where a publication takes it, and else the chart's
    /// own, where `relctl chart push` does.
    package func repository(of chart: String, own: String?) -> String? {
        let taken = charts.filter { request in
            let names = request.options[HelmPublisher.chartsKey]?.asTexts ?? []
            return names.isEmpty || names.contains { $0.equalsBytewise(chart) }
        }.compactMap { $0.options[HelmPublisher.repositoryKey]?.asText }
        guard let first = taken.first else { return own }
        return own.flatMap { own in taken.first { $0.equalsBytewise(own) } } ?? first
    }

    /// The pages that a publication's release has: those of the host whose API it is sent to, whatever other hosts have a
    /// repository of that name.
    private static func forge(of request: PublicationRequest) -> ForgeAddress? {
        guard let kind = ForgeAddress.Kind(rawValue: request.publisher) else { return nil }
        let terms: DraftTerms? =
            switch kind {
            case .github: (try? GitHubSettings(request))?.terms
            case .gitea: (try? GiteaSettings(request))?.terms
            case .gitlab: nil
            }
        return terms.flatMap { ForgeAddress(repository: $0.page, kind: kind) }
    }
}
