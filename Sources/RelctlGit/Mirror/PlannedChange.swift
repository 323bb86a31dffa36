/// A file's change in a commit.
package struct PlannedChange: Sendable, Hashable, Codable {
    /// The file, below the repository's top.
    package var file: RelativePath
    /// The id of the blob before.
    package var old: String
    /// The id of the blob afterwards.
    package var new: String
    /// git's mode of the file, such as `100644`.
    package var mode: String
    /// What is replaced, in the order of places, which are those of the text before.
    package var replacements: [Replacement]
    /// The change as people read it, and as `git apply` takes it.
    package var diff: String

    /// Describes a change.
    package init(
        file: RelativePath,
        old: String,
        new: String,
        mode: String,
        replacements: [Replacement],
        diff: String
    ) {
        self.file = file
        self.old = old
        self.new = new
        self.mode = mode
        self.replacements = replacements
        self.diff = diff
    }

    /// Bytes that are replaced.
    package struct Replacement: Sendable, Hashable, Codable {
        /// Where they begin.
        package var offset: Int
        /// How many there are.
        package var length: Int
        /// What stands there afterwards.
        package var text: String

        /// Describes a replacement.
        package init(offset: Int, length: Int, text: String) {
            self.offset = offset
            self.length = length
            self.text = text
        }
    }

    /// The file's bytes with the replacements made; nothing where a place lies outside, or before the one before it.
    package func applied(to old: [UInt8]) -> [UInt8]? {
        var new: [UInt8] = []
        var end = 0
        for replacement in replacements {
            let (offset, length) = (replacement.offset, replacement.length)
            guard offset >= end, length >= 0, offset <= old.count, length <= old.count - offset else { return nil }
            new += old[end..<offset]
            new += replacement.text.utf8
            end = offset + length
        }
        return new + old[end...]
    }
}

extension [PlannedChange.Replacement] {
    /// What leads from one text to another: where both have as many lines, in each line what differs, else what lies
    /// between the first and the last character that differ.
    package init(from old: String, to new: String) {
        let (old, new) = (Array<UInt8>(old.utf8), Array<UInt8>(new.utf8))
        let (oldLines, newLines) = (Self.lines(old), Self.lines(new))
        let pairs =
            oldLines.count == newLines.count
            ? Array<(Range<Int>, Range<Int>)>(zip(oldLines, newLines))
            : [
                (0..<old.count, 0..<new.count)
            ]
        self = pairs.compactMap { Self.difference(old[$0.0], new[$0.1]) }
    }

    private static func lines(_ bytes: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            lines.append(start..<index + 1)
            start = index + 1
        }
        return lines + [start..<bytes.count]
    }

    private static func difference(
        _ old: ArraySlice<UInt8>,
        _ new: ArraySlice<UInt8>
    ) -> PlannedChange.Replacement? {
        guard !old.elementsEqual(new) else { return nil }
        var prefix = zip(old, new).prefix { $0 == $1 }.count
        while prefix > 0, isInside(old.dropFirst(prefix)) || isInside(new.dropFirst(prefix)) { prefix -= 1 }
        let (oldRest, newRest) = (old.dropFirst(prefix), new.dropFirst(prefix))
        var suffix = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        while suffix > 0, isInside(oldRest.suffix(suffix)) { suffix -= 1 }
        return PlannedChange.Replacement(
            offset: oldRest.startIndex,
            length: oldRest.count - suffix,
            text: String(decoding: newRest.dropLast(suffix), as: UTF8.self)
        )
    }

    /// Whether bytes begin in the midst of a character.
    private static func isInside(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.first.map { $0 & 0xC0 == 0x80 } ?? false }
}

extension RelativePath {
    /// The folders that it lies in, the nearest first; not the top.
    package var foldersAbove: [String] {
        var folders: [String] = []
        var folder = parent
        while let current = folder {
            folders.append(current.string)
            folder = current.parent
        }
        return folders
    }
}
