import FoundationEssentials

/// Listing tags (OCI distribution specification 1.1, "Listing Tags").
extension RegistryClient {
    /// More pages than any repository has, against a server whose lists never end.
    private static let pageLimit = 1000
    /// More bytes than all pages together have.
    private static let listLimit = 64 << 20

    private struct TagList: Decodable { var tags: [String]? }

    /// The repository's tags, sorted bytewise; none where there is no such repository.
    ///
    /// - Throws: ``RelctlError`` if they cannot be listed.
    package func tags() async throws -> [String] {
        var tags: Set<String> = []
        try await pages(url("tags/list?n=1000"), "cannot list the tags of `\(repository)`") { response in
            guard response.isSuccess else { return }
            tags.formUnion(try response.decoded(TagList.self).tags ?? [])
        }
        return tags.filter { ReferenceGrammar.isTag($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Hands over each page of a list, as the registry links them; a 404 is a page, and the last.
    func pages(
        _ first: String,
        _ purpose: String,
        accepting statuses: Set<Int> = [404],
        _ take: (HTTPResponse) throws -> Void
    ) async throws {
        var (next, read) = (first, 0)
        for _ in 0..<Self.pageLimit {
            var call = RegistryCall(.get, next, purpose)
            call.accepting = statuses
            call.sink = HTTPSink(bodyLimit: Self.manifestLimit)
            let response = try await send(call)
            read += response.body.count
            guard read <= Self.listLimit else { break }
            try take(response)
            guard response.isSuccess, let link = LinkHeader.next(in: response.headers) else { return }
            let target = try location(link, in: response, purpose)
            // The token is for the registry that was meant, wherever its lists lead.
            guard session.host.isOrigin(of: target) else { throw surprise(purpose, "the list leads to another server") }
            guard target != next else { break }
            next = target
        }
        throw surprise(purpose, "the list does not end")
    }
}
