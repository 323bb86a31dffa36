/// Texts as parts of a URL (RFC 3986, section 2.1).
enum PercentEncoding {
    /// One segment of a path, or a value in a query: all but unreserved characters encoded.
    static func segment(_ text: String) -> String { encoded(text, keeping: []) }

    /// Several segments of a path, whose slashes stay.
    static func segments(_ text: String) -> String { encoded(text, keeping: [UInt8(ascii: "/")]) }

    private static func encoded(_ text: String, keeping kept: [UInt8]) -> String {
        text.utf8.reduce(into: "") { result, byte in
            if isUnreserved(byte) || kept.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }
}
