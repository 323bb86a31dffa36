/// The folders below the project's that hold what relctl made, which is never an input.
struct PublicationFolders {
    /// `dist`, and the fixed beginnings of the folders that releases are published into.
    let excluded: Set<RelativePath>
    /// The files that relctl writes among the project's own before it builds, whatever they say now.
    let generated: [RelativePath]

    init(configuration: Configuration) {
        generated = configuration.embeds.map(\.file)
        var folders: Set<RelativePath> = []
        if let dist = try? RelativePath(ReleaseLayout.distName) { folders.insert(dist) }
        for case .text(let path)? in configuration.publications.map({ $0.options["path"] }) {
            // `out/{{tag}}` holds one release, `out` all of them.
            let fixed = path.firstRange(of: "{{").map { path[..<$0.lowerBound] } ?? Substring(path)
            let whole = fixed.count == path.count ? fixed : fixed[..<(fixed.lastIndex(of: "/") ?? fixed.startIndex)]
            if let folder = try? RelativePath(whole) { folders.insert(folder) }
        }
        excluded = folders
    }

    /// What makes a working tree unclean, when these files ship.
    func rules(shipping shipped: Set<RelativePath>) -> VersionValidator.TreeRules {
        VersionValidator.TreeRules(disregarded: excluded.sorted() + generated) { path in
            shipped.contains { $0.isInside(path) }
        }
    }
}
