/// A way to prove who asks that a server offers in `WWW-Authenticate` (RFC 9110, section 11.6.1).
struct AuthenticationChallenge: Sendable, Hashable {
    /// The scheme in lower case, such as `bearer`.
    var scheme: String
    /// The parameters by their names in lower case; of one that comes twice, all in order.
    var parameters: [String: [String]] = [:]

    /// The first value of a parameter.
    func value(_ name: String) -> String? { parameters[name]?.first }

    /// All challenges of an answer: a field may hold several, with the same commas between them as between parameters.
    static func all(in headers: HTTPFields) -> [AuthenticationChallenge] {
        headers.all(named: "WWW-Authenticate").flatMap { value in
            var reader = ChallengeReader(bytes: Array(value.utf8))
            return reader.challenges()
        }
    }
}

/// Reads challenges, forgiving what is none of the grammar: what cannot be understood is not offered.
private struct ChallengeReader {
    let bytes: [UInt8]
    var position = 0

    mutating func challenges() -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        while position < bytes.count {
            skip { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ",") }
            let name = token().lowercased()
            skip { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if peek() == UInt8(ascii: "="), !name.isEmpty, !challenges.isEmpty {
                position += 1
                skip { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                let value = peek() == UInt8(ascii: "\"") ? quoted() : token()
                challenges[challenges.count - 1].parameters[name, default: []].append(value)
            } else if !name.isEmpty {
                challenges.append(AuthenticationChallenge(scheme: name))
            } else {
                skip { $0 != UInt8(ascii: ",") }
            }
        }
        return challenges
    }

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while let byte = peek(), isSkipped(byte) { position += 1 }
    }

    private mutating func token() -> String {
        let start = position
        skip { $0 > 0x20 && $0 < 0x7f && !"\",=;()<>@[]{}?".utf8.contains($0) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quoted() -> String {
        position += 1
        var value: [UInt8] = []
        while let byte = peek(), byte != UInt8(ascii: "\"") {
            position += 1
            if byte == UInt8(ascii: "\\"), let escaped = peek() {
                value.append(escaped)
                position += 1
            } else {
                value.append(byte)
            }
        }
        position += 1
        return String(decoding: value, as: UTF8.self)
    }
}
