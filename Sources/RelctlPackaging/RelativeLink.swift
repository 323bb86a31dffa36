/// The way from a link to what it leads to.
enum RelativeLink {
    /// The steps from the folder of `link` to `target`, both from the archive's root: `..` as often as needed, then names.
    ///
    /// Never empty: a link to its own folder is `.`.
    static func steps(from link: RelativePath, to target: RelativePath) -> [String] {
        let folder = link.components.dropLast()
        let wanted = target.components
        let shared = zip(folder, wanted).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        let steps = folder.dropFirst(shared).map { _ in ".." } + wanted.dropFirst(shared).map { String($0) }
        return steps.isEmpty ? ["."] : steps
    }

    /// The text of the link.
    static func text(from link: RelativePath, to target: RelativePath) -> String {
        steps(from: link, to: target).joined(separator: "/")
    }
}
