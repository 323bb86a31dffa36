/// The flake that relctl writes; it says a version, and is no manifest of the project.
package enum GeneratedFlake {
    /// The name of every flake.
    package static let name = "flake.nix"

    /// The first line of every flake that relctl writes, by which it is known again.
    package static let mark =
        "# Written by `relctl nix` from the release's manifest, with `package.nix`; changes here are lost."
}
