/// How a flake is used from the command line, and from another flake
/// (https://nix.dev/manual/nix/latest/command-ref/new-cli/nix3-flake).
struct FlakeSnippet: Sendable, Hashable {
    private let name: String
    private let reference: String

    /// Describes the use of a flake; nothing for a reference that could be taken for more than that, in a shell or in
    /// Nix's language.
    init?(_ flake: SnippetRequest.Flake) {
        let isPlain = flake.reference.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"\"\\$'`<>{}".utf8.contains(byte)
        }
        guard isPlain, !flake.reference.isEmpty else { return nil }
        reference = flake.reference
        let letters = flake.package.replacing(/[^A-Za-z0-9_-]/, with: "-")
        let isName = letters.utf8.first.map { !"-0123456789".utf8.contains($0) } ?? false
        // Nix's words are no names, and neither are those of the other input and of this file's own.
        let taken = [
            "assert", "else", "if", "in", "inherit", "let", "or", "rec", "then", "with", "nixpkgs", "self", "inputs",
        ]
        name = isName && !taken.contains(letters) ? letters : "_" + letters
    }

    /// Runs the program.
    var run: String { "nix run \(ShellWord.posix(reference))" }

    /// A flake whose shell has the programs.
    var input: String {
        """
        {
          inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";
          inputs.\(name).url = "\(reference)";

          outputs =
            { nixpkgs, \(name), ... }:
            {
              devShells = builtins.mapAttrs (system: packages: {
                default = nixpkgs.legacyPackages.${system}.mkShell { packages = [ packages.default ]; };
              }) \(name).packages;
            };
        }

        """
    }
}
