/// Which variables a child process gets.
///
/// An allow-list: what nobody thought of, such as a token that some CI job carries, never reaches a build script.
package struct ChildEnvironment: Sendable {
    private let own: [String: String]
    private let secretNames: Set<String>
    private let secrets: [String]

    /// Describes what there is to choose from.
    ///
    /// - Parameters:
    ///   - own: The variables that relctl was started with.
    ///   - secretNames: The names that a secret was read from; no child gets a variable of such a name.
    package init(own: [String: String], secretNames: Set<String> = []) {
        self.own = own
        self.secretNames = secretNames
        // Without paths that hold a shorter one by chance, nothing would run.
        secrets = Self.secrets(secretNames, own)
    }

    private static func secrets(_ names: Set<String>, _ own: [String: String]) -> [String] {
        names.sorted().compactMap { own[$0] }.filter { $0.utf8.count >= SecretMask.distinctive }
    }

    /// Makes sure that a text that users will read holds no secret.
    ///
    /// - Throws: ``RelctlError`` that names the text, and repeats nothing of it.
    package static func requireNoSecret(in text: String, called name: String, _ effects: Effects) throws {
        guard secrets(effects.secretNames, effects.environment).contains(where: { text.contains($0) }) else { return }
        throw RelctlError(
            "cannot publish: \(name) holds the value of a variable that a secret is read from",
            hints: ["take it out, and replace the secret: others may have read it"]
        )
    }

    /// By these gpg finds its keys and asks for their passphrases, whoever starts it to sign or verify.
    package static let signingNames = ["GNUPGHOME", "GPG_TTY"]

    /// What children of a step get.
    package init(_ effects: Effects) {
        self.init(own: effects.environment, secretNames: effects.secretNames)
    }

    /// All of a child's environment.
    ///
    /// - Parameters:
    ///   - names: Names that are handed on although they are not on the list, where relctl has them.
    ///   - additions: Variables set for this child; they win over relctl's own.
    /// - Returns: The variables' values by name.
    package func variables(
        passing names: some Sequence<String> = [],
        adding additions: [String: String] = [:]
    ) -> [String: String] {
        let passed = Set(names)
        return own.filter { Self.isOnTheList($0.key) || passed.contains($0.key) }
            .merging(additions) { _, addition in addition }
            .filter { name, value in
                // Neither by its own name nor under another one.
                !secretNames.contains(name) && !secrets.contains { value.contains($0) }
            }
    }

    private static func isOnTheList(_ name: String) -> Bool {
        guard !withheld.contains(name) else { return false }
        // Windows does not tell upper from lower case in names, and proxies are commonly named in either.
        let upper = name.uppercased()
        return names.contains(name) || prefixes.contains { name.hasPrefix($0) } || isGo(name)
            || upper.hasSuffix("_PROXY") || windowsNames.contains(upper)
    }

    /// `GOPATH`, `GOFLAGS` and their like, but not what begins with the name of the company that makes Go: those
    /// (`GOOGLE_API_KEY`) are credentials more often than not.
    private static func isGo(_ name: String) -> Bool { name.hasPrefix("GO") && !name.hasPrefix("GOOGLE") }

    private static let names: Set<String> = [
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TMPDIR", "TERM", "CI", "DEVELOPER_DIR",
    ]

    private static let prefixes = ["LC_", "XDG_", "SSH_", "GIT_", "CARGO_", "RUSTUP_"]

    /// Set by git for its hooks; a child that asks about another repository must not be answered about that one.
    private static let withheld: Set<String> = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"]

    /// What programs on Windows cannot run without.
    private static let windowsNames: Set<String> = [
        "ALLUSERSPROFILE", "APPDATA", "COMMONPROGRAMFILES", "COMMONPROGRAMFILES(X86)", "COMSPEC", "HOMEDRIVE",
        "HOMEPATH", "LOCALAPPDATA", "NUMBER_OF_PROCESSORS", "OS", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA",
        "PROGRAMFILES", "PROGRAMFILES(X86)", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE",
        "WINDIR",
    ]
}
