/// A history that was read, and what is wanted of it.
struct HistoryReading: Sendable {
    /// Its shape.
    var graph: CommitGraph
    /// The commits that touch what is wanted; nothing if all are wanted, which the graph holds then.
    var contents: CommitStore?
    let options: ReleaseHistory.Options

    /// The number of the commit at the end, which git lists first.
    ///
    /// - Throws: ``RelctlError`` if git listed nothing.
    func tip() throws -> Int32 {
        guard let tip = graph.store.listed.first else { throw RelctlError("cannot find a commit in the history") }
        return tip
    }

    /// The releases in it.
    func sections(_ tags: [ReleaseTag]) -> ReleaseSections { ReleaseSections(graph, tags: tags) }

    /// What is in a release.
    func changes(_ section: ReleaseSections.Section, tag: String?, version: Version?) -> ReleaseChanges {
        let store = graph.store
        var changes = changes(section.commits, tag: tag, version: version)
        changes.commit = store.name(of: section.tip).description
        changes.timestamp = store.timestamp(of: section.tip)
        changes.previous = section.previous.map {
            ReleaseChanges.Previous(tag: $0.tag.name, commit: $0.tag.target.description)
        }
        return changes
    }

    /// What some commits bring; which commit is released, when, and after what is for the caller to say.
    func changes(_ commits: [Int32], tag: String?, version: Version?) -> ReleaseChanges {
        let records = commits.compactMap { number -> CommitRecord? in
            guard let contents else { return graph.store.record(number) }
            let other = contents.number(named: graph.store.name(of: number))
            return other.flatMap { contents.isListed($0) ? contents.record($0) : nil }
        }
        return ReleaseChanges(
            version: version,
            tag: tag,
            records: records,
            readsSquashedEntries: options.readsSquashedEntries
        )
    }
}

/// Every release of a history, newest first, after what is not released yet.
///
/// Each is made when it is asked for, so that the whole history need not be in memory as text at once; all may be asked
/// for at the same time.
package struct ReleaseTimeline: RandomAccessCollection, Sendable {
    let reading: HistoryReading
    let sections: [ReleaseSections.Section]

    package var startIndex: Int { 0 }
    package var endIndex: Int { sections.count }

    package subscript(index: Int) -> ReleaseChanges {
        let section = sections[index]
        return reading.changes(section, tag: section.tag?.name, version: section.tag?.version)
    }
}
