/// The web pages of a repository at a forge, known from its address alone.
package struct ForgeAddress: Sendable, Hashable {
    /// The repository's page, without a slash at its end.
    package let page: String
    /// How the forge lays its pages out.
    package let kind: Kind

    /// Forges, by how they lay their pages out.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// GitHub, and where nothing else is known.
        case github
        /// GitLab.
        case gitlab
        /// Gitea and Forgejo.
        case gitea
    }

    /// What a number in a text may stand for.
    package enum Reference: Sendable, Hashable {
        /// `#12`: an issue, or at GitHub and Gitea also a pull request, to which they lead on.
        case issue
        /// `(#12)` at the end of a squashed change's first line.
        case pullRequest
        /// `!12`, as GitLab writes it.
        case mergeRequest
    }

    /// Reads a repository as `relctl.json` or a git remote names it.
    ///
    /// That is `OWNER/NAME` at GitHub, or an address by `https`, `git` or `ssh` as git takes it; names and passwords in
    /// an address are left out. Nothing for other texts, and for Bitbucket, which lays its pages out in another way.
    ///
    /// - Parameters:
    ///   - repository: The address.
    ///   - kind: What the forge is, where its host does not say so.
    package init?(repository: String, kind: Kind? = nil) {
        if repository.wholeMatch(of: /[A-Za-z0-9_.\-]+\/[A-Za-z0-9_.\-]+/) != nil {
            self.init(host: kind == .gitlab ? "gitlab.com" : "github.com", path: repository, kind: kind)
        } else if let (host, path) = Self.hostAndPath(of: repository) {
            self.init(host: host.lowercased(), path: String(path), kind: kind)
        } else {
            return nil
        }
    }

    /// The parts of an address in one of the forms that git takes; each form is compiled only where those before do not
    /// match.
    private static func hostAndPath(of address: String) -> (host: Substring, path: Substring)? {
        let https = /https:\/\/(?:[^\/@\s]*@)?(?<host>[A-Za-z0-9.\-]+(?::[0-9]+)?)\/(?<path>[^?#\s]+)/
        if let match = address.wholeMatch(of: https) { return (match.host, match.path) }
        let ssh = /(?:ssh|git|git\+ssh):\/\/(?:[^\/@\s]*@)?(?<host>[A-Za-z0-9.\-]+)(?::[0-9]+)?\/(?<path>[^?#\s:]+)/
        if let match = address.wholeMatch(of: ssh) { return (match.host, match.path) }
        let short = /[A-Za-z0-9_.\-]+@(?<host>[A-Za-z0-9.\-]+)[:\/](?<path>[^?#\s:]+)/
        return address.wholeMatch(of: short).map { ($0.host, $0.path) }
    }

    private init?(host: String, path: String, kind: Kind?) {
        // Where forges take SSH at the port of HTTPS, for those behind a firewall; pages lie at the usual host.
        let host = ["ssh.github.com": "github.com", "altssh.gitlab.com": "gitlab.com"][host] ?? host
        guard let kind = kind ?? Self.kind(ofHost: host) else { return nil }
        var parts = path.split(separator: "/").map(String.init)
        if let last = parts.last, last.hasSuffix(".git") { parts[parts.count - 1] = String(last.dropLast(4)) }
        guard parts.count >= 2, !parts.contains(where: { ["", ".", ".."].contains($0) }) else { return nil }
        page = "https://\(host)/" + parts.map(Self.encoded).joined(separator: "/")
        self.kind = kind
    }

    private static func kind(ofHost host: String) -> Kind? {
        let labels = host.split { $0 == "." || $0 == ":" }
        if labels.contains("bitbucket") { return nil }
        if labels.contains("gitlab") { return .gitlab }
        return labels.contains { ["codeberg", "gitea", "forgejo"].contains($0) } ? .gitea : .github
    }

    /// Where a file of a release is downloaded; nothing at GitLab, whose files lie wherever a release says.
    package func download(_ file: String, tag: String) -> String? {
        guard kind != .gitlab else { return nil }
        return "\(page)/releases/download/\(Self.encoded(tag))/\(Self.encoded(file))"
    }

    /// The page of a commit.
    package func commit(_ hash: String) -> String { commitPrefix + Self.encoded(hash) }

    /// What the address of every commit begins with.
    package var commitPrefix: String { kind == .gitlab ? "\(page)/-/commit/" : "\(page)/commit/" }

    /// The page that compares two tags or commits.
    package func comparison(from old: String, to new: String) -> String {
        "\(page)/\(kind == .gitlab ? "-/" : "")compare/\(Self.encoded(old))...\(Self.encoded(new))"
    }

    /// The page of a release.
    package func release(tag: String) -> String {
        "\(page)/\(kind == .gitlab ? "-/releases" : "releases/tag")/\(Self.encoded(tag))"
    }

    /// The page of an issue or a request to merge; nothing for what the forge does not write so.
    package func page(of reference: Reference, _ number: String) -> String? {
        switch (kind, reference) {
        case (.gitlab, .issue): "\(page)/-/issues/\(number)"
        case (.gitlab, .mergeRequest): "\(page)/-/merge_requests/\(number)"
        case (.gitlab, .pullRequest), (.github, .mergeRequest), (.gitea, .mergeRequest): nil
        case (.github, .pullRequest): "\(page)/pull/\(number)"
        case (.gitea, .pullRequest): "\(page)/pulls/\(number)"
        case (.github, .issue), (.gitea, .issue): "\(page)/issues/\(number)"
        }
    }

    /// The page of an issue by its number here, or as `OWNER/NAME#12` in another repository of the same forge; nothing
    /// for other texts.
    package func issue(_ text: String) -> String? {
        let parts = text.split(separator: "#", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return page(of: .issue, text) }
        guard let host = page.dropFirst("https://".count).split(separator: "/").first else { return nil }
        return ForgeAddress(repository: "https://\(host)/\(parts[0])", kind: kind)?.page(of: .issue, parts[1])
    }

    /// Percent-encodes all but unreserved characters (RFC 3986, section 2.3).
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.append(byte)
            default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
