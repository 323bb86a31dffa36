import FoundationEssentials

/// What registries say of what went wrong (OCI distribution specification 1.1, "Error Codes").
enum RegistryFault {
    private struct Body: Decodable {
        struct Fault: Decodable { var code: String? }
        var errors: [Fault]?
    }

    /// The codes in an answer, such as `BLOB_UNKNOWN`.
    static func codes(in response: HTTPResponse) -> [String] {
        guard !response.isSuccess, response.body.first == UInt8(ascii: "{") else { return [] }
        let body = try? JSONDecoder().decode(Body.self, from: Data(response.body))
        return (body?.errors ?? []).compactMap(\.code)
    }
}
