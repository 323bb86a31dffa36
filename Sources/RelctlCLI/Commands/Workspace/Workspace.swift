import RelctlCore
import RelctlWorkspaces

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

    /// Makes sure that what is kept under the workspace's name is its own, and nobody else's of the same name.
    ///
    /// - Parameters:
    ///   - plan: What is kept.
    ///   - session: The disk.
    ///   - hint: What else to do about it.
    /// - Throws: ``RelctlError`` if no repository of the plan is one of the workspace.
    func requireOwn(_ plan: WorkspacePlan, _ session: Session, _ hint: String? = nil) throws {
        let remotes = configuration.repositories.map(\.url)
        guard plan.isForeign(to: remotes, in: folder, files: session.effects.files) else { return }
        throw RelctlError(
            "what was begun on this machine as `\(plan.workspace)` \(plan.version) is of another workspace, "
                + "whose repositories are none of `\(configuration.file)`",
            code: .configurationInvalid,
            hints: ["give one of the two another `name`: it is what tells them apart"] + [hint].compactMap(\.self),
            causes: plan.shownRemotes.prefix(5).map { RelctlError($0) }
        )
    }

    /// Makes sure that what was last begun under the workspace's name is its own, as far as it can be read.
    ///
    /// - Throws: As ``requireOwn(_:_:_:)``.
    func requireOwnState(_ session: Session) throws {
        let root = try WorkspaceStateFolder.root(environment: session.effects.environment)
        let latest = try WorkspaceStateFolder.latest(of: configuration.name, in: root, files: session.effects.files)
        if let plan = try? latest?.plan() { try requireOwn(plan, session) }
    }

    /// Where the state of a plan's release is kept.
    static func state(of plan: WorkspacePlan, in session: Session) throws -> WorkspaceStateFolder {
        WorkspaceStateFolder(
            of: plan.workspace,
            plan.version,
            in: try WorkspaceStateFolder.root(environment: session.effects.environment),
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

    /// A release that was begun.
    struct Begun {
        let plan: WorkspacePlan
        /// The workspace that it was found by; nothing where the plan lies in a file.
        let workspace: Workspace?
        /// How the user named it, or could have.
        fileprivate let operand: String

        /// The subcommand that does something with the same release.
        func command(_ action: WorkspaceCommand.Action) -> String {
            "relctl workspace \(action.rawValue) \(ShellWord.posix(operand))"
        }
    }

    /// The release that was begun: of this version, by the plan in this file, or the one that was last worked on.
    ///
    /// - Throws: ``RelctlError`` if there is none, that says how `action` finds one.
    static func begun(_ operand: String?, for action: WorkspaceCommand.Action, in session: Session) throws -> Begun {
        let files = session.effects.files
        if let operand {
            let isThere = try files.resolvedStatus(of: session.folder().appending(operand)) != nil
            if (try? Version(operand)) == nil && isThere || operand.contains("/") || operand.hasSuffix(".json") {
                return Begun(plan: try plan(at: operand, in: session), workspace: nil, operand: operand)
            }
        }
        let root = try WorkspaceStateFolder.root(environment: session.effects.environment)
        let workspace = try Workspace(session)
        let name = workspace.configuration.name
        let elsewhere =
            "of one that was begun elsewhere, name the plan's file: `relctl workspace \(action.rawValue) FILE`"
        if let operand {
            let state = WorkspaceStateFolder(of: name, try version(operand), in: root, files: files)
            guard try state.isThere() else {
                throw RelctlError(
                    "cannot find a release of `\(name)` \(operand) that was begun: `\(state.planFile)` is not there",
                    hints: [elsewhere]
                )
            }
            let plan = try state.plan()
            try workspace.requireOwn(plan, session, elsewhere)
            return Begun(plan: plan, workspace: workspace, operand: operand)
        }
        if let state = try WorkspaceStateFolder.latest(of: name, in: root, files: files) {
            let plan = try state.plan()
            try workspace.requireOwn(plan, session, elsewhere)
            return Begun(plan: plan, workspace: workspace, operand: plan.version.description)
        }
        throw RelctlError(
            "cannot find a release of `\(name)` that was begun on this machine",
            hints: ["begin one with `relctl workspace release VERSION`", elsewhere]
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
