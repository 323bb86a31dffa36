/// Gathers what is wrong with a configuration beyond its shape, each problem with its place.
package struct ConfigurationReport {
    /// The text with all defaults filled in.
    package let root: JSONNode
    /// What was found, in that order.
    package private(set) var problems: [RelctlError] = []

    /// Gathers problems of this text.
    package init(of root: JSONNode) { self.root = root }

    /// Adds a problem of what stands at a path.
    package mutating func add(_ message: String, _ path: ConfigurationPath, hints: [String] = []) {
        add(message, at: root.place(at: path), path, hints: hints)
    }

    /// Adds a problem at a place, of what belongs to a path.
    package mutating func add(
        _ message: String,
        at place: SourcePlace,
        _ path: ConfigurationPath,
        hints: [String] = []
    ) {
        problems.append(.configuration(message, place, path, hints: hints))
    }
}
