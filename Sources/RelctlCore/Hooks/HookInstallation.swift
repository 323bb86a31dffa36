/// Puts hooks into a repository, and takes them away again.
///
/// Whatever hook is there already stays and goes on running: it gets another name beside the one that git looks for.
package struct HookInstallation: Sendable {
    private let folder: FilePath
    private let project: String
    private let files: any FileSystem

    /// Prepares hooks in the folder that git looks for them in, for the project in a folder below the working tree's
    /// top (`.` for the top itself).
    package init(folder: FilePath, project: RelativePath?, files: any FileSystem) {
        self.folder = folder
        self.project = project?.string ?? "."
        self.files = files
    }

    /// What was found or done about one hook.
    package struct Change: Sendable, Hashable, Codable {
        /// The hook.
        package var hook: GitHook
        /// Its file.
        package var file: String
        /// What was done.
        package var outcome: Outcome
    }

    /// What was done about a hook.
    package enum Outcome: String, Sendable, Hashable, Codable {
        /// It was not there, and is now.
        case installed
        /// Another hook was there; it runs first now, and then relctl's.
        case installedBeside = "installed beside another"
        /// It was there already, as it should be.
        case unchanged
        /// It is gone.
        case removed
        /// It is gone, and the hook that was there before has its name again.
        case restored
        /// It was not there.
        case absent
    }

    /// Installs hooks.
    ///
    /// - Throws: ``RelctlError`` if a file is in the way or cannot be written; each hook is whole, or as it was.
    package func install(_ hooks: [GitHook]) throws -> [Change] {
        do {
            try files.createFolders(folder)
            return try hooks.map { Change(hook: $0, file: path(of: $0).string, outcome: try install($0)) }
        } catch {
            throw RelctlError("cannot install hooks in `\(folder)`", causes: [error])
        }
    }

    /// Takes hooks away, as far as they are this project's.
    ///
    /// - Throws: ``RelctlError`` if a file cannot be changed.
    package func uninstall(_ hooks: [GitHook]) throws -> [Change] {
        do {
            return try hooks.map { Change(hook: $0, file: path(of: $0).string, outcome: try uninstall($0)) }
        } catch {
            throw RelctlError("cannot take hooks away from `\(folder)`", causes: [error])
        }
    }

    private func path(of hook: GitHook) -> FilePath { folder.appending(hook.rawValue) }

    private func previousPath(of hook: GitHook) -> FilePath { folder.appending(HookScript.previousName(of: hook)) }

    /// relctl's own script, if that is what is there.
    private func script(of hook: GitHook) throws -> HookScript? {
        guard try files.status(of: path(of: hook))?.kind == .file,
            let text = String(validating: try files.contents(of: path(of: hook)), as: UTF8.self)
        else { return nil }
        return HookScript(hook, text: text)
    }

    private func install(_ hook: GitHook) throws -> Outcome {
        if let script = try script(of: hook) {
            let whole = HookScript(hook, projects: Array(Set(script.projects).union([project])))
            let isThere = try files.contents(of: path(of: hook)).elementsEqual(whole.text.utf8)
            if isThere { return .unchanged }
            try write(whole)
            return .installed
        }
        let script = HookScript(hook, projects: [project])
        guard try files.status(of: path(of: hook)) != nil else {
            try write(script)
            return .installed
        }
        try keep(hook)
        try write(script)
        return .installedBeside
    }

    private func write(_ script: HookScript) throws {
        try files.write(script.text.utf8, to: path(of: script.hook), permissions: 0o755)
    }

    /// Gives the hook that is there a second name; it keeps the first until relctl's takes that over, so that it runs
    /// at every moment.
    private func keep(_ hook: GitHook) throws {
        let (path, previous) = (path(of: hook), previousPath(of: hook))
        guard try files.status(of: previous) == nil || isCopy(previous, of: path) else {
            throw RelctlError(
                "`\(path)` is another's hook, and so is `\(HookScript.previousName(of: hook))` beside it",
                hints: ["remove the one that is not wanted any more"]
            )
        }
        switch try files.status(of: path)?.kind {
        case .file: try files.copyFile(path, to: previous)
        case .link:
            try files.removeTree(previous)
            try files.createLink(at: previous, to: files.destination(ofLink: path))
        default: throw RelctlError("`\(path)` is neither a file nor a link")
        }
    }

    /// Whether one is what an installation that was cut off made of the other.
    private func isCopy(_ copy: FilePath, of path: FilePath) throws -> Bool {
        guard let kind = try files.status(of: copy)?.kind, try files.status(of: path)?.kind == kind else {
            return false
        }
        switch kind {
        case .file: return try files.contents(of: copy) == files.contents(of: path)
        case .link: return try files.destination(ofLink: copy) == files.destination(ofLink: path)
        default: return false
        }
    }

    private func uninstall(_ hook: GitHook) throws -> Outcome {
        guard let script = try script(of: hook), script.projects.contains(project) else { return .absent }
        let others = script.projects.filter { $0 != project }
        guard others.isEmpty else {
            try write(HookScript(hook, projects: others))
            return .removed
        }
        guard try files.status(of: previousPath(of: hook)) != nil else {
            try files.removeFile(path(of: hook))
            return .removed
        }
        try files.rename(previousPath(of: hook), to: path(of: hook))
        return .restored
    }
}
