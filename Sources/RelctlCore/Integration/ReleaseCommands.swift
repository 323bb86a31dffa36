/// What the jobs of a release run, whichever service has them run.
///
/// What is released stands in `$RELEASE`, and the target of a build in `$TARGET`.
struct ReleaseCommands: Sendable {
    /// The project's configuration.
    let configuration: Configuration

    static let validate = #"relctl validate "$RELEASE""#
    static let plan = #"relctl plan "$RELEASE""#
    static let matrix = "relctl matrix"
    static let tell = #"relctl ci outputs "$RELEASE""#
    static let summarize = "relctl ci summary"
    static let package = #"relctl package "$RELEASE" --target "$TARGET""#
    static let publish = #"relctl publish "$RELEASE""#
    static let look = #"relctl publish "$RELEASE" --check"#

    /// Builds a target, where there is anything to build.
    var build: String? {
        configuration.build == nil ? nil : #"relctl build "$RELEASE" --target "$TARGET""#
    }

    /// Joins the shards that a word of the shell names, and makes what is of all targets.
    func join(_ shards: String) -> [String] {
        ["relctl merge \(shards)"] + (configuration.images.isEmpty ? [] : [#"relctl image build "$RELEASE""#])
            + (configuration.nix == nil ? [] : ["relctl nix"])
            + (configuration.distribution.isEmpty ? [] : ["relctl distribute"])
            + (configuration.checksums.combined == nil ? [] : [#"relctl checksum "$RELEASE""#])
            + [#"relctl notes "$RELEASE""#, "relctl verify"]
    }
}
