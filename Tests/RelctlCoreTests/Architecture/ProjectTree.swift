import Foundation

/// The files of this project, or a few made-up ones that break a rule.
struct ProjectTree: Sendable {
    /// One file's path from the top, and its text.
    struct File: Sendable {
        let path: String
        let text: String
        /// The text of a Swift file without comments and literals; nothing for other files.
        let code: String

        init(_ path: String, _ text: String) {
            self.path = path
            self.text = text
            code = path.hasSuffix(".swift") ? SwiftCode.code(in: text) : ""
        }

        /// The module, such as `RelctlCore`; nothing outside of `Sources`.
        var module: String? { folders.first == "Sources" && folders.count > 1 ? folders[1] : nil }

        /// Whether it is Swift below the command line.
        var isCore: Bool { module.map { $0.hasPrefix("Relctl") && $0 != "RelctlCLI" } ?? false }

        /// The folder inside the module, such as `Live` or `Packaging`; empty for the module's own folder.
        var room: String { folders.dropFirst(2).joined(separator: "/") }

        private var folders: [String] { path.split(separator: "/").dropLast().map(String.init) }

        /// The modules it imports, with the line of each.
        var imports: [Find] {
            Self.finds(
                of: #"^[ \t]*(?:@\w+\s+)?(?:\w+[ \t]+)?import[ \t]+(?:(?:struct|class|enum|func)[ \t]+)?(\w+)"#,
                in: code
            )
        }

        /// Where a regular expression is found in the code, with what its first group caught.
        func finds(_ pattern: String) -> [Find] { Self.finds(of: pattern, in: code) }

        /// Where a regular expression is found in the whole text, comments and literals included.
        func findsInText(_ pattern: String) -> [Find] { Self.finds(of: pattern, in: text) }

        private static func finds(of pattern: String, in text: String) -> [Find] {
            guard let expression = try? NSRegularExpression(pattern: pattern, options: [.anchorsMatchLines]) else {
                // A rule that cannot be read must not pass for one that is kept.
                return [Find(line: 1, match: "the broken pattern \(pattern)")]
            }
            let whole = text as NSString
            var line = 1
            var counted = 0
            return expression.matches(in: text, range: NSRange(location: 0, length: whole.length)).map { match in
                let group = match.range(at: expression.numberOfCaptureGroups > 0 ? 1 : 0)
                let skipped = whole.substring(with: NSRange(location: counted, length: group.location - counted))
                line += skipped.utf8.count { $0 == UInt8(ascii: "\n") }
                counted = group.location
                return Find(line: line, match: whole.substring(with: group))
            }
        }
    }

    /// A line of a file, from 1, and what is on it.
    struct Find: Sendable {
        let line: Int
        let match: String
    }

    /// All files that git would know, sorted by path.
    let files: [File]
    /// What the top folder holds.
    let topLevel: [String]
    /// Where the tree lies, if it lies on the disk.
    let root: String?

    /// A tree that is not on the disk.
    init(_ files: [File], topLevel: [String] = []) {
        self.files = files
        self.topLevel = topLevel
        root = nil
    }

    /// This project, found from where this file lies.
    static let project = Result { try ProjectTree(root: projectRoot) }

    static let projectRoot = #filePath.components(separatedBy: "/Tests/")[0]

    private init(root: String) throws {
        self.root = root
        topLevel = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
        var files: [File] = []
        for name in topLevel where Self.isSource(name) {
            let path = root + "/" + name
            guard let below = FileManager.default.enumerator(atPath: path), Self.isFolder(path) else {
                if let text = try? String(contentsOfFile: path, encoding: .utf8) { files.append(File(name, text)) }
                continue
            }
            while let child = below.nextObject() as? String {
                if Self.isBuilt(child) {
                    below.skipDescendants()
                } else if let text = try? String(contentsOfFile: path + "/" + child, encoding: .utf8) {
                    files.append(File(name + "/" + child, text))
                }
            }
        }
        self.files = files.sorted { $0.path < $1.path }
    }

    private static func isSource(_ name: String) -> Bool {
        !name.hasPrefix(".build") && ![".git", ".swiftpm", "dist", "out", "Package.resolved"].contains(name)
    }

    private static func isBuilt(_ path: String) -> Bool {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return ["target", "dist", "out", "__pycache__", ".venv", ".build", "BuildCommit.h"].contains(name)
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Whether there is a file or folder at this path from the top.
    func holds(_ path: String) -> Bool {
        if files.contains(where: { $0.path == path || $0.path.hasPrefix(path + "/") }) { return true }
        return root.map { FileManager.default.fileExists(atPath: $0 + "/" + path) } ?? false
    }

    /// The Swift files below `Sources`.
    var sources: [File] { files.filter { $0.module != nil && $0.path.hasSuffix(".swift") } }
    /// The Swift files below the command line.
    var core: [File] { sources.filter(\.isCore) }
}
