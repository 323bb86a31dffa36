/// Follows the symbolic links of an archive as an operating system would once it is unpacked.
///
/// Links in the middle of a path are followed too, and `..` goes up from where they lead, not from where they stand
/// (POSIX.1-2017, section 4.13, "Pathname Resolution"). The archive's root is the folder it is unpacked into: a path
/// may pass through it and come back, but nothing may lead to it or above it.
package struct LinkResolver: Sendable {
    private let nodes: [RelativePath: Node]
    private let top: RelativePath?

    /// What stands under a path.
    package enum Node: Sendable, Hashable {
        /// A folder.
        case folder
        /// A file.
        case file
        /// A symbolic link with its text.
        case link(target: String)
    }

    /// Why a link does not lead to a file or folder of the archive.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// It starts at the root of the file system.
        case absolute
        /// It leads out of the archive.
        case escapes
        /// It leads to nothing.
        case dangling
        /// It leads to itself, or through more links than Linux follows.
        case cyclic

        /// What is wrong, as in "the link `x` …".
        package var description: String {
            switch self {
            case .absolute: "is absolute"
            case .escapes: "leads out of the archive"
            case .dangling: "leads to nothing in the archive"
            case .cyclic: "never ends (it leads to itself, or through more than \(LinkResolver.linkLimit) links)"
            }
        }
    }

    /// Where a link leads.
    package struct Resolution: Sendable, Hashable {
        /// The link.
        package let link: RelativePath
        /// The file or folder that it ends at, which is no link.
        package let outcome: Result<RelativePath, Problem>
    }

    /// Links that are followed for one path, as Linux has it (path_resolution(7)).
    package static let linkLimit = 40

    /// Takes what is in an archive; the folders that an entry lies in are there even where no entry says so.
    ///
    /// No link may climb out of `top`, not even to come back by its name: who unpacks an archive may rename that folder.
    package init(_ entries: [RelativePath: Node], top: RelativePath? = nil) {
        self.top = top
        var nodes = entries
        for path in entries.keys {
            var folder = path.parent
            while let path = folder, nodes[path] == nil {
                nodes[path] = .folder
                folder = path.parent
            }
        }
        self.nodes = nodes
    }

    /// Where each link leads, in bytewise order of the links.
    package func resolutions() -> [Resolution] {
        let links = nodes.compactMap { path, node in
            if case .link = node { path } else { nil }
        }
        return links.sorted().map { link in
            Resolution(link: link, outcome: Result { () throws(Problem) in try resolve(link) })
        }
    }

    /// The file or folder that `path` leads to when every link on the way and at its end is followed.
    package func resolve(_ path: RelativePath) throws(Problem) -> RelativePath {
        // Names that are still to be walked, the next one last.
        var names = Array(path.components.reversed())
        var here: RelativePath?
        var followed = 0
        while let name = names.popLast() {
            // A name below a file, even `.` or none, leads nowhere.
            if let here, nodes[here] != .folder { throw .dangling }
            if name.isEmpty || name == "." { continue }
            if name == ".." {
                guard let folder = here, folder != top else { throw .escapes }
                here = folder.parent
                continue
            }
            guard let next = Self.path(of: name, in: here), let node = nodes[next] else { throw .dangling }
            guard case .link(let target) = node else {
                here = next
                continue
            }
            followed += 1
            guard followed <= Self.linkLimit else { throw .cyclic }
            guard !target.isEmpty else { throw .dangling }
            guard target.utf8.first != UInt8(ascii: "/") else { throw .absolute }
            names += target.splitAtSlashes(omittingEmpty: false).reversed()
        }
        guard let here else { throw .escapes }
        return here
    }

    private static func path(of name: Substring, in folder: RelativePath?) -> RelativePath? {
        guard let name = try? RelativePath(name) else { return nil }
        return folder?.appending(name) ?? name
    }
}
