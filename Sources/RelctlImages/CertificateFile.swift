import FoundationEssentials

/// What a file of trusted certificates must be: certificates in PEM (RFC 7468, section 5).
package enum CertificateFile {
    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"
    /// More than all authorities of the world take, by far.
    private static let limit = 16 << 20

    /// Proves that a file holds certificates, and no private key, which nobody means to give away.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` that says what it is instead.
    package static func check(_ path: FilePath, files: any FileSystem) throws {
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
        if let problem = markProblem(bytes) { return problem }
        var (count, body): (Int, [UInt8]?) = (0, nil)
        for line in bytes.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }) {
            let words = line.filter { !isBlank($0) }
            if words.starts(with: "-----BEGIN".utf8), words.reversed().starts(with: "PRIVATEKEY-----".utf8.reversed()) {
                return "a private key is in it"
            }
            // Blanks at the end of a line, and within the base64, mean nothing to those who read PEM.
            let indented = line.prefix { isBlank($0) }
            let text = line.dropFirst(indented.count)
            let kept = text.prefix(text.count - text.reversed().prefix { isBlank($0) }.count)
            let isBegin = kept.elementsEqual(begin.utf8)
            guard indented.isEmpty || !(isBegin || kept.elementsEqual(end.utf8)) else { return indentedProblem }
            if isBegin {
                guard body == nil else { return "its certificate \(count + 1) has no end" }
                body = []
            } else if kept.elementsEqual(end.utf8) {
                guard let text = body else { return beginlessProblem(count) }
                guard isSequence(text) else { return "its certificate \(count + 1) is damaged" }
                (count, body) = (count + 1, nil)
            } else {
                body?.append(contentsOf: words)
            }
        }
        guard body == nil else { return "its certificate \(count + 1) has no end" }
        return count > 0 ? nil : beginlessProblem(count)
    }

    private static func beginlessProblem(_ count: Int) -> String {
        count > 0 ? "its certificate \(count + 1) has no beginning" : "there is no `\(begin)` in it"
    }

    /// What stands before the first line keeps OpenSSL and others from seeing that line.
    private static func markProblem(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            return "it begins with a byte order mark, behind which programs see no certificate; "
                + "`tail -c +4 FILE` writes it without"
        }
        guard bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) else { return nil }
        return "it is in UTF-16; `iconv -f UTF-16 -t UTF-8 FILE` writes it as programs read it"
    }

    /// RFC 7468, section 3: the boundaries begin their lines.
    private static let indentedProblem =
        "its lines are indented, where programs see no certificate; `sed 's/^[[:blank:]]*//' FILE` writes it without"

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Whether a text is base64 of a sequence, which every certificate is (RFC 5280, section 4.1).
    private static func isSequence(_ text: [UInt8]) -> Bool {
        Data(base64Encoded: Data(text))?.first == 0x30
    }
}
