/// Makes a package of a release.
struct NixPackaging {
    private let request: NixRequest
    private let observation: NixObservation
    private let name: String

    private var release: ReleaseIdentity { request.manifest.release }
    private var isPlugin: Bool { request.settings.kind == .grafanaPlugin }

    /// Prepares a package of what was asked for.
    ///
    /// - Throws: ``RelctlError`` if nothing of the project's name is left for the package's.
    init(_ request: NixRequest, _ observation: NixObservation) throws {
        self.request = request
        self.observation = observation
        name = try request.package
    }

    /// The package.
    ///
    /// - Throws: ``RelctlError`` as ``NixPlanner/plan(_:_:)`` does.
    func package() throws -> NixPackage {
        let chosen = try NixSources(of: request.manifest, kind: request.settings.kind, observation: observation)
        try checkShare(of: chosen)
        let layouts = isPlugin || chosen.areBare ? [] : try chosen.all.map(layout)
        let artifacts = chosen.all.flatMap(\.artifacts)
        let sources = try chosen.all.map { try source($0, areBare: chosen.areBare) }
        try checkAddresses(sources)
        let programs =
            isPlugin ? [] : try programs(chosen.areBare ? sources.map(Self.programs) : layouts.map(Self.programs))
        return NixPackage(
            name: name,
            version: release.version.description,
            kind: request.settings.kind,
            description: release.description.flatMap(Self.description),
            homepage: release.homepage ?? request.forge?.page,
            changelog: request.forge?.release(tag: release.tag),
            license: try release.license.map { try NixLicense($0) },
            programs: programs,
            maintainers: request.settings.maintainers,
            libraries: request.settings.libraries,
            checksVersion: request.settings.checksVersion && !programs.isEmpty,
            sources: sources,
            areBare: chosen.areBare,
            isFlat: try isFlat(layouts),
            steps: NixInstallStep.steps(for: layouts, package: name),
            unpackers: Self.unpackers(artifacts),
            isNative: artifacts.contains(where: observation.holdsPrograms),
            needsLoader: chosen.all.contains { source in
                source.system.hasSuffix("-linux") && source.artifacts.contains(where: observation.needsLoader)
            }
        )
    }

    // MARK: Names

    /// A description as nixpkgs wants it (pkgs/README.md there): one line, capitalised, without article and full stop.
    ///
    /// A name that begins small, such as `iOS`, stays.
    private static func description(_ text: String) -> String? {
        var words = text.split { $0.isWhitespace }.map(String.init)
        if words.count > 1, let first = words.first, ["a", "an", "the"].contains(first.lowercased()) {
            words.removeFirst()
        }
        var line = words.joined(separator: " ")
        while line.utf8.last == UInt8(ascii: ".") { line.removeLast() }
        guard let first = line.first, words.first?.contains(where: \.isUppercase) == false else {
            return line.isEmpty ? nil : line
        }
        return first.uppercased() + line.dropFirst()
    }

    /// The programs of all systems, the one to run first.
    private func programs(_ each: [[String]]) throws -> [String] {
        var seen: Set<String> = []
        let programs = each.flatMap(\.self).filter { seen.insert($0).inserted }
        if let main = request.settings.mainProgram, !seen.contains(main) {
            throw RelctlError(
                "`nix.mainProgram`: there is no program `\(main)` in the release",
                code: .configurationInvalid,
                hints: ["programs: " + programs.map { "`\($0)`" }.joined(separator: ", ")]
            )
        }
        let main = request.settings.mainProgram ?? [name, release.name].first(where: seen.contains)
        return main.map { main in [main] + programs.filter { $0 != main } } ?? programs
    }

    private static func programs(of source: NixPackage.Source) -> [String] { source.downloads.compactMap(\.program) }

    private static func programs(of layout: NixLayout) -> [String] {
        layout.programs.map { $0.splitAtSlashes().last.map(String.init) ?? $0 }
    }

    // MARK: Archives

    private func layout(_ source: NixSource) throws -> NixLayout {
        let artifact = source.artifacts.first
        let archive = artifact?.name ?? source.system
        let layout = NixLayout(
            artifact?.contents ?? [],
            programs: request.programs,
            shared: request.settings.share
        )
        guard !layout.programs.isEmpty else {
            throw RelctlError(
                "cannot make a Nix package: there is no program in `\(archive)`",
                hints: ["let `archive.contents` have the `binaries`, or set `nix.kind`"]
            )
        }
        if let missing = request.settings.share.first(where: { !layout.shared.contains($0.string) }) {
            throw RelctlError(
                "`nix.share`: there is no `\(missing)` in `\(archive)`",
                code: .configurationInvalid,
                hints: ["name files and folders from the top of the archive, without its own name"]
            )
        }
        return layout
    }

    private func isFlat(_ layouts: [NixLayout]) throws -> Bool {
        let flat = layouts.filter { $0.top == nil }
        guard flat.isEmpty || flat.count == layouts.count else {
            throw RelctlError("cannot make a Nix package: only some archives have a folder that all lies in")
        }
        return !flat.isEmpty
    }

    private static func unpackers(_ artifacts: [Artifact]) -> [String] {
        let tools = ["tar.zst": "zstd", "zip": "unzip"]
        return Set(artifacts.compactMap { $0.format.flatMap { tools[$0] } }).sorted { $0.precedesBytewise($1) }
    }

    // MARK: Downloads

    /// Makes sure that there is something for systems of Nix, and each file of it at an address of its own.
    ///
    /// - Throws: ``RelctlError`` as ``NixPlanner/plan(_:_:)`` does.
    func checkDownloads() throws {
        let chosen = try NixSources(of: request.manifest, kind: request.settings.kind, observation: observation)
        try checkShare(of: chosen)
        try checkAddresses(try chosen.all.map { try source($0, areBare: chosen.areBare) })
    }

    /// Refuses files to install beside the programs where the package is made of no archive that could have them.
    private func checkShare(of chosen: NixSources) throws {
        guard isPlugin || chosen.areBare, let path = request.settings.share.first else { return }
        let reason =
            isPlugin ? "a plugin is installed as it is, whole" : "the programs ship as they are, and in no archive"
        throw RelctlError(
            "`nix.share`: the package cannot have `\(path)`: \(reason)",
            code: .configurationInvalid,
            hints: ["leave `nix.share` out" + (isPlugin ? "" : ", or ship archives too, by `archive.formats`")]
        )
    }

    private func source(_ source: NixSource, areBare: Bool) throws -> NixPackage.Source {
        let downloads = try source.artifacts.map { artifact in
            let url = try request.address(of: artifact)
            let last = url.splitAtSlashes().last.map(String.init) ?? ""
            let name = NixText.storeName(artifact.name)
            return NixPackage.Download(
                program: areBare ? artifact.contents?.first?.path.lastComponent ?? artifact.name : nil,
                url: url,
                name: last.equalsBytewise(name) ? nil : name,
                sha256: artifact.sha256
            )
        }
        return NixPackage.Source(
            system: source.system,
            downloads: downloads.sorted { ($0.program ?? "").precedesBytewise($1.program ?? "") }
        )
    }

    /// Refuses one address for two files.
    private func checkAddresses(_ sources: [NixPackage.Source]) throws {
        var digests: [String: Digest] = [:]
        for download in sources.flatMap(\.downloads) {
            guard let other = digests.updateValue(download.sha256, forKey: download.url), other != download.sha256
            else {
                continue
            }
            throw RelctlError(
                "`nix.url`: several files would be downloaded from `\(download.url)`",
                code: .configurationInvalid,
                hints: ["name the file in it, with `{{artifact}}`"]
            )
        }
    }
}
