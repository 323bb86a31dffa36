/// Finds what no shape can say: names that are not in scope, things that collide, things that refer to nothing.
struct ConfigurationChecks {
    let configuration: Configuration
    /// The completed text, for places.
    let root: JSONNode
    let extensions: Extensions
    private var problems: [RelctlError] = []

    init(configuration: Configuration, root: JSONNode, extensions: Extensions) {
        self.configuration = configuration
        self.root = root
        self.extensions = extensions
    }

    /// All problems of the configuration and of the templates that were found in it.
    mutating func problems(with templates: [ShapeChecker.TemplateUse]) -> [RelctlError] {
        checkManifests()
        checkManifestsDiffer()
        checkEmbeds()
        checkTargets()
        checkFormats()
        checkBinariesToShip()
        checkLevel()
        checkContents()
        checkSigning()
        checkPublicationOrder()
        checkPublicationAddresses()
        checkNix()
        checkDistribution()
        checkIntegration()
        problems += ChartChecks(charts: configuration.charts, root: root).problems
        var checks = TemplateChecks(configuration: configuration, root: root, extensions: extensions)
        var images = ImageChecks(configuration: configuration, root: root)
        return problems + images.problems() + checks.problems(with: templates)
    }

    mutating func report(_ message: String, _ path: ConfigurationPath, hints: [String] = []) {
        problems.append(.configuration(message, root.place(at: path), path, hints: hints))
    }

    /// A file that no version source knows needs to be told how it is read.
    private mutating func checkManifests() {
        let known = extensions.versionSources.all.flatMap(\.connector.fileNames)
        for manifest in configuration.version.manifests ?? [] {
            guard manifest.source == nil, manifest.pattern == nil, manifest.path == nil else { continue }
            let name = manifest.file.lastComponent
            guard !extensions.versionSources.all.contains(where: { $0.connector.isChosen(for: name) }) else { continue }
            // A way that is itself wrong has been reported.
            let node = root["version"]?["manifests"]?.items.first { $0.place == manifest.place }
            guard !VersionShapes.ways.contains(where: { node?[$0] != nil }) else { continue }
            problems.append(
                .configuration(
                    "`version.manifests`: no version source knows a file named `\(manifest.file.lastComponent)`",
                    manifest.place,
                    ConfigurationPath().key("version").key("manifests"),
                    hints: [
                        "say where the version stands in it: "
                            + "`{ file: \(manifest.file.string.quotedAsJSON), pattern: \"version ([0-9.]+)\" }`",
                        "known: " + known.sortedBytewise().joined(separator: ", "),
                    ]
                )
            )
        }
    }

    /// Publications come after others that are there, and never after themselves.
    private mutating func checkPublicationOrder() {
        let publications = configuration.publications
        let names = publications.map { $0.name ?? $0.publisher }
        let path = ConfigurationPath().key("publish")
        for (publication, own) in zip(publications, names) {
            for name in publication.after where !names.contains(name) {
                let error = RelctlError.configuration(
                    "`\(path)`: `after` names `\(name)`, which is no publication",
                    publication.place,
                    path,
                    hints: ["publications: " + names.joined(separator: ", ")]
                )
                problems.append(error)
            }
            let ambiguous = publication.after.filter { name in names.count { $0 == name } > 1 }
            for name in ambiguous {
                let message =
                    "`\(path)`: `after` names `\(name)`, and \(names.count { $0 == name }) publications are called so"
                let hints = ["give each of them a `name` of its own"]
                problems.append(.configuration(message, publication.place, path, hints: hints))
            }
            guard ambiguous.isEmpty, follows(own, publication.after, names) else { continue }
            let message = "`\(path)`: `\(own)` comes after itself"
            problems.append(.configuration(message, publication.place, path, hints: []))
        }
    }

    /// Whether `name` is among those that must be done before it.
    private func follows(_ name: String, _ after: [String], _ names: [String]) -> Bool {
        var (found, open) = (Set<String>(), after)
        while let one = open.popLast() {
            if one == name { return true }
            guard found.insert(one).inserted else { continue }
            for (publication, own) in zip(configuration.publications, names) where own == one {
                open += publication.after
            }
        }
        return false
    }

    /// A file says the version once in each place: with one pattern, at one path, or with what reads the whole file.
    private mutating func checkManifestsDiffer() {
        let path = ConfigurationPath().key("version").key("manifests")
        var places: [RelativePath: [ManifestReference]] = [:]
        for manifest in configuration.version.manifests ?? [] {
            let first = places[manifest.file]?.first { $0.pattern == manifest.pattern && $0.path == manifest.path }
            guard let first else {
                places[manifest.file, default: []].append(manifest)
                continue
            }
            problems.append(
                .configuration(
                    "`\(path)`: `\(manifest.file)` is there twice; the first is at \(first.place)",
                    manifest.place,
                    path
                )
            )
        }
    }

    /// What relctl writes before a build is a file of its own, and lies where nothing else replaces it.
    private mutating func checkEmbeds() {
        let manifests = Set(configuration.version.manifests?.map(\.file) ?? [])
        var files: Set<RelativePath> = []
        for (index, embed) in configuration.embeds.enumerated() {
            let entry = ConfigurationPath().key("version").key("embed").index(index)
            let path = entry.key("file")
            let name = embed.name(project: configuration.name)
            if let problem = embed.language.problem(withName: name) {
                let origin = embed.name == nil ? ", after its folder," : ""
                report(
                    "`\(embed.name == nil ? path : entry.key("name"))`: `\(name)`\(origin) \(problem)",
                    embed.name == nil ? path : entry.key("name"),
                    hints: ["say what it is called: `name: \"buildfacts\"`"]
                )
            }
            if !files.insert(embed.file).inserted { report("`\(path)`: `\(embed.file)` is there twice", path) }
            if manifests.contains(embed.file) {
                report(
                    "`\(path)`: `\(embed.file)` is a manifest, which is changed, never replaced",
                    path,
                    hints: ["name another file, which git ignores"]
                )
            }
            if let folder = embed.file.components.first.map(String.init),
                [ReleaseLayout.distName, ".git"].contains(folder)
            {
                report("`\(path)`: `\(embed.file)` lies in `\(folder)`, which is no place for sources", path)
            }
        }
    }

    private mutating func checkTargets() {
        for target in configuration.targets {
            let path = ConfigurationPath().key("targets").key(target.triple.text)
            if target.build != nil, root["build"] == nil {
                report("`\(path.key("build"))` changes `build`, which is not there", path.key("build"))
            }
            checkBuilder(of: target, at: path.key("build"))
            for (index, binary) in (target.binaries ?? []).enumerated()
            where !configuration.binaries.contains(binary) {
                let path = path.key("binaries").index(index)
                let nearest = Nearest.to(binary, among: configuration.binaries).map { ["did you mean `\($0)`?"] } ?? []
                report("`\(path)`: `\(binary)` is not one of the project's `binaries`", path, hints: nearest)
            }
        }
    }

    /// A target's own builder is told all that it must be, there or in `build`.
    private mutating func checkBuilder(of target: TargetSettings, at path: ConfigurationPath) {
        guard target.build?.builder != nil, let settings = configuration.build?.builder(of: target),
            let builder = try? extensions.builders.connector(settings.id)
        else { return }
        for key in builder.keys where key.isRequired && settings.options[key.name] == nil {
            report("`\(path)` has no `\(key.name)`, which `\(settings.id)` requires", path)
        }
    }

    /// A triple in `archive.formats` must be one of the targets.
    private mutating func checkFormats() {
        let triples = configuration.targets.map(\.triple.text)
        let systems = TargetTriple.System.allCases.map(\.templateName)
        for name in configuration.archive.formats.keys.sortedBytewise() {
            guard !systems.contains(name), !triples.contains(name), (try? TargetTriple(name)) != nil else { continue }
            let nearest = Nearest.to(name, among: triples).map { ["did you mean `\($0)`?"] } ?? []
            let path = ConfigurationPath().key("archive").key("formats").key(name)
            report("`archive.formats`: `\(name)` is not one of the `targets`", path, hints: nearest)
        }
    }

    /// Where programs are shipped as they are, there are some.
    private mutating func checkBinariesToShip() {
        let path = ConfigurationPath().key("archive").key("formats")
        for target in configuration.targets where configuration.project.binaries(of: target).isEmpty {
            let formats = configuration.archive.formats(for: target.triple)
            guard let format = formats.first(where: { extensions.packagers.kind(of: $0) == .binary }) else { continue }
            report("`\(path)`: `\(format)` ships the binaries of \(target.triple), which has none", path)
        }
    }

    /// A level for all formats must be one that each format in use has.
    private mutating func checkLevel() {
        let archive = configuration.archive
        guard let level = archive.level else { return }
        let path = ConfigurationPath().key("archive").key("level")
        let used = Set(configuration.targets.flatMap { archive.formats(for: $0.triple) })
        for (id, packager) in extensions.packagers.all where used.contains(id) {
            guard let levels = packager.compression?.levels, !levels.contains(level) else { continue }
            report(
                "`\(path)`: `\(id)` has the levels \(levels.lowerBound) to \(levels.upperBound), not \(level)",
                path,
                hints: ["name levels by format: `{ \(id.quotedAsJSON): \(levels.upperBound) }`"]
            )
        }
    }

    private mutating func checkContents() {
        guard root["archive"]?["contents"]?.place != root["archive"]?.place, root["binaries"]?.items.isEmpty == true
        else { return }
        for rule in configuration.archive.contents {
            let what: String
            switch rule.content {
            case .binaries: what = "`binaries` puts them there"
            case .link(let path, let to) where path.names("binary") || to.names("binary"):
                what = "`link` names `binary`"
            default: continue
            }
            let path = ConfigurationPath().key("archive").key("contents")
            problems.append(.configuration("\(what), but the project has no `binaries`", rule.place, path))
        }
    }
}
