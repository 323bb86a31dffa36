/// A version as it stands in texts of any kind.
enum VersionWord {
    /// Whether a text says a version so that finding it elsewhere means something.
    static func isTelling(_ text: String) -> Bool {
        text.utf8.count >= 3 && text.utf8.contains(UInt8(ascii: "."))
            && text.utf8.contains { (0x30...0x39).contains($0) }
    }

    /// The places where a version stands and is no part of a longer number or of another version.
    ///
    /// `v1.0.0` and `core-1.0.0.tar.gz` name 1.0.0; `11.0.0`, `1.0.0.1`, `1.0.0-rc.1` and `1.0.0+7` do not.
    static func places(of word: [UInt8], in bytes: ArraySlice<UInt8>) -> [Int] {
        var places: [Int] = []
        var index = bytes.startIndex
        while index + word.count <= bytes.endIndex {
            guard stands(word, at: index, in: bytes) else {
                index += 1
                continue
            }
            places.append(index)
            index += word.count
        }
        return places
    }

    /// Whether a version stands here.
    static func stands(_ word: [UInt8], at index: Int, in bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes[index] == word[0], bytes[index...].starts(with: word) else { return false }
        return begins(bytes[..<index]) && ends(bytes[(index + word.count)...])
    }

    private static func begins(_ before: ArraySlice<UInt8>) -> Bool {
        guard let last = before.last else { return true }
        let rest = before.dropLast()
        switch last {
        case UInt8(ascii: "v"), UInt8(ascii: "V"): return !(rest.last.map(isLetterOrDigit) ?? false)
        case UInt8(ascii: "."): return !(rest.last.map(isDigit) ?? false)
        default: return !isLetterOrDigit(last)
        }
    }

    private static func ends(_ after: ArraySlice<UInt8>) -> Bool {
        guard let first = after.first else { return true }
        let rest = after.dropFirst()
        switch first {
        case UInt8(ascii: "."): return !(rest.first.map(isDigit) ?? false)
        case UInt8(ascii: "-"), UInt8(ascii: "~"):
            // `1.0.0-linux.zip` is a file of 1.0.0, and `1.0.0-rc.1` another version.
            let word = String(decoding: rest.prefix { isLetterOrDigit($0) }, as: UTF8.self).lowercased()
            return word.isEmpty || !(word.utf8.allSatisfy(isDigit) || isPrerelease(word))
        case UInt8(ascii: "+"), UInt8(ascii: "_"): return false
        default: return !isLetterOrDigit(first)
        }
    }

    private static func isPrerelease(_ word: String) -> Bool {
        ["alpha", "beta", "rc", "pre", "preview", "dev", "snapshot", "next", "canary", "nightly", "test"]
            .contains { word.hasPrefix($0) }
    }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
    }
}
