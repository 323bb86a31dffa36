/// The folder that a release is published into, and the names beside it that a publication uses on the way.
struct ReleaseDestination: Sendable, Hashable {
    /// The folder: absolute, with the links above it followed, but not one in its own place.
    let path: FilePath
    /// The nearest folder above it that is there.
    let ancestor: FilePath
    /// The folders between `ancestor` and `path` that are not there yet, outermost first.
    let missingFolders: [FilePath]
    /// How the configuration writes it.
    let text: String

    /// Where the release is gathered before it takes its place.
    var staging: FilePath { path.parent.appending(".\(path.lastComponent).relctl-new") }
    /// Where the old release waits where the system cannot exchange two folders in one step.
    var superseded: FilePath { path.parent.appending(".\(path.lastComponent).relctl-old") }

    /// The bytes of a name beside which the names of `staging` and `superseded` fit into the 255 of most file systems.
    private static let longestName = 255 - "..relctl-new".utf8.count

    /// Finds the folder that a request's `path` means.
    ///
    /// - Throws: ``RelctlError`` for a path that is not one, that is not below folders, or where a release would
    ///   stand in the way of the project or of relctl's own work.
    init(of request: PublicationRequest, files: any FileSystem) throws {
        guard case .text(let text)? = request.options["path"], !text.isEmpty else {
            throw Self.refusal("", "`path` is empty")
        }
        guard !text.utf8.contains(0) else { throw Self.refusal(text, "it contains a NUL byte") }
        guard FilePath(text).lastComponent.utf8.count <= Self.longestName else {
            throw Self.refusal(text, "its name is longer than \(Self.longestName) bytes")
        }
        let place = try Self.resolve(FilePath(request.project).appending(text), as: text, files)
        self.text = text
        (path, ancestor, missingFolders) = place

        let project = try Self.resolve(FilePath(request.project), as: request.project, files).path
        let folder = try Self.resolve(FilePath(request.folder), as: request.folder, files).path
        guard !project.isInside(path) else { throw Self.refusal(text, "the project itself lies there") }
        guard !path.isInside(project.appending(".git")) else { throw Self.refusal(text, "it lies in `.git`") }
        guard !path.isInside(folder), !folder.isInside(path) else {
            throw Self.refusal(text, "`\(folder.lastComponent)` is where relctl itself works")
        }
    }

    private static func resolve(
        _ path: FilePath,
        as text: String,
        _ files: any FileSystem
    ) throws -> (path: FilePath, ancestor: FilePath, missing: [FilePath]) {
        let parts = path.string.splitAtSlashes().filter { $0 != "." }
        guard let name = parts.last, name != ".." else { throw refusal(text, "it names no folder of its own") }
        let root = path.isAbsolute ? FilePath("/") : FilePath(".")
        var existing = parts.dropLast()
        var missing: [Substring] = []
        while true {
            let folder = existing.reduce(root) { $0.appending(String($1)) }
            if let status = try files.resolvedStatus(of: folder) {
                guard status.kind == .folder else { throw refusal(text, "`\(folder)` is a \(status.kind.rawValue)") }
                let ancestor = try files.canonicalPath(of: folder)
                var folders: [FilePath] = []
                for part in missing.reversed() { folders.append((folders.last ?? ancestor).appending(String(part))) }
                return ((folders.last ?? ancestor).appending(String(name)), ancestor, folders)
            }
            if try files.status(of: folder)?.kind == .link { throw refusal(text, "the link `\(folder)` leads nowhere") }
            // Without the folder, nobody can say where `..` leads.
            guard let last = existing.popLast(), last != ".." else {
                throw refusal(text, "`\(folder)` is not there, so `..` leads nowhere")
            }
            missing.append(last)
        }
    }

    private static func refusal(_ text: String, _ reason: String) -> RelctlError {
        RelctlError(
            "cannot publish to the folder `\(text)`: \(reason)",
            code: .configurationInvalid,
            hints: ["`path` names a folder that holds nothing but this release, such as `out/{{tag}}`"]
        )
    }
}

extension FilePath {
    /// Whether this path is `folder` or lies below it; both absolute, without links and `..`.
    fileprivate func isInside(_ folder: FilePath) -> Bool {
        let prefix = folder.string.utf8.last == UInt8(ascii: "/") ? folder.string : folder.string + "/"
        return self == folder || string.utf8.starts(with: prefix.utf8)
    }
}
