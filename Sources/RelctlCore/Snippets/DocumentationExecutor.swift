/// Writes planned snippets to disk.
package struct DocumentationExecutor: Sendable {
    /// Needs nothing.
    package init() {}

    /// Makes the folder hold the planned files and no others; there is no folder for a plan without files.
    ///
    /// The files appear one by one, each whole: the folder is to be one that nobody reads yet, or a second run must be
    /// able to make it good.
    ///
    /// - Throws: ``RelctlError`` if the files cannot be written.
    package func execute(_ plan: DocumentationPlan, in folder: FilePath, with effects: Effects) throws {
        do {
            let names = Set(plan.files.map(\.name))
            if try effects.files.status(of: folder) != nil {
                guard !names.isEmpty else { return try effects.files.removeTree(folder) }
                for name in try effects.files.names(in: folder) where !names.contains(name) {
                    try effects.files.removeTree(folder.appending(name))
                }
            }
            guard !names.isEmpty else { return }
            try effects.files.createFolders(folder)
            for file in plan.files { try effects.files.write(file.text.utf8, to: folder.appending(file.name)) }
        } catch {
            throw RelctlError("cannot write the snippets to `\(folder)`", causes: [error])
        }
    }
}
