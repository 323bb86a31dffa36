/// What the configuration says of connectors that are found when relctl runs.
package struct PluginSettings: Sendable, Hashable {
    /// The folder that they are looked for in before `PATH`; a relative one starts at the project's.
    package var directory: String?
    /// The digests of those that may be used, by their files' names; nothing where any program may, and no library.
    package var allowed: [String: Digest]?
    /// How long a program or library may take to answer; nothing for what is usual.
    package var timeout: Duration?

    /// Reads the key `plugins` of a configuration, which is not checked yet: what is wrong there is left out.
    package init(_ node: JSONNode?) {
        directory = node?["directory"]?.text
        timeout = node?["timeout"]?.duration
        allowed = node?["allow"].map { allow in
            allow.members.reduce(into: [:]) { $0[$1.key] = $1.node.text.flatMap { Digest(prefixed: $0) } }
        }
    }
}
