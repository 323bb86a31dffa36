/// What a remote has, as it said at one moment.
package struct RemoteReferences: Sendable, Hashable {
    /// The branch that the remote's HEAD names; nothing where it names none.
    package var head: String?
    /// The commits of branches, by name.
    package var branches: [String: String] = [:]
    /// What tags lead to, tags of tags followed to their end, by name.
    package var tags: [String: String] = [:]
    /// The objects that tags are references to: those of annotated tags, or the commits themselves.
    package var tagObjects: [String: String] = [:]
    /// The objects that claims are references to, by the name below `refs/relctl/workspaces/`.
    package var claims: [String: String] = [:]

    /// Describes what a remote has.
    package init() {}

    /// Where the claims of runs stand.
    package static let claims = "refs/relctl/workspaces/"

    /// What is asked for.
    package static let patterns = ["HEAD", "refs/heads/*", "refs/tags/*", claims + "*"]

    /// How the remote names its objects; nothing where it has none.
    package var format: GitObjectFormat? {
        (branches.values.first ?? tagObjects.values.first).flatMap { GitObjectFormat(ofName: $0) }
    }

    /// Reads what `git ls-remote --symref` lists (https://git-scm.com/docs/git-ls-remote#_output).
    init(listing output: [UInt8]) {
        for line in output.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
            guard fields.count == 2 else { continue }
            add(String(decoding: fields[1], as: UTF8.self), String(decoding: fields[0], as: UTF8.self))
        }
    }

    private mutating func add(_ reference: String, _ value: String) {
        func name(below prefix: String) -> String? {
            guard reference.utf8.starts(with: prefix.utf8) else { return nil }
            return String(decoding: reference.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        }
        if reference == "HEAD" {
            let prefix = "ref: refs/heads/"
            if value.hasPrefix(prefix) { head = String(value.dropFirst(prefix.count)) }
        } else if let branch = name(below: "refs/heads/") {
            branches[branch] = value
        } else if let tag = name(below: "refs/tags/") {
            // The line after a tag's own says where it leads to.
            if tag.hasSuffix("^{}") {
                tags[String(tag.dropLast(3))] = value
            } else {
                tags[tag] = value
                tagObjects[tag] = value
            }
        } else if let claim = name(below: Self.claims), !claim.hasSuffix("^{}") {
            claims[claim] = value
        }
    }
}
