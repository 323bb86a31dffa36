/// Looks for whatever in an archive's entries could do harm, or could not be unpacked, where it is opened.
///
/// Entries are taken one by one as they are read; what depends on all of them is said at the end.
package struct ArchiveAudit {
    private let archive: String
    private let windows: Finding.Severity?
    private var nodes: [RelativePath: LinkResolver.Node] = [:]
    private var windowsPaths: Set<RelativePath> = []
    private var foldedNames: [[UInt8]: RelativePath] = [:]
    /// What was found so far.
    package private(set) var findings: [Finding] = []

    /// Begins with no entries.
    ///
    /// - Parameters:
    ///   - archive: The archive's name, for messages.
    ///   - windows: How bad it is that Windows cannot unpack a name; nothing where the archive is not meant for it.
    package init(archive: String, windows: Finding.Severity?) {
        self.archive = archive
        self.windows = windows
    }

    /// Takes an entry; its path, unless it has none that could be unpacked safely.
    package mutating func take(_ member: ArchiveMember) -> RelativePath? {
        guard let path = path(of: member) else { return nil }
        switch member.kind {
        case .hardLink: report("hard_link", "`\(path)` is a hard link")
        case .special(let kind): report("special", "`\(path)` is a \(kind)")
        case .link: checkText(of: member, path)
        case .file, .folder: break
        }
        if member.mode & 0o7000 != 0 {
            report("mode", "`\(path)` has the special permissions \(String(member.mode, radix: 8))")
        }
        if member.owner != 0 || member.group != 0 {
            report("owner", "`\(path)` belongs to \(member.owner):\(member.group), not to 0:0")
        }
        guard nodes.updateValue(Self.node(member), forKey: path) == nil else {
            report("duplicate", "`\(path)` stands in it more than once")
            return path
        }
        if let windows { checkForWindows(path, windows) }
        return path
    }

    /// Says what depends on all entries: where links lead, and what lies below something that is no folder.
    package mutating func finish() {
        for path in nodes.keys.sorted() {
            var parent = path.parent
            while let folder = parent {
                if let node = nodes[folder], node != .folder {
                    let what = node == .file ? "a file" : "a link"
                    report("below", "`\(path)` lies below `\(folder)`, which is \(what)")
                }
                parent = folder.parent
            }
        }
        let tops = Set(nodes.keys.compactMap { $0.components.first.map(String.init) })
        let top = tops.count == 1 ? tops.first.flatMap { try? RelativePath($0) } : nil
        for resolution in LinkResolver(nodes, top: top).resolutions() {
            if case .failure(let problem) = resolution.outcome {
                report("link", "the link `\(resolution.link)` \(problem)")
            }
        }
    }

    // MARK: Names

    /// The longest path that a system here takes (`PATH_MAX` of Linux, without the NUL); to go through the folders of
    /// much longer ones would keep us busy for ever.
    private static let lengthLimit = 4095

    private mutating func path(of member: ArchiveMember) -> RelativePath? {
        guard member.name.count <= Self.lengthLimit else {
            report("name", "a name in it has \(member.name.count) bytes, more than any system takes")
            return nil
        }
        guard var text = String(validating: member.name, as: UTF8.self) else {
            report("name", "the name `\(member.shownName)` is not UTF-8")
            return nil
        }
        if member.kind == .folder, text.utf8.last == UInt8(ascii: "/") { text.unicodeScalars.removeLast() }
        do {
            let path = try RelativePath(text)
            // Windows takes these for separators and drives, and some programs do so elsewhere.
            if Self.climbs(text) {
                report("name", "`\(text)` leads out of the archive where a backslash separates names")
                return nil
            }
            if windows == nil, text.utf8.contains(UInt8(ascii: "\\")) {
                report("name", "`\(text)` has a backslash", .warning)
            }
            if text.utf8.dropFirst().first == UInt8(ascii: ":") {
                report("name", "`\(text)` starts like a Windows drive")
            }
            return path
        } catch {
            report("name", "the name \(error)")
            return nil
        }
    }

    /// Whether a path would start at the root or go up if backslashes separated its names.
    private static func climbs(_ path: String) -> Bool {
        let names = path.utf8.split(omittingEmptySubsequences: false) { "/\\".utf8.contains($0) }
        return names.first?.isEmpty == true || names.contains { $0.elementsEqual("..".utf8) }
    }

    private mutating func checkText(of member: ArchiveMember, _ path: RelativePath) {
        guard let target = member.linkTarget else { return }
        if target.count > Self.lengthLimit {
            report("link", "the text of the link `\(path)` has \(target.count) bytes, more than any system takes")
        }
        if String(validating: target, as: UTF8.self) == nil {
            report("link", "the link `\(path)` leads to a name that is not UTF-8")
        }
        if windows == .error {
            report("link", "`\(path)` is a link, which Windows does not unpack everywhere", .warning)
        }
    }

    /// Checks a path and the folders that it lies in, each once: there need not be entries for folders.
    private mutating func checkForWindows(_ path: RelativePath, _ severity: Finding.Severity) {
        var next: RelativePath? = path
        while let path = next, windowsPaths.insert(path).inserted {
            next = path.parent
            if let problem = WindowsNames.problem(with: path.lastComponent) {
                report("name", "`\(path)` cannot be unpacked on Windows: \(problem)", severity)
            }
            // Parents as they are: where they differ in case alone, that is said of them.
            let parent = Array((path.parent?.string ?? "").utf8)
            let key = parent + [UInt8(ascii: "/")] + WindowsNames.folded(path.lastComponent)
            guard let other = foldedNames.updateValue(path, forKey: key) else { continue }
            report(
                "duplicate",
                "`\(path)` and `\(other)` differ in case alone, which Windows takes for the same",
                severity
            )
        }
    }

    private static func node(_ member: ArchiveMember) -> LinkResolver.Node {
        switch member.kind {
        case .folder: .folder
        case .link: .link(target: String(decoding: (member.linkTarget ?? []).prefix(lengthLimit), as: UTF8.self))
        case .file, .hardLink, .special: .file
        }
    }

    private mutating func report(_ code: String, _ message: String, _ severity: Finding.Severity = .error) {
        findings.append(Finding("`\(archive)`: \(message)", code: "archive.\(code)", severity: severity))
    }
}
