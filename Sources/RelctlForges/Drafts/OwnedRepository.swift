/// A repository as GitHub and Gitea name them: `OWNER/NAME`.
package struct OwnedRepository: Sendable, Hashable, CustomStringConvertible {
    /// Who it belongs to.
    package let owner: String
    /// Its name.
    let name: String

    /// Reads `OWNER/NAME`, or the address of a repository, whose page's last two parts count; nothing for other texts.
    package init?(_ text: String) {
        let path: String
        if text.wholeMatch(of: /[A-Za-z0-9_.\-]+\/[A-Za-z0-9_.\-]+/) != nil {
            path = text
        } else if let page = ForgeAddress(repository: text)?.page {
            path = page
        } else {
            return nil
        }
        let parts = path.split(separator: "/").suffix(2).map(String.init)
        guard parts.count == 2, !parts.contains(where: { [".", ".."].contains($0) }) else { return nil }
        (owner, name) = (parts[0], parts[1])
    }

    /// `OWNER/NAME`, for messages.
    package var description: String { "\(owner)/\(name)" }

    /// `OWNER/NAME` as a part of a URL.
    var path: String { "\(PercentEncoding.segment(owner))/\(PercentEncoding.segment(name))" }
}
