import RelctlCLI
import RelctlCore
import TestSupport
import Testing

/// Each case is tried in every shell that this machine has; bash it always has.
@Suite struct CompletionTests {
    struct Case: Sendable {
        let line: String
        let offers: [String]

        init(_ line: String, _ offers: String...) {
            self.line = line
            self.offers = offers
        }
    }

    static let cases: [Case] = [
        Case("relctl co", "completions"),
        Case("relctl --color ", "always", "auto", "never"),
        Case("relctl -q --color never he", "help"),
        Case("relctl completions ", "bash", "fish", "zsh"),
        Case("relctl completions fish "),
        Case("relctl help d", "demo"),
        Case("relctl demo --form", "--format"),
        Case("relctl demo --format ", "github", "json", "text"),
        Case("relctl demo --target ", "aarch64-apple-darwin", "x86_64-unknown-linux-musl"),
        Case("relctl demo v1", "v1.0.0", "v1.10.0"),
        Case("relctl -C sub demo ", "v7.0.0"),
        Case("relctl demo -j 3 --format json v1.1", "v1.10.0"),
        Case("relctl demo -o fi", "file one"),
        Case("relctl demo v1.0.0 -- x fi", "file one"),
        Case("relctl demo v1.0.0 su", "sub"),
    ]

    @Test(arguments: Shell.present)
    func theShellOffers(shell: Shell) async throws {
        try await withProject { folder in
            for what in Self.cases {
                let offers = try await shell.offers(what.line, in: folder)
                // Each shell has its own way to write a name that must be quoted, and a folder.
                let plain = offers.map { offer in offer.filter { $0 != "\\" && $0 != "'" && $0 != "/" } }
                // Where nothing else may stand, zsh offers the options.
                let expected = what.offers.isEmpty ? plain.filter { $0.hasPrefix("-") } : what.offers
                #expect(plain == expected, "\(what.line)")
            }
        }
    }

    /// The subcommands of relctl itself and all their options, not only those of the demonstration.
    @Test(arguments: Shell.present)
    func everySubcommandIsOffered(shell: Shell) async throws {
        try await withScratchFolder { folder in
            let registry = CommandRegistry.builtIn
            #expect(try await shell.offers("relctl ", of: registry, in: folder) == registry.names.sorted())
            for command in registry.descriptions {
                let offers = try await shell.offers("relctl \(command.name) --", of: registry, in: folder)
                // Some shells put the sign that a value follows behind the name.
                let names = Set(offers.map { String($0.prefix { $0 != "=" }) })
                let expected = command.options.map { "--\($0.long)" }
                #expect(names.isSuperset(of: expected), "\(command.name): \(names)")
            }
        }
    }

    @Test(arguments: Shell.present)
    func aValueIsOfferedAfterAnEqualsSign(shell: Shell) async throws {
        try await withProject { folder in
            let offers = try await shell.offers("relctl demo --format=j", in: folder)
            #expect(offers.map { $0.split(separator: "=").last } == ["json"])
        }
    }

    /// git allows tags such as `v9$(touch${IFS}ran)`; completing must neither run it nor offer it unquoted.
    @Test(arguments: Shell.present)
    func namesOfTagsAreNeverRun(shell: Shell) async throws {
        try await withProject { folder in
            let offers = try await shell.offers("relctl demo v9", in: folder)
            #expect(offers.count == 1)
            #expect(offers.first?.contains("touch") == true)
            #expect(try LiveFileSystem().status(of: folder.appending("ran")) == nil)
            if shell == .bash { #expect(offers.first?.contains(#"v9\$\(touch"#) == true) }
        }
    }

    /// A repository with tags, one below it, and a `relctl` that knows two targets.
    private func withProject(_ body: (FilePath) async throws -> Void) async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            try files.createFolders(folder.appending("bin"))
            try files.createFolders(folder.appending("sub"))
            try files.write([], to: folder.appending("file one"))
            let targets = ["x86_64-unknown-linux-musl", "aarch64-apple-darwin"].map { #"{"target":"\#($0)","os":"x"}"# }
            let script =
                "#!/bin/sh\n[ \"$*\" = 'matrix --format github' ] && echo '{\"include\":[\(targets.joined(separator: ","))]}'\n"
            try files.write(script.utf8, to: folder.appending("bin/relctl"), permissions: 0o755)
            try await repository(folder, tags: ["v1.0.0", "v1.10.0", "v9$(touch${IFS}ran)"])
            try await repository(folder.appending("sub"), tags: ["v7.0.0"])
            try await body(folder)
        }
    }

    private func repository(_ folder: FilePath, tags: [String]) async throws {
        let author = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false"]
        let commands =
            [["init", "-q"], author + ["commit", "-q", "--allow-empty", "-m", "x"]] + tags.map { ["tag", $0] }
        for command in commands {
            let outcome = try await LiveProcessRunner().run(
                ProcessRequest(
                    arguments: ["git"] + command,
                    directory: folder,
                    environment: [
                        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.string, "GIT_CONFIG_NOSYSTEM": "1",
                    ]
                )
            )
            try #require(outcome.succeeded, "\(String(decoding: outcome.standardError, as: UTF8.self))")
        }
    }
}
