/// Where the configuration is.
package enum ConfigurationFile {
    /// The names that it may have, at the project's top.
    package static let names = ["relctl.json", ".relctl.json"]

    /// The largest configuration that is read, in bytes.
    package static let sizeLimit = 4 << 20

    /// Finds the configuration of the project in `folder`.
    ///
    /// - Parameters:
    ///   - folder: The project's folder.
    ///   - chosen: A file that the user named, from `folder`; nothing to look for the usual names.
    ///   - files: The disk.
    /// - Returns: The path of the configuration.
    /// - Throws: ``RelctlError`` if there is none, or more than one.
    package static func locate(in folder: FilePath, chosen: String?, files: any FileSystem) throws -> FilePath {
        if let chosen {
            let path = folder.appending(chosen)
            guard try files.resolvedStatus(of: path) != nil else {
                throw RelctlError("cannot find the configuration `\(chosen)`", code: .configurationInvalid)
            }
            return path
        }
        let found = try names.filter { try files.status(of: folder.appending($0)) != nil }
        if found.count > 1 {
            throw RelctlError(
                "cannot choose between `relctl.json` and `.relctl.json` in `\(folder)`",
                code: .configurationInvalid,
                hints: ["remove one of them, or name the one that is meant with `--config`"]
            )
        }
        guard let name = found.first else {
            throw RelctlError(
                "cannot find `relctl.json` or `.relctl.json` in `\(folder)`",
                code: .configurationInvalid,
                hints: [
                    "run `relctl init` to write one", "run relctl in the project's top folder, or name it with `-C`",
                ]
            )
        }
        return folder.appending(name)
    }

    /// Returns the digest of a text, whichever line endings git gave it on this machine.
    package static func digest(of text: [UInt8]) -> Digest {
        let (carriageReturn, newline) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        let unified = text.indices.filter { index in
            text[index] != carriageReturn || index + 1 == text.count || text[index + 1] != newline
        }
        return Digest(of: unified.map { text[$0] })
    }

    /// Returns one error for all problems, in the order of their places.
    package static func invalid(_ subject: String, _ problems: [RelctlError]) -> RelctlError {
        let sorted = problems.enumerated().sorted { left, right in
            guard let one = left.element.place, let other = right.element.place, one != other else {
                return left.offset < right.offset
            }
            return (one.line, one.column) < (other.line, other.column)
        }
        return RelctlError(
            "cannot use \(subject)",
            code: .configurationInvalid,
            causes: sorted.map(\.element)
        )
    }
}
