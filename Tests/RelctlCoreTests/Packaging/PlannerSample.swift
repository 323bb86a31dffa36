import TestSupport

@testable import RelctlCore

/// Rules, a tree and targets to plan archives of.
struct PlannerSample: Sendable {
    enum Rule: Sendable {
        case binaries(String?)
        case link(String, String)
        case files(String)
        case filesFrom(String, String)
        case filesExcept([String], except: [String])
        case environment
    }

    var rules: [Rule]
    /// Files; of paths with a slash at the end, folders; `NAME -> TEXT`, links; `NAME *`, programs; `NAME |`, pipes.
    var tree: [String]
    var name = "app-{{target}}"
    var binaries = ["app"]
    var targets = ["x86_64-unknown-linux-gnu"]
    var formats: [String: [String]] = [:]
    var windowsLinks = ArchiveSettings.WindowsLinks.copy
    var level: Int?
    var levels: [String: Int] = [:]
    var deflateEngine: String?

    static func velostream(_ target: String) throws -> PlannerSample {
        PlannerSample(
            rules: [
                .binaries("bin"), .link("target/release/{{binary}}{{exe}}", "bin/{{binary}}{{exe}}"),
                .link("{{binary}}{{exe}}", "bin/{{binary}}{{exe}}"),
                .filesExcept(["demo/**", "configs/**"], except: ["**/*.log", "**/__pycache__/**"]), .files("README.md"),
                .files("LICENSE"), .filesFrom("docs/user-guides", "INSTALL.md"), .environment,
            ],
            tree: [
                "README.md", "LICENSE", "docs/user-guides/INSTALL.md", "docs/user-guides/other.md", "configs/main.toml",
                "configs/empty/", "demo/trading/run.sh *", "demo/trading/run.log", "demo/trading/__pycache__/x.pyc",
                "demo/current -> trading", "demo/trading/velo-sql -> ../../bin/velo-sql", "Cargo.toml",
            ],
            name: "velostream-v1.0.0-{{target}}",
            binaries: ["velo-sql", "velo-cli"],
            targets: [target],
            formats: ["windows": ["zip"]]
        )
    }

    func plans(by others: Extensions? = nil) throws -> [ArchivePlan] {
        var extensions = others ?? Extensions()
        if others == nil { try extensions.registerBuiltInPackagers() }
        var request = ArchivePlanner.Request(
            settings: try settings(),
            timestamp: 1_700_000_000,
            targets: try targets.map { try Self.context($0, binaries) },
            tree: try sourceTree(),
            packagers: extensions.packagers
        )
        if let deflateEngine { request.deflateEngine = deflateEngine }
        return try ArchivePlanner().plan(request)
    }

    static func context(_ target: String, _ binaries: [String]) throws -> TargetContext {
        let triple = try TargetTriple(target)
        let place = SourcePlace(file: "relctl.json", line: 50, column: 1)
        return TargetContext(
            target: TargetSettings(triple: triple, variables: [:], environment: [:], place: place),
            scope: TemplateScope(texts: ["target": target, "exe": triple.executableSuffix]),
            binaries: binaries
        )
    }

    private func settings() throws -> ArchiveSettings {
        ArchiveSettings(
            name: try Template(name),
            defaultFormats: ["tar.gz"],
            formats: formats,
            level: level,
            levels: levels,
            contents: try rules.enumerated().map { index, rule in
                let place = SourcePlace(file: "relctl.json", line: index + 1, column: 1)
                return ContentRule(content: try Self.content(of: rule), place: place)
            },
            windowsLinks: windowsLinks,
            place: SourcePlace(file: "relctl.json", line: 100, column: 1)
        )
    }

    private static func content(of rule: Rule) throws -> ContentRule.Content {
        func selection(_ patterns: [String], except: [String] = [], from: String? = nil) throws -> ContentRule.Content {
            let from = try from.map { try RelativePath($0) }
            return .files(FileSelection(patterns: patterns, except: except, from: from, to: nil))
        }
        return switch rule {
        case .binaries(let folder): .binaries(folder: try folder.map { try RelativePath($0) })
        case .link(let path, let to): .link(path: try Template(path), to: try Template(to))
        case .files(let pattern): try selection([pattern])
        case .filesFrom(let from, let pattern): try selection([pattern], from: from)
        case .filesExcept(let patterns, let except): try selection(patterns, except: except)
        case .environment: .environment(name: "setup-env")
        }
    }

    private func sourceTree() throws -> SourceTree {
        var entries: [RelativePath: SourceEntry] = [:]
        for text in tree {
            let entry = try Self.entry(text)
            entries[entry.path] = entry
            var folder = entry.path.parent
            while let path = folder {
                entries[path] = SourceEntry(path: path, kind: .folder)
                folder = path.parent
            }
        }
        return SourceTree(Array(entries.values))
    }

    private static func entry(_ text: String) throws -> SourceEntry {
        let parts = text.split(separator: " -> ").map(String.init)
        if parts.count == 2 { return SourceEntry(path: try RelativePath(parts[0]), kind: .link, linkTarget: parts[1]) }
        let short = String(text.dropLast(2))
        if text.hasSuffix(" |") { return SourceEntry(path: try RelativePath(short), kind: .pipe) }
        if text.hasSuffix(" *") { return SourceEntry(path: try RelativePath(short), kind: .file, isExecutable: true) }
        guard text.hasSuffix("/") else { return SourceEntry(path: try RelativePath(text), kind: .file) }
        return SourceEntry(path: try RelativePath(text.dropLast()), kind: .folder)
    }

    /// An entry on one line.
    static func line(_ entry: PlannedEntry) -> String {
        switch entry.content {
        case .folder: "\(entry.path)/"
        case .link(let target): "\(entry.path) -> \(target)"
        case .file(let source, let isExecutable):
            "\(entry.path)" + (isExecutable ? " *" : "")
                + {
                    switch source {
                    case .project(let path): " < \(path)"
                    case .binary(let name): " [\(name)]"
                    case .text: " = text"
                    }
                }()
        }
    }
}
