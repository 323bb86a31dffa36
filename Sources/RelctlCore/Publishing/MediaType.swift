/// The media types of what ships (https://www.iana.org/assignments/media-types).
enum MediaType {
    /// The type of a file, by its name.
    static func of(_ name: String) -> String {
        let lowercased = name.lowercased()
        return types.first { lowercased.hasSuffix($0.ending) }?.type ?? "application/octet-stream"
    }

    private static let types: [(ending: String, type: String)] = [
        (".gz", "application/gzip"), (".tgz", "application/gzip"), (".zip", "application/zip"),
        (".xz", "application/x-xz"), (".zst", "application/zstd"), (".tar", "application/x-tar"),
        (".json", "application/json"), (".sha256", "text/plain; charset=utf-8"),
        (".md", "text/markdown; charset=utf-8"), (".txt", "text/plain; charset=utf-8"),
        ("sha256sums", "text/plain; charset=utf-8"),
    ]
}
