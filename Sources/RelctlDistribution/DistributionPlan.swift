/// The files by which others take a release.
package struct DistributionPlan: Sendable, Hashable {
    /// Below ``ReleaseFolder/distribution``, sorted bytewise by path.
    package let files: [Distribution.File]
    /// How users install the release by them, in the configuration's order.
    package let installations: [Distribution.Installation]
    /// What the maintainer should know.
    package let findings: [Finding]
}

/// A distribution target that a release goes by, and how.
package struct DistributionSettings: Sendable, Equatable {
    /// The target's id.
    package var target: String
    /// Where an artifact is downloaded, with `artifact` for its name; nothing for the forge's place.
    package var url: Template?
    /// Its own keys, as they stand.
    package var options: [String: ConfigurationValue]
    /// Where the configuration names it.
    package var place: SourcePlace

    /// Describes by what users take a release.
    package init(target: String, url: Template? = nil, options: [String: ConfigurationValue], place: SourcePlace) {
        self.target = target
        self.url = url
        self.options = options
        self.place = place
    }
}
