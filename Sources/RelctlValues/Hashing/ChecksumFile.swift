/// A checksum file in the form of coreutils' `sha256sum`: a digest, two blanks (or a blank and `*`), and a name.
///
/// A line whose name has a backslash, a newline or a carriage return starts with a backslash and has these written
/// `\\`, `\n` and `\r` (GNU coreutils manual, "md5sum invocation"). BSD's form, `SHA256 (NAME) = DIGEST`, is read too.
package struct ChecksumFile: Sendable, Hashable {
    /// What it says, in its order.
    package var entries: [Entry]
    /// Lines that say nothing that can be understood, counted from 1.
    package var malformedLines: [Int] = []

    /// Returns the name of the checksum file beside the file `name`.
    package static func sidecar(of name: String) -> String { name + ".sha256" }

    /// A file and its digest.
    package struct Entry: Sendable, Hashable {
        /// The file's name as it was given: often, not always, one in the folder of the checksum file.
        package var name: String
        /// The digest of its bytes.
        package var sha256: Digest
        /// The line it stands in, from 1; nothing for one that was not read.
        package var line: Int?

        /// Describes a file.
        package init(name: String, sha256: Digest, line: Int? = nil) {
            self.name = name
            self.sha256 = sha256
            self.line = line
        }

        /// The line without its newline.
        package var text: String {
            let escaped = ChecksumFile.escape(name)
            return (escaped == name ? "" : "\\") + "\(sha256.hexadecimal)  \(escaped)"
        }
    }

    /// Lists files in the bytewise order of their names.
    package init(_ entries: [Entry]) { self.entries = entries.sortedBytewise(by: \.name) }

    /// Reads a checksum file; empty lines and comments, which start with `#`, say nothing.
    package init(parsing bytes: [UInt8]) {
        entries = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            // Files that went through Windows.
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            if let (name, digest) = Self.parse(line) {
                entries.append(Entry(name: name, sha256: digest, line: index + 1))
            } else {
                malformedLines.append(index + 1)
            }
        }
    }

    /// The file's bytes.
    package var bytes: [UInt8] { entries.flatMap { Array($0.text.utf8) + [UInt8(ascii: "\n")] } }

    private static func parse(_ line: ArraySlice<UInt8>) -> (name: String, digest: Digest)? {
        let isEscaped = line.first == UInt8(ascii: "\\")
        let rest = isEscaped ? line.dropFirst() : line
        guard let text = String(validating: rest, as: UTF8.self) else { return nil }
        guard let (name, digest) = parsePlain(text) ?? parseTagged(text), !name.isEmpty else { return nil }
        guard isEscaped else { return (name, digest) }
        return unescape(name).map { ($0, digest) }
    }

    private static func parsePlain(_ text: String) -> (name: String, digest: Digest)? {
        let bytes = text.utf8
        guard bytes.count > 66, let digest = Digest(hexadecimal: String(decoding: bytes.prefix(64), as: UTF8.self))
        else {
            return nil
        }
        let mark = bytes.dropFirst(64).prefix(2)
        guard mark.elementsEqual("  ".utf8) || mark.elementsEqual(" *".utf8) else { return nil }
        return (String(decoding: bytes.dropFirst(66), as: UTF8.self), digest)
    }

    private static func parseTagged(_ text: String) -> (name: String, digest: Digest)? {
        let (bytes, start, middle) = (text.utf8, "SHA256 (", ") = ")
        guard bytes.starts(with: start.utf8), bytes.count > start.utf8.count + middle.utf8.count + 64 else {
            return nil
        }
        let digest = Digest(hexadecimal: String(decoding: bytes.suffix(64), as: UTF8.self))
        let rest = bytes.dropLast(64)
        guard let digest, rest.suffix(middle.utf8.count).elementsEqual(middle.utf8) else { return nil }
        let name = rest.dropFirst(start.utf8.count).dropLast(middle.utf8.count)
        return (String(decoding: name, as: UTF8.self), digest)
    }

    private static func escape(_ name: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\".unicodeScalars
            case "\n": escaped += "\\n".unicodeScalars
            case "\r": escaped += "\\r".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    private static func unescape(_ text: String) -> String? {
        var name = String.UnicodeScalarView()
        var scalars = text.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "\\" else {
                name.append(scalar)
                continue
            }
            switch scalars.next() {
            case "\\": name.append("\\")
            case "n": name.append("\n")
            case "r": name.append("\r")
            default: return nil
            }
        }
        return String(name)
    }
}
