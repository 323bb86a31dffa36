/// What a build may know of itself: of which version it is, and what it was made from.
package struct BuildFacts: Sendable, Hashable {
    /// The version.
    package let version: String
    /// The tag that stands for it.
    package let tag: String
    /// The full hexadecimal id of the commit.
    package let commit: String
    /// The time of the release in seconds since 1970.
    package let timestamp: Int64
    /// Whether the working tree differs from the commit.
    package let isDirty: Bool

    /// The facts of a release.
    package init(release: ReleaseIdentity, isDirty: Bool) {
        version = release.version.description
        tag = release.tag
        commit = release.commit
        timestamp = release.timestamp
        self.isDirty = isDirty
    }

    /// The day of the release in UTC, `YYYY-MM-DD`: what templates know as `date`.
    package var date: String { UTCTime.date(ofTimestamp: timestamp) }

    /// The variables that every command of a build gets.
    ///
    /// `SOURCE_DATE_EPOCH` is what compilers and packers take for the current time
    /// (https://reproducible-builds.org/specs/source-date-epoch/).
    package var environment: [String: String] {
        [
            "RELCTL_VERSION": version, "RELCTL_TAG": tag, "RELCTL_COMMIT": commit, "RELCTL_DATE": date,
            "RELCTL_DIRTY": String(isDirty), "SOURCE_DATE_EPOCH": String(timestamp),
        ]
    }
}
