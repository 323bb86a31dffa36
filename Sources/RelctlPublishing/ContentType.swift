/// What files are, for those that download them (RFC 9110, section 8.3).
package enum ContentType {
    /// The media type of a file by its name.
    package static func of(_ name: String) -> String {
        let name = name.lowercased()
        if ["sha256sums", "license", "readme"].contains(name) { return "text/plain; charset=utf-8" }
        return types.first { name.hasSuffix($0.suffix) }?.type ?? "application/octet-stream"
    }

    private static let types: [(suffix: String, type: String)] = [
        (".gz", "application/gzip"), (".tgz", "application/gzip"), (".zip", "application/zip"),
        (".xz", "application/x-xz"), (".zst", "application/zstd"), (".tar", "application/x-tar"),
        (".json", "application/json"), (".sha256", "text/plain; charset=utf-8"),
        (".txt", "text/plain; charset=utf-8"), (".md", "text/markdown; charset=utf-8"),
        (".asc", "application/pgp-signature"),
    ]
}
