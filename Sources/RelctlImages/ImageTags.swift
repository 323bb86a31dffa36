/// The tags of images that follow from a version.
package enum ImageTags {
    /// What an image of a release is tagged with where the configuration says nothing, the exact version's first.
    ///
    /// A stable release also has the tags of its minor and its major version, unless that is 0, and `latest`: each of
    /// them only if `known` has no newer stable version that it should stand for. A pre-release has no other tag, a
    /// snapshot `edge`.
    ///
    /// - Parameters:
    ///   - release: The release.
    ///   - known: The versions that were released, this one among them or not.
    /// - Returns: The tags.
    package static func standard(for release: ReleaseIdentity, known: [Version]) -> [String] {
        let version = release.version
        let exact = tag(for: version)
        if release.isSnapshot { return [exact, "edge"] }
        guard !version.isPrerelease else { return [exact] }
        let newer = known.filter { !$0.isPrerelease && Version.precedes(version, $0) }
        var tags = [exact]
        let ofMajor = newer.filter { $0.major == version.major }
        if !ofMajor.contains(where: { $0.minor == version.minor }) {
            tags.append("\(version.major).\(version.minor)")
        }
        if version.major != .zero, ofMajor.isEmpty { tags.append("\(version.major)") }
        if newer.isEmpty { tags.append("latest") }
        return tags
    }

    /// The tag of exactly this version; `+`, which tags cannot have, becomes `_`, as Helm has it.
    package static func tag(for version: Version) -> String {
        version.description.split(separator: "+", omittingEmptySubsequences: false).joined(separator: "_")
    }
}
