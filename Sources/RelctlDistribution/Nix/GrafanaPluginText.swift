/// The entry of a plugin among those of nixpkgs, which downloads it from Grafana's catalogue.
///
/// The catalogue hands on the files that it was given: the release's.
struct GrafanaPluginText: Sendable {
    private let package: NixPackage

    init(_ package: NixPackage) { self.package = package }

    /// The file.
    var text: String {
        let body =
            ["pname = \(NixText.string(package.name));", "version = \(NixText.string(package.version));"] + digests
            + NixMetadata(package).lines(
                platforms: package.isPortable ? "lib.platforms.unix" : "lib.attrNames zipHash"
            )
        let lines =
            ["{ grafanaPlugin, lib }:", "", package.isPortable ? "grafanaPlugin {" : "grafanaPlugin rec {"]
            + NixText.indented(body) + ["}"]
        return lines.map { $0 + "\n" }.joined()
    }

    private var digests: [String] {
        let each = package.sources.compactMap { source in
            source.downloads.first.map { (NixText.attribute(source.system), NixText.string($0.hash)) }
        }
        if package.isPortable, let hash = each.first?.1 { return ["zipHash = \(hash);"] }
        return ["zipHash = {"] + NixText.indented(each.map { "\($0.0) = \($0.1);" }) + ["};"]
    }
}
