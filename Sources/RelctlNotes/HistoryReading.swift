/// A history that was read, and what is wanted of it.
struct HistoryReading: Sendable {
    /// Its shape.
    var graph: CommitGraph
    /// The commits that touch what is wanted; nothing if all do.
    ///
    /// One of the two holds what commits say: the graph where
    /// all are wanted or those that touch nothing are listed too.
    var contents: CommitStore?
    /// The keys of those who are new in the one release that was looked at; nothing if nobody looked.
    var newcomers: Set<String>?
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
        if let newcomers { changes.newContributors = Set(changes.contributors.filter { newcomers.contains($0.key) }) }
        return changes
    }

    /// What some commits bring; which commit is released, when, and after what is for the caller to say.
    func changes(_ commits: [Int32], tag: String?, version: Version?) -> ReleaseChanges {
        let records = commits.compactMap(record)
        var changes = ReleaseChanges(
            version: version,
            tag: tag,
            records: records,
            readsSquashedEntries: options.readsSquashedEntries
        )
        guard options.listsOthers, records.count < commits.count else { return changes }
        let told = Dictionary(changes.commits.map { ($0.record.hash, $0) }) { first, _ in first }
        changes.commits = commits.map { number in
            let record = graph.store.record(number)
            if let commit = told[record.hash] { return commit }
            let message = CommitMessage(record, readsSquashedEntries: options.readsSquashedEntries)
            return ReleaseChanges.Commit(record: record, message: message, hidden: .elsewhere)
        }
        return changes
    }

    /// Everything about a commit; nothing if it touches nothing that is wanted.
    private func record(_ number: Int32) -> CommitRecord? {
        guard let contents else { return graph.store.record(number) }
        guard let other = contents.number(named: graph.store.name(of: number)), contents.isListed(other) else {
            return nil
        }
        return options.listsOthers ? graph.store.record(number) : contents.record(other)
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
