/// How the next version is decided and recorded.
package struct BumpSettings: Sendable, Equatable {
    /// What candidates are called where nothing says it.
    package var preid = "rc"
    /// The branch that versions are changed on; nothing for `version.branch`, if that is there.
    package var branch: String?
    /// What the commit says.
    package var commitMessage = Template()
    /// What the tag says.
    package var tagMessage = Template()
    /// The changelog that gets the section of the version as part of the same change; nothing for none.
    package var changelog: RelativePath?
    /// What commits of a type raise; those of a type that is not here raise nothing, unless they break something.
    package var types: [String: ReleaseLevel] = BumpSettings.usualTypes
    /// What a breaking change raises before 1.0.0.
    package var breakingBeforeStable = ReleaseLevel.minor
    /// What a change that raises the minor number raises before 1.0.0.
    package var featuresBeforeStable = ReleaseLevel.minor

    /// The settings of a configuration that says nothing.
    package init() {}

    /// What users notice: features, and what repairs or speeds up what they have.
    static let usualTypes: [String: ReleaseLevel] = [
        "feat": .minor, "fix": .patch, "perf": .patch, "revert": .patch, "deps": .patch,
    ]

    /// What stands for a type that raises nothing.
    package static let noLevel = "none"

    /// Reads them from a completed text.
    package init(_ node: JSONNode?) {
        preid = node?["preid"]?.text ?? preid
        branch = node?["branch"]?.text
        commitMessage = node?["commitMessage"]?.template ?? commitMessage
        tagMessage = node?["tagMessage"]?.template ?? tagMessage
        changelog = node?["changelog"]?.path
        for (type, level) in node?["types"]?.textMap ?? [:] { types[type.lowercased()] = ReleaseLevel(rawValue: level) }
        let zeroMajor = node?["zeroMajor"]
        breakingBeforeStable = zeroMajor?["breaking"]?.text.flatMap(ReleaseLevel.init) ?? breakingBeforeStable
        featuresBeforeStable = zeroMajor?["features"]?.text.flatMap(ReleaseLevel.init) ?? featuresBeforeStable
    }
}
