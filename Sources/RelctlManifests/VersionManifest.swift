/// A manifest that says a version, and what reads and writes it.
package struct VersionManifest: Sendable {
    /// Its text, and the way to the files beside it.
    package var document: VersionDocument
    /// What reads it.
    package var source: any VersionSource
    /// What it says, and where.
    package var located: LocatedVersion

    /// Describes a manifest.
    package init(document: VersionDocument, source: any VersionSource, located: LocatedVersion) {
        self.document = document
        self.source = source
        self.located = located
    }

    /// The manifest, below the project's folder.
    package var file: RelativePath { document.file }

    /// The version that it means; nothing if its text means none.
    package var version: Version? { source.meaning(of: located.text) }

    /// Whether it says no other version than this one, as far as its kind can write it.
    package func agrees(with version: Version) -> Bool { source.agrees(located.text, with: version) }

    fileprivate func says(what other: VersionManifest) -> Bool {
        located.text.utf8.elementsEqual(other.located.text.utf8) || other.version.map { agrees(with: $0) } ?? false
    }
}

extension [VersionManifest] {
    /// The version that all of them agree on.
    ///
    /// Where several versions would do, because some manifest cannot write all of a version (CMake's has numbers only),
    /// one of `preferred` if it is among them.
    package func agreedVersion(preferring preferred: [Version] = []) -> Version? {
        guard !isEmpty else { return nil }
        return (preferred + compactMap(\.version)).first { version in allSatisfy { $0.agrees(with: version) } }
    }

    /// Those that say something else than the others, and one of the others; nothing if all agree.
    package var disagreement: (reference: VersionManifest, others: [VersionManifest])? {
        var best: (reference: VersionManifest, others: [VersionManifest])?
        for reference in self {
            let others = filter { !$0.says(what: reference) }
            if others.isEmpty { return nil }
            if best.map({ others.count < $0.others.count }) ?? true { best = (reference, others) }
        }
        return best
    }
}
