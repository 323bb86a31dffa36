/// The language of CMakeLists.txt (https://cmake.org/cmake/help/latest/manual/cmake-language.7.html): commands, whose
/// arguments stand in quotes, in brackets of any length, or as they are.
extension CodeLanguage {
    /// CMake; an argument as it is, such as `1.2.3` or `${X}`, is a word.
    package static let cmake = CodeLanguage(
        strings: [StringForm(open: "\"", close: "\"", isMultiline: true)],
        special: { (lexer) throws(RelctlError) in
            switch lexer.bytes[lexer.position] {
            case UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: ")"): return false
            case UInt8(ascii: "#"):
                let start = lexer.position
                lexer.position += 1
                if try lexer.skipBracketed(from: start) == nil { lexer.skipLine() }
                return true
            default: break
            }
            let start = lexer.position
            if let content = try lexer.skipBracketed(from: start) {
                lexer.append(.string(CodeToken.StringTraits()), from: start, content: content)
            } else {
                try lexer.skipUnquoted()
                lexer.append(.word, from: start)
            }
            return true
        }
    )
}

extension CodeLexer {
    /// Moves past `[==[ … ]==]`, if that is next; gives the bytes between.
    fileprivate mutating func skipBracketed(from start: Int) throws(RelctlError) -> Range<Int>? {
        guard isNext("[") else { return nil }
        var first = position + 1
        while first < bytes.count, bytes[first] == UInt8(ascii: "=") { first += 1 }
        guard first < bytes.count, bytes[first] == UInt8(ascii: "[") else { return nil }
        let length = first - position - 1
        first += 1
        // One walk with a count of what may be the end, since a search for it at every byte could be quadratic.
        var signs: Int?
        for index in first..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "]") where signs == length:
                position = index + 1
                return first..<(index - length - 1)
            case UInt8(ascii: "]"): signs = 0
            case UInt8(ascii: "="): signs = signs.map { $0 + 1 }
            default: signs = nil
            }
        }
        throw problem("the bracket is not closed", at: start)
    }

    /// Moves past an argument without quotes; it may have some in it, and `$(X)`, as in `-Da="b c"`.
    fileprivate mutating func skipUnquoted() throws(RelctlError) {
        while position < bytes.count {
            switch bytes[position] {
            case 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "#"): return
            case UInt8(ascii: "\\"): position = min(bytes.count, position + 2)
            case UInt8(ascii: "\""):
                let start = position
                repeat {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                    guard position < bytes.count else { throw problem("the string is not closed", at: start) }
                } while bytes[position] != UInt8(ascii: "\"")
                position += 1
            case UInt8(ascii: "$") where isNext("$("):
                let name = bytes[(position + 2)...].prefix { isInWord($0) }
                guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ")") else {
                    position += 1
                    return
                }
                position = name.endIndex + 1
            default: position += 1
            }
        }
    }
}
