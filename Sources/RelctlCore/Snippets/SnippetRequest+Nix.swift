extension SnippetRequest.Flake {
    /// The flake of a release at FlakeHub; nothing where it is not published there under the release's own version.
    ///
    /// The address is that of the exact version (https://docs.determinate.systems/flakehub/concepts/urls).
    ///
    /// - Throws: ``RelctlError`` if the package has no name.
    package init?(_ settings: NixSettings, of release: ReleaseIdentity, forge: ForgeAddress?) throws {
        guard let flakeHub = settings.flakeHub, !flakeHub.isRolling, !release.isSnapshot else { return nil }
        let pages = forge?.page.splitAtSlashes().dropFirst(2).joined(separator: "/")
        guard let name = flakeHub.name ?? pages, !name.isEmpty else { return nil }
        let version = PercentEncoding.segment(release.version.description)
        self.init(
            package: try settings.packageName(of: release.name),
            reference: "https://flakehub.com/f/\(name)/=\(version).tar.gz"
        )
    }

    /// The flake that ships with a release, by where it is downloaded; nothing where that is no address of a flake.
    ///
    /// A flake in the repository would have no such address: its digests are known, and committed, after the tag.
    ///
    /// - Parameters:
    ///   - request: What is asked of Nix for the release.
    ///   - artifact: The flake's archive.
    ///   - hash: The digest by which Nix proves it, once it is unpacked.
    /// - Throws: ``RelctlError`` if the package has no name, or it is not known where files are downloaded.
    package init?(_ request: NixRequest, _ artifact: Artifact, hash: String) throws {
        let address = try request.addresses.address(of: artifact.name)
        guard let match = address.wholeMatch(of: /(?<place>(?:https?|file):[^?#]+)(?<query>\?[^#]*)?/) else {
            return nil
        }
        // Nix knows a tarball by how its address ends.
        let scheme = match.place.hasSuffix(".tar.gz") ? "" : "tarball+"
        let joint = match.query == nil ? "?" : "&"
        self.init(
            package: try request.package,
            reference: "\(scheme)\(address)\(joint)narHash=\(PercentEncoding.segment(hash))"
        )
    }
}
