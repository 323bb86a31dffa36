import CCurl

/// libcurl of this machine, loaded once and kept until the process ends.
struct CurlLibrary: @unchecked Sendable {
    /// The table of its functions, which nobody changes; so it may go from thread to thread.
    let table: OpaquePointer

    /// The library, or why there is none.
    static let loaded = Result { () throws(RelctlError) in try CurlLibrary(anyOf: names) }

    #if canImport(Darwin)
        private static let names = ["/usr/lib/libcurl.4.dylib"]
        private static let hint = "`/usr/lib/libcurl.4.dylib` is a part of macOS"
    #else
        private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
        private static let hint =
            "install libcurl 7.68 or later, such as the package `libcurl4` of Debian and Ubuntu or `libcurl` of Fedora"
    #endif

    /// Loads the first of these libraries that will do.
    ///
    /// - Throws: ``RelctlError`` with what is wrong with each.
    init(anyOf names: [String]) throws(RelctlError) {
        var causes: [RelctlError] = []
        for name in names {
            var reason = [CChar](repeating: 0, count: 512)
            if let table = relctl_curl_load(name, &reason, reason.count) {
                self.table = table
                return
            }
            let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            causes.append(RelctlError("cannot load `\(name)`: \(text)"))
        }
        throw RelctlError(
            "cannot speak to servers without libcurl",
            code: .remoteUnavailable,
            hints: [Self.hint],
            causes: causes
        )
    }
}
