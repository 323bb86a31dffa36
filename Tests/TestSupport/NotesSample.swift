package import RelctlCore

/// The notes of a release, before they are written.
package enum NotesSample {
    package static let binaries = ["velo-sql", "velo-cli"]

    package static func archive(_ target: String, size: UInt64, named name: String? = nil) throws
        -> NotesRequest.Archive
    {
        let triple = try TargetTriple(target)
        let format = triple.isWindows ? "zip" : "tar.gz"
        let top = name ?? "velostream-v1.1.0-\(target)"
        let programs = binaries.flatMap { binary in
            ["bin/", "target/release/"].map { "\(top)/\($0)\(binary)\(triple.executableSuffix)" }
        }
        let contents = try programs.map { ArchivedEntry(path: try RelativePath($0), kind: .file, mode: 0o755) }
        let artifact = try Artifact(
            name: "\(top).\(format)",
            kind: .archive,
            target: triple,
            format: format,
            size: size,
            sha256: Digest(of: Array("velostream".utf8)),
            contents: contents
        )
        let script = triple.isWindows ? "setup-env.bat" : "setup-env.sh"
        return NotesRequest.Archive(artifact: artifact, binaries: binaries, environmentScript: script)
    }

    package static func request(
        _ settings: NotesSettings = NotesSettings(),
        repository: String? = "velostreamai/velostream",
        since previous: String? = "v1.0.0"
    ) throws -> NotesRequest {
        let forge = repository.flatMap { ForgeAddress(repository: $0) }
        let bot = CommitIdentity(name: "ci[bot]", email: "1+ci[bot]@users.noreply.github.com")
        let ada = CommitIdentity(name: "Ada L", email: "2+ada-l@users.noreply.github.com")
        let changes = try ReleaseSample.changes(
            [
                ReleaseSample.commit(
                    "1",
                    "feat(sql)!: join on time (#12)",
                    [
                        ReleaseSample.footer(
                            "BREAKING CHANGE",
                            "`JOIN` wants `WITHIN`:\n\n- add it\n- or <stay>\n\n```sql\nJOIN b WITHIN '1m'\n```"
                        ),
                        ReleaseSample.footer("Closes", "#7"),
                    ]
                ),
                ReleaseSample.commit("2", "fix: <script>alert(1)</script> by @ada, see #3", author: ada),
                ReleaseSample.commit("3", "Tidy up"), ReleaseSample.commit("4", "feat: tumbling windows"),
                ReleaseSample.commit("5", "ci: pin actions", author: bot),
            ],
            since: previous
        )
        let people = ReleasePeople(newcomers: [ada, bot])
        var request = NotesRequest(
            project: .init(name: "velostream", description: "Streaming SQL engine", repository: repository),
            scope: TemplateScope(texts: ["name": "velostream", "version": "1.1.0", "tag": "v1.1.0"]),
            notes: ReleaseNotesComposer(settings, forge: forge).notes(of: changes, people: people),
            settings: settings,
            forge: forge
        )
        request.archives = [
            try archive("aarch64-apple-darwin", size: 11_200_000),
            try archive("aarch64-unknown-linux-musl", size: 12_345_678),
            try archive("x86_64-apple-darwin", size: 11_900_000),
            try archive("x86_64-pc-windows-msvc", size: 9_999_999),
            try archive("x86_64-unknown-linux-musl", size: 12_900_000),
        ]
        request.checksums = ChecksumSettings(sidecars: true, combined: "SHA256SUMS")
        request.tree = "velostream-v1.1.0-x86_64-unknown-linux-musl/\n└── bin/\n    └── velo-sql\n"
        return request
    }
}
