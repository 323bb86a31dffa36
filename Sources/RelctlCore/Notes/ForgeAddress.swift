/// The web pages of a repository at a forge that lays them out as GitHub does.
package struct ForgeAddress: Sendable, Hashable {
    /// The repository's page, without a slash at its end.
    package let page: String

    /// Reads a repository as `relctl.json` names it.
    ///
    /// That is `OWNER/NAME` at GitHub, or an address by `https`, or by `ssh` as git takes it. Nothing for other texts, and for GitLab and Bitbucket, which lay their pages out
    /// differently.
    package init?(repository: String) {
        let forms: [(Regex<(Substring, host: Substring, path: Substring)>)] = [
            /https:\/\/(?<host>[A-Za-z0-9.\-]+(?::[0-9]+)?)\/(?<path>[^?#\s]+)/,
            /(?:ssh:\/\/)?git@(?<host>[A-Za-z0-9.\-]+)[:\/](?<path>[^?#\s:]+)/,
        ]
        if repository.wholeMatch(of: /[A-Za-z0-9_.\-]+\/[A-Za-z0-9_.\-]+/) != nil {
            self.init(host: "github.com", path: repository)
        } else if let match = forms.lazy.compactMap({ repository.wholeMatch(of: $0) }).first {
            self.init(host: match.host.lowercased(), path: String(match.path))
        } else {
            return nil
        }
    }

    private init?(host: String, path: String) {
        guard !host.split(separator: ".").contains(where: { $0 == "gitlab" || $0 == "bitbucket" }) else { return nil }
        var parts = path.split(separator: "/").map(String.init)
        if let last = parts.last, last.hasSuffix(".git") { parts[parts.count - 1] = String(last.dropLast(4)) }
        guard parts.count >= 2, !parts.contains(where: { ["", ".", ".."].contains($0) }) else { return nil }
        page = "https://\(host)/" + parts.map(Self.encoded).joined(separator: "/")
    }

    /// Where a file of a release is downloaded.
    package func download(_ file: String, tag: String) -> String {
        "\(page)/releases/download/\(Self.encoded(tag))/\(Self.encoded(file))"
    }

    /// The page of a commit.
    package func commit(_ hash: String) -> String { "\(page)/commit/\(Self.encoded(hash))" }

    /// The page that compares two tags.
    package func comparison(from old: String, to new: String) -> String {
        "\(page)/compare/\(Self.encoded(old))...\(Self.encoded(new))"
    }

    /// Percent-encodes all but unreserved characters (RFC 3986, section 2.3).
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { result, byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
            result += isPlain ? String(character) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
    }
}
