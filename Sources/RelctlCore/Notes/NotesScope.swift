/// The names that a template of release notes may use.
///
/// The article "Notes" describes each. Texts that people wrote (titles, changes, names of authors) are safe Markdown;
/// commands are ready to paste.
struct NotesScope {
    let values: TemplateScope

    init(request: NotesRequest, changelog: Changelog) {
        let forge = request.release.repository.flatMap { ForgeAddress(repository: $0) }
        var scope = request.scope
        for part in [
            Self.identity(request, forge), Self.changes(changelog, forge), Self.downloads(request, forge),
            Self.checks(request), Self.contents(request),
        ] { scope = scope.adding(part) }
        values = scope
    }

    private static func identity(_ request: NotesRequest, _ forge: ForgeAddress?) -> TemplateScope {
        let release = request.release
        let previous = request.history.previousTag
        return TemplateScope([
            "title": .text(Markdown.prose("\(release.name) \(release.tag)")),
            "description": .text(Markdown.prose(release.description ?? "")),
            "homepage": .text(Markdown.prose(release.homepage ?? "")),
            "license": .text(Markdown.prose(release.license ?? "")),
            "repository": .text(forge?.page ?? Markdown.prose(release.repository ?? "")),
            "isSnapshot": .flag(release.isSnapshot),
            "isFirstRelease": .flag(previous == nil),
            "previousTag": .text(Markdown.prose(previous ?? "")),
            "comparison": .text(previous.flatMap { forge?.comparison(from: $0, to: release.tag) } ?? ""),
        ])
    }

    private static func changes(_ changelog: Changelog, _ forge: ForgeAddress?) -> TemplateScope {
        let sections = changelog.sections.map { section in
            TemplateScope([
                "heading": .text(section.kind.title),
                "entries": .list(section.entries.map { change($0, forge) }),
            ])
        }
        return TemplateScope(["hasChanges": .flag(!sections.isEmpty), "sections": .list(sections)])
    }

    private static func change(_ entry: Changelog.Entry, _ forge: ForgeAddress?) -> TemplateScope {
        let hash = String(entry.hash.prefix(12))
        let address = forge?.commit(entry.hash)
        return TemplateScope([
            "scope": .text(Markdown.prose(entry.scope ?? "")),
            "text": .text(Markdown.prose(entry.text)),
            "details": .list(entry.details.map { TemplateScope(texts: ["detail": Markdown.prose($0)]) }),
            "author": .text(Markdown.prose(entry.author)),
            "hash": .text(Markdown.code(hash)),
            "commitLink": .text(link(Markdown.code(hash), address)),
        ])
    }

    private static func downloads(_ request: NotesRequest, _ forge: ForgeAddress?) -> TemplateScope {
        let targets = request.archives.map(\.artifact.target)
        let items = request.archives.map { archive in
            let artifact = archive.artifact
            // A trial is published at no forge, so it has no address there.
            let address =
                request.release.isSnapshot
                ? nil : forge?.download(artifact.name, tag: request.release.tag)
            let commands = InstallCommands(for: archive, at: address)
            let platform = Markdown.prose(artifact.target?.displayName ?? "any platform")
            let isOnly = targets.count { $0 == artifact.target } == 1
            return TemplateScope([
                "file": .text(Markdown.code(artifact.name)),
                "fileCell": .text(Markdown.cell(link(Markdown.code(artifact.name), address))),
                "address": .text(address ?? ""),
                "platform": .text(platform),
                "title": .text(isOnly ? platform : "\(platform): \(Markdown.code(artifact.name))"),
                "target": .text(artifact.target?.text ?? ""),
                "isWindows": .flag(artifact.target?.isWindows == true),
                "format": .text(artifact.format ?? ""),
                "size": .text(ByteCount(artifact.size).description),
                "bytes": .text(String(artifact.size)),
                "sha256": .text(artifact.sha256.hexadecimal),
            ]).adding(commands.scope)
        }
        return TemplateScope(["hasDownloads": .flag(!items.isEmpty), "downloads": .list(items)])
    }

    /// How to check all that was downloaded against the files that ship for it, once for each kind of platform.
    private static func checks(_ request: NotesRequest) -> TemplateScope {
        let hasSidecars = request.checksums.sidecars && !request.archives.isEmpty
        let combined = request.archives.isEmpty ? nil : request.checksums.combined
        var systems: [String: TemplateScope] = [:]
        for archive in request.archives {
            let system = Self.system(of: archive.artifact.target)
            guard systems[system] == nil, hasSidecars || combined != nil else { continue }
            let commands = checkCommands(for: archive.artifact, hasSidecars: hasSidecars, combined: combined)
            systems[system] = TemplateScope(texts: commands.merging(["system": system]) { old, _ in old })
        }
        let checks = ["Linux", "Unix", "macOS", "Windows", "any system"].compactMap { systems[$0] }
        return TemplateScope([
            "hasChecks": .flag(!checks.isEmpty),
            "checks": .list(checks),
            "hasSidecars": .flag(hasSidecars),
            "combinedChecksums": .text(combined.map(Markdown.code) ?? ""),
        ])
    }

    private static func checkCommands(
        for artifact: Artifact,
        hasSidecars: Bool,
        combined: String?
    ) -> [String: String] {
        let sidecar = artifact.name + ".sha256"
        guard artifact.target?.isWindows == true else {
            let program = InstallCommands.checksumProgram(for: artifact.target)
            let all = combined.map { "\(program) --ignore-missing -c \(ShellWord.posix(file: $0))" }
            let one = hasSidecars ? "\(program) -c \(ShellWord.posix(file: sidecar))" : nil
            return ["language": "sh", "checkCommands": [one, all].compactMap(\.self).joined(separator: "\n")]
        }
        let file = ShellWord.powerShell(artifact.name)
        let expected =
            hasSidecars
            ? "$expected = (Get-Content -LiteralPath \(ShellWord.powerShell(sidecar))).Substring(0, 64)"
            : "$expected = \(ShellWord.powerShell(artifact.sha256.hexadecimal))"
        return [
            "language": "powershell",
            "checkCommands": """
            \(expected)
            (Get-FileHash -Algorithm SHA256 -LiteralPath \(file)).Hash -eq $expected   # must say True
            """,
        ]
    }

    private static func system(of target: TargetTriple?) -> String {
        switch target?.system {
        case .linux: "Linux"
        case .macOS: "macOS"
        case .windows: "Windows"
        case .wasi, nil: "any system"
        default: "Unix"
        }
    }

    /// The programs, with the platforms of those that not all archives hold, and the tree.
    private static func contents(_ request: NotesRequest) -> TemplateScope {
        var names: [String] = []
        for name in request.archives.flatMap(\.binaries) where !names.contains(name) { names.append(name) }
        let binaries = names.map { name in
            let holders = request.archives.filter { $0.binaries.contains(name) }
            // A platform may have several files, and each program a file of its own.
            var platforms: [String] = []
            for case let platform? in holders.map(\.artifact.target?.displayName) where !platforms.contains(platform) {
                platforms.append(platform)
            }
            let isEverywhere = Set(holders.map(\.artifact.target)) == Set(request.archives.map(\.artifact.target))
            return TemplateScope(texts: [
                "binary": Markdown.code(name),
                "platforms": isEverywhere ? "" : Markdown.prose(platforms.joined(separator: ", ")),
            ])
        }
        let tree = Markdown.visible(request.tree ?? "", keepingLines: true)
        return TemplateScope([
            "hasBinaries": .flag(!binaries.isEmpty),
            "binaries": .list(binaries),
            "tree": .text(tree.hasSuffix("\n") ? String(tree.dropLast()) : tree),
            "fence": .text(Markdown.fence(for: tree)),
        ])
    }

    private static func link(_ text: String, _ address: String?) -> String {
        address.map { "[\(text)](\($0))" } ?? text
    }
}

extension InstallCommands {
    /// The commands under the names that templates use.
    fileprivate var scope: TemplateScope {
        TemplateScope(texts: [
            "language": language,
            "install": install,
            "fetch": fetch,
            "alternativeFetch": alternativeFetch,
            "verify": verify,
            "unpack": unpack,
            "enter": enter,
            "setUp": setUp,
            "setUpInCommandPrompt": setUpInCommandPrompt.isEmpty ? "" : Markdown.code(setUpInCommandPrompt),
        ])
    }
}
