/// Where the files of a release are downloaded.
package struct DownloadAddresses: Sendable {
    private let release: ReleaseIdentity
    private let template: Template?
    private let key: String
    private let client: String
    private let variables: [String: String]
    private let forge: ForgeAddress?

    /// Knows where files are by a template, else by the forge's pages.
    ///
    /// - Parameters:
    ///   - release: The release.
    ///   - template: An address with `artifact` for a file's name; nothing for the forge's place.
    ///   - key: Where the configuration has the template, such as `nix.url`.
    ///   - client: Who downloads, such as `Nix`.
    ///   - variables: What the template may name beside the release.
    ///   - forge: The pages of the release's repository; nothing where they are not known.
    init(
        _ release: ReleaseIdentity,
        template: Template?,
        key: String,
        client: String,
        variables: [String: String],
        forge: ForgeAddress?
    ) {
        self.release = release
        self.template = template
        self.key = key
        self.client = client
        self.variables = variables
        self.forge = forge
    }

    /// Where a file is downloaded.
    ///
    /// - Throws: ``RelctlError`` if that is not known, or no address that is downloaded.
    package func address(of file: String) throws -> String {
        guard let template else {
            guard let url = forge?.download(file, tag: release.tag) else { throw noAddress() }
            return url
        }
        let scope = TemplateScopes.project(release: release, variables: variables)
            .adding(texts: ["artifact": PercentEncoding.segment(file)])
        let url = try template.render(scope)
        guard url.wholeMatch(of: /(?:https?|ftp|file):\/\/[!-~]+/) != nil else {
            throw RelctlError(
                "`\(key)`: `\(url)` is not an address that \(client) downloads",
                code: .configurationInvalid
            )
        }
        return url
    }

    /// Refuses one address for two files.
    ///
    /// - Throws: ``RelctlError`` if there is one.
    func requireDistinct(_ addresses: some Sequence<(url: String, sha256: Digest)>) throws {
        var digests: [String: Digest] = [:]
        for (url, digest) in addresses {
            guard let other = digests.updateValue(digest, forKey: url), other != digest else { continue }
            throw RelctlError(
                "`\(key)`: several files would be downloaded from `\(url)`",
                code: .configurationInvalid,
                hints: ["name the file in it, with `{{artifact}}`"]
            )
        }
    }

    private func noAddress() -> RelctlError {
        let reason =
            switch forge?.kind {
            case .gitlab: "a release at GitLab does not say by its tag where its files are"
            case .github, .gitea: "the forge does not say"
            case nil: "the release names no repository at a forge"
            }
        return RelctlError(
            "cannot tell where users of \(client) download the release: \(reason)",
            code: .configurationInvalid,
            hints: [
                "set `\(key)` to an address such as `https://example.org/{{tag}}/{{artifact}}`, or `repository`"
            ]
        )
    }
}
