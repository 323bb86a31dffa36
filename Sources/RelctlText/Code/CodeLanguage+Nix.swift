/// The Nix language (https://nix.dev/manual/nix/stable/language/).
extension CodeLanguage {
    package static let nix = CodeLanguage(
        lineComments: ["#"],
        blockComments: [BlockComment(open: "/*", close: "*/")],
        strings: [
            StringForm(
                open: "\"",
                close: "\"",
                isMultiline: true,
                interpolations: [.code("${")],
                literals: ["$$"]
            ),
            StringForm(
                open: "''",
                close: "''",
                hasEscapes: false,
                isMultiline: true,
                interpolations: [.code("${")],
                literals: ["''$", "'''", "''\\", "$$"]
            ),
        ],
        wordBytes: Array("'-".utf8),
        special: { lexer throws(RelctlError) in lexer.readPathOrAddress() }
    )
}

extension CodeLexer {
    /// `./a/b`, `~/a`, `https://host/a`: what is a word to whoever looks for bindings.
    fileprivate mutating func readPathOrAddress() -> Bool {
        let start = position
        var end = start
        if isNext("~/") { end += 1 }
        while end < bytes.count, isInPath(bytes[end]) { end += 1 }
        let name = end
        let isScheme = end < bytes.count && bytes[end] == UInt8(ascii: ":") && end > start
        if isScheme, Self.isWordStart(bytes[start]), isInAddress(at: end + 1) {
            end += 1
            while isInAddress(at: end) { end += 1 }
        } else {
            while end + 1 < bytes.count, bytes[end] == UInt8(ascii: "/"), isInPath(bytes[end + 1]) {
                end += 1
                while end < bytes.count, isInPath(bytes[end]) { end += 1 }
            }
        }
        guard end > name else {
            // No path begins within the name either: it is read at once, so that long ones are looked at only once.
            while position < name { readWordNumberOrMark() }
            return position > start
        }
        position = end
        append(.word, from: start)
        return true
    }

    private func isInPath(_ byte: UInt8) -> Bool {
        byte < 0x80 && (Self.isWordStart(byte) || Self.isDigit(byte)) || Array("._-+".utf8).contains(byte)
    }

    private func isInAddress(at index: Int) -> Bool {
        guard index < bytes.count else { return false }
        let byte = bytes[index]
        return isInPath(byte) || Array("%/?:@&=$,!~*'".utf8).contains(byte)
    }
}
