/// What becomes of a release for users of Nix.
package struct NixSettings: Sendable, Hashable {
    /// The package's name; nothing for the project's, made fit.
    package var name: String?
    /// What the release is.
    package var kind = Kind.program
    /// Where an artifact is downloaded, with `artifact` for its name; nothing for the forge's place.
    package var url: Template?
    /// The program that `nix run` starts; nothing for the one with the package's name, else the first.
    package var mainProgram: String?
    /// Names from nixpkgs' list of maintainers.
    package var maintainers: [String] = []
    /// Attributes of nixpkgs whose libraries dynamically linked programs need beside the C library.
    package var libraries: [String] = []
    /// Files and folders of the archives that are installed below `share/NAME`.
    package var share: [RelativePath] = []
    /// Whether building the package runs the main program with `--version`, and looks for the version in what it says.
    package var checksVersion = false
    /// The flake's nixpkgs.
    package var nixpkgs = NixSettings.usualNixpkgs
    /// A file of the project that the flake is written to as well, the package beside it.
    package var flake: RelativePath?
    /// How the flake gets to FlakeHub; nothing if it does not.
    package var flakeHub: FlakeHub?

    /// Those of a project that says nothing.
    package init() {}

    /// The branch of nixpkgs that has passed its tests last.
    package static let usualNixpkgs = "github:NixOS/nixpkgs/nixpkgs-unstable"

    /// What a release can be.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Programs that people run.
        case program
        /// A plugin of Grafana, which lies in a folder of its own.
        case grafanaPlugin
    }

    /// How a flake gets to FlakeHub (https://github.com/DeterminateSystems/flakehub-push).
    package struct FlakeHub: Sendable, Hashable {
        /// Who sees it.
        package var visibility: Visibility
        /// `OWNER/NAME`; nothing for the repository's.
        package var name: String?
        /// Whether each push has a version made of the number of commits, and not the release's.
        package var isRolling = false
        /// The minor number of rolling versions; nothing for FlakeHub's.
        package var rollingMinor: Int?
        /// Words that it is found by, beside the repository's topics.
        package var labels: [String] = []
        /// Whether the places in the store are told as well.
        package var includesOutputPaths = false
        /// Whether a version that is there already is an error.
        package var failsOnConflict = false
        /// The machine that pushes.
        package var runner = FlakeHub.usualRunner

        /// Describes how.
        package init(visibility: Visibility) { self.visibility = visibility }

        package static let usualRunner = "ubuntu-latest"

        /// Who sees a flake.
        package enum Visibility: String, Sendable, Hashable, CaseIterable {
            /// Everybody.
            case `public`
            /// Whoever knows its address.
            case unlisted
            /// Whoever is let in.
            case `private`
        }
    }
}
