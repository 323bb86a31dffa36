/// What stands behind `?` or `#` in an address: names, and values that are often tokens or signatures (RFC 3986, section
/// 3.4).
package enum QueryParameters {
    /// The parameters with `****` for every value that is not known to be harmless, and for what has no name and is as
    /// long as tokens are.
    ///
    /// - Parameters:
    ///   - query: What stands behind `?`.
    ///   - keepsColumns: Whether there are as many stars as characters that they stand for; templates stay then.
    /// - Returns: The parameters; templates that are yet to be filled in stay as they are, and so does what is masked.
    package static func masked(_ query: Substring, keepsColumns: Bool = false) -> String {
        var (result, rest) = ("", query)
        while let end = rest.utf8.firstIndex(where: { separators.contains($0) }) {
            let next = rest.utf8.index(after: end)
            result += masked(item: rest[..<end], keepsColumns)
            result += rest[end..<next]
            rest = rest[next...]
        }
        return result + masked(item: rest, keepsColumns)
    }

    private static func masked(item: Substring, _ keepsColumns: Bool) -> String {
        let equals = item.utf8.firstIndex(of: UInt8(ascii: "="))
        let value = equals.map { item[item.utf8.index(after: $0)...] } ?? item
        let isHarmless = equals.map { harmless.contains(item[..<$0]) } ?? (item.count < shortestToken)
        guard !isHarmless, !isOpen(value) else { return String(item) }
        return String(item[..<value.startIndex]) + (keepsColumns ? starred(value) : Secret.mask)
    }

    /// As many stars as characters, but for the templates among them.
    private static func starred(_ value: Substring) -> String {
        var (result, rest) = ("", value)
        while let start = rest.utf8.firstRange(of: "{{".utf8)?.lowerBound,
            let end = rest[start...].utf8.firstRange(of: "}}".utf8)?.upperBound
        {
            let template = rest[start..<end]
            result += stars(rest[..<start])
            result += isTemplate(template) ? String(template) : stars(template)
            rest = rest[end...]
        }
        return result + stars(rest)
    }

    private static func stars(_ text: Substring) -> String { String(repeating: "*", count: text.count) }

    /// A text that people read, with the values masked in the URLs in it.
    static func masked(in text: String, keepsColumns: Bool) -> String {
        var (result, rest) = ("", Substring(text))
        while let scheme = rest.utf8.firstRange(of: "://".utf8) {
            let address = UserInfo.address(in: rest[scheme.upperBound...].utf8)
            let start = address.utf8.firstIndex { "?#".utf8.contains($0) } ?? address.endIndex
            result += rest[..<start]
            // What ends the path stands between an item of nothing and the first one.
            result += masked(address[start...], keepsColumns: keepsColumns)
            rest = rest[address.endIndex...]
        }
        return result + rest
    }

    private static func isOpen(_ value: Substring) -> Bool { value.allSatisfy { $0 == "*" } || isTemplate(value) }

    /// Whether a text is one template, and nothing beside it.
    private static func isTemplate(_ text: Substring) -> Bool {
        guard text.hasPrefix("{{"), text.hasSuffix("}}") else { return false }
        return !text.utf8.dropFirst(2).dropLast(2).contains { "{}".utf8.contains($0) }
    }

    /// What separates parameters, in one way or another of writing them, or begins the next part of an address.
    private static let separators = Array("&;#?".utf8)
    /// In characters; words that mean something by themselves, such as `uploads` or a heading, are shorter most often.
    private static let shortestToken = 16

    /// Those that say what is asked for, and not who asks.
    private static let harmless: Set<Substring> = [
        "page", "per_page", "name", "label", "partNumber", "uploads", "list-type", "prefix", "max-keys", "ref",
        "versionId", "acl", "order_by", "sort", "limit", "status", "select", "package_type", "package_name",
        "package_version", "digest", "mount", "from", "n", "last", "artifactType", "service", "scope",
        "labels", "template", "q", "version", "tag", "branch", "pr", "title", "body",
    ]
}
