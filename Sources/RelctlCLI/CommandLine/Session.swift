package import RelctlCore

/// What a subcommand works with: what was said for all of them, and its only ways to the world.
package struct Session: Sendable {
    /// The global options.
    package var globals: GlobalOptions
    /// The disk, other programs, the clock and the environment; its `events` are shown as progress.
    package var effects: Effects
    /// The connectors.
    package var extensions: Extensions
    /// The subcommands, for those that speak of them.
    package var registry: CommandRegistry
    /// What relctl itself was built from.
    package var build: BuildInformation
    /// Where results go.
    package var console: Console

    /// The folder to work in: what `-C` says, else the one in which relctl was started.
    ///
    /// - Throws: ``RelctlError`` if it is not a folder.
    package func folder() throws -> FilePath {
        let path = FilePath(globals.directory ?? ".")
        do {
            let folder = try effects.files.canonicalPath(of: path)
            guard try effects.files.resolvedStatus(of: folder)?.kind == .folder else {
                throw RelctlError("it is not a folder")
            }
            return folder
        } catch {
            throw RelctlError("cannot work in `\(path)`", causes: [error])
        }
    }

    /// Prints a piece of the result as it stands.
    ///
    /// In a log of GitHub Actions it could be taken for commands: whoever wants the notes there writes them to a file.
    package func write(_ text: String) throws { try console.writeResult(text) }

    /// Prints a result: the one place where a format of results is chosen.
    ///
    /// - Parameters:
    ///   - payload: The result as `--json` gives it.
    ///   - isOneOfMany: Whether others follow, so that as JSON each is one line.
    ///   - lines: The result as people read it.
    /// - Throws: ``OutputClosed`` if nobody reads any more; ``RelctlError`` if it cannot be written.
    package func render(
        _ payload: some Encodable,
        isOneOfMany: Bool = false,
        lines: (TextStyle) -> [String]
    ) throws {
        if globals.isJSON {
            let text = try isOneOfMany ? JSONText.line(payload) : JSONText.pretty(payload)
            try write(String(decoding: text, as: UTF8.self))
        } else {
            // People read these, and so does GitHub Actions, for which a file's name must not become a command.
            let isRead = console.terminal.isGitHubActions
            let text = lines(console.terminal.outputStyle).map { (isRead ? WorkflowCommand.inert($0) : $0) + "\n" }
                .joined()
            if !text.isEmpty { try write(text) }
        }
    }

    /// Prints what came of work that is done, whether or not anybody can be told.
    ///
    /// - Throws: As ``render(_:lines:)`` does, and the error says that the work is done.
    package func renderOutcome(_ payload: some Encodable, lines: (TextStyle) -> [String]) throws {
        do {
            try render(payload, lines: lines)
        } catch var error as RelctlError {
            error.hints.append("all the work is done: only what came of it could not be told")
            throw error
        }
    }

    /// Prints what a check found, and says how it ended: with problems if there are errors among it.
    package func conclude(_ findings: [Finding]) throws -> Conclusion {
        let renderer = ErrorRenderer(style: console.terminal.outputStyle, sourceLine: sourceLine)
        try render(FindingsPayload(findings: findings)) { _ in renderer.lines(findings) }
        if console.terminal.isGitHubActions {
            console.writeLog(renderer.commands(findings).map(\.description))
        }
        return findings.contains { $0.severity == .error } ? .problemsFound : .done
    }

    /// The line of a file that a place is in.
    package var sourceLine: @Sendable (SourcePlace) -> String? {
        let (files, folder) = (effects.files, FilePath(globals.directory ?? "."))
        return { files.line(at: $0, in: folder) }
    }
}

/// What `--json` gives for findings.
private struct FindingsPayload: Encodable {
    var findings: [Finding]
}
