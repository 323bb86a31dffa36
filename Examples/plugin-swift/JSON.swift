/// As much of JSON as a connector needs; a library without Foundation is a tenth of the size of one with it.
enum JSON {
    case null
    case flag(Bool)
    case number(Int)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    /// The value under a name of an object; nothing of anything else.
    subscript(name: String) -> JSON { if case .object(let members) = self { members[name] ?? .null } else { .null } }

    var asText: String? { if case .text(let text) = self { text } else { nil } }
    var asNumber: Int? { if case .number(let number) = self { number } else { nil } }
    var items: [JSON] { if case .list(let items) = self { items } else { [] } }

    /// The text as JSON writes it.
    static func quoted(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": json += "\\" + String(scalar)
            case "\0"..<" ": json += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }

    /// What is wrong with a text that is no JSON.
    struct Problem: Error { let byte: Int }

    /// Reads a text.
    init(_ text: [UInt8]) throws {
        var reader = Reader(bytes: text)
        self = try reader.value()
    }

    private struct Reader {
        let bytes: [UInt8]
        var at = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        private mutating func next() -> UInt8? {
            while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
            return at < bytes.count ? bytes[at] : nil
        }

        private mutating func take(_ byte: Unicode.Scalar) -> Bool {
            guard next() == UInt8(ascii: byte) else { return false }
            at += 1
            return true
        }

        mutating func value() throws -> JSON {
            switch next() {
            case UInt8(ascii: "{"): return .object(try members())
            case UInt8(ascii: "["): return .list(try list())
            case UInt8(ascii: "\""): return .text(try text())
            default: break
            }
            let start = at
            while at < bytes.count, !",]} \t\r\n".utf8.contains(bytes[at]) { at += 1 }
            let word = String(decoding: bytes[start..<at], as: UTF8.self)
            switch word {
            case "null": return .null
            case "true", "false": return .flag(word == "true")
            default:
                guard let number = Int(word) else { throw Problem(byte: start) }
                return .number(number)
            }
        }

        private mutating func members() throws -> [String: JSON] {
            var members: [String: JSON] = [:]
            at += 1
            guard !take("}") else { return members }
            repeat {
                guard next() == UInt8(ascii: "\"") else { throw Problem(byte: at) }
                let name = try text()
                guard take(":") else { throw Problem(byte: at) }
                members[name] = try value()
            } while take(",")
            guard take("}") else { throw Problem(byte: at) }
            return members
        }

        private mutating func list() throws -> [JSON] {
            var items: [JSON] = []
            at += 1
            guard !take("]") else { return items }
            repeat { items.append(try value()) } while take(",")
            guard take("]") else { throw Problem(byte: at) }
            return items
        }

        private mutating func text() throws -> String {
            var units: [UInt8] = []
            at += 1
            while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
                if bytes[at] == UInt8(ascii: "\\") {
                    units += try escaped().utf8
                } else {
                    units.append(bytes[at])
                    at += 1
                }
            }
            guard at < bytes.count else { throw Problem(byte: at) }
            at += 1
            return String(decoding: units, as: UTF8.self)
        }

        private mutating func escaped() throws -> String {
            guard at + 1 < bytes.count else { throw Problem(byte: at) }
            let byte = bytes[at + 1]
            guard byte == UInt8(ascii: "u") else {
                at += 2
                let meanings: [Character: String] = ["b": "\u{8}", "f": "\u{c}", "n": "\n", "r": "\r", "t": "\t"]
                let name = Character(Unicode.Scalar(byte))
                return meanings[name] ?? String(name)
            }
            var units = [try unit()]
            // Half of a pair: the other half is the next.
            if (0xD800..<0xDC00).contains(units[0]) { units.append(try unit()) }
            return String(decoding: units, as: UTF16.self)
        }

        private mutating func unit() throws -> UInt16 {
            guard at + 6 <= bytes.count, bytes[at] == UInt8(ascii: "\\"),
                let unit = UInt16(String(decoding: bytes[at + 2..<at + 6], as: UTF8.self), radix: 16)
            else { throw Problem(byte: at) }
            at += 6
            return unit
        }
    }
}
