/// An action at one commit, with the version that it is.
package struct PinnedAction: Sendable, Hashable {
    /// `OWNER/NAME`, and where in it the action is.
    package let name: String
    /// All 40 digits of the commit.
    package let commit: String
    /// The version, for people and for programs that look for newer ones.
    package let version: String

    package static let checkout = PinnedAction(
        name: "actions/checkout",
        commit: "9c091bb21b7c1c1d1991bb908d89e4e9dddfe3e0",
        version: "v7.0.0"
    )
    package static let upload = PinnedAction(
        name: "actions/upload-artifact",
        commit: "043fb46d1a93c77aae656e7c1c64a875d1fc6a0a",
        version: "v7.0.1"
    )
    package static let download = PinnedAction(
        name: "actions/download-artifact",
        commit: "3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c",
        version: "v8.0.1"
    )
    package static let restoreCache = cache("restore")
    package static let saveCache = cache("save")
    package static let attest = PinnedAction(
        name: "actions/attest",
        commit: "1e69f48acb82d1966a394da916b4c1698aa569d6",
        version: "v4.2.2"
    )

    private static func cache(_ part: String) -> PinnedAction {
        PinnedAction(
            name: "actions/cache/" + part,
            commit: "668228422ae6a00e4ad889ee87cd7109ec5666a7",
            version: "v5.0.4"
        )
    }

    package init(name: String, commit: String, version: String) {
        (self.name, self.commit, self.version) = (name, commit, version)
    }

    /// Reads a line of a workflow; nothing where it uses no action that is pinned by its commit and says its version.
    package init?(line: String) {
        let form = /\s*(?:- )?uses: ([^\s@]+)@([0-9a-f]{40}) # ([A-Za-z0-9][A-Za-z0-9._+\-]*)\s*/
        guard let match = line.wholeMatch(of: form) else { return nil }
        self.init(name: String(match.1), commit: String(match.2), version: String(match.3))
    }

    /// The line of a step.
    package var line: String { "uses: \(name)@\(commit) # \(version)" }

    /// Whether this is a later version, as far as versions can be compared.
    package func isNewer(than other: PinnedAction) -> Bool {
        let (one, another) = (Self.numbers(version), Self.numbers(other.version))
        guard let one, let another else { return false }
        return another.lexicographicallyPrecedes(one)
    }

    /// `v6.0.2` as 6, 0 and 2.
    private static func numbers(_ version: String) -> [Int]? {
        let parts = version.drop { $0 == "v" }.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        return parts.contains(nil) ? nil : parts.compactMap(\.self)
    }
}

/// The actions that a workflow on disk uses, which bots may have brought up to date.
package struct WorkflowPins: Sendable {
    private var pins: [String: PinnedAction] = [:]

    /// Finds them in the lines of a workflow.
    package init(_ lines: [String]) {
        for pin in lines.lazy.compactMap({ PinnedAction(line: $0) }) where pins[pin.name] == nil {
            pins[pin.name] = pin
        }
    }

    /// Lines with the actions of the workflow on disk wherever these are newer.
    package func kept(in lines: [String]) -> [String] {
        lines.map { line in
            guard let pin = PinnedAction(line: line), let found = pins[pin.name], found.isNewer(than: pin),
                let start = line.firstRange(of: "uses: ")
            else { return line }
            return line[..<start.lowerBound] + found.line
        }
    }
}
