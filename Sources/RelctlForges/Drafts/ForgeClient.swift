/// What forges' REST APIs have in common: JSON both ways, lists in pages, and uploads whose outcome may be uncertain.
package struct ForgeClient: Sendable {
    /// Where the API answers; the token is for this origin alone.
    let api: String
    /// The repository, for messages.
    let repository: String
    /// What every request says, who asks among it.
    let headers: [HTTPHeader]
    /// Sends them.
    package let http: HTTPClient

    /// More pages than any repository has, against a server whose lists never end.
    private static let pageLimit = 200

    /// A request; a header field given here stands in for a common one of that name.
    package func request(
        _ method: HTTPMethod,
        _ url: String,
        _ extra: [HTTPHeader] = [],
        body: HTTPBody = .empty
    ) -> HTTPRequest {
        let names = Set(extra.map { $0.name.lowercased() })
        return HTTPRequest(
            method,
            url,
            headers: headers.filter { !names.contains($0.name.lowercased()) } + extra,
            body: body
        )
    }

    /// A request with a JSON body.
    package func json(_ method: HTTPMethod, _ url: String, _ body: some Encodable) throws -> HTTPRequest {
        request(
            method,
            url,
            [HTTPHeader("Content-Type", "application/json; charset=utf-8")],
            body: .bytes(try JSONText.line(body))
        )
    }

    /// Asks for something that need not be there, or that the token may not be allowed to see.
    func find<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ url: String,
        absent: Set<Int> = [404]
    ) async throws -> Found<Value> {
        let response = try await http.send(request(.get, url), accepting: absent)
        guard response.isSuccess else { return Found(status: response.status, headers: response.headers) }
        return Found(
            status: response.status,
            headers: response.headers,
            value: try response.decoded(type)
        )
    }

    /// An answer that may hold nothing.
    package struct Found<Value: Sendable>: Sendable {
        let status: Int
        let headers: HTTPFields
        package var value: Value?
    }

    /// Removes something, which may be gone already.
    func delete(_ url: String, accepting statuses: Set<Int> = [404]) async throws {
        _ = try await http.send(request(.delete, url), accepting: statuses)
    }

    // MARK: Lists

    /// All items of a list, page after page, as the server links them.
    package func list<Item: Decodable>(_ type: Item.Type, _ url: String) async throws -> [Item] {
        try await list([Item].self, url) { $0 }
    }

    /// The same, of pages that hold their items below some key.
    package func list<Page: Decodable, Item>(
        _ type: Page.Type,
        _ url: String,
        _ itemsOf: (Page) -> [Item]
    ) async throws -> [Item] {
        var items: [Item] = []
        var next: String? = url
        for _ in 0..<Self.pageLimit {
            guard let url = next else { return items }
            let response = try await http.send(request(.get, url))
            items += itemsOf(try response.decoded(type))
            next = LinkHeader.next(in: response.headers)
            // The token is for the server that was meant, wherever its lists lead.
            if let next { try requireSameOrigin(next) }
        }
        throw endless
    }

    /// All items of a list, by the numbers of its pages.
    ///
    /// For servers that link the next page by the name that they know themselves by, which need not be ours. `url` has
    /// a query already.
    package func pages<Item: Decodable>(_ type: Item.Type, _ url: String) async throws -> [Item] {
        try await pages([Item].self, url) { $0 }
    }

    /// The same, of pages that hold their items below some key.
    package func pages<Page: Decodable, Item>(
        _ type: Page.Type,
        _ url: String,
        _ itemsOf: (Page) -> [Item]
    ) async throws -> [Item] {
        var items: [Item] = []
        for number in 1...Self.pageLimit {
            let response = try await http.send(request(.get, "\(url)&page=\(number)"))
            items += itemsOf(try response.decoded(type))
            if LinkHeader.next(in: response.headers) == nil { return items }
        }
        throw endless
    }

    private var endless: RelctlError {
        RelctlError("cannot list what is at \(repository): the list does not end", code: .remoteUnavailable)
    }

    private func requireSameOrigin(_ url: String) throws {
        let next = try? HTTPAddress(url, allowsPlainHTTP: true).origin
        guard let next, next == (try? HTTPAddress(api, allowsPlainHTTP: true).origin) else {
            throw RelctlError(
                "cannot list what is at \(repository): the list leads to another server",
                code: .remoteUnavailable
            )
        }
    }

    // MARK: Uploads

    /// Sends a file once, as only a look at what is there tells whether an attempt without an answer worked.
    ///
    /// - Throws: ``UploadFailure`` if the answer does not say what is there now.
    func upload<Value: Decodable>(
        _ type: Value.Type,
        _ request: HTTPRequest,
        sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> Value {
        var request = request
        request.repeats = .ifUnsent
        let response = try await http.send(
            request,
            accepting: UploadFailure.uncertain,
            receiving: HTTPSink(sent: sent)
        )
        guard response.isSuccess else {
            throw UploadFailure(error: http.failure(of: request, response))
        }
        return try response.decoded(type)
    }
}

/// An upload whose answer does not say what is there now: a look does.
struct UploadFailure: Error {
    let error: RelctlError

    /// GitHub may keep half a file when it answers 502, and answers 422 where another was quicker.
    static let uncertain: Set<Int> = [422, 500, 502, 503, 504]
}
