import RelctlCore

/// The workspace that a subcommand works on.
struct Workspace {
    /// The folder of its file, from which paths in it are told.
    let folder: FilePath
    let configuration: WorkspaceConfiguration

    /// Finds and reads the workspace of the folder that the user means.
    ///
    /// - Throws: ``RelctlError`` with everything that is wrong with it.
    init(_ session: Session) throws {
        let files = session.effects.files
        let start = try session.folder()
        let name = session.globals.configuration ?? WorkspaceLoader.fileName
        let path = start.appending(name)
        guard try files.resolvedStatus(of: path) != nil else {
            throw RelctlError(
                "cannot find `\(name)` in `\(start)`",
                code: .configurationInvalid,
                hints: ["run relctl where the workspace's file is, or name it with `--config`"]
            )
        }
        folder = path.parent
        configuration = try WorkspaceLoader(extensions: session.extensions)
            .workspace(at: path, named: path.parent == start ? path.lastComponent : path.string, files: files)
    }

    /// Reads a version as the user wrote it.
    ///
    /// - Throws: ``UsageError`` with what was probably meant.
    static func version(_ text: String) throws -> Version {
        do {
            return try Version(text)
        } catch {
            let isTag = text.hasPrefix("v") && (try? Version(text.dropFirst())) != nil
            let hint = isTag ? "did you mean `\(text.dropFirst())`?" : "a version is MAJOR.MINOR.PATCH, such as `1.2.0`"
            throw UsageError("`\(text)` is not a version: \(error)", hints: [hint])
        }
    }

    /// Where the state of a plan's release is kept.
    static func state(of plan: WorkspacePlan, in session: Session) throws -> WorkspaceState {
        WorkspaceState(
            of: plan.workspace,
            plan.version,
            in: try WorkspaceState.root(environment: session.effects.environment),
            files: session.effects.files
        )
    }

    /// The plan in a file.
    ///
    /// - Throws: ``RelctlError`` if it cannot be read.
    static func plan(at name: String, in session: Session) throws -> WorkspacePlan {
        let path = try session.folder().appending(name)
        guard try session.effects.files.resolvedStatus(of: path) != nil else {
            throw RelctlError(
                "cannot find the plan `\(name)`",
                code: .configurationInvalid,
                hints: ["`relctl workspace plan VERSION --output FILE` writes one"]
            )
        }
        let text = try session.effects.files.contents(of: path, limit: 64 << 20)
        return try WorkspacePlan.read(text, file: FilePath(name))
    }

    /// The plan of a release that was begun: of this version, in this file, or the one that was last worked on.
    ///
    /// - Returns: The plan, and the workspace that it was found by; nothing where the plan lies in a file.
    /// - Throws: ``RelctlError`` if there is none.
    static func begun(_ operand: String?, in session: Session) throws -> (plan: WorkspacePlan, workspace: Workspace?) {
        let files = session.effects.files
        if let operand, (try? Version(operand)) == nil,
            try files.resolvedStatus(of: session.folder().appending(operand)) != nil
        {
            return (try plan(at: operand, in: session), nil)
        }
        if let operand, operand.contains("/") || operand.hasSuffix(".json") {
            return (try plan(at: operand, in: session), nil)
        }
        let root = try WorkspaceState.root(environment: session.effects.environment)
        let workspace = try Workspace(session)
        let name = workspace.configuration.name
        if let operand {
            return (try WorkspaceState(of: name, version(operand), in: root, files: files).plan(), workspace)
        }
        if let state = try WorkspaceState.latest(of: name, in: root, files: files) {
            return (try state.plan(), workspace)
        }
        throw RelctlError(
            "cannot find a release of `\(name)` that was begun on this machine",
            hints: [
                "begin one with `relctl workspace release VERSION`",
                "on another machine, name the file of its plan: `relctl workspace resume plan.json`",
            ]
        )
    }
}

extension Session {
    /// The same session, which tells nobody the tokens of these forges: neither child processes nor what is written.
    func hidingTokens(of forges: [WorkspaceForge?]) -> Session {
        let names = forges.compactMap(\.self).flatMap(\.tokenNames)
        let secrets = ConfiguredSecrets(names: names, environment: effects.environment)
        var session = self
        session.effects.secretNames.formUnion(secrets.names)
        // Others of the user's may be in what a remote's hook says, whether relctl needs them or not.
        let usual = WorkspaceForge.standardTokenNames
        session.console.hide(ConfiguredSecrets(names: names + usual, environment: effects.environment).values)
        return session
    }
}
