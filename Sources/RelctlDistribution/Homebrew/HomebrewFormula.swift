/// A formula: what is downloaded for each system, and what is installed of it.
///
/// Parts stand in the order that Homebrew's own style has (`FormulaAudit/ComponentsOrder`), which also says that there is
/// one block for each operating system and processor.
struct HomebrewFormula: Sendable {
    private let name: String
    private let request: DistributionRequest
    private let sources: [Source]
    private let steps: [HomebrewStep]
    private let programs: [String]
    private let dependencies: [String]

    private struct Source: Sendable {
        let system: HomebrewSystem
        let download: DistributionRequest.Download
    }

    /// What a formula may be called, so that its class is a constant of Ruby's.
    static var name: some RegexComponent { /[a-z][a-z0-9+]*([._\-][a-z0-9][a-z0-9+]*)*(@[0-9]+(\.[0-9]+)*)?/ }

    /// Describes the formula of a release.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - request: The release.
    ///   - downloads: What each system gets, in their order.
    /// - Throws: ``RelctlError`` if an archive has no program, or an option names what is not there or is
    ///   installed anyway.
    init(
        _ name: String,
        of request: DistributionRequest,
        _ downloads: [(HomebrewSystem, DistributionRequest.Download)]
    ) throws {
        self.name = name
        self.request = request
        sources = downloads.map { Source(system: $0, download: $1) }
        dependencies = try request.texts("dependencies", /[a-z0-9][A-Za-z0-9+._@\/\-]*/, "the name of a formula")
        let layouts = try downloads.map { try Self.layout(of: $1, request) }
        steps = HomebrewStep.steps(for: layouts)
        programs = try Self.programs(layouts, name, request)
    }

    private static func layout(
        of download: DistributionRequest.Download,
        _ request: DistributionRequest
    ) throws -> InstallationLayout {
        let wanted = try (request.options["share"]?.asTexts ?? []).map { try RelativePath($0) }
        let contents = download.artifact.contents ?? []
        let layout = InstallationLayout(contents, programs: request.programs, shared: wanted)
        let archive = download.artifact.name
        guard !layout.programs.isEmpty || !request.contentsAreKnown else {
            throw RelctlError(
                "there is no program in `\(archive)`",
                code: .configurationInvalid,
                hints: ["let `archive.contents` have the `binaries`"]
            )
        }
        try requireApart(wanted, layout.programs)
        if request.contentsAreKnown, let missing = wanted.first(where: { !layout.shared.contains($0.string) }) {
            throw RelctlError(
                "`share`: there is no `\(missing)` in `\(archive)`",
                code: .configurationInvalid,
                hints: ["name files and folders from the top of the archive, without its own name"]
            )
        }
        return layout
    }

    /// Refuses to install one thing at two places: Homebrew moves what it installs.
    private static func requireApart(_ shared: [RelativePath], _ programs: [String]) throws {
        let folders = InstallationLayout.prefixFolders
        for (index, entry) in shared.enumerated() {
            let others = try (folders + programs).map { try RelativePath($0) } + shared[..<index]
            guard let other = others.first(where: { entry.isInside($0) || $0.isInside(entry) }) else { continue }
            let places = folders.map { "`\($0)`" }.joined(separator: ", ")
            throw RelctlError(
                entry.isInside(other)
                    ? "`share`: `\(entry)` is installed already" + (entry == other ? "" : ", with `\(other)`")
                    : "`share`: `\(entry)` holds `\(other)`, which is installed by itself",
                code: .configurationInvalid,
                hints: ["name each thing once, outside of \(places), and folders without programs in them"]
            )
        }
    }

    /// The programs of all systems, the one to test first.
    private static func programs(
        _ layouts: [InstallationLayout],
        _ name: String,
        _ request: DistributionRequest
    ) throws -> [String] {
        var seen: Set<String> = []
        let programs = layouts.flatMap(\.programs).map(HomebrewStep.name(of:)).filter { seen.insert($0).inserted }
        let wanted = request.options["mainProgram"]?.asText
        if let wanted, request.contentsAreKnown, !seen.contains(wanted) {
            throw RelctlError(
                "`mainProgram`: there is no program `\(wanted)` in the release",
                code: .configurationInvalid,
                hints: ["programs: " + programs.map { "`\($0)`" }.joined(separator: ", ")]
            )
        }
        let main = wanted ?? [name, request.release.name].first(where: seen.contains)
        return main.map { main in [main] + programs.filter { $0 != main } } ?? programs
    }

    // MARK: The file

    /// The name of a formula's class, as Homebrew looks for it (`Formulary.class_s` there).
    static func className(_ name: String) -> String {
        var (result, isNew) = ("", true)
        for scalar in name.unicodeScalars {
            switch scalar {
            case "-", "_", ".": isNew = true
            case "+": result += "x"
            case "@": result += "AT"
            default:
                result += isNew ? String(scalar).uppercased() : String(scalar)
                isNew = false
            }
        }
        return result
    }

    /// The file.
    var text: String {
        let blocks = [identity, requirements, downloads, installation, test].filter { !$0.isEmpty }
        let body = blocks.joined(separator: [""]).map { $0.isEmpty ? "" : "  \($0)" }
        let lines =
            ["# Written by relctl from the release's manifest; changes here are lost."]
            + ["class \(Self.className(name)) < Formula"] + body + ["end"]
        return lines.map { $0 + "\n" }.joined()
    }

    /// The one download, where all systems get the same or there is but one system.
    private var onlySource: Source? { Set(sources.map(\.download)).count == 1 ? sources.first : nil }

    private var identity: [String] {
        let release = request.release
        var lines: [String] = []
        func add(_ name: String, _ text: String?) {
            if let text { lines.append("\(name) \(RubyText.string(text))") }
        }
        add("desc", release.packageDescription)
        add("homepage", release.homepage ?? request.repositoryPage)
        add("url", onlySource?.download.url)
        add("version", release.version.description)
        add("sha256", onlySource?.download.artifact.sha256.hexadecimal)
        if let license = release.license { lines.append("license \(HomebrewLicense.text(license))") }
        return lines
    }

    /// Formulae, and what of systems the release has nothing for.
    private var requirements: [String] {
        var needs = dependencies.map { (key: $0, text: RubyText.string($0)) }
        let systems = sources.map(\.system)
        if !systems.contains(where: { !$0.isMacOS }) { needs.append(("macos", ":macos")) }
        if !systems.contains(where: \.isMacOS) { needs.append(("linux", ":linux")) }
        if onlySource != nil, systems.count == 1, let system = systems.first {
            needs.append(("arch", "arch: \(system.isArm ? ":arm64" : ":x86_64")"))
        }
        return needs.sortedBytewise(by: \.key).map { "depends_on \($0.text)" }
    }

    private var downloads: [String] {
        guard onlySource == nil else { return [] }
        let systems = [
            ("on_macos", sources.filter(\.system.isMacOS)), ("on_linux", sources.filter { !$0.system.isMacOS }),
        ]
        return Array(
            systems.filter { !$0.1.isEmpty }.map { name, sources in
                let inner = sources.map { source in
                    ["  \(source.system.isArm ? "on_arm" : "on_intel") do"]
                        + ["    url \(RubyText.string(source.download.url))"]
                        + ["    sha256 \(RubyText.string(source.download.artifact.sha256.hexadecimal))", "  end"]
                }
                return ["\(name) do"] + inner.flatMap(\.self) + ["end"]
            }
            .joined(separator: [""])
        )
    }

    private var installation: [String] { ["def install"] + steps.map { "  \($0.line)" } + ["end"] }

    private var test: [String] {
        guard let program = programs.first else { return [] }
        guard request.options["checkVersion"]?.asFlag == true else {
            return ["test do", "  assert_predicate bin/\(RubyText.string(program)), :executable?", "end"]
        }
        let command = "\"#{bin}/\(RubyText.escaped(ShellWord.posix(program))) --version\""
        return ["test do", "  assert_match version.to_s, shell_output(\(command))", "end"]
    }
}
