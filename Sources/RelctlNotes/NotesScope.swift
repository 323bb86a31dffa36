/// The names that a template of release notes may use.
///
/// The article "Notes" describes each. Texts that people wrote become safe where they are named, or are so already;
/// commands are ready to paste.
struct NotesScope {
    private let request: NotesRequest
    private let markup: NotesMarkup

    init(_ request: NotesRequest, _ markup: NotesMarkup) {
        self.request = request
        self.markup = markup
    }

    /// All names; those of single changes only where the template has a use for them, for there may be many.
    func values(for template: Template) -> TemplateScope {
        // The project's own names are plain words, and stand in addresses and commands where Markdown has no escapes.
        var scope = TemplateScope(
            request.scope.values.mapValues { value in
                if markup.format != .html, case .text(let text) = value { .markup(text) } else { value }
            }
        )
        let uses = template.names("sections") || !template.partialNames.isEmpty
        let distribution = DistributionScope(request.documentation, markup).values
        for part in [
            identity, changes, uses ? sections : TemplateScope(), people, downloads, distribution, checks, contents,
        ] {
            scope = scope.adding(part)
        }
        return scope
    }

    private var forge: ForgeAddress? { request.forge }

    private var identity: TemplateScope {
        let (project, notes) = (request.project, request.notes)
        let requirements = request.settings.requirements.map { TemplateScope(texts: ["requirement": $0]) }
        return TemplateScope([
            "title": .text("\(project.name) \(notes.tag ?? "(unreleased)")"),
            "description": .text(project.description ?? ""),
            "homepage": .text(project.homepage ?? ""),
            "license": .text(project.license ?? ""),
            "repository": forge.map { .markup($0.page) } ?? .text(project.repository ?? ""),
            "isSnapshot": .flag(request.isSnapshot),
            "isFirstRelease": .flag(notes.previous == nil),
            "previousTag": .text(notes.previous?.tag ?? ""),
            "comparison": .markup(notes.comparison ?? ""),
            "hasRequirements": .flag(!requirements.isEmpty),
            "requirements": .list(requirements),
            "quickStart": .markup(quickStart),
        ])
    }

    /// The project's text on how to begin, without the heading at its top: the page has one of its own, below which all
    /// others of the text belong.
    private var quickStart: String {
        let text = Markdown.visible(request.quickStart ?? "", keepingLines: true)
        let headings = MarkdownHeadings(MarkdownHeadings(text).withoutFirst)
        return MarkdownBlocks.closed(markup.format == .markdown ? headings.shifted(below: 2) : headings.text)
    }

    private var changes: TemplateScope {
        let text = ChangesWriter(markup, forge: forge).text(of: request.notes.groups)
        return TemplateScope([
            "hasChanges": .flag(request.notes.hasChanges),
            "changes": .markup(text.utf8.last == UInt8(ascii: "\n") ? String(text.dropLast()) : text),
        ])
    }

    private var sections: TemplateScope {
        let sections = request.notes.groups.map { group in
            TemplateScope([
                "heading": .text(group.title),
                "isBreaking": .flag(group.isBreaking),
                "entries": .list(group.changes.map(entry)),
            ])
        }
        return TemplateScope(["sections": .list(sections)])
    }

    private func entry(_ change: ReleaseNotes.Change) -> TemplateScope {
        let hash = String(change.commit.prefix(12))
        return TemplateScope([
            "type": .text(change.type ?? ""),
            "scope": markup.written(change.scope ?? ""),
            "text": markup.written(change.text),
            "isBreaking": .flag(change.isBreaking),
            "details": .list(
                change.migration.map { text in
                    var output: [UInt8] = []
                    MigrationText(text).append(to: &output, markup)
                    let lines = output.drop { $0 == UInt8(ascii: "\n") }
                    return TemplateScope(["detail": .markup(String(decoding: lines, as: UTF8.self))])
                }
            ),
            "author": .text(change.author),
            "hash": .markup(markup.code(hash)),
            "commitLink": .markup(markup.link(code: hash, forge?.commit(change.commit))),
        ])
    }

    private var people: TemplateScope {
        let people = request.notes.contributors.map { person in
            // Only GitHub's addresses tell logins, and only there they lead to a page.
            let login = forge?.page.hasPrefix("https://github.com/") == true ? person.login : nil
            let page = login.flatMap { $0.utf8.contains(UInt8(ascii: "[")) ? nil : "https://github.com/\($0)" }
            let name: TemplateScope.Value =
                switch (markup.format, page) {
                case (.markdown, let page?): .markup("[\(Markdown.prose(person.name))](\(page))")
                case (.html, let page?): .markup("<a href=\"\(markup.html(page))\">\(markup.html(person.name))</a>")
                default: .text(person.name)
                }
            return TemplateScope([
                "contributor": name,
                "login": .text(login ?? ""),
                "isNew": .flag(person.isNew && !person.isBot && request.notes.previous != nil),
                "isBot": .flag(person.isBot),
                "commits": .text(String(person.commits)),
            ])
        }
        return TemplateScope(["hasContributors": .flag(!people.isEmpty), "contributors": .list(people)])
    }

    private var downloads: TemplateScope {
        let targets = request.archives.map(\.artifact.target)
        let items = request.archives.map { archive in
            let artifact = archive.artifact
            let address = request.address(of: artifact)
            let commands = InstallCommands(for: archive, at: address)
            let platform = artifact.target?.displayName ?? "any platform"
            let isOnly = targets.count { $0 == artifact.target } == 1
            return TemplateScope([
                "file": .markup(markup.code(artifact.name)),
                "fileCell": .markup(cell(markup.link(code: artifact.name, address))),
                "address": .markup(address ?? ""),
                "platform": .text(platform),
                "title": isOnly ? .text(platform) : .markup("\(prose(platform)): \(markup.code(artifact.name))"),
                "target": .markup(artifact.target?.text ?? ""),
                "isWindows": .flag(artifact.target?.isWindows == true),
                "format": .markup(artifact.format ?? ""),
                "size": .markup(ByteCount(artifact.size).description),
                "bytes": .markup(String(artifact.size)),
                "sha256": .markup(artifact.sha256.hexadecimal),
            ]).adding(commands.scope(markup))
        }
        return TemplateScope(["hasDownloads": .flag(!items.isEmpty), "downloads": .list(items)])
    }

    /// How to check all that was downloaded against the files that ship for it, once for each kind of platform.
    private var checks: TemplateScope {
        let hasSidecars = request.checksums.sidecars && !request.archives.isEmpty
        let combined = request.archives.isEmpty ? nil : request.checksums.combined
        var systems: [String: TemplateScope] = [:]
        for archive in request.archives {
            let system = Self.system(of: archive.artifact.target)
            guard systems[system] == nil, hasSidecars || combined != nil else { continue }
            let isWindows = archive.artifact.target?.isWindows == true
            let signed = request.signatures.compactMap { isWindows ? $0.powerShell : $0.shell }
            let commands =
                signed.isEmpty
                ? Self.checkCommands(for: archive.artifact, hasSidecars: hasSidecars, combined: combined)
                : Self.checkCommands(for: archive.artifact, hasSidecars: false, combined: combined, afterProofs: signed)
            systems[system] = TemplateScope(commands.mapValues { .markup($0) }).adding(texts: ["system": system])
        }
        let checks = ["Linux", "Unix", "macOS", "Windows", "any system"].compactMap { systems[$0] }
        return TemplateScope([
            "hasChecks": .flag(!checks.isEmpty),
            "checks": .list(checks),
            "hasSidecars": .flag(hasSidecars),
            "combinedChecksums": .markup(combined.map(markup.code) ?? ""),
            "signatures": .markup(
                request.archives.isEmpty ? "" : request.signatures.map { markup.code($0.name) }.joined(separator: ", ")
            ),
        ])
    }

    private static func checkCommands(
        for artifact: Artifact,
        hasSidecars: Bool,
        combined: String?,
        afterProofs proofs: [String] = []
    ) -> [String: String] {
        let sidecar = artifact.name + ".sha256"
        guard artifact.target?.isWindows == true else {
            let program = InstallCommands.checksumProgram(for: artifact.target)
            let all = combined.map { "\(program) --ignore-missing -c \(ShellWord.posix(file: $0))" }
            let one = hasSidecars ? "\(program) -c \(ShellWord.posix(file: sidecar))" : nil
            let checks = [one, all].compactMap(\.self).joined(separator: "\n")
            // The digests are believed because of the list's signatures alone.
            return ["language": "sh", "checkCommands": (proofs + [checks]).joined(separator: " &&\n")]
        }
        let file = ShellWord.powerShell(artifact.name)
        // What is signed is the list, so that its word counts then.
        let listed =
            proofs.isEmpty
            ? nil
            : combined.map { list in
                let line = "Where-Object { $_.EndsWith(\(ShellWord.powerShell("  " + artifact.name))) }"
                return "(Get-Content -LiteralPath \(ShellWord.powerShell(list)) | \(line)).Substring(0, 64)"
            }
        let expected =
            hasSidecars
            ? "$expected = (Get-Content -LiteralPath \(ShellWord.powerShell(sidecar))).Substring(0, 64)"
            : "$expected = \(listed ?? ShellWord.powerShell(artifact.sha256.hexadecimal))"
        return [
            "language": "powershell",
            "checkCommands": """
            \((proofs + [expected]).joined(separator: "\n"))
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
    private var contents: TemplateScope {
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
            return TemplateScope([
                "binary": .markup(markup.code(name)),
                "platforms": .text(isEverywhere ? "" : platforms.joined(separator: ", ")),
            ])
        }
        let tree = Markdown.visible(request.tree ?? "", keepingLines: true)
        return TemplateScope([
            "hasBinaries": .flag(!binaries.isEmpty),
            "binaries": .list(binaries),
            "tree": markup.format == .html
                ? .text(tree) : .markup(tree.hasSuffix("\n") ? String(tree.dropLast()) : tree),
            "fence": .markup(Markdown.fence(for: tree)),
        ])
    }

    private func cell(_ text: String) -> String { markup.format == .markdown ? Markdown.cell(text) : text }

    private func prose(_ text: String) -> String {
        var result = ""
        markup.escaping.append(text, to: &result)
        return result
    }
}

extension InstallCommands {
    /// The commands under the names that templates use.
    ///
    /// They stand in blocks of code, where Markdown escapes nothing.
    fileprivate func scope(_ markup: NotesMarkup) -> TemplateScope {
        let commands = [
            "language": language,
            "install": install,
            "fetch": fetch,
            "alternativeFetch": alternativeFetch,
            "verify": verify,
            "unpack": unpack,
            "enter": enter,
            "setUp": setUp,
        ]
        var scope = TemplateScope(commands.mapValues { markup.format == .html ? .text($0) : .markup($0) })
        scope.values["setUpInCommandPrompt"] = .markup(markup.code(setUpInCommandPrompt))
        return scope
    }
}
