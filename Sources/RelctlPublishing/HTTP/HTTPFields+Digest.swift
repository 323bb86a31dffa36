import FoundationEssentials

extension HTTPFields {
    /// The SHA-256 digest that a server reports for what is at a URL; nothing where it reports none that can be read.
    ///
    /// `X-Checksum-Sha256` as Artifactory sends it, `Repr-Digest` (RFC 9530), or `Digest`, its forerunner (RFC 3230).
    var sha256: Digest? {
        if let text = self["X-Checksum-Sha256"], let digest = Digest(hexadecimal: text) { return digest }
        return reported("Repr-Digest") ?? reported("Digest")
    }

    /// The member of a list `sha-256=VALUE`; RFC 9530 writes the value between colons.
    private func reported(_ name: String) -> Digest? {
        guard let list = self[name] else { return nil }
        for member in list.split(separator: ",") {
            let parts = member.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
            guard parts.count == 2, parts[0].lowercased() == "sha-256" else { continue }
            let value = parts[1].filter { $0 != ":" }
            return Data(base64Encoded: value).flatMap { Digest(bytes: Array($0)) }
        }
        return nil
    }

    /// The entity tag, where it tells one content from every other (RFC 9110, section 8.8.3): no other one may be asked for.
    var strongEntityTag: String? {
        guard let tag = self["ETag"], tag.utf8.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
        return tag
    }
}

extension Digest {
    /// The digest as a field of RFC 9530 says it.
    var structuredField: String { "sha-256=:\(Data(bytes).base64EncodedString()):" }
}
