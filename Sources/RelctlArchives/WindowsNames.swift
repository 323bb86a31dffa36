/// What Windows holds of names
/// (https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions).
package enum WindowsNames {
    /// The longest name of one file, in UTF-16 units.
    static let componentLimit = 255

    /// The names of devices, in any folder, in any case, and with any extension; `¹²³` count as digits.
    private static let reserved: Set<String> = {
        let numbered = ["COM", "LPT"].flatMap { device in
            "123456789\u{b9}\u{b2}\u{b3}".map { device + String($0) }
        }
        return Set(["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"] + numbered)
    }()

    /// Why Windows cannot have a file of this name.
    package static func problem(with name: String) -> String? {
        if let scalar = name.unicodeScalars.first(where: { $0.value < 0x20 || "<>:\"|?*\\".unicodeScalars.contains($0) }
        ) {
            let shown = scalar.value < 0x20 ? scalar.escaped(asASCII: true) : String(scalar)
            return "Windows has no `\(shown)` in names"
        }
        if let last = name.utf8.last, ". ".utf8.contains(last) { return "Windows drops the dot or blank at the end" }
        // Blanks before the extension do not help: `NUL .txt` is the device too.
        let end = name.unicodeScalars.prefix { $0 != "." }.lastIndex { $0 != " " }
        let stem = end.map { String(name.unicodeScalars[...$0]) } ?? ""
        if reserved.contains(stem.uppercased()) { return "`\(stem)` is the name of a device there" }
        if name.utf16.count > componentLimit { return "its name is longer than \(componentLimit) UTF-16 units" }
        return nil
    }

    /// The bytes that NTFS compares, which has no idea of equivalent spellings: each scalar on its own, by its simple
    /// mapping to upper case, then to lower.
    package static func folded(_ name: String) -> [UInt8] {
        var result = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            result.append(scalar.simply(\.uppercaseMapping).simply(\.lowercaseMapping))
        }
        return Array(String(result).utf8)
    }
}

extension Unicode.Scalar {
    /// The scalar that a mapping turns this into, or itself where it turns it into several.
    fileprivate func simply(_ mapping: KeyPath<Unicode.Scalar.Properties, String>) -> Unicode.Scalar {
        let mapped = properties[keyPath: mapping].unicodeScalars
        guard mapped.count == 1, let scalar = mapped.first else { return self }
        return scalar
    }
}
