/// The name of a package wherever it comes from: `pkg:TYPE/NAMESPACE/NAME@VERSION?KEY=VALUE`
/// (https://github.com/package-url/purl-spec).
struct PackageURL: Sendable, Hashable {
    /// The kind of package, in lower case.
    let type: String
    /// The parts before the name, and the name itself.
    let path: [String]
    /// The version.
    let version: String?
    /// What else tells it, by key.
    let qualifiers: [String: String]

    /// An image by its tag, as BuildKit names it; those at Docker Hub by the short name that people know.
    static func image(_ repository: String, tag: String?, platform: ImagePlatform?) -> PackageURL {
        var path = repository.splitAtSlashes().map(String.init)
        if path.first.map({ ["docker.io", "index.docker.io"].contains($0) }) == true {
            path.removeFirst()
            if path.count == 2, path[0] == "library" { path.removeFirst() }
        }
        let platform = platform.map { ["platform": $0.description] } ?? [:]
        return PackageURL(type: "docker", path: path, version: tag, qualifiers: platform)
    }

    /// An image by its digest (purl-spec, type `oci`).
    static func image(_ repository: String, digest: ContentDigest, tag: String?, architecture: String?) -> PackageURL {
        var qualifiers = ["repository_url": repository]
        qualifiers["tag"] = tag
        qualifiers["arch"] = architecture
        let name = repository.splitAtSlashes().last.map(String.init) ?? repository
        return PackageURL(type: "oci", path: [name], version: digest.description, qualifiers: qualifiers)
    }

    /// A release at GitHub, whose names are the same in upper and lower case; nothing for one elsewhere.
    static func release(_ tag: String, of repository: String) -> PackageURL? {
        let prefix = "https://github.com/"
        guard let page = ForgeAddress(repository: repository)?.page, page.hasPrefix(prefix) else { return nil }
        let path = page.dropFirst(prefix.count).lowercased().splitAtSlashes().map(String.init)
        return PackageURL(type: "github", path: path, version: tag, qualifiers: [:])
    }
}

extension PackageURL: CustomStringConvertible {
    /// The canonical form, its qualifiers sorted by key.
    var description: String {
        let path = path.map(PercentEncoding.segment).joined(separator: "/")
        let version = version.map { "@" + PercentEncoding.segment($0) } ?? ""
        let qualifiers = qualifiers.sortedBytewise(by: \.key)
            .map { "\($0.key)=\(PercentEncoding.segment($0.value))" }
        return "pkg:\(type)/\(path)\(version)" + (qualifiers.isEmpty ? "" : "?" + qualifiers.joined(separator: "&"))
    }
}
