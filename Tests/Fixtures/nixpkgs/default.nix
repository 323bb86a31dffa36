# As much of nixpkgs as packages of released programs take. What it does not know it refuses.
{
  system ? builtins.currentSystem,
  config ? { },
}:
let
  lib = import ./lib.nix;
  tool = name: { inherit name; };

  # Refuses what mkDerivation would hand on to the builder without a word.
  arguments = [
    "pname"
    "version"
    "src"
    "sourceRoot"
    "nativeBuildInputs"
    "buildInputs"
    "strictDeps"
    "dontConfigure"
    "dontBuild"
    "dontStrip"
    "dontPatchELF"
    "dontUnpack"
    "installPhase"
    "nativeInstallCheckInputs"
    "versionCheckProgramArg"
    "doInstallCheck"
    "meta"
  ];
  metaNames = [
    "description"
    "homepage"
    "changelog"
    "license"
    "sourceProvenance"
    "platforms"
    "maintainers"
    "mainProgram"
  ];
  onlyKnown =
    what: known: attributes:
    let
      unknown = builtins.filter (name: !(builtins.elem name known)) (builtins.attrNames attributes);
    in
    if unknown == [ ] then attributes else throw "${what} does not know ${toString unknown}";

  # Refuses a system that a package is not for, and one that is not free unless the user lets it.
  checked =
    package:
    let
      meta = onlyKnown "meta" metaNames package.meta;
      licenses = if builtins.isList (meta.license or [ ]) then meta.license or [ ] else [ meta.license ];
      isFree = builtins.all (license: license.free) licenses;
      description = meta.description or "";
      allowed = (config.allowUnfreePredicate or (_: false)) package;
    in
    if !(builtins.elem system meta.platforms) then
      throw "${package.pname} is not available on ${system}"
    else if !isFree && !allowed then
      throw "${package.pname} has an unfree license"
    else if builtins.match ".*\\.|(A|An|The) .*" description != null then
      throw "the description of ${package.pname} is not in nixpkgs' form"
    else
      package;

  mkDerivation =
    package:
    let
      known = onlyKnown "mkDerivation" arguments package;
      names = inputs: toString (map (input: input.name) inputs);
      derivation = builtins.derivation {
        inherit system;
        name = "${known.pname}-${known.version}";
        builder = "/bin/sh";
        args = [
          "-eu"
          ./builder.sh
        ];
        PATH = "/usr/bin:/bin";
        src = known.src or "";
        sourceRoot = known.sourceRoot or "";
        dontUnpack = known.dontUnpack or false;
        dontStrip = known.dontStrip or false;
        dontPatchELF = known.dontPatchELF or false;
        nativeBuildInputs = names (known.nativeBuildInputs or [ ] ++ known.nativeInstallCheckInputs or [ ]);
        buildInputs = names (known.buildInputs or [ ]);
        doInstallCheck = known.doInstallCheck or false;
        mainProgram = known.meta.mainProgram or "";
        inherit (known) version installPhase;
      };
    in
    builtins.seq (checked known) (derivation // { inherit (known) pname version meta; });

  packages = {
    inherit lib;
    stdenv.cc.cc.lib = tool "libgcc";
    stdenvNoCC = {
      inherit mkDerivation;
      hostPlatform = {
        inherit system;
        isLinux = builtins.match ".*-linux" system != null;
      };
    };
    fetchurl =
      {
        url,
        hash,
        name ? baseNameOf url,
      }:
      builtins.derivation {
        inherit name url;
        system = "builtin";
        builder = "builtin:fetchurl";
        outputHashMode = "flat";
        outputHashAlgo = "sha256";
        outputHash = hash;
        executable = false;
        unpack = false;
      };
    autoPatchelfHook = tool "autoPatchelfHook";
    installShellFiles = tool "installShellFiles";
    versionCheckHook = tool "versionCheckHook";
    openssl = tool "openssl";
    unzip = tool "unzip";
    zstd = tool "zstd";
    grafanaPlugin = attributes: onlyKnown "grafanaPlugin" [ "pname" "version" "zipHash" "meta" ] attributes;
    callPackage =
      path: overrides:
      let
        f = import path;
        wanted = builtins.functionArgs f;
        unknown = builtins.filter (name: !(packages ? ${name})) (builtins.attrNames wanted);
      in
      if unknown == [ ] then
        f (builtins.intersectAttrs wanted packages // overrides)
      else
        throw "nixpkgs has no ${toString unknown}";
  };
in
packages
