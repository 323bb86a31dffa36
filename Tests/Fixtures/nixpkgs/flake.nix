{
  description = "A stand-in for nixpkgs that builds without any network, and refuses what nixpkgs would refuse";

  outputs =
    { self }:
    let
      lib = import ./lib.nix;
    in
    {
      inherit lib;
      legacyPackages = lib.genAttrs [
        "aarch64-darwin"
        "aarch64-linux"
        "x86_64-darwin"
        "x86_64-linux"
      ] (system: import ./. { inherit system; });
    };
}
