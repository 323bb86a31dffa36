/// The difference of two texts in the form that `git apply` and `patch` take
/// (https://git-scm.com/docs/diff-format#generate_patch_text_with_p).
///
/// Where both have as many lines, as after a change of versions, the lines are compared one by one; else what lies
/// between the first and the last line that differ counts as changed. That is right, fast for any text, and shortest
/// for what is compared here.
package struct UnifiedDiff: Sendable, Hashable {
    /// The whole text, with `\n` after each of its own lines and whatever ends those of the texts; empty where the texts
    /// are equal.
    package let text: String

    /// Compares two texts of a file.
    package init(file: String, old: String, new: String, context: Int = 3) {
        let (old, new) = (Self.lines(old), Self.lines(new))
        let hunks = Self.hunks(Self.changes(old, new), counts: (old.count, new.count), context: context)
        guard !hunks.isEmpty else {
            text = ""
            return
        }
        var bytes = Array("--- \(Self.name("a/" + file))\n+++ \(Self.name("b/" + file))\n".utf8)
        for hunk in hunks {
            bytes += Array("@@ -\(Self.span(hunk.old)) +\(Self.span(hunk.new)) @@\n".utf8)
            var next = hunk.old.lowerBound
            for change in hunk.changes {
                for line in old[next..<change.old.lowerBound] { Self.append(line, " ", to: &bytes) }
                for line in old[change.old] { Self.append(line, "-", to: &bytes) }
                for line in new[change.new] { Self.append(line, "+", to: &bytes) }
                next = change.old.upperBound
            }
            for line in old[next..<hunk.old.upperBound] { Self.append(line, " ", to: &bytes) }
        }
        text = String(decoding: bytes, as: UTF8.self)
    }

    private struct Change {
        var old: Range<Int>
        var new: Range<Int>
    }

    private struct Hunk {
        var old: Range<Int>
        var new: Range<Int>
        var changes: [Change]
    }

    private typealias Line = ArraySlice<UInt8>

    /// The lines, each with its `\n`.
    private static func lines(_ text: String) -> [Line] {
        let bytes = Array(text.utf8)
        var lines: [Line] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            lines.append(bytes[start...index])
            start = index + 1
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        return lines
    }

    private static func changes(_ old: [Line], _ new: [Line]) -> [Change] {
        guard old.count == new.count else {
            let prefix = zip(old, new).prefix { $0 == $1 }.count
            let (restOfOld, restOfNew) = (old.dropFirst(prefix), new.dropFirst(prefix))
            let suffix = zip(restOfOld.reversed(), restOfNew.reversed()).prefix { $0 == $1 }.count
            return [Change(old: prefix..<old.count - suffix, new: prefix..<new.count - suffix)]
        }
        var changes: [Change] = []
        for index in old.indices where old[index] != new[index] {
            if let last = changes.last, last.old.upperBound == index {
                changes[changes.count - 1] = Change(
                    old: last.old.lowerBound..<index + 1,
                    new: last.new.lowerBound..<index + 1
                )
            } else {
                changes.append(Change(old: index..<index + 1, new: index..<index + 1))
            }
        }
        return changes
    }

    /// Changes with the lines round them; those whose surroundings meet are one hunk.
    private static func hunks(_ changes: [Change], counts: (old: Int, new: Int), context: Int) -> [Hunk] {
        var hunks: [Hunk] = []
        for change in changes {
            let before = min(context, change.old.lowerBound)
            let after = min(context, counts.old - change.old.upperBound)
            let old = change.old.lowerBound - before..<change.old.upperBound + after
            let new = change.new.lowerBound - before..<change.new.upperBound + after
            // In place: a copy of the last hunk would copy its changes each time.
            let last = hunks.count - 1
            if last >= 0, old.lowerBound <= hunks[last].old.upperBound {
                hunks[last].old = hunks[last].old.lowerBound..<old.upperBound
                hunks[last].new = hunks[last].new.lowerBound..<new.upperBound
                hunks[last].changes.append(change)
            } else {
                hunks.append(Hunk(old: old, new: new, changes: [change]))
            }
        }
        return hunks
    }

    private static func append(_ line: Line, _ mark: Unicode.Scalar, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: mark))
        bytes += line
        if line.last != UInt8(ascii: "\n") { bytes += "\n\\ No newline at end of file\n".utf8 }
    }

    /// The first line's number, from 1, and the number of lines; of none, the line before.
    private static func span(_ lines: Range<Int>) -> String {
        if lines.isEmpty { return "\(lines.lowerBound),0" }
        return lines.count == 1 ? "\(lines.lowerBound + 1)" : "\(lines.lowerBound + 1),\(lines.count)"
    }

    /// A name as git writes it: in quotes where it holds what could be taken for something else.
    private static func name(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C }) else {
            // A tab ends a name with blanks, or what follows would be taken for a time.
            return name.utf8.contains(0x20) ? name + "\t" : name
        }
        var quoted: [UInt8] = [0x22]
        for byte in name.utf8 {
            switch byte {
            case 0x22, 0x5C: quoted += [0x5C, byte]
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 8)
                quoted += Array(("\\" + String(repeating: "0", count: 3 - digits.count) + digits).utf8)
            default: quoted.append(byte)
            }
        }
        return String(decoding: quoted + [0x22], as: UTF8.self)
    }
}
