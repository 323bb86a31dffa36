# The part of nixpkgs' lib that packages of released programs take, with the same meaning.
let
  spdx =
    attributes:
    builtins.mapAttrs (shortName: license: { free = true; } // license // { inherit shortName; }) attributes;
  licenses = spdx {
    asl20.spdxId = "Apache-2.0";
    bsl11 = {
      spdxId = "BUSL-1.1";
      free = false;
    };
    gpl2Only.spdxId = "GPL-2.0-only";
    gpl3Plus.spdxId = "GPL-3.0-or-later";
    llvm-exception.spdxId = "LLVM-exception";
    mit.spdxId = "MIT";
    zlib.spdxId = "Zlib";
    mpl20.spdxId = "MPL-2.0";
    unfree = {
      fullName = "Unfree";
      free = false;
    };
  };
in
rec {
  inherit (builtins) attrNames concatStringsSep;
  inherit licenses;
  genAttrs = names: f: builtins.listToAttrs (map (name: { inherit name; value = f name; }) names);
  optionals = condition: items: if condition then items else [ ];
  mapAttrsToList = f: attributes: map (name: f name attributes.${name}) (attrNames attributes);
  concatStrings = concatStringsSep "";
  escapeShellArg = text: "'${builtins.replaceStrings [ "'" ] [ "'\\''" ] (toString text)}'";
  getName = package: package.pname;
  getLicenseFromSpdxId =
    id:
    let
      found = builtins.filter (license: (license.spdxId or "") == id) (builtins.attrValues licenses);
    in
    if found == [ ] then { spdxId = id; free = true; shortName = id; } else builtins.head found;
  sourceTypes.binaryNativeCode.shortName = "binaryNativeCode";
  maintainers.ada.name = "Ada Example";
  platforms.unix = [
    "aarch64-darwin"
    "aarch64-linux"
    "x86_64-darwin"
    "x86_64-linux"
  ];
}
