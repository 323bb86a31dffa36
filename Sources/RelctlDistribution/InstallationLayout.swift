/// Where the things of an archive are that a package installs, from the archive's top folder.
public struct InstallationLayout: Sendable, Hashable {
    /// The one folder that all lies in; nothing where things lie beside one another.
    public private(set) var top: String?
    /// Programs.
    public private(set) var programs: [String] = []
    /// Folders that are installed as they are, because every prefix has them: `etc`, `lib`, `libexec` and `share`.
    public private(set) var folders: [String] = []
    /// Manual pages, but for those in ``folders``.
    public private(set) var manualPages: [String] = []
    /// What completes command lines, but for what is in ``folders``.
    public private(set) var completions: [Completion] = []
    /// Licences and what is to be read, at the top.
    var documents: [String] = []
    /// Folders of what is to be read.
    var documentFolders: [String] = []
    /// What else is wanted below `share`.
    var shared: [String] = []

    /// A shell's way to complete a program's command line.
    public struct Completion: Sendable, Hashable {
        /// `bash`, `fish` or `zsh`.
        public let shell: String
        /// The program.
        public let program: String
        /// Where it lies.
        public let path: String
    }

    static let prefixFolders = ["etc", "lib", "libexec", "share"]

    /// Looks through an archive.
    ///
    /// - Parameters:
    ///   - contents: What is in it, as the manifest says.
    ///   - names: The programs to look for; without any, what can be run in `bin` is taken, else at the top.
    public init(_ contents: [ArchivedEntry], programs names: [String]) {
        self.init(contents, programs: names, shared: [])
    }

    /// Looks through an archive, also for what else is wanted, from the top.
    init(_ contents: [ArchivedEntry], programs names: [String], shared wanted: [RelativePath]) {
        top = Self.top(of: contents)
        let depth = top == nil ? 0 : 1
        let entries = contents.compactMap { entry -> (path: RelativePath, entry: ArchivedEntry)? in
            let rest = entry.path.components.dropFirst(depth).joined(separator: "/")
            return (try? RelativePath(rest)).map { ($0, entry) }
        }
        let files = entries.filter { $0.entry.kind == .file }
        programs = Self.programs(among: files.filter { $0.entry.mode & 0o111 != 0 }.map(\.path), named: names)
        shared = wanted.filter { path in entries.contains { $0.path.isInside(path) } }.map(\.string)
        folders = Self.prefixFolders.filter { name in files.contains { $0.path.isBelow(name) } }
        let programs = Set(programs)
        for path in files.map(\.path) where !programs.contains(path.string) {
            let isTaken = folders.contains { path.isBelow($0) } || wanted.contains { path.isInside($0) }
            if !isTaken { sort(path) }
        }
    }

    private mutating func sort(_ path: RelativePath) {
        let name = path.lastComponent
        let folders = path.components.dropLast().map { $0.lowercased() }
        if let completion = Self.completion(path, folders) {
            completions.append(completion)
        } else if folders.contains(where: Self.isManual), Self.isManualPage(name) {
            manualPages.append(path.string)
        } else if let first = path.parent?.components.first.map(String.init) {
            let isNew = !documentFolders.contains { $0.equalsBytewise(first) }
            if isNew, ["doc", "docs"].contains(first.lowercased()) { documentFolders.append(first) }
        } else if Self.isDocument(name) {
            documents.append(path.string)
        }
    }

    /// The folder that everything lies in.
    private static func top(of contents: [ArchivedEntry]) -> String? {
        guard let first = contents.first?.path.components.first.map(String.init) else { return nil }
        let isShared = contents.allSatisfy { entry in
            entry.path.components.first.map { String($0).equalsBytewise(first) } == true
                && (entry.kind == .folder || entry.path.components.count > 1)
        }
        return isShared ? first : nil
    }

    private static func programs(among files: [RelativePath], named names: [String]) -> [String] {
        guard names.isEmpty else {
            let byName = Dictionary(grouping: files, by: \.lastComponent)
            return names.compactMap { name in
                let found = byName[name] ?? []
                let inBin = found.first { $0.parent?.lastComponent == "bin" }
                return (inBin ?? found.min { $0.components.count < $1.components.count })?.string
            }
        }
        let inBin = files.filter { $0.parent?.string == "bin" }
        return (inBin.isEmpty ? files.filter { $0.parent == nil } : inBin)
            .map(\.string).filter { name in !scriptEndings.contains { name.hasSuffix($0) } }
    }

    private static let scriptEndings = [".sh", ".bash", ".zsh", ".fish", ".py", ".ps1"]

    // A layout is made of each file of each archive: by bytes, because a regular expression is compiled at each use.

    private static func isManual(_ folder: String) -> Bool {
        folder == "man" || (folder.hasPrefix("man") && isSection(folder.dropFirst("man".count)))
    }

    /// `tool.1`, `tool.3p`, `tool.1.gz`.
    private static func isManualPage(_ name: String) -> Bool {
        let page = name.hasSuffix(".gz") ? name.dropLast(".gz".count) : name[...]
        guard let dot = page.utf8.lastIndex(of: UInt8(ascii: ".")), dot > page.startIndex else { return false }
        return isSection(page[dot...].dropFirst())
    }

    /// A section of the manual: a digit but 0, and small letters.
    private static func isSection(_ text: Substring) -> Bool {
        guard let digit = text.utf8.first, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(digit) else { return false }
        return text.utf8.dropFirst().allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    private static func isDocument(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".md")
            || ["authors", "changelog", "copying", "licence", "license", "notice", "readme"]
                .contains { name.hasPrefix($0) }
    }

    private static func completion(_ path: RelativePath, _ folders: [String]) -> Completion? {
        guard folders.contains(where: { $0.contains("complet") || $0 == "autocomplete" }) else { return nil }
        let name = path.lastComponent
        for shell in ["bash", "fish", "zsh"] where name.hasSuffix(".\(shell)") {
            let program = name.dropLast(shell.utf8.count + 1)
            return Completion(shell: shell, program: String(program.drop { $0 == "_" }), path: path.string)
        }
        guard name.hasPrefix("_"), name.utf8.count > 1, !name.contains(".") else { return nil }
        return Completion(shell: "zsh", program: String(name.dropFirst()), path: path.string)
    }
}

extension RelativePath {
    /// Whether this path lies in the folder of that name at the top.
    fileprivate func isBelow(_ folder: String) -> Bool { string.utf8.starts(with: (folder + "/").utf8) }
}
