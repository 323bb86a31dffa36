/// How servers are reached and whom to trust, as the environment says it to programs that use libcurl.
struct HTTPRoute: Sendable, Hashable {
    /// Whom requests to plain `http` are sent by; nothing for the server itself.
    ///
    /// `HTTP_PROXY` in capitals counts for nothing: web servers set it for their children from what a client sent.
    let plainProxy: String?
    /// Whom requests to `https` are tunnelled by; nothing for straight to the server.
    let secureProxy: String?
    /// The hosts that are reached without a proxy: names and addresses between commas, or `*` for all.
    let withoutProxy: String
    /// A file of certificates to trust, in place of the system's.
    let certificateFile: String?
    /// A folder of certificates to trust, in place of the system's.
    let certificateFolder: String?

    /// What the variables say; an empty one says nothing.
    init(_ environment: [String: String] = [:]) {
        func first(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        let any = first("all_proxy", "ALL_PROXY")
        plainProxy = first("http_proxy") ?? any
        secureProxy = first("https_proxy", "HTTPS_PROXY") ?? any
        withoutProxy = first("no_proxy", "NO_PROXY") ?? ""
        certificateFile = first("CURL_CA_BUNDLE", "SSL_CERT_FILE")
        certificateFolder = first("SSL_CERT_DIR")
    }

    /// Whom a request to that address is sent by, unless its host is an exception.
    func proxy(to address: HTTPAddress) -> String? { address.isPlain ? plainProxy : secureProxy }
}
