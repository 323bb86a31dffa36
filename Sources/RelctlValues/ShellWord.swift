/// Texts as one word of a command for a shell.
///
/// All goes by scalars: a combining character after a quote does not keep a shell from seeing the quote.
package enum ShellWord {
    /// A word of the POSIX shell in single quotes (IEEE Std 1003.1-2017, Shell Command Language, 2.2.2).
    package static func quoted(_ text: String) -> String {
        var result = "'".unicodeScalars
        for scalar in text.unicodeScalars {
            if scalar == "'" { result += "'\\''".unicodeScalars } else { result.append(scalar) }
        }
        return String(result) + "'"
    }

    /// A word of the POSIX shell, quoted only where it must be.
    package static func posix(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "_-./:=,+@%".utf8.contains(byte)
            }
        }
        return isPlain && !text.isEmpty ? text : quoted(text)
    }

    /// A word of the POSIX shell that names a file, also where the name starts with a dash.
    package static func posix(file name: String) -> String {
        posix(name.utf8.first == UInt8(ascii: "-") ? "./" + name : name)
    }

    /// A word of PowerShell, between single quotes.
    ///
    /// PowerShell takes typographic quotes for quotes (about_Quoting_Rules), so that they are doubled like the plain
    /// one.
    package static func powerShell(_ text: String) -> String {
        let quotes: Set<Unicode.Scalar> = ["'", "\u{2018}", "\u{2019}", "\u{201a}", "\u{201b}"]
        var result = "'".unicodeScalars
        for scalar in text.unicodeScalars {
            if quotes.contains(scalar) { result.append(scalar) }
            result.append(scalar)
        }
        return String(result) + "'"
    }
}
