/// The grammar of names at registries (OCI distribution specification 1.1, section "Pull").
///
/// All of it is ASCII, looked at byte by byte, in time that grows with the text alone.
package enum ReferenceGrammar {
    /// Whether a text is a tag: `[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}`.
    package static func isTag(_ text: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, bytes.count <= 128 else { return false }
        return (isAlphanumeric(first) || first == UInt8(ascii: "_"))
            && bytes.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
    }

    package static let tagRule =
        "tags have at most 128 of letters, digits, `_`, `.` and `-`, and begin with none of the last two"

    /// What is wrong with a repository's path; nothing if it is one.
    ///
    /// Components are `[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*`, with slashes between them.
    static func problem(withPath path: String) -> String? {
        guard !path.isEmpty else { return "it names no repository" }
        for component in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if component.isEmpty { return "between two slashes, and at both ends, there is a name" }
            if component.contains(where: { (0x41...0x5a).contains($0) }) { return "capitals are not allowed" }
            guard isComponent(component) else {
                return
                    "`\(String(decoding: component, as: UTF8.self))` is not small letters and digits, with single `.`, "
                    + "`_`, `__` or any number of `-` between them"
            }
        }
        return nil
    }

    private static func isComponent(_ bytes: some Sequence<UInt8>) -> Bool {
        var separator: [UInt8] = []
        var isAfterName = false
        for byte in bytes {
            if isSmallAlphanumeric(byte) {
                guard separator.isEmpty || isSeparator(separator) else { return false }
                separator = []
                isAfterName = true
            } else {
                guard isAfterName else { return false }
                separator.append(byte)
            }
        }
        return isAfterName && separator.isEmpty
    }

    private static func isSeparator(_ bytes: [UInt8]) -> Bool {
        [Array(".".utf8), Array("_".utf8), Array("__".utf8)].contains(bytes)
            || bytes.allSatisfy { $0 == UInt8(ascii: "-") }
    }

    /// Whether a text is a host or an address, with a port or without.
    static func isHost(_ text: String) -> Bool {
        let isLiteral = text.hasPrefix("[")
        let end = isLiteral ? text.lastIndex(of: "]").map { text.index(after: $0) } : text.firstIndex(of: ":")
        let host = text[..<(end ?? text.endIndex)]
        let rest = text[(end ?? text.endIndex)...]
        guard isLiteral ? isAddress(host) : isName(host) else { return false }
        guard !rest.isEmpty else { return true }
        let port = rest.dropFirst()
        return rest.hasPrefix(":") && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && UInt16(port).map { $0 > 0 } == true
    }

    private static func isName(_ host: Substring) -> Bool {
        host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            guard let first = label.first, let last = label.last else { return false }
            return isAlphanumeric(first) && isAlphanumeric(last)
                && label.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func isAddress(_ host: Substring) -> Bool {
        host.utf8.count > 2 && host.hasSuffix("]")
            && host.utf8.dropFirst().dropLast().allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
    }

    private static func isSmallAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isSmallAlphanumeric(byte) || (0x41...0x5a).contains(byte)
    }

    /// The error for a text that is none of what it should be.
    ///
    /// What may be a password in it is not repeated, nor is a reason that could.
    static func invalid(_ kind: String, _ text: String, _ reason: String) -> RelctlError {
        if let shown = UserInfo.masked(reference: text) {
            return RelctlError(
                "cannot understand the \(kind) `\(HTTPResponse.line(shown))`",
                code: .configurationInvalid,
                hints: ["write it as `HOST/PATH:TAG`: credentials are those of `docker login`"],
                causes: [RelctlError("what stands before `@`, or behind `?`, may be a password")]
            )
        }
        return RelctlError(
            "cannot understand the \(kind) `\(HTTPResponse.line(text))`",
            code: .configurationInvalid,
            causes: [RelctlError(HTTPResponse.line(reason))]
        )
    }
}
