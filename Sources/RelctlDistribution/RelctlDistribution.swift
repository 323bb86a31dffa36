// Files by which package managers take a release: Homebrew, Scoop, Nix.

@_exported public import RelctlBuilding
@_exported public import RelctlImages
