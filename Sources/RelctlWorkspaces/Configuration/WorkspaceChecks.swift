/// Finds what no shape can say of a workspace: names that are nobody's, circles, repositories that are there twice.
struct WorkspaceChecks: MachineChecks {
    private let workspace: WorkspaceConfiguration
    /// The completed text, for places.
    private let root: JSONNode
    /// The text as it was written.
    private let written: JSONNode
    /// What relative addresses are told from.
    private let folder: FilePath
    /// The disk, which knows links; nothing where only the text counts.
    private let files: (any FileSystem)?
    private var problems: [RelctlError] = []

    init(
        _ workspace: WorkspaceConfiguration,
        root: JSONNode,
        written: JSONNode,
        in folder: FilePath,
        files: (any FileSystem)?
    ) {
        (self.workspace, self.root, self.written) = (workspace, root, written)
        (self.folder, self.files) = (folder, files)
    }

    private static let repositories = ConfigurationPath().key("repositories")

    /// All problems of the workspace and of the templates that were found in it.
    mutating func problems(with templates: [ShapeChecker.TemplateUse]) -> [RelctlError] {
        if workspace.repositories.isEmpty, root["repositories"] != nil {
            report("`repositories` must not be empty", Self.repositories)
        }
        checkNames()
        checkOrder()
        checkLines()
        checkRemotesDiffer()
        for repository in workspace.repositories {
            checkEdits(of: repository)
            checkOwners(ofEditsOf: repository)
            checkForge(of: repository)
            checkPrograms(of: repository)
        }
        checkIntegration()
        for use in templates { check(use) }
        return problems
    }

    mutating func report(_ message: String, _ path: ConfigurationPath, hints: [String] = []) {
        problems.append(.configuration(message, root.place(at: path), path, hints: hints))
    }

    /// Names of repositories that stand elsewhere.
    private mutating func checkNames() {
        let known = workspace.repositories.map(\.name)
        for repository in workspace.repositories {
            let path = Self.repositories.key(repository.name)
            for (index, name) in repository.needs.enumerated() {
                require(name, among: known, path.key("needs").index(index))
            }
            if case .follows(let name) = repository.line { require(name, among: known, path.key("follow")) }
            for (index, edit) in repository.edits.enumerated() {
                guard let name = edit.of else { continue }
                require(name, among: known, path.key("edits").index(index).key("of"))
            }
        }
    }

    private mutating func require(_ name: String, among known: [String], _ path: ConfigurationPath) {
        guard !known.contains(name) else { return }
        let nearest = Nearest.to(name, among: known).map { ["did you mean `\($0)`?"] } ?? []
        let hints = nearest + ["repositories: " + known.joined(separator: ", ")]
        report("`\(path)`: `\(name)` is no repository of the workspace", path, hints: hints)
    }

    private mutating func checkOrder() {
        let known = Set(workspace.repositories.map(\.name))
        do {
            // Unknown names have been told of, with the nearest, and must not hide a circle.
            _ = try WorkspaceGraph(workspace.repositories.map { ($0.name, $0.needs.filter(known.contains)) })
        } catch {
            guard case .circles(let circles) = error else { return }
            for circle in circles {
                guard let first = circle.first else { continue }
                let description = WorkspaceGraph.Problem.description(of: circle)
                report("`repositories`: \(description)", Self.repositories.key(first).key("needs"))
            }
        }
    }

    /// Whoever takes another's version must not be led in a circle.
    private mutating func checkLines() {
        var told: Set<String> = []
        for repository in workspace.repositories where !told.contains(repository.name) {
            var (name, way): (String, [String]) = (repository.name, [])
            while case .follows(let next)? = workspace[name]?.line, !way.contains(name) {
                way.append(name)
                name = next
            }
            guard name == repository.name, !way.isEmpty else { continue }
            told.formUnion(way)
            let path = Self.repositories.key(name).key("follow")
            let circle = (way + [name]).map { "`\($0)`" }.joined(separator: " follows ")
            report("`\(path)`: it would take its version from itself: \(circle)", path)
        }
    }

    private mutating func checkRemotesDiffer() {
        var first: [[UInt8]: WorkspaceRepository] = [:]
        // What is refused for what it holds, such as a password, is not shown.
        for repository in workspace.repositories where TextForm.remote.problem(with: repository.url) == nil {
            let identity = GitRemote.identity(of: repository.url, in: folder) { [files] path in
                try? files?.canonicalPath(of: path)
            }
            let key = Array(identity.utf8)
            guard let other = first[key] else {
                first[key] = repository
                continue
            }
            let path = Self.repositories.key(repository.name).key("url")
            report(
                "`\(path)`: `\(GitRemote.shown(repository.url))` is the same repository as that of `\(other.name)`, "
                    + "`\(GitRemote.shown(other.url))`; a workspace has each once",
                path
            )
        }
    }

    private mutating func checkEdits(of repository: WorkspaceRepository) {
        for (index, edit) in repository.edits.enumerated()
        where edit.reference.pattern == nil && edit.reference.path == nil {
            let path = Self.repositories.key(repository.name).key("edits").index(index)
            let ways = VersionShapes.ways.dropFirst()
            // A way that is itself wrong has been reported.
            guard !ways.contains(where: { root.node(at: path)?[$0] != nil }) else { continue }
            let hints = ["one of: " + ways.map { "`\($0)`" }.joined(separator: ", ")]
            report("`\(path)` does not say where in `\(edit.reference.file)` the value stands", path, hints: hints)
        }
    }

    /// An edit that names no repository writes the version of its own, which is not that of one that is left out.
    private mutating func checkOwners(ofEditsOf repository: WorkspaceRepository) {
        let left = repository.needs.filter { workspace[$0]?.skipsUnchanged ?? false }
        guard let first = left.first else { return }
        for (index, edit) in repository.edits.enumerated() where edit.of == nil {
            let path = Self.repositories.key(repository.name).key("edits").index(index)
            report(
                "`\(path)` does not say whose version it writes: `\(first)`, which has `skipUnchanged`, may stay at an "
                    + "older one than `\(repository.name)`",
                path,
                hints: ["add `of: \"\(first)\"` where that is pinned, `of: \"\(repository.name)\"` for its own version"]
            )
        }
    }

    /// Commands run in empty folders, where a path that is told from a folder leads nowhere.
    private mutating func checkPrograms(of repository: WorkspaceRepository) {
        let path = Self.repositories.key(repository.name)
        var programs: [(name: String?, path: ConfigurationPath)] = repository.ready.map { ready in
            if case .command(let words) = ready.condition { (words.first, path.key("ready")) } else { (nil, path) }
        }
        if case .command(let words) = repository.checks { programs.append((words.first, path.key("checks"))) }
        for program in programs {
            guard let name = program.name, name.contains("/"), !name.hasPrefix("/"), !name.hasPrefix("{{") else {
                continue
            }
            report(
                "`\(program.path)`: `\(name)` is told from the folder that it runs in, which is empty",
                program.path,
                hints: ["name a program on PATH, or write its whole path"]
            )
        }
    }

    /// What only a forge can do wants one.
    private mutating func checkForge(of repository: WorkspaceRepository) {
        guard repository.forge == nil else { return }
        let path = Self.repositories.key(repository.name)
        let hints = ["say which: `forge: { kind: \"github\", repository: \"OWNER/NAME\", api: \"https://…\" }`"]
        if repository.via == .pullRequest {
            let message = "`\(path.key("via"))`: no forge is known of `\(repository.name)`, which pull requests need"
            report(message, path.key("via"), hints: hints)
        }
        if written.node(at: path.key("checks"))?.text == "forge" {
            let message = "`\(path.key("checks"))`: no forge is known of `\(repository.name)`, which could be asked"
            report(message, path.key("checks"), hints: hints)
        }
        if written.node(at: path.key("forge")) != nil {
            let message = "`\(path.key("forge"))` does not say which: its `kind` or its `repository` is missing"
            report(message, path.key("forge"), hints: hints)
        }
        let asksForge = repository.ready.contains { ready in
            switch ready.condition {
            case .run, .release: true
            case .url, .registry, .command: false
            }
        }
        guard asksForge else { return }
        let message = "`\(path.key("ready"))`: no forge is known of `\(repository.name)`, which could be asked"
        report(message, path.key("ready"), hints: hints)
    }

    /// What would keep continuous integration from releasing it.
    private mutating func checkIntegration() {
        guard let settings = workspace.integration else { return }
        let runner: NamedRunner = (settings.runner, IntegrationSettings.path.key("runner"))
        checkMachines(settings, [runner], reserved: WorkspaceWorkflow.reservedVariables)
        for repository in workspace.repositories {
            guard let forge = repository.forge, WorkspaceAccess.secret(of: forge) == nil else { continue }
            let path = Self.repositories.key(repository.name).key("forge")
            report(
                "`\(path)`: GitHub takes no secret named `\(forge.tokenNames.first ?? "")`, which `ci` would need",
                path,
                hints: ["name another: `tokenFrom: [\"RELEASE_TOKEN\"]`"]
            )
        }
    }

    private static let messages: [ConfigurationPath.Step] = [.key("commitMessage"), .key("tagMessage")]

    private mutating func check(_ use: ShapeChecker.TemplateUse) {
        switch use.reach {
        case .tag:
            do {
                _ = try TagTemplate(use.template, constants: ["name": "name", "repository": "repository"])
            } catch {
                problems.append(.configuration("`\(use.path)`: \(error)", use.place, use.path))
            }
        default:
            guard let version = try? Version("1.2.3") else { return }
            let scope = WorkspaceScope.scope(of: version, tag: "v1.2.3", workspace: "name", repository: "repository")
            let found = use.template.problems(in: scope)
            for problem in found { problems.append(.configuration("`\(use.path)`: \(problem)", use.place, use.path)) }
            guard found.isEmpty, let key = use.path.steps.last, let text = try? use.template.render(scope) else {
                return
            }
            if key == .key("url") { checkAddress(text, use) }
            guard Self.messages.contains(key), text.allSatisfy(\.isWhitespace) else { return }
            problems.append(.configuration("`\(use.path)` says nothing", use.place, use.path))
        }
    }

    /// What cannot be asked is told before anything is pushed.
    private mutating func checkAddress(_ text: String, _ use: ShapeChecker.TemplateUse) {
        do {
            _ = try HTTPAddress(text, allowsPlainHTTP: true)
        } catch {
            problems.append(.configuration("`\(use.path)`: \(error.reason)", use.place, use.path))
        }
    }
}

/// What templates of a workspace are filled in with.
enum WorkspaceScope {
    /// The names of a version, and the workspace's and the repository's.
    static func scope(of version: Version, tag: String, workspace: String, repository: String) -> TemplateScope {
        TemplateScope(texts: ["name": workspace, "repository": repository])
            .adding(texts: TemplateScopes.names(of: version, tag: tag))
    }
}
