/// A bucket and where it is spoken to.
struct S3Bucket: Sendable, Hashable {
    /// Its name.
    let name: String
    /// Its region.
    let region: String
    /// Scheme and authority, such as `https://releases.s3.eu-central-1.amazonaws.com`.
    let origin: String
    /// What the path begins with before the slash and the key, percent-encoded.
    let path: String
    /// Whether plain HTTP is allowed to other machines than this one.
    let allowsPlainHTTP: Bool

    /// Finds the bucket's address.
    ///
    /// AWS wants the bucket's name in the host, but for names with dots, which no certificate covers; other stores often
    /// know it in the path alone (Amazon S3 User Guide, "Virtual hosting of general purpose buckets").
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` if the store's address is none.
    init(_ settings: S3Settings, in account: AWSAccount) throws {
        name = settings.bucket
        region = account.region
        allowsPlainHTTP = settings.allowsPlainHTTP
        let standard = "https://s3.\(region).amazonaws.com" + (region.hasPrefix("cn-") ? ".cn" : "")
        let endpoint = account.endpoint ?? standard
        let origin = settings.endpoint == nil ? "`AWS_ENDPOINT_URL`, or the profile's `endpoint_url`" : "`endpoint`"
        try S3Settings.checkEndpoint(endpoint, origin, allowsPlainHTTP)
        let address = try HTTPAddress(endpoint, allowsPlainHTTP: allowsPlainHTTP)
        let parts = endpoint.split(separator: "://", maxSplits: 1)
        let end = parts[1].firstIndex(of: "/") ?? parts[1].endIndex
        let (scheme, authority) = (parts[0].lowercased(), Self.authority(of: address))
        var base = String(parts[1][end...])
        while base.hasSuffix("/") { base.removeLast() }
        if settings.isPathStyle ?? (account.endpoint != nil || name.contains(".")) {
            self.origin = "\(scheme)://\(authority)"
            path = base + "/" + PercentEncoding.segment(name)
        } else {
            self.origin = "\(scheme)://\(name.lowercased()).\(authority)"
            path = base
        }
    }

    /// The authority as it stands in the `Host` field: without the scheme's own port.
    var host: String { String(origin.split(separator: "://", maxSplits: 1)[1]) }

    /// The path of an object, or of the bucket itself, percent-encoded.
    func path(of key: String?) -> String {
        guard let key else { return path.isEmpty ? "/" : path }
        return path + "/" + PercentEncoding.segments(key)
    }

    /// The URL of an object, or of the bucket itself.
    func url(of key: String?, query: [(name: String, value: String)] = []) -> String {
        let items = query.map { "\(PercentEncoding.segment($0.name))=\(PercentEncoding.segment($0.value))" }
        return origin + path(of: key) + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    private static func authority(of address: HTTPAddress) -> String {
        let text = String(address.origin.split(separator: "://", maxSplits: 1)[1])
        let standard = address.isPlain ? ":80" : ":443"
        return text.hasSuffix(standard) ? String(text.dropLast(standard.count)) : text
    }
}
