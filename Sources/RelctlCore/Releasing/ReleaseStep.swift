/// The steps of a release, in their order.
package enum ReleaseStep: String, Sendable, Hashable, CaseIterable, Codable {
    /// The tag against the manifests, the tree and the branch.
    case validate
    /// The binaries.
    case build
    /// The archives, their sidecars and the manifest.
    case package
    /// The images, made of the archives.
    case images
    /// What others take the release by: the flake and its files for Nix, those of package managers, what users copy.
    case distribution
    /// The file that lists all checksums.
    case checksum
    /// The release's body.
    case notes
    /// All of it read again and proven.
    case verify
    /// The tag, where it shall be made.
    case tag
    /// The finished parts in the place of the old ones.
    case promote
    /// To where users get it.
    case publish

    /// The steps that `--skip` takes: without any of the others there is no release.
    package static let skippable: [ReleaseStep] = [
        .validate, .build, .images, .distribution, .checksum, .notes, .verify, .publish,
    ]

    /// What the user reads while it runs.
    package var title: String {
        switch self {
        case .validate: "checking the tag"
        case .build: "building"
        case .package: "packing"
        case .images: "making images"
        case .distribution: "writing what distributes it"
        case .checksum: "writing checksums"
        case .notes: "writing the notes"
        case .verify: "verifying"
        case .tag: "tagging"
        case .promote: "putting the release in place"
        case .publish: "publishing"
        }
    }
}
