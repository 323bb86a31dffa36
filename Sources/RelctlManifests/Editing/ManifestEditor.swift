/// Plans what has to be written for a project to have another version; writes nothing.
package enum ManifestEditor {
    /// The changes of all files that say the version: manifests, and what repeats them, such as lock files.
    ///
    /// Every source sees the texts as they are. What several of them want changed in one file is put together, the same
    /// wish only once; what each changes is proven by itself (``ManifestChange``), and of the result every source must
    /// read the new version.
    ///
    /// - Returns: Changes sorted by path; empty if all say the version already.
    /// - Throws: ``RelctlError`` if a source cannot do it, two of them want different texts at one place, or a manifest
    ///   would not say the version afterwards.
    package static func changes(to version: Version, in manifests: [VersionManifest]) throws -> [ManifestChange] {
        try changes(to: version, in: manifests, and: [])
    }

    /// The same, and the changes that make texts stand at places of files, which may be the manifests.
    package static func changes(
        to version: Version,
        in manifests: [VersionManifest],
        and wishes: [TextWish]
    ) throws -> [ManifestChange] {
        var drafts: [RelativePath: Draft] = [:]
        for manifest in manifests {
            let edits = try manifest.source.edits(to: version, in: manifest.document)
            for (file, edits) in Dictionary(grouping: edits, by: \.file).sortedBytewise(by: \.key.string) {
                var draft = try drafts[file] ?? Draft(file: file, text: text(of: file, in: manifest.document))
                try draft.apply(edits, by: manifest.source)
                drafts[file] = draft
            }
        }
        for wish in wishes {
            let file = wish.document.file
            var draft = drafts[file] ?? Draft(file: file, text: wish.document.text)
            try draft.apply(try wish.edits(key: "edits"), by: wish.source)
            drafts[file] = draft
        }
        let texts = drafts.mapValues(\.new)
        for manifest in manifests { try prove(manifest, says: version, in: texts) }
        for wish in wishes { try wish.prove(in: texts) }
        return drafts.values.sortedBytewise(by: \.file.string).compactMap { draft in
            draft.new.utf8.elementsEqual(draft.old.utf8)
                ? nil : ManifestChange(file: draft.file, old: draft.old, new: draft.new)
        }
    }

    private static func text(of file: RelativePath, in document: VersionDocument) throws -> String {
        if file == document.file { return document.text }
        guard let text = try document.read(file) else {
            throw RelctlError("cannot change the version in `\(file)`: there is no such file", code: .editRefused)
        }
        return text
    }

    private static func prove(
        _ manifest: VersionManifest,
        says version: Version,
        in texts: [RelativePath: String]
    ) throws {
        var document = manifest.document
        document.text = texts[document.file] ?? document.text
        document.read = { [read = document.read] file in try texts[file] ?? read(file) }
        let located = try manifest.source.version(in: document)
        guard !manifest.source.agrees(located.text, with: version) else { return }
        throw RelctlError(
            "cannot change the version in `\(document.file)`: it would say `\(located.text)`, not `\(version)`",
            code: .editRefused,
            place: located.place,
            hints: ["change it by hand, or take it out of `version.manifests`"]
        )
    }
}

/// A file on its way from what it says to what it shall say.
private struct Draft {
    let file: RelativePath
    let old: String
    var new: String
    /// What was asked for so far, in the order of places in the old text.
    private var applied: [VersionEdit] = []

    init(file: RelativePath, text: String) {
        self.file = file
        old = text
        new = text
    }

    /// Applies what is not applied yet; `edits` are about the old text.
    mutating func apply(_ edits: [VersionEdit], by source: any VersionSource) throws {
        let known = Dictionary(applied.map { ($0.range, $0.replacement) }) { first, _ in first }
        let fresh = edits.filter { known[$0.range]?.utf8.elementsEqual($0.replacement.utf8) != true }
        guard !fresh.isEmpty else { return }
        if let change = try ManifestChange.applying(try moved(fresh), to: new, of: file, by: source) {
            new = change.new
        }
        applied = (applied + fresh).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The edits at their places in the text that was changed already.
    private func moved(_ edits: [VersionEdit]) throws -> [VersionEdit] {
        var (offset, next) = (0, applied.startIndex)
        return try edits.sorted { $0.range.lowerBound < $1.range.lowerBound }.map { edit in
            while next < applied.endIndex, applied[next].range.upperBound <= edit.range.lowerBound {
                offset += applied[next].replacement.utf8.count - applied[next].range.count
                next += 1
            }
            if next < applied.endIndex, applied[next].range.lowerBound < edit.range.upperBound {
                throw RelctlError(
                    "cannot change the version in `\(file)`: `\(applied[next].key)` shall become "
                        + "`\(applied[next].replacement)`, but `\(edit.key)` at the same place `\(edit.replacement)`",
                    code: .editRefused,
                    hints: ["take one of those that want it out of `version.manifests`"]
                )
            }
            var moved = edit
            moved.range = edit.range.lowerBound + offset..<edit.range.upperBound + offset
            return moved
        }
    }
}
