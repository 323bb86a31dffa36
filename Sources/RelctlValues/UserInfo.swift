/// What stands before `@` and the host in an address: a user's name, and often a password (RFC 3986, section 3.2.1).
///
/// Addresses do not have to be right to hold one: `https:///user:pw@host` does, too, and a password may hold what would
/// end a host. Too much rather than too little is taken for one.
package enum UserInfo {
    /// Whether a text is, or may become, a URL of any scheme that names who asks before its host: `https://user:pw@host`,
    /// or without a scheme `user:pw@host`, which no image with tag and digest is.
    package static func isIn(_ text: String) -> Bool {
        guard let scheme = text.firstRange(of: "://") else {
            guard let end = text.firstIndex(of: "@"), !isDigest(text[end...]) else { return false }
            let isOneWord = !text.contains { $0.isWhitespace }
            return isOneWord && text[..<end].contains(":") && !text[..<end].contains("/")
        }
        return range(in: text[scheme.upperBound...]) != nil
    }

    /// A text that people read, with `****` for what may be secret in the URLs in it: what stands before their hosts, and
    /// the values behind `?`.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - keepsColumns: Whether there are as many stars as characters that they stand for.
    /// - Returns: The text, as it was where no URL in it says who asks.
    package static func masked(_ text: String, keepsColumns: Bool = false) -> String {
        QueryParameters.masked(in: maskedUsers(in: text, keepsColumns), keepsColumns: keepsColumns)
    }

    private static func maskedUsers(in text: String, _ keepsColumns: Bool) -> String {
        var (result, rest) = ("", Substring(text))
        while let scheme = rest.utf8.firstRange(of: "://".utf8) {
            // No address is longer; a text of nothing but beginnings of addresses takes no longer than it must.
            let address = Self.address(in: rest[scheme.upperBound...].utf8.prefix(4096))
            guard address.utf8.contains(UInt8(ascii: "@")) else {
                result += rest[..<address.endIndex]
                rest = rest[address.endIndex...]
                continue
            }
            // SSH asks for keys: the name alone, most often `git`, is no secret.
            let isLogin = rest[..<scheme.lowerBound].hasSuffix("ssh")
            // What is masked already stays as long as it is.
            guard let range = range(in: address), !address[range].allSatisfy({ $0 == "*" }),
                !isLogin || address[range].contains(":")
            else {
                result += rest[..<scheme.upperBound]
                rest = rest[scheme.upperBound...]
                continue
            }
            result += rest[..<range.lowerBound]
            result += keepsColumns ? String(repeating: "*", count: address[range].count) : Secret.mask
            rest = rest[range.upperBound...]
        }
        return result + rest
    }

    /// What follows a scheme, up to where a text goes on behind the address.
    static func address(in rest: Substring.UTF8View) -> Substring {
        Substring(rest.prefix { $0 > 0x20 && $0 != 0x7F && !"\"'`<>".utf8.contains($0) })
    }

    /// A line of source, with as many stars as characters for what stands before the hosts of the URLs in it, and for what
    /// may be a password before those of names without a scheme: `user:pw@host`, `token@host/name`.
    package static func masked(source line: String) -> String {
        let line = masked(line, keepsColumns: true)
        var (result, rest) = ("", Substring(line))
        while let at = rest.firstIndex(of: "@") {
            let next = rest.index(after: at)
            // Looking no further than any name is long takes no longer for a line of megabytes than it must; to count so
            // many characters would take long for each `@`, bytes are counted at once.
            let user = String(Substring(rest[..<at].utf8.suffix(1 << 14)).reversed().prefix(while: isPart).reversed())
            let host = Substring(rest[next...].utf8.prefix(1 << 14)).prefix { isPart($0) && $0 != "@" }
            if mayHoldPassword(user, before: host), !isDigest(rest[at...].prefix(100).prefix(while: isPart)) {
                result += rest[..<at].dropLast(user.count) + String(repeating: "*", count: user.count) + "@"
            } else {
                result += rest[..<next]
            }
            rest = rest[next...]
        }
        return result + rest
    }

    /// `git@host:path` is how git writes addresses; URLs were looked at before.
    private static func mayHoldPassword(_ user: some StringProtocol, before host: Substring) -> Bool {
        guard !user.isEmpty, user != "git", !user.contains("://") else { return false }
        return user.contains(":") || host.contains("/")
    }

    /// Whether a character may stand in an address or a name that a text quotes.
    private static func isPart(_ character: Character) -> Bool {
        !character.isWhitespace && !"\"'`<>,".contains(character)
    }

    /// A name without a scheme, as images have it, with `****` for what may be a password in it; nothing if there is none.
    ///
    /// An `@` that no digest follows is a mistake in any case.
    package static func masked(reference: String) -> String? {
        let masked = masked(reference)
        guard masked == reference else { return masked }
        guard let at = reference.lastIndex(where: { $0 == "@" }) else { return nil }
        let (user, rest) = (reference[..<at], reference[at...])
        let isSecret = isDigest(rest) ? user.contains("@") : mayHoldPassword(user, before: rest)
        return isSecret ? Secret.mask + rest : nil
    }

    /// Where it is in what follows a scheme; nothing if it is not there.
    private static func range(in rest: Substring) -> Range<Substring.Index>? {
        let address = rest.drop { $0 == "/" || $0 == "\\" }
        let authority = address.prefix { !"/?#\\".contains($0) }
        if let end = authority.lastIndex(of: "@") {
            // Behind more than two slashes is a path, in which names stand before an `@` by right.
            let isPath = address.startIndex != rest.startIndex && !authority[..<end].contains(":")
            return isPath ? nil : address.startIndex..<end
        }
        guard !authority.hasPrefix("["), let colon = authority.firstIndex(of: ":") else { return nil }
        let port = authority[authority.index(after: colon)...]
        // Templates are filled in with what nobody knows yet.
        guard !port.hasPrefix("{"), port.contains(where: { !("0"..."9").contains($0) }) else { return nil }
        return address.lastIndex(of: "@").map { address.startIndex..<$0 }
    }

    /// Whether `@` and what follows is the digest of an image, `@sha256:…`.
    private static func isDigest(_ text: Substring) -> Bool {
        // Where there are many, matching a pattern takes much longer than to see that it cannot match.
        text.utf8.starts(with: "@sha".utf8) && text.prefixMatch(of: /@sha[0-9]+:[0-9A-Za-z]*$/) != nil
    }
}
