/// A header block of a tar, taken apart.
struct TarBlock {
    let typeFlag: UInt8
    let size: UInt64
    let member: ArchiveMember

    /// Takes apart 512 bytes.
    init(_ block: [UInt8]) throws(ArchiveDamage) {
        // The checksum counts its own field as blanks.
        let sum = block.enumerated().reduce(UInt64(0)) { sum, byte in
            sum + UInt64((148..<156).contains(byte.offset) ? UInt8(ascii: " ") : byte.element)
        }
        guard try Self.number(block[148..<156]) == sum else { throw .damaged("a tar header's checksum is wrong") }
        typeFlag = block[156]
        size = try Self.number(block[124..<136])
        var name = Self.text(block[0..<100])
        // GNU's own format has other things in the place of the prefix.
        let isUstar = block[257..<263].elementsEqual("ustar\u{0}".utf8)
        let prefix = isUstar ? Self.text(block[345..<500]) : []
        if !prefix.isEmpty { name = prefix + [UInt8(ascii: "/")] + name }
        var member = ArchiveMember(name: name, kind: Self.kind(typeFlag))
        member.mode = UInt16(try Self.number(block[100..<108]) & 0o7777)
        member.owner = try Self.number(block[108..<116])
        member.group = try Self.number(block[116..<124])
        member.modificationTime = Int64(clamping: try Self.number(block[136..<148]))
        if member.kind == .link || member.kind == .hardLink { member.linkTarget = Self.text(block[157..<257]) }
        self.member = member
    }

    private static func kind(_ typeFlag: UInt8) -> ArchiveMember.Kind {
        switch typeFlag {
        case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): .file
        case UInt8(ascii: "1"): .hardLink
        case UInt8(ascii: "2"): .link
        case UInt8(ascii: "3"): .special("character device")
        case UInt8(ascii: "4"): .special("block device")
        case UInt8(ascii: "5"): .folder
        case UInt8(ascii: "6"): .special("pipe")
        case UInt8(ascii: "S"): .special("sparse file")
        default: .special("entry of the type \(typeFlag)")
        }
    }

    private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }

    /// Octal digits between blanks and NULs, or a binary number after a byte with its highest bit set (GNU).
    private static func number(_ field: ArraySlice<UInt8>) throws(ArchiveDamage) -> UInt64 {
        if let first = field.first, first & 0x80 != 0 {
            // The largest is 2^63 less one, and nothing that ships is negative.
            let digits = field.dropFirst().drop { $0 == 0 }
            guard first == 0x80, digits.count < 8 else { throw .damaged("a number in a tar header is out of range") }
            return digits.reduce(0) { $0 << 8 | UInt64($1) }
        }
        let isBlank: (UInt8) -> Bool = { $0 == 0 || $0 == UInt8(ascii: " ") }
        let digits = field.drop(while: isBlank).prefix { !isBlank($0) }
        if digits.isEmpty { return 0 }
        guard let number = UInt64(String(decoding: digits, as: UTF8.self), radix: 8) else {
            throw .damaged("a number in a tar header is malformed")
        }
        return number
    }
}

/// What extended headers say about an entry, which counts for more than its own header.
struct TarOverrides {
    var name: [UInt8]?
    var linkTarget: [UInt8]?
    var size: UInt64?
    var owner: UInt64?
    var group: UInt64?
    var isSparse = false

    /// These, with `others` where they say nothing.
    func merged(over others: TarOverrides) -> TarOverrides {
        TarOverrides(
            name: name ?? others.name,
            linkTarget: linkTarget ?? others.linkTarget,
            size: size ?? others.size,
            owner: owner ?? others.owner,
            group: group ?? others.group,
            isSparse: isSparse || others.isSparse
        )
    }

    /// Takes in lines of the form `LENGTH KEY=VALUE`, whose length counts all of the line.
    mutating func take(pax content: [UInt8]) throws(ArchiveDamage) {
        var rest = content[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0 != UInt8(ascii: " ") }
            let length = digits.count < 10 ? Int(String(decoding: digits, as: UTF8.self)) : nil
            guard let length, length > digits.count + 1, length <= rest.count else {
                throw .damaged("a pax header is malformed")
            }
            let line = rest.prefix(length).dropFirst(digits.count + 1)
            rest = rest.dropFirst(length)
            guard line.last == UInt8(ascii: "\n"), let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
                throw .damaged("a pax header is malformed")
            }
            let value = line[(equals + 1)...].dropLast()
            try take(key: String(decoding: line[..<equals], as: UTF8.self), value: value)
        }
    }

    private mutating func take(key: String, value: ArraySlice<UInt8>) throws(ArchiveDamage) {
        switch key {
        case "path": name = Array(value)
        case "linkpath": linkTarget = Array(value)
        case "size": size = try Self.number(value)
        case "uid": owner = try Self.number(value)
        case "gid": group = try Self.number(value)
        default: if key.hasPrefix("GNU.sparse.") { isSparse = true }
        }
    }

    private static func number(_ text: ArraySlice<UInt8>) throws(ArchiveDamage) -> UInt64 {
        guard let number = UInt64(String(decoding: text, as: UTF8.self)), number < 1 << 63 else {
            throw .damaged("a number in a pax header is malformed")
        }
        return number
    }
}
