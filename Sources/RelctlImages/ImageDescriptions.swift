/// What images say of themselves where nobody says otherwise (image-spec 1.1, "Pre-Defined Annotation Keys").
enum ImageDescriptions {
    private static let prefix = "org.opencontainers.image."
    /// The annotation that names the base image.
    static let baseName = prefix + "base.name"
    /// The annotation that fixes the base image.
    static let baseDigest = prefix + "base.digest"
    /// What the release says.
    static func standard(for release: ReleaseIdentity) -> [String: String] {
        let source = release.repository.map { ForgeAddress(repository: $0)?.page ?? $0 }
        let values = [
            "title": release.name,
            "description": release.description,
            "url": release.homepage ?? source,
            "source": source,
            "revision": release.commit,
            "version": release.version.description,
            "created": time(release.timestamp),
            "licenses": release.license,
        ]
        return values.compactMapValues(\.self).reduce(into: [:]) { $0[prefix + $1.key] = $1.value }
    }

    /// A time in seconds since 1970 as RFC 3339 has it, in UTC.
    static func time(_ seconds: Int64) -> String {
        "\(UTCTime.date(ofTimestamp: seconds))T\(UTCTime.time(ofTimestamp: seconds))Z"
    }
}
