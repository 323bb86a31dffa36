import Foundation
package import RelctlCore

/// All that is below a folder: every name, kind, mode, byte and time.
package struct TreeSnapshot: Sendable, Equatable {
    /// What a snapshot takes down beside names, kinds and contents.
    package struct Facets: OptionSet, Sendable {
        /// The bits.
        package let rawValue: Int
        /// Takes bits.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Permissions.
        package static let modes = Facets(rawValue: 1)
        /// Times of modification.
        package static let times = Facets(rawValue: 2)
    }

    /// One line for each path below the folder.
    package let lines: [String: String]

    /// Takes down what is below `folder`, nothing if it is not there, but for paths that `isLeftOut` names.
    package init(
        of folder: FilePath,
        _ facets: Facets = [.modes, .times],
        leavingOut isLeftOut: (String) -> Bool = { _ in false }
    ) throws {
        var lines: [String: String] = [:]
        try Self.visit(folder, "", facets, isLeftOut, &lines)
        self.lines = lines
    }

    private static func visit(
        _ path: FilePath,
        _ name: String,
        _ facets: Facets,
        _ isLeftOut: (String) -> Bool,
        _ lines: inout [String: String]
    ) throws {
        let files = LiveFileSystem()
        guard !isLeftOut(name), let status = try files.status(of: path) else { return }
        var line = "\(status.kind.rawValue)"
        if facets.contains(.modes) { line += " \(String(status.permissions, radix: 8))" }
        if facets.contains(.times) { line += " \(status.modificationTime)" }
        switch status.kind {
        case .file: line += " " + Data(try files.contents(of: path)).base64EncodedString()
        case .link: line += " -> " + (try files.destination(ofLink: path))
        case .folder:
            for child in try files.names(in: path) {
                try visit(path.appending(child), name.isEmpty ? child : name + "/" + child, facets, isLeftOut, &lines)
            }
        default: break
        }
        lines[name] = line
    }

    /// Says in a few lines where two snapshots differ.
    package func differences(from other: TreeSnapshot) -> [String] {
        Set(lines.keys).union(other.lines.keys).sorted().compactMap { name in
            let one = lines[name]
            let two = other.lines[name]
            guard one != two else { return nil }
            return
                "`\(name)`: \(one.map { $0.prefix(40) } ?? "nothing") instead of \(two.map { $0.prefix(40) } ?? "nothing")"
        }
    }
}
