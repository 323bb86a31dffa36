import TestSupport
import Testing

@testable import RelctlManifests

@Suite struct NixVersionSourceTests {
    static let flake = MarkedManifest(
        NixVersionSource(),
        (
            "flake.nix",
            """
            # version = "1.2.3";
            {
              description = "streams 1.2.3";
              inputs = {
                nixpkgs.url = "github:NixOS/nixpkgs/1.2.3";
                tool = { url = "github:example/tool/1.2.3"; version = "1.2.3"; };
              };
              /* version = "1.2.3"; */
              outputs = { self, nixpkgs, version ? "1.2.3" }@inputs:
                let
                  systems = [ "x86_64-linux" ];
                  versions = "1.2.3";
                  each = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
                in {
                  packages = each (pkgs: {
                    default = pkgs.buildGoModule (finalAttrs: {
                      pname = "streams";
                      version = "⟦1.2.3⟧"; # "1.2.3"
                      src = pkgs.fetchFromGitHub {
                        owner = "example";
                        version = "1.2.3";
                        rev = "v1.2.3";
                        sha256 = "1.2.3";
                      };
                      vendorHash = "sha256-1.2.3";
                      ldflags = [ "-X main.version=1.2.3" ];
                      preBuild = ''
                        version = "1.2.3";
                        echo ''${version} ${pkgs.lib.optionalString true ''version = "1.2.3";''}
                      '';
                      tools = [ (pkgs.stdenv.mkDerivation { pname = "gen"; version = "1.2.3"; }) ];
                      passthru = { version = "1.2.3"; tests = { version = "1.2.3"; }; };
                      meta.version = "1.2.3";
                      meta = { homepage = https://example.org/1.2.3; version = "1.2.3"; };
                    });
                  });
                  overlays.default = final: prev: {
                    zlib = prev.zlib.overrideAttrs (old: rec { version = "1.2.3"; name = "zlib-1.2.3"; });
                  };
                };
            }

            """
        )
    )

    static let letIn = MarkedManifest(
        NixVersionSource(),
        (
            "default.nix",
            """
            { pkgs ? import <nixpkgs> { }, rev ? "1.2.3" }:
            let
              inherit (pkgs) lib;
              pname = "streams";
              # the version: "1.2.3"
              version = "⟦1.2.3⟧";
              other_version = "1.2.3";
              foo' = a: a // { version' = "1.2.3"; };
              src = builtins.fetchTarball { version = "1.2.3"; url = "https://example.org/1.2.3.tar.gz"; };
            in
            pkgs.stdenv.mkDerivation {
              inherit pname version src;
              name = "${pname}-1.2.3";
              patches = [ ./patches/1.2.3.patch ../version-1.2.3/a.patch ];
              installPhase = "echo \\"version = \\\\\\"1.2.3\\\\\\"\\" $${version = 1.2.3}";
              passthru.updateScript = { version = "1.2.3"; };
            }
            """
        )
    )

    @Test func onlyTheDerivationsVersionChanges() throws {
        for manifest in [Self.flake, Self.letIn] {
            #expect(manifest.decoys >= 8)
            try manifest.expectChange(to: "1.3.0")
            try manifest.expectChange(to: "2.0.0-rc.1")
        }
    }

    @Test(arguments: [
        "{ stdenv }: stdenv.mkDerivation { version = \"⟦1.2.3⟧\"; }",
        "{ stdenv, ... } @ args: stdenv.mkDerivation rec { name = \"a-${version}\"; version=\"⟦1.2.3⟧\"; }",
        "with import <nixpkgs> {}; (buildRustPackage.override { version = \"1.2.3\"; }) { version = \"⟦1.2.3⟧\"; }",
        "rec {\r\n  pname = \"a\";\r\n  \"version\" = \"⟦1.2.3⟧\";\r\n  # 1.2.3\r\n}\r\n",
        "{ inherit pname; version = ''⟦1.2.3⟧''; src = fetchurl { version = \"1.2.3\"; }; }",
        "let common = { pname = \"a\"; version = \"⟦1.2.3⟧\"; }; in crane.buildPackage (common // { doCheck = 1.2; })",
        "crane.buildPackage (common // { version = \"⟦1.2.3⟧\"; })",
        "let version = \"⟦1.2.3⟧\"; in mkDerivation { version = \"${version}-dirty\"; }",
        "let version = \"⟦1.2.3⟧\"; in mkDerivation { version = version; meta = { version = \"1.2.3\"; }; }",
        "mkDerivation (a: b: { version = \"⟦1.2.3⟧\"; } // { })", "\u{FEFF}mkDerivation{version=\"⟦1.2.3⟧\";}",
        "f: x:y; runCommand \"a\" { version = \"⟦1.2.3⟧\"; } ''echo ''' ''\\' 1.2.3 ''",
        "{ a = a/b; b = ./. // ~/x/y; c = <n/p>; d = https://a.org/'x'; e = mkDerivation { version = \"⟦1.2.3⟧\"; }; }",
    ])
    func theVersionIsFoundWhereverItStands(_ text: String) throws {
        try MarkedManifest(NixVersionSource(), ("default.nix", text)).expectChange(to: "9.0.0")
    }

    @Test(arguments: [
        ("", "there is no `version`"), ("{ version = \"1.0.0\"; }", "there is no `version`"),
        ("mkShell { version = \"1.0.0\"; }", "there is no `version`"),
        ("lib.mkIf true { version = \"1.0.0\"; }", "there is no `version`"),
        ("fetchFromGitHub { version = \"1.0.0\"; }", "there is no `version`"),
        ("mkDerivation { version = lib.fileContents ./VERSION; }", "computed"),
        ("mkDerivation { version = (fromTOML (readFile ./Cargo.toml)).package.version; }", "computed"),
        ("mkDerivation { version = \"1.0.0-${rev}\"; }", "computed"),
        ("let version = \"1.0.0\"; in mkDerivation { version = \"1.0.0\"; }", "`version` in 2 places"),
        ("let version = x; in mkDerivation { version = \"1.0.0\"; }", "`version` in 2 places"),
        ("[ (mkDerivation { version = \"1.0.0\"; }) (mkDerivation { version = \"1.0.0\"; }) ]", "in 2 places"),
        ("mkDerivation { version = \"1.0.0\"", "not closed"), ("mkDerivation { version = \"1.0.0; }", "not closed"),
        ("/* a", "comment is not closed"), ("mkDerivation { version = \"1.0.0\"; ]", "closes nothing"),
    ])
    func whatIsUnclearIsRefused(_ text: String, _ words: String) throws {
        try MarkedManifest(NixVersionSource(), ("default.nix", text)).expectRefusal(words)
    }

    @Test func severalPlacesAreTold() throws {
        let text = "{\n  a = mkDerivation { version = \"1.0.0\"; };\n  b = mkDerivation { version = \"1.0.0\"; };\n}"
        try MarkedManifest(NixVersionSource(), ("default.nix", text))
            .expectRefusal("default.nix:2:22, default.nix:3:22", at: "default.nix:2:22")
    }

    @Test(.timeLimit(.minutes(1))) func hostileTextsTakeLinearTime() throws {
        let pieces = [
            "{ version = ", "let version = ", "a.", "a.b/", "a:b ", "\"${", "''${", "f: ", "(", "let ", "/",
            "{ version = \"1\"; } ", "x { version = 1; } ", "mkDerivation { version = ",
        ]
        for piece in pieces {
            let text = String(repeating: piece, count: 20_000 / piece.utf8.count)
            let script = MarkedManifest(NixVersionSource(), ("default.nix", text))
            #expect(throws: RelctlError.self) { try script.source.version(in: script.document(script.originals)) }
        }
    }

    @Test(arguments: [flake, letIn])
    func aDamagedFileIsNeverChangedElsewhere(_ wild: MarkedManifest) throws {
        try wild.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5_000 : 200, seed: 54)
    }
}
