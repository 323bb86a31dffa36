/// A file's text before and after its version was changed, proven to differ in nothing else.
package struct ManifestChange: Sendable, Hashable, Codable {
    /// The file, below the project's folder.
    package var file: RelativePath
    /// Its text as it is.
    package var old: String
    /// Its text as it shall be.
    package var new: String

    /// Describes a change.
    package init(file: RelativePath, old: String, new: String) {
        self.file = file
        self.old = old
        self.new = new
    }

    /// Applies edits to a text, and proves that they change exactly the values that they are meant to.
    ///
    /// Edits that say what stands there already are left out. The text is parsed again: as many values as before, at
    /// the same paths and with the same texts, except those at the edits' places.
    ///
    /// - Returns: Nothing if nothing is left to change.
    /// - Throws: ``RelctlError`` if edits overlap, lie outside the text or inside a character, or change anything else.
    package static func applying(
        _ edits: [VersionEdit],
        to text: String,
        of file: RelativePath,
        by source: any VersionSource
    ) throws -> ManifestChange? {
        let bytes = Array(text.utf8)
        let edits = try inOrder(edits, in: bytes, of: file)
            .filter { !bytes[$0.range].elementsEqual($0.replacement.utf8) }
        guard !edits.isEmpty else { return nil }
        var changed: [UInt8] = []
        var end = 0
        for edit in edits {
            changed += bytes[end..<edit.range.lowerBound]
            changed += edit.replacement.utf8
            end = edit.range.upperBound
        }
        changed += bytes[end...]
        let change = ManifestChange(file: file, old: text, new: String(decoding: changed, as: UTF8.self))
        try change.prove(edits, by: source)
        return change
    }

    private static func inOrder(
        _ edits: [VersionEdit],
        in bytes: [UInt8],
        of file: RelativePath
    ) throws -> [VersionEdit] {
        let sorted = Set(edits).sorted { ($0.range.lowerBound, $0.key) < ($1.range.lowerBound, $1.key) }
        var kept: [VersionEdit] = []
        for edit in sorted {
            let isInside = edit.range.lowerBound >= 0 && edit.range.upperBound <= bytes.count
            let ends = [edit.range.lowerBound, edit.range.upperBound]
            guard isInside, ends.allSatisfy({ $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 }) else {
                throw refusal(file, "`\(edit.key)` does not lie in the text")
            }
            if let last = kept.last {
                // Two manifests may name the same place of a file that both repeat.
                if last.range == edit.range, last.replacement == edit.replacement { continue }
                guard last.range.upperBound <= edit.range.lowerBound else {
                    throw refusal(file, "`\(last.key)` and `\(edit.key)` are changed at one place")
                }
            }
            kept.append(edit)
        }
        return kept
    }

    private func prove(_ edits: [VersionEdit], by source: any VersionSource) throws {
        let before = try source.values(in: old, of: file)
        let after: [SourceValue]
        do {
            after = try source.values(in: new, of: file)
        } catch {
            throw Self.refusal(file, "it cannot be read any more", causes: [error])
        }
        guard before.map(\.path) == after.map(\.path) else { throw Self.refusal(file, "its structure would change") }
        var isMet = [Bool](repeating: false, count: edits.count)
        for (value, new) in zip(before, after) {
            let here = Self.indices(of: value.range, in: edits)
            for index in here { isMet[index] = true }
            let isMeant = !here.isEmpty
            guard isMeant == !value.text.utf8.elementsEqual(new.text.utf8) else {
                throw Self.refusal(file, "`\(value.path)` would \(isMeant ? "not " : "")change")
            }
        }
        guard let lost = isMet.firstIndex(of: false) else { return }
        throw Self.refusal(file, "`\(edits[lost].key)` is no value of it")
    }

    /// Indices of the edits that change something in a range; the edits are in order and do not overlap.
    private static func indices(of range: Range<Int>, in edits: [VersionEdit]) -> [Int] {
        var (first, end) = (0, edits.count)
        while first < end {
            let middle = (first + end) / 2
            if edits[middle].range.upperBound < range.lowerBound { first = middle + 1 } else { end = middle }
        }
        return edits[first...].indices.prefix { edits[$0].range.lowerBound <= range.upperBound }
            .filter { edits[$0].range.overlaps(range) || edits[$0].range == range }
    }

    private static func refusal(_ file: RelativePath, _ reason: String, causes: [any Error] = []) -> RelctlError {
        RelctlError(
            "cannot change the version in `\(file)`: \(reason)",
            code: .editRefused,
            hints: ["the file was left as it is; change it by hand, or say where the version stands with `pattern`"],
            causes: causes
        )
    }
}

extension RelctlError.Code {
    /// A manifest cannot be changed without changing more than its version.
    package static let editRefused = RelctlError.Code(name: "version.edit_refused", exitCode: 1)
}

extension ManifestChange {
    /// What it changes, as `git apply` takes it.
    package var diff: UnifiedDiff { UnifiedDiff(file: file.string, old: old, new: new) }
}
