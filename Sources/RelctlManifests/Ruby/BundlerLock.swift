/// A lock file of Bundler (https://bundler.io/guides/rationale.html#checking-your-code-into-version-control), line by
/// line, as its own parser reads it: sections without indentation, `remote:` and `specs:` with two blanks, gems with
/// four, their dependencies with six.
struct BundlerLock: Sendable {
    /// The lines with their places.
    let lines: [Line]

    /// A line, cut into what stands round brackets and what stands in them.
    struct Line: Sendable {
        /// Its text without indentation and break.
        var text: String
        /// The blanks in front.
        var indentation: Int
        /// Its bytes, without indentation and break.
        var range: Range<Int>
        /// The bytes of the version in `name (version)` or `name (version-platform)`.
        var version: Range<Int>?
        /// The name in front of that.
        var name: String
    }

    /// Cuts a text into lines; any text is one.
    init(_ text: String) {
        let bytes = Array(text.utf8)
        var lines: [Line] = []
        var start = bytes.starts(with: SourcePlaces.byteOrderMark) ? SourcePlaces.byteOrderMark.count : 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            if end > start { lines.append(Self.line(bytes, start..<end)) }
            start = end + 1
        }
        self.lines = lines
    }

    private static func line(_ bytes: [UInt8], _ range: Range<Int>) -> Line {
        let first = bytes[range].firstIndex { $0 != 0x20 } ?? range.upperBound
        let rest = bytes[first..<range.upperBound]
        var line = Line(
            text: String(decoding: rest, as: UTF8.self),
            indentation: first - range.lowerBound,
            range: first..<range.upperBound,
            name: ""
        )
        let open = rest.firstIndex(of: UInt8(ascii: "("))
        let close = rest.firstIndex(of: UInt8(ascii: ")"))
        if let open, let close, open < close, open > first, bytes[open - 1] == 0x20 {
            line.name = String(decoding: bytes[first..<open - 1], as: UTF8.self)
            let version = bytes[(open + 1)..<close].prefix { $0 != UInt8(ascii: "-") && $0 != 0x20 }
            if !version.isEmpty { line.version = version.startIndex..<version.endIndex }
        }
        return line
    }

    /// The places that repeat the version of a gem that lies in `folder`: in the `PATH` section of that folder, and in
    /// the checksums.
    ///
    /// - Parameters:
    ///   - gem: The gem's name.
    ///   - folder: The gem's folder.
    ///   - lock: The lock file, from whose folder remotes are meant.
    /// - Returns: The bytes of the versions, in the text's order.
    func versions(of gem: String, in folder: ProjectFolder, lock: RelativePath) -> [Range<Int>] {
        var section = ""
        var isHere = false
        var isOwn = false
        var found: [Range<Int>] = []
        for line in lines {
            switch line.indentation {
            case 0:
                section = line.text
                isHere = false
            case 2 where line.text.hasPrefix("remote: "):
                let remote = line.text.dropFirst("remote: ".count)
                isHere = section == "PATH" && ProjectFolder(lock.parent).resolving(String(remote)) == folder
            case 4 where isHere && line.name.equalsBytewise(gem):
                isOwn = true
                if let version = line.version { found.append(version) }
            case 2 where section == "CHECKSUMS" && isOwn && line.name.equalsBytewise(gem):
                if let version = line.version { found.append(version) }
            default: break
            }
        }
        return found
    }

    /// All its lines as values; a version is one of its own.
    var values: [SourceValue] {
        lines.enumerated().flatMap { index, line -> [SourceValue] in
            let path = "line \(index + 1)"
            guard let version = line.version else {
                return [SourceValue(path: path, text: line.text, range: line.range)]
            }
            let parts = [
                line.range.lowerBound..<version.lowerBound, version, version.upperBound..<line.range.upperBound,
            ]
            return zip(["", ".version", ".rest"], parts).map { name, part in
                let bytes = line.text.utf8.dropFirst(part.lowerBound - line.range.lowerBound).prefix(part.count)
                return SourceValue(path: path + name, text: String(decoding: bytes, as: UTF8.self), range: part)
            }
        }
    }
}
