extension CommittedTree {
    /// A change as a plan has it.
    ///
    /// - Throws: ``RelctlError`` if the tree has no such file.
    func planned(_ change: ManifestChange, _ format: GitObjectFormat) throws -> PlannedChange {
        guard let entry = try entry(at: change.file), entry.isFile, !entry.isLink else {
            throw RelctlError("cannot change `\(change.file)`: it is no file of its own", code: .editRefused)
        }
        return PlannedChange(
            file: change.file,
            old: entry.id,
            new: format.name(of: Array(change.new.utf8), kind: "blob"),
            mode: entry.mode,
            replacements: [PlannedChange.Replacement](from: change.old, to: change.new),
            diff: change.diff.text
        )
    }

    /// The name of the tree that has these changes.
    ///
    /// - Throws: ``RelctlError`` if a folder of them was not read.
    func name(applying changes: [PlannedChange], _ format: GitObjectFormat) throws -> String {
        var folders: [RelativePath?: [GitObject.Entry]] = [nil: try entries(of: nil)]
        for change in changes {
            var folder = change.file.parent
            while let current = folder {
                if folders[current] == nil { folders[current] = try entries(of: current) }
                folder = current.parent
            }
        }
        func put(_ id: String, at path: RelativePath) throws {
            let name = path.lastComponent
            guard let index = folders[path.parent]?.firstIndex(where: { $0.bytes.elementsEqual(name.utf8) }) else {
                throw RelctlError("cannot change `\(path)`: there is no such file")
            }
            folders[path.parent]?[index].id = id
        }
        for change in changes { try put(change.new, at: change.file) }
        // The innermost first, so that each knows what it holds.
        let inner = folders.keys.compactMap(\.self).sorted { left, right in
            let (one, other) = (left.components.count, right.components.count)
            return one != other ? one > other : left < right
        }
        for folder in inner {
            try put(format.name(of: GitObject.Entry.tree(of: folders[folder] ?? []), kind: "tree"), at: folder)
        }
        return format.name(of: GitObject.Entry.tree(of: folders[nil as RelativePath?] ?? []), kind: "tree")
    }
}
