import FoundationEssentials

/// What a file of trusted certificates must be: certificates in PEM (RFC 7468, section 5).
enum CertificateFile {
    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"
    /// More than all authorities of the world take, by far.
    private static let limit = 16 << 20

    /// Proves that a file holds certificates, and no private key, which nobody means to give away.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` that says what it is instead.
    static func check(_ path: FilePath, files: any FileSystem) throws {
        let bytes = try files.contents(of: path, limit: limit)
        guard let reason = problem(with: bytes) else { return }
        throw RelctlError(
            "cannot take `\(path)` for `certificates`: \(reason)",
            code: .configurationInvalid,
            hints: [
                "it takes one or more certificates in PEM, such as `/etc/ssl/certs/ca-certificates.crt` of a system"
            ]
        )
    }

    /// What makes these bytes no such file; nothing if they are one.
    static func problem(with bytes: [UInt8]) -> String? {
        if bytes.isEmpty { return "it is empty" }
        // DER: a sequence whose length takes more than one byte (X.690, section 8.1.3).
        if bytes.count > 1, bytes[0] == 0x30, bytes[1] & 0x80 != 0 {
            return "it is in DER; `openssl x509 -inform der -in FILE` writes it in PEM"
        }
        let (head, foot) = (Array(begin.utf8), Array(end.utf8))
        let lines = bytes.split { $0 == 0x0a || $0 == 0x0d }.map { line in line.filter { $0 != 0x20 && $0 != 0x09 } }
        let (start, stop) = (head.filter { $0 != 0x20 }, foot.filter { $0 != 0x20 })
        var (count, body): (Int, [UInt8]?) = (0, nil)
        for line in lines {
            if line.starts(with: "-----BEGIN".utf8), line.reversed().starts(with: "PRIVATEKEY-----".utf8.reversed()) {
                return "a private key is in it"
            }
            if line.elementsEqual(start) {
                guard body == nil else { return "its certificate \(count + 1) has no end" }
                body = []
            } else if line.elementsEqual(stop) {
                guard let text = body, isSequence(text) else { return "its certificate \(count + 1) is damaged" }
                (count, body) = (count + 1, nil)
            } else {
                body?.append(contentsOf: line)
            }
        }
        guard body == nil else { return "its certificate \(count + 1) has no end" }
        return count > 0 ? nil : "there is no `\(begin)` in it"
    }

    /// Whether a text is base64 of a sequence, which every certificate is (RFC 5280, section 4.1).
    private static func isSequence(_ text: [UInt8]) -> Bool {
        Data(base64Encoded: Data(text))?.first == 0x30
    }
}
