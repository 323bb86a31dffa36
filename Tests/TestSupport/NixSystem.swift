package import RelctlCore

/// Nix with a store of its own in a scratch folder, without any network and without a daemon.
package struct NixSystem: Sendable {
    /// Everything lies in here.
    package let folder: FilePath
    private let nix: HostTool
    private let instantiate: HostTool

    /// Whether there is a Nix on this machine.
    package static var isHere: Bool { HostTool.areHere("nix", "nix-instantiate") }

    /// The system of this machine as Nix calls it.
    package func currentSystem() async throws -> String {
        try await output(evaluating: "builtins.currentSystem", isFile: false)
    }

    /// A fresh system, gone when the body is done.
    ///
    /// - Throws: ``RelctlError`` if there is no Nix, and what the body throws.
    package static func scratch<Value>(_ body: (NixSystem) async throws -> Value) async throws -> Value {
        try await withScratchFolder { folder in
            let system = try NixSystem(folder)
            do {
                let value = try await body(system)
                try await system.release()
                return value
            } catch {
                try await system.release()
                throw error
            }
        }
    }

    /// Lets the store be removed, which is made so that nobody writes to it.
    private func release() async throws {
        _ = try await HostTool("chmod")?.run(["-R", "u+w", folder.string], in: folder)
    }

    private init(_ folder: FilePath) throws {
        guard let nix = HostTool("nix"), let instantiate = HostTool("nix-instantiate") else {
            throw RelctlError("cannot find `nix` and `nix-instantiate`", hints: ["install `nix-bin`"])
        }
        (self.folder, self.nix, self.instantiate) = (folder, nix, instantiate)
        let files = LiveFileSystem()
        for name in ["home", "conf", "tmp", "work"] { try files.createFolder(folder.appending(name)) }
        let settings = """
            experimental-features = nix-command flakes
            build-users-group =
            sandbox = false
            substitute = false

            """
        try files.write(settings.utf8, to: folder.appending("conf/nix.conf"))
        // Paths with blanks are neither flakes' addresses nor words of Nix's language, and a checkout may lie anywhere.
        try files.createFolder(nixpkgs)
        for name in try files.names(in: Fixtures.path("nixpkgs")) {
            try files.copyFile(Fixtures.path("nixpkgs").appending(name), to: nixpkgs.appending(name))
        }
    }

    /// The stand-in for nixpkgs, as in `Tests/Fixtures/nixpkgs`.
    package var nixpkgs: FilePath { folder.appending("nixpkgs") }

    /// Where tests put things.
    package var work: FilePath { folder.appending("work") }

    private var environment: [String: String] {
        let nix = folder.appending("nix").string
        return [
            "HOME": folder.appending("home").string, "TMPDIR": folder.appending("tmp").string, "NIX_PATH": "",
            "NIX_STORE_DIR": nix + "/store", "NIX_STATE_DIR": nix + "/var", "NIX_LOG_DIR": nix + "/log",
            "NIX_CONF_DIR": folder.appending("conf").string, "XDG_CACHE_HOME": folder.appending("cache").string,
            "XDG_CONFIG_HOME": folder.appending("home/.config").string,
            "XDG_DATA_HOME": folder.appending("home/.local/share").string,
        ]
    }

    /// Runs `nix`.
    package func run(_ arguments: [String]) async throws -> HostTool.Outcome {
        try await nix.run(arguments, in: work, environment: environment)
    }

    /// Runs `nix` on the flake in `folder`, with the stand-in for nixpkgs.
    package func run(_ arguments: [String], flake folder: FilePath, attribute: String = "") async throws
        -> HostTool.Outcome
    {
        try await run(arguments, reference: "path:\(folder)" + (attribute.isEmpty ? "" : "#\(attribute)"))
    }

    /// Runs `nix` on a flake by its address, with the stand-in for nixpkgs.
    package func run(_ arguments: [String], reference: String) async throws -> HostTool.Outcome {
        let options = ["--offline", "--no-write-lock-file", "--override-input", "nixpkgs", "path:\(nixpkgs)"]
        return try await run(arguments + options + [reference])
    }

    /// Runs lines of a shell that call `nix`.
    package func shell(_ script: String, in folder: FilePath) async throws -> HostTool.Outcome {
        guard let shell = HostTool("sh") else { throw RelctlError("cannot find `sh`") }
        return try await shell.run(["-eu", "-c", script], in: folder, environment: environment)
    }

    /// Parses a file as an expression.
    package func parse(_ file: FilePath) async throws -> HostTool.Outcome {
        try await instantiate.run(["--parse", file.string], in: work, environment: environment)
    }

    /// What an expression that stands for a text stands for.
    ///
    /// - Throws: ``RelctlError`` with what Nix says if it does not.
    package func output(evaluating expression: String, isFile: Bool) async throws -> String {
        let outcome = try await run(
            ["eval", "--impure", "--raw"] + (isFile ? ["--file", expression] : ["--expr", expression])
        )
        guard outcome.status == 0 else { throw RelctlError("cannot evaluate `\(expression)`: \(outcome.errors)") }
        return outcome.text
    }
}
