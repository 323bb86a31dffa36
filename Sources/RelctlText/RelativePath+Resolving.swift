extension RelativePath {
    /// Where `path` leads from a folder below the project's (the project's own for nothing), with its `.` and `..`.
    ///
    /// - Returns: The place, which is nothing for the project's own folder; nothing at all if it lies outside, or the
    ///   path is absolute or no path.
    package static func resolving(_ path: some StringProtocol, from folder: RelativePath?) -> RelativePath?? {
        guard path.utf8.first != UInt8(ascii: "/") else { return nil }
        var components = folder?.components.map(String.init) ?? []
        for component in String(path).splitAtSlashes() where component != "." {
            if component == ".." {
                guard components.popLast() != nil else { return nil }
            } else {
                components.append(String(component))
            }
        }
        guard !components.isEmpty else { return .some(nil) }
        return (try? RelativePath(components.joined(separator: "/"))).map { .some($0) }
    }

    /// What `path` leads to from the folder that this file lies in, going through `.` and `..`.
    ///
    /// - Returns: Nothing for what is absolute, outside the project's folder, or that folder itself.
    package func sibling(_ path: String) -> RelativePath? {
        Self.resolving(path, from: parent) ?? nil
    }
}
