import FoundationEssentials

/// Takes secrets out of texts that leave: as they are, percent-encoded, and in base64.
package struct SecretMask: Sendable {
    /// What is taken out, the longest first, so that no part of a longer one stays.
    private let forms: [[UInt8]]

    /// How many bytes a secret has at least to be taken out: fewer are in any text by chance, which would be unreadable
    /// without them, and tell what they are.
    package static let shortest = 4

    /// How many bytes a secret has at least for a text that holds them to be refused: a password such as `test` stands in
    /// many by chance.
    package static let distinctive = 8

    /// Knows the forms of secrets and of what they were made from.
    package init(_ secrets: some Sequence<Secret>) {
        let texts = Set(secrets.flatMap(Self.withParts).map(\.revealed)).filter { $0.utf8.count >= Self.shortest }
        let forms = Set(texts.flatMap { Self.forms(of: Array($0.utf8)) })
        self.forms = forms.sorted { $0.count != $1.count ? $0.count > $1.count : $0.lexicographicallyPrecedes($1) }
    }

    /// The text with `****` in the place of each secret.
    package func masked(_ text: String) -> String {
        guard !forms.isEmpty, !text.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var position = 0
        while position < bytes.count {
            let rest = bytes[position...]
            if let form = forms.first(where: { rest.starts(with: $0) }) {
                result += Secret.mask.utf8
                position += form.count
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func withParts(_ secret: Secret) -> [Secret] { [secret] + secret.parts.flatMap(withParts) }

    private static func forms(of bytes: [UInt8]) -> [[UInt8]] {
        var forms = [bytes, percentEncoded(bytes, uppercase: true), percentEncoded(bytes, uppercase: false)]
        for offset in 0..<3 {
            let form = base64Core(of: bytes, at: offset)
            forms.append(form)
            forms.append(
                form.map {
                    $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
                }
            )
        }
        return forms
    }

    private static func percentEncoded(_ bytes: [UInt8], uppercase: Bool) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                || "-._~".utf8.contains(byte)
            guard !isPlain else { return [byte] }
            let digits = String(byte, radix: 16, uppercase: uppercase)
            return Array("%\(digits.count < 2 ? "0" : "")\(digits)".utf8)
        }
    }

    /// What base64 of any text shows of these bytes where they begin `offset` bytes after a multiple of three.
    ///
    /// The characters at either edge depend on neighbours too, and are left out.
    private static func base64Core(of bytes: [UInt8], at offset: Int) -> [UInt8] {
        let encoded = Array(Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString().utf8)
        let first = (offset * 8 + 5) / 6
        let last = (offset + bytes.count) * 8 / 6
        return Array(encoded[first..<last])
    }
}
