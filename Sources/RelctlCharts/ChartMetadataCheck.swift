/// Finds what Helm does not accept in a Chart.yaml (`Metadata.Validate`).
struct ChartMetadataCheck {
    private let root: SourceNode
    private var problems: [any Error] = []

    /// Looks for places in `root`.
    init(_ root: SourceNode) { self.root = root }

    /// All problems of what was read.
    mutating func problems(of metadata: ChartMetadata) -> [any Error] {
        if let problem = Self.nameProblem(metadata.name) { report(problem, "name") }
        if metadata.version.isEmpty {
            report("the chart has no `version`", "version")
        } else if ChartVersion(metadata.version) == nil {
            let hint = "Helm wants Semantic Versioning, such as `1.2.3`"
            report("the chart's `version` is `\(metadata.version)`, which is no version", "version", hints: [hint])
        }
        if !ChartMetadata.apiVersions.contains(metadata.apiVersion) {
            report("the chart's `apiVersion` is `\(metadata.apiVersion)`, which is neither `v1` nor `v2`", "apiVersion")
        }
        if let type = metadata.type, !type.isEmpty, !ChartMetadata.kinds.contains(type) {
            let kinds = ChartMetadata.kinds.map { "`\($0)`" }.joined(separator: " nor ")
            report("the chart's `type` is `\(type)`, which is neither \(kinds)", "type")
        }
        checkDependencies(of: metadata)
        return problems
    }

    /// What is wrong with a chart's name, which is a part of file names, addresses and Kubernetes' names.
    static func nameProblem(_ name: String) -> String? {
        guard !name.isEmpty else { return "the chart has no `name`" }
        let isPlain = name.utf8.allSatisfy { isWordByte($0) || $0 == UInt8(ascii: ".") }
        guard isPlain, let first = name.utf8.first, !".-".utf8.contains(first), name.utf8.count <= 250 else {
            return "the chart's `name` is `\(name)`, but a name is made of letters, digits, `-`, `_` and `.`, begins "
                + "with neither `.` nor `-` and has at most 250 of them"
        }
        return nil
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    private mutating func checkDependencies(of metadata: ChartMetadata) {
        if metadata.apiVersion == "v1", root["dependencies"]?.items.isEmpty == false {
            let hint = "move them to requirements.yaml, or say `apiVersion: v2`"
            report("a chart of the form `v1` has no `dependencies` in Chart.yaml", "dependencies", hints: [hint])
        }
        var names: Set<[UInt8]> = []
        for dependency in metadata.dependencies ?? [] {
            let alias = dependency.alias ?? ""
            if dependency.name.isEmpty { report("a dependency has no `name`", "dependencies") }
            if !alias.utf8.allSatisfy(Self.isWordByte) {
                report("the `alias` `\(alias)` of `\(dependency.name)` has disallowed characters", "dependencies")
            }
            let name = alias.isEmpty ? dependency.name : alias
            if !names.insert(Array(name.utf8)).inserted {
                report("two dependencies have the name or alias `\(name)`", "dependencies")
            }
        }
    }

    private mutating func report(_ message: String, _ key: String, hints: [String] = []) {
        let place = root[key]?.place ?? root.place
        problems.append(RelctlError(message, code: .configurationInvalid, place: place, hints: hints))
    }
}
