import CBuildInformation

/// What this relctl was built from.
package struct BuildInformation: Sendable, Equatable, Encodable {
    /// The version, which this line alone says.
    package static let version = "0.1.0"

    /// The version.
    package var version = BuildInformation.version
    /// The full hexadecimal commit, if that is known.
    package var commit: String?
    /// The commit's date, `YYYY-MM-DD` in UTC, if that is known.
    package var commitDate: String?

    /// Describes a build.
    package init(commit: String? = nil, commitDate: String? = nil) {
        self.commit = commit
        self.commitDate = commitDate
    }

    /// What is compiled into this program.
    package static var current: BuildInformation {
        let text: (UnsafePointer<CChar>?) -> String? = {
            $0.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        return BuildInformation(commit: text(relctl_build_commit()), commitDate: text(relctl_build_commit_date()))
    }

    /// `relctl 0.1.0 (commit 0123456789ab, 2026-11-22)`.
    package var line: String {
        let known = [commit.map { "commit \($0.prefix(12))" } ?? "commit unknown", commitDate].compactMap(\.self)
        return "relctl \(version) (\(known.joined(separator: ", ")))"
    }
}

extension BuildInformation {
    private enum CodingKeys: String, CodingKey { case version, commit, commitDate }

    /// Writes `null` for what is not known, so that the keys are always there.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encode(commit, forKey: .commit)
        try container.encode(commitDate, forKey: .commitDate)
    }
}
