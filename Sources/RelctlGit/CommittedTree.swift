import Synchronization

/// The tree of a commit, as far as it was read; it takes down what else it was asked for.
///
/// Whoever computes something on it does so again with what was missing, until nothing is: so that what leads from file
/// to file is read in few rounds, with one process of git each.
package final class CommittedTree: Sendable {
    private let objects: [String: GitObject?]
    private let asked = Mutex<Set<String>>([])

    /// Knows these objects by their paths, with nothing for what the tree does not have; the top has the empty path.
    package init(_ objects: [String: GitObject?]) { self.objects = objects }

    /// The paths that were asked for and are not there yet.
    package var wanted: Set<String> { asked.withLock { $0 } }

    /// What a folder holds; nothing where there is no such folder.
    package func entries(of folder: RelativePath?) throws -> [GitObject.Entry] {
        guard case .folder(let entries)? = try object(folder?.string ?? "") else { return [] }
        return entries
    }

    /// What stands at a path, no link followed; nothing where there is nothing, or a link leads there.
    ///
    /// - Throws: ``RelctlError`` while a folder on the way is not read yet; all of them are asked for at once.
    package func entry(at path: RelativePath) throws -> GitObject.Entry? {
        var folders: [RelativePath?] = [nil]
        while let parent = folders.last.map({ $0 ?? path })?.parent { folders.append(parent) }
        // From the top down.
        folders = [nil] + folders.dropFirst().reversed()
        let listings = folders.map { folder in Result { try entries(of: folder) } }
        var found: GitObject.Entry?
        for (listing, name) in zip(listings, path.components) {
            guard found?.isFolder ?? true else { return nil }
            found = try listing.get().first { $0.bytes.elementsEqual(name.utf8) }
            if found == nil { return nil }
        }
        return found
    }

    /// Returns what stands at a path; the empty one is the top.
    ///
    /// - Throws: ``RelctlError`` while it is not read yet; it is asked for.
    package func object(_ path: String) throws -> GitObject? {
        if let known = objects[path] { return known }
        asked.withLock { _ = $0.insert(path) }
        throw RelctlError("cannot read `\(path)`: it is not fetched yet")
    }
}
