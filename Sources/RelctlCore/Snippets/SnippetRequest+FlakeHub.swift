extension SnippetRequest.Flake {
    /// The flake of a release at FlakeHub; nothing where it is not published there under the release's own version.
    ///
    /// The address is that of the exact version (https://docs.determinate.systems/flakehub/concepts/urls). A flake in the
    /// repository has none: its digests are known, and committed, after the tag.
    package init?(_ settings: NixSettings, of release: ReleaseIdentity, forge: ForgeAddress?) {
        guard let flakeHub = settings.flakeHub, !flakeHub.isRolling, !release.isSnapshot else { return nil }
        let pages = forge?.page.splitAtSlashes().dropFirst(2).joined(separator: "/")
        guard let name = flakeHub.name ?? pages, !name.isEmpty else { return nil }
        let version = PercentEncoding.segment(release.version.description)
        self.init(
            package: settings.name ?? release.name.lowercased(),
            reference: "https://flakehub.com/f/\(name)/=\(version).tar.gz"
        )
    }
}
