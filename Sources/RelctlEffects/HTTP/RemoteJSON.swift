import FoundationEssentials

extension HTTPResponse {
    /// The body as a value.
    ///
    /// - Throws: ``RelctlError`` if the server answered something else.
    package func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch {
            throw RelctlError(
                "cannot understand what `\(shownURL)` answered",
                code: .remoteUnavailable,
                causes: [error]
            )
        }
    }

    private var shownURL: String { (try? HTTPAddress(url, allowsPlainHTTP: true))?.shown ?? "the server" }
}
