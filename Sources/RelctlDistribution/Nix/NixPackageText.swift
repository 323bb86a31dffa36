/// The expression of a package as nixpkgs has it (pkgs/by-name), which the flake calls too.
struct NixPackageText: Sendable {
    private let package: NixPackage

    init(_ package: NixPackage) { self.package = package }

    /// The file.
    var text: String {
        let body =
            ["stdenvNoCC.mkDerivation {"]
            + NixText.indented(Self.joined([identity, source, inputs, phases, installation, check, metadata])) + ["}"]
        let definitions = bindings
        let lines =
            ["{"] + NixText.indented(arguments.map { "\($0)," }) + ["}:", ""]
            + (definitions.isEmpty ? [] : ["let"] + NixText.indented(definitions) + ["in"]) + body
        return lines.map { $0 + "\n" }.joined()
    }

    /// Groups of lines with an empty one between.
    private static func joined(_ groups: [[String]]) -> [String] {
        Array(groups.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    // MARK: What is needed

    private var arguments: [String] {
        var names = ["lib"]
        if package.needsLoader { names.append("stdenv") }
        names += ["stdenvNoCC", "fetchurl"]
        if package.needsLoader { names.append("autoPatchelfHook") }
        var tools = Set(package.unpackers).union(package.steps.compactMap(\.tool))
        if package.checksVersion { tools.insert("versionCheckHook") }
        if package.needsLoader {
            tools.formUnion(package.libraries.map { String($0.prefix { $0 != "." }) })
        }
        return names + tools.subtracting(names).sortedBytewise()
    }

    private var inputs: [String] {
        let tools = Set(package.unpackers).union(package.steps.compactMap(\.tool)).sortedBytewise()
        guard package.needsLoader else {
            return tools.isEmpty ? [] : NixText.list("nativeBuildInputs = ", tools)
        }
        // Only NixOS has no loader where programs for Linux look for it.
        let isLinux = "lib.optionals stdenvNoCC.hostPlatform.isLinux"
        let native =
            tools.isEmpty
            ? ["nativeBuildInputs = \(isLinux) [ autoPatchelfHook ];"]
            : ["nativeBuildInputs = ["] + NixText.indented(tools) + ["]", "++ \(isLinux) [ autoPatchelfHook ];"]
        let libraries = ["stdenv.cc.cc.lib"] + package.libraries
        return native + [""] + NixText.list("buildInputs = \(isLinux) ", libraries)
    }

    // MARK: What is downloaded

    private var bindings: [String] {
        guard !package.isPortable else { return [] }
        let sources = package.sources.flatMap { source in
            ["\(NixText.attribute(source.system)) = {"] + NixText.indented(downloads(of: source)) + ["};"]
        }
        let complaint = NixText.string("\(package.name): there is no release for ").dropLast()
        let source = "sources.${system} or (throw \(complaint)${system}\");"
        // Beyond 100 columns a value begins on a line of its own.
        let isLong = "  source = \(source)".utf8.count > 100
        let install = "\"install -Dm755 ${fetchurl file} $out/bin/${lib.escapeShellArg name}\\n\""
        return ["inherit (stdenvNoCC.hostPlatform) system;", "sources = {"] + NixText.indented(sources) + ["};"]
            + (isLong ? ["source =", "  \(source)"] : ["source = \(source)"])
            + (package.hasManyDownloads ? ["install = name: file: \(install);"] : [])
    }

    private func downloads(of source: NixPackage.Source) -> [String] {
        guard package.hasManyDownloads else { return source.downloads.first.map(Self.attributes) ?? [] }
        return source.downloads.flatMap { download in
            ["\(NixText.attribute(download.program ?? "")) = {"] + NixText.indented(Self.attributes(of: download))
                + ["};"]
        }
    }

    private static func attributes(of download: NixPackage.Download) -> [String] {
        (download.name.map { ["name = \(NixText.string($0));"] } ?? [])
            + ["url = \(NixText.string(download.url));", "hash = \(NixText.string(download.hash));"]
    }

    private var identity: [String] {
        ["pname = \(NixText.string(package.name));", "version = \(NixText.string(package.version));"]
    }

    private var source: [String] {
        if package.isPortable, let download = package.sources.first?.downloads.first {
            return ["src = fetchurl {"] + NixText.indented(Self.attributes(of: download)) + ["};"]
        }
        guard package.areBare else {
            return ["src = fetchurl source;"] + (package.isFlat ? ["sourceRoot = \".\";"] : [])
        }
        return (package.hasManyDownloads ? [] : ["src = fetchurl source;"]) + ["dontUnpack = true;"]
    }

    // MARK: What is done

    /// What was built, tested and signed elsewhere is taken as it is, but for what NixOS cannot do without.
    private var phases: [String] {
        ["strictDeps = true;", "dontConfigure = true;", "dontBuild = true;", "dontStrip = true;"]
            + (package.needsLoader ? [] : ["dontPatchELF = true;"])
    }

    private var installation: [String] {
        let lines = ["runHook preInstall", ""] + commands + ["", "runHook postInstall"]
        return ["installPhase = ''"] + NixText.indented(lines) + ["'';"]
    }

    private var commands: [String] {
        if package.kind == .grafanaPlugin { return ["cp -R . $out"] }
        guard package.areBare else { return package.steps.map(\.line) }
        guard package.hasManyDownloads else {
            return ["install -Dm755 $src $out/bin/\(NixText.shellWord(package.programs.first ?? package.name))"]
        }
        return ["${lib.concatStrings (lib.mapAttrsToList install source)}"]
    }

    private var check: [String] {
        guard package.checksVersion else { return [] }
        return [
            "nativeInstallCheckInputs = [ versionCheckHook ];", "versionCheckProgramArg = \"--version\";",
            "doInstallCheck = true;",
        ]
    }

    private var metadata: [String] {
        let platforms = package.isPortable ? "lib.platforms.unix" : "lib.attrNames sources"
        return NixMetadata(package).lines(platforms: platforms)
    }
}
