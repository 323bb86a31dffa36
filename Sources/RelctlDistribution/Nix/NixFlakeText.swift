/// A flake that serves the released programs: packages, programs to run, checks and an overlay.
struct NixFlakeText: Sendable {
    private let package: NixPackage
    private let nixpkgs: String

    /// Describes a flake on a nixpkgs, by its flake reference.
    init(_ package: NixPackage, nixpkgs: String) {
        self.package = package
        self.nixpkgs = nixpkgs
    }

    /// The systems that nixpkgs has packages for in flakes (lib/systems/flake-systems.nix there).
    private static let exposed: Set = [
        "aarch64-darwin", "aarch64-linux", "armv6l-linux", "armv7l-linux", "i686-linux", "powerpc64le-linux",
        "riscv64-linux", "x86_64-darwin", "x86_64-freebsd", "x86_64-linux",
    ]

    /// The file.
    var text: String {
        var lines = [GeneratedFlake.mark, "{"]
        if let description = package.description {
            lines += ["  description = \(NixText.string(description));", ""]
        }
        lines += ["  inputs.nixpkgs.url = \(NixText.string(nixpkgs));", ""]
        lines += ["  outputs =", "    { self, nixpkgs }:", "    let"]
        lines += NixText.indented(bindings, by: 3)
        lines += ["    in", "    {"]
        let groups = [packages, apps, checks, overlay].filter { !$0.isEmpty }
        lines += NixText.indented(Array(groups.joined(separator: [""])), by: 3)
        lines += ["    };", "}"]
        return lines.map { $0 + "\n" }.joined()
    }

    private var name: String { NixText.attribute(package.name) }

    private var bindings: [String] {
        let systems = package.sources.map(\.system).filter(Self.exposed.contains)
        return NixText.list("systems = ", systems.map(NixText.string))
            + ["forEachSystem = f: nixpkgs.lib.genAttrs systems (system: f system (packagesFor system));"]
            + packagesFor
    }

    /// The packages of nixpkgs; where this one is not free, with leave to build it and no other such.
    private var packagesFor: [String] {
        guard package.license?.isFree == false else {
            return ["packagesFor = system: nixpkgs.legacyPackages.${system};"]
        }
        let own = "package: nixpkgs.lib.getName package == \(NixText.string(package.name))"
        return [
            "packagesFor =", "  system:", "  import nixpkgs {", "    inherit system;",
            "    config.allowUnfreePredicate = \(own);", "  };",
        ]
    }

    private var packages: [String] {
        [
            "packages = forEachSystem (", "  system: pkgs: {", "    \(name) = pkgs.callPackage ./package.nix { };",
            "    default = self.packages.${system}.\(name);", "  }", ");",
        ]
    }

    private var apps: [String] {
        guard let main = package.programs.first else { return [] }
        var lines = ["apps = forEachSystem (", "  system: pkgs:", "  let", "    app = program: {"]
        lines += NixText.indented(
            [
                "type = \"app\";", "program = \"${self.packages.${system}.default}/bin/${program}\";",
            ],
            by: 3
        )
        lines += ["    };", "  in", "  {"]
        lines += package.programs.sortedBytewise().filter { $0 != "default" }
            .map { "    \(NixText.attribute($0)) = app \(NixText.string($0));" }
        return lines + ["    default = app \(NixText.string(main));", "  }", ");"]
    }

    private var checks: [String] {
        ["checks = forEachSystem (system: pkgs: { inherit (self.packages.${system}) default; });"]
    }

    private var overlay: [String] {
        [
            "overlays.default = final: prev: {", "  \(name) = final.callPackage ./package.nix { };", "};",
        ]
    }
}
