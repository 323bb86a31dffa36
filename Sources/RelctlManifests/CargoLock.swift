/// The places of Cargo.lock that repeat versions of the workspace's own packages
/// (https://doc.rust-lang.org/cargo/guide/cargo-toml-vs-cargo-lock.html).
struct CargoLock {
    /// The lock file of a workspace.
    static let fileName = "Cargo.lock"

    private let file: RelativePath
    private let bytes: [UInt8]
    private let packages: [Package]

    private struct Package {
        let key: String
        let node: SourceNode
        /// Whether it is one of the workspace or beside it; others say which registry or repository they are from.
        var isLocal: Bool { node["source"] == nil }
        var name: String? { node["name"]?.text }
        var version: SourceNode? { node["version"] }
    }

    /// Reads a lock file's text.
    init(text: String, file: RelativePath) throws {
        self.file = file
        bytes = Array(text.utf8)
        let root = try SourceNode(toml: text, file: file.string)
        // Until 2017 the package itself stood apart from the others.
        packages =
            (root["root"].map { [Package(key: "root", node: $0)] } ?? [])
            + (root["package"]?.items ?? []).enumerated().map { Package(key: "package[\($0)]", node: $1) }
    }

    /// What has to be written for the packages in `changes`, old versions by names, to have `version`.
    ///
    /// - Throws: ``RelctlError`` if it cannot be told which entry is meant, or which one would be meant afterwards.
    func edits(changing changes: [String: String], to version: Version) throws -> [VersionEdit] {
        var edits: [VersionEdit] = []
        var locked: [String: String] = [:]
        for (name, old) in changes.sortedBytewise(by: \.key) {
            guard let entry = try entry(of: name, version: old) else { continue }
            guard let node = entry.version, let text = node.text else { continue }
            let new = version.description
            let isTaken = packages.contains { $0.name == name && !$0.isLocal && $0.version?.text == new }
            guard !isTaken else { throw refusal("it has another `\(name)` \(new) already", at: node.place) }
            edits.append(VersionEdit(file: file, range: node.range, replacement: new, key: entry.key + ".version"))
            locked[name] = text
        }
        return edits + references(to: locked, changedTo: version)
    }

    /// The entry of the workspace's own package of this name; nothing if the lock does not know it yet.
    private func entry(of name: String, version: String) throws -> Package? {
        let named = packages.filter { $0.isLocal && $0.name == name }
        guard named.count > 1 else { return named.first }
        let exact = named.filter { $0.version?.text == version }
        guard exact.count == 1 else {
            throw refusal("it has \(named.count) packages `\(name)` without a source", at: named[0].node.place)
        }
        return exact[0]
    }

    /// The places of `dependencies = ["NAME VERSION"]`.
    ///
    /// The version is there where the name alone would be ambiguous. A third word is the source, which local packages do
    /// not have.
    private func references(to locked: [String: String], changedTo version: Version) -> [VersionEdit] {
        packages.flatMap { package in
            (package.node["dependencies"]?.items ?? []).enumerated().compactMap { index, item -> VersionEdit? in
                let words = item.text?.split(separator: " ", omittingEmptySubsequences: false) ?? []
                guard words.count == 2, locked[String(words[0])].map({ $0 == words[1] }) == true else { return nil }
                return VersionEdit(
                    file: file,
                    range: item.range,
                    replacement: "\(words[0]) \(version)",
                    key: "\(package.key).dependencies[\(index)]"
                )
            }
        }
    }

    private func refusal(_ reason: String, at place: SourcePlace) -> RelctlError {
        RelctlError(
            "cannot change the version in `\(file)`: \(reason)",
            code: .editRefused,
            place: place,
            hints: ["change the manifests, then let `cargo update --workspace` write the lock file"]
        )
    }
}
