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
        try request.addresses.requireDistinct(sources.flatMap(\.downloads).map { ($0.url, $0.sha256) })
        let programs =
            isPlugin ? [] : try programs(chosen.areBare ? sources.map(Self.programs) : layouts.map(Self.programs))
        return NixPackage(
            name: name,
            version: release.version.description,
            kind: request.settings.kind,
            description: release.packageDescription,
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

    private static func programs(of layout: InstallationLayout) -> [String] {
        layout.programs.map { $0.splitAtSlashes().last.map(String.init) ?? $0 }
    }

    // MARK: Archives

    private func layout(_ source: NixSource) throws -> InstallationLayout {
        let artifact = source.artifacts.first
        let archive = artifact?.name ?? source.system
        let layout = InstallationLayout(
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

    private func isFlat(_ layouts: [InstallationLayout]) throws -> Bool {
        let flat = layouts.filter { $0.top == nil }
        guard flat.isEmpty || flat.count == layouts.count else {
            throw RelctlError("cannot make a Nix package: only some archives have a folder that all lies in")
        }
        return !flat.isEmpty
    }

    private static func unpackers(_ artifacts: [Artifact]) -> [String] {
        let tools = ["tar.zst": "zstd", "zip": "unzip"]
        return Set(artifacts.compactMap { $0.format.flatMap { tools[$0] } }).sortedBytewise()
    }

    // MARK: Downloads

    /// Makes sure that there is something for systems of Nix, and each file of it at an address of its own.
    ///
    /// - Throws: ``RelctlError`` as ``NixPlanner/plan(_:_:)`` does.
    func checkDownloads() throws {
        let chosen = try NixSources(of: request.manifest, kind: request.settings.kind, observation: observation)
        try checkShare(of: chosen)
        let downloads = try chosen.all.flatMap { try source($0, areBare: chosen.areBare).downloads }
        try request.addresses.requireDistinct(downloads.map { ($0.url, $0.sha256) })
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
            let url = try request.addresses.address(of: artifact.name)
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
            downloads: downloads.sortedBytewise { $0.program ?? "" }
        )
    }
}
