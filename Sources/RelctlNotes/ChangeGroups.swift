/// Which group a change belongs to.
struct ChangeGroups: Sendable {
    /// The headings, in the order in which the groups are told.
    let titles: [String]
    /// The group of changes that break something, the first.
    static let breaking = 0
    /// The group of changes that no other wants.
    let other: Int
    private let groups: [NotesSettings.Group]
    /// The group of each group of the project's own among all.
    private let places: [Int]
    /// Whether all is told in one list.
    let isFlat: Bool
    private let candidates: [String: [Int]]
    /// The groups that take every type.
    private let catchAlls: [Int]

    init(_ settings: NotesSettings) {
        (groups, isFlat) =
            switch settings.groups {
            case .conventional: (Self.conventional, false)
            case .none: ([], true)
            case .custom(let groups): (groups, false)
            }
        candidates = Self.candidates(groups)
        catchAlls = groups.indices.filter { [groups] in groups[$0].types.contains("*") }
        guard !isFlat else {
            (titles, other, places) = ([settings.titles.breaking, ""], 1, [])
            return
        }
        // The usual groups tell last of what users do not see.
        let last = settings.groups == .conventional ? groups.count - 1 : groups.count
        titles =
            [settings.titles.breaking] + groups[..<last].map(\.title) + [settings.titles.other]
            + groups[last...].map(\.title)
        other = last + 1
        places = groups.indices.map { $0 < last ? $0 + 1 : $0 + 2 }
    }

    /// Groups for a changelog in the form of https://keepachangelog.com/en/1.1.0.
    static let keepAChangelog = [
        NotesSettings.Group(title: "Added", types: ["feat"]),
        NotesSettings.Group(title: "Changed", types: ["perf", "refactor", "deps", "change", "changed"]),
        NotesSettings.Group(title: "Deprecated", types: ["deprecate", "deprecated"]),
        NotesSettings.Group(title: "Removed", types: ["remove", "removed", "revert"]),
        NotesSettings.Group(title: "Fixed", types: ["fix"]),
        NotesSettings.Group(title: "Security", types: ["security"]),
        NotesSettings.Group(title: "Documentation", types: ["docs"]),
        NotesSettings.Group(title: "Maintenance", types: ["build", "chore", "ci", "style", "test"]),
    ]

    private static let conventional = [
        NotesSettings.Group(title: "Features", types: ["feat"]),
        NotesSettings.Group(title: "Bug fixes", types: ["fix"]),
        NotesSettings.Group(title: "Performance", types: ["perf"]),
        NotesSettings.Group(title: "Reverts", types: ["revert"]),
        NotesSettings.Group(title: "Refactoring", types: ["refactor"]),
        NotesSettings.Group(title: "Documentation", types: ["docs"]),
        NotesSettings.Group(title: "Dependencies", types: ["deps"]),
        NotesSettings.Group(title: "Maintenance", types: ["build", "chore", "ci", "style", "test"]),
    ]

    /// Where a change is told.
    enum Place: Equatable {
        /// In the group of this number.
        case group(Int)
        /// Nowhere.
        case nowhere
    }

    /// Where a change is told, and whether a group names its type, so that it may be left out of the text.
    func place(of change: CommitMessage.Change) -> (place: Place, isKnown: Bool) {
        guard !isFlat else { return (.group(other), false) }
        let found = group(of: change)
        let isNamed = found.map { groups[$0].types.contains(change.type ?? "revert") } ?? false
        if change.isBreaking { return (.group(Self.breaking), isNamed) }
        guard let found else { return (.group(other), false) }
        return groups[found].isHidden ? (.nowhere, true) : (.group(places[found]), isNamed)
    }

    private func group(of change: CommitMessage.Change) -> Int? {
        // git's own reverts are no conventional commits, but everybody knows what they are.
        guard let type = change.type ?? (change.description.utf8.starts(with: "Revert \"".utf8) ? "revert" : nil) else {
            return nil
        }
        // Groups are tried in order; most types are of one, and most projects name no scopes.
        return (candidates[type] ?? catchAlls).first { index in
            guard let scopes = groups[index].scopes else { return true }
            guard let scope = change.scope?.lowercased() else { return false }
            return scopes.contains { $0.lowercased() == scope }
        }
    }

    /// The groups that take each type which some group names, in order.
    private static func candidates(_ groups: [NotesSettings.Group]) -> [String: [Int]] {
        var candidates: [String: [Int]] = [:]
        for type in groups.flatMap(\.types) where candidates[type] == nil {
            candidates[type] = groups.indices.filter { groups[$0].types.contains { $0 == type || $0 == "*" } }
        }
        return candidates
    }
}
