/// What stands behind `?` or `#` in an address: names, and values that are often tokens or signatures (RFC 3986, section
/// 3.4).
enum QueryParameters {
    /// The parameters with `****` for every value that is not known to be harmless.
    ///
    /// - Parameters:
    ///   - query: What stands behind `?`.
    ///   - keepsColumns: Whether there are as many stars as characters that they stand for.
    /// - Returns: The parameters; templates that are yet to be filled in stay as they are, and so does what is masked.
    static func masked(_ query: Substring, keepsColumns: Bool = false) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !harmless.contains(parts[0]), !isOpen(parts[1]) else { return String(item) }
            return "\(parts[0])=" + (keepsColumns ? String(repeating: "*", count: parts[1].count) : Secret.mask)
        }
        .joined(separator: "&")
    }

    /// A text that people read, with the values masked in the URLs in it.
    static func masked(in text: String, keepsColumns: Bool) -> String {
        var (result, rest) = ("", Substring(text))
        while let scheme = rest.utf8.firstRange(of: "://".utf8) {
            let address = UserInfo.address(in: rest[scheme.upperBound...].utf8)
            let start = address.firstIndex { $0 == "?" || $0 == "#" } ?? address.endIndex
            result += rest[..<start]
            if start < address.endIndex {
                let query = address[address.index(after: start)...]
                result += String(address[start]) + masked(query, keepsColumns: keepsColumns)
            }
            rest = rest[address.endIndex...]
        }
        return result + rest
    }

    private static func isOpen(_ value: Substring) -> Bool {
        value.allSatisfy { $0 == "*" } || value.hasPrefix("{{") && value.hasSuffix("}}")
    }

    /// Those that say what is asked for, and not who asks.
    private static let harmless: Set<Substring> = [
        "page", "per_page", "name", "label", "partNumber", "uploads", "list-type", "prefix", "max-keys", "ref",
        "versionId", "acl", "order_by", "sort", "limit", "status", "select", "package_type", "package_name",
        "package_version", "digest", "mount", "from", "n", "last", "artifactType", "service", "scope",
    ]
}
