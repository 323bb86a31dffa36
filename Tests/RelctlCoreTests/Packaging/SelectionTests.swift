import TestSupport
import Testing

@testable import RelctlCore

/// What `files` rules take from a real working tree.
@Suite struct SelectionTests {
    static let place = SourcePlace(file: "relctl.json", line: 3, column: 5)

    /// Makes files (and, of paths with a slash at the end, folders; of `NAME -> TEXT`, links).
    static func make(_ paths: [String], in folder: FilePath) throws {
        let files = LiveFileSystem()
        for path in paths {
            let parts = path.split(separator: " -> ").map(String.init)
            if parts.count == 2 {
                try files.createFolders(folder.appending(parts[0]).parent)
                try files.createLink(at: folder.appending(parts[0]), to: parts[1])
            } else if path.hasSuffix("/") {
                try files.createFolders(folder.appending(String(path.dropLast())))
            } else {
                try files.createFolders(folder.appending(path).parent)
                try files.write(path.utf8, to: folder.appending(path))
            }
        }
    }

    /// What is taken, observed first and walked again over what was observed; and what is wrong.
    static func select(
        _ patterns: [String],
        except: [String] = [],
        from: String? = nil,
        of paths: [String]
    ) async throws -> (taken: [String], problems: [RelctlError]) {
        try await withScratchFolder { folder in
            try make(paths, in: folder)
            let selection = FileSelection(
                patterns: patterns,
                except: except,
                from: try from.map { try RelativePath($0) },
                to: nil
            )
            var tree = try await SourceTree.observe(
                for: [ContentRule(content: .files(selection), place: place)],
                in: folder,
                excluding: [try RelativePath("dist")],
                files: LiveFileSystem()
            )
            var walk = SelectionWalk(selection, place: place)
            try walk.run(in: &tree)
            return (walk.taken.keys.sorted().map(\.string), walk.problems)
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let patterns: [String]
        var except: [String] = []
        var from: String?
        let taken: [String]
        var testDescription: String { "\(patterns) except \(except) from \(from ?? ".")" }
    }

    static let paths = [
        "README.md", "demo/run.sh", "demo/.env", "demo/out.log", "demo/empty/", "demo/deep/a.log", "demo/deep/b",
        "demo/latest -> deep", ".git/config", "demo/.git/config", "dist/x", "docs/guides/INSTALL.md",
        "docs/guides/more/x.md", "odd/a[1].txt", "odd/a1.txt", "odd/{x,y}", "elsewhere -> demo",
    ]

    static let cases = [
        Case(patterns: ["README.md"], taken: ["README.md"]),
        Case(
            patterns: ["demo/**"],
            taken: [
                "demo", "demo/.env", "demo/deep", "demo/deep/a.log", "demo/deep/b", "demo/empty", "demo/latest",
                "demo/out.log", "demo/run.sh",
            ]
        ),
        Case(
            patterns: ["demo"],
            except: ["**/*.log", "demo/empty", "**/latest"],
            taken: ["demo", "demo/.env", "demo/deep", "demo/deep/b", "demo/run.sh"]
        ),
        Case(
            patterns: ["demo/**"],
            except: ["demo/deep/**", "demo/[!r]*"],
            taken: ["demo", "demo/run.sh"]
        ),
        Case(patterns: ["demo/*"], except: ["**/*.log"], taken: ["demo/.env", "demo/latest", "demo/run.sh"]),
        Case(patterns: ["*/deep"], taken: ["demo/deep", "demo/deep/a.log", "demo/deep/b"]),
        Case(patterns: ["INSTALL.md"], from: "docs/guides", taken: ["docs/guides/INSTALL.md"]),
        Case(
            patterns: ["**"],
            except: ["more"],
            from: "docs/guides",
            taken: ["docs/guides/INSTALL.md"]
        ),
        Case(patterns: ["odd/a[1].txt"], taken: ["odd/a[1].txt"]),
        Case(patterns: ["odd/a\\[1].txt"], taken: ["odd/a[1].txt"]),
        Case(patterns: ["odd/a[1].tx?"], taken: ["odd/a1.txt"]),
        Case(patterns: ["odd/{x,y}"], taken: ["odd/{x,y}"]),
        Case(patterns: ["elsewhere"], taken: ["elsewhere"]),
        Case(patterns: ["{README.md,LICENSE}"], taken: ["README.md"]),
    ]

    @Test(arguments: cases) func rulesTakeWhatTheySay(_ example: Case) async throws {
        let result = try await Self.select(
            example.patterns,
            except: example.except,
            from: example.from,
            of: Self.paths
        )
        #expect(result.taken == example.taken)
        #expect(result.problems.isEmpty)
    }

    @Test(arguments: [
        ("READNE.md", "did you mean `README.md`?"), ("demo/depe/**", "did you mean `demo/deep`?"),
        (".git/config", "`.git` is never packed"), ("dist/**", "`dist` is never packed"),
        ("elsewhere/run.sh", "`elsewhere` is a link, and links are not followed"),
        ("elsewhere/**", "`elsewhere` is a link, and links are not followed"),
        ("doc?", "it matches folders; `**` at the end takes what is in them"),
    ])
    func patternsThatMatchNothingAreErrors(_ pattern: String, _ hint: String) async throws {
        let result = try await Self.select([pattern], of: Self.paths)
        #expect(result.taken.isEmpty)
        let problem = try #require(result.problems.first)
        #expect(problem.message == "cannot find anything that the pattern `\(pattern)` matches")
        #expect(problem.place == Self.place)
        #expect(problem.hints == [hint])
    }

    @Test func whatExceptEmptiesIsAnError() async throws {
        let result = try await Self.select(["demo/out.log"], except: ["**/*.log"], of: Self.paths)
        #expect(result.problems.first?.hints == ["`except` takes away what it matches"])
    }

    @Test func missingStartFoldersAreErrors() async throws {
        let result = try await Self.select(["*"], from: "docs/guide", of: Self.paths)
        #expect(result.problems.first?.message == "cannot take files from `docs/guide`: it is not a folder")
        #expect(result.problems.first?.hints == ["did you mean `docs/guides`?"])
    }

    /// A name that is not UTF-8 is an error wherever it is seen, so whoever sees none did not look.
    @Test func foldersThatNoPatternReachesAreNotLookedAt() async throws {
        let perl = try #require(HostTool("perl"))
        try await withScratchFolder { folder in
            try Self.make(["src/a.c", "node_modules/x/y.js"], in: folder)
            _ = try await perl.run(["-e", "open(F, '>', \"node_modules/x/\\xff\") or die"], in: folder)
            func observe(_ patterns: [String], except: [String] = []) async throws -> SourceTree {
                let selection = FileSelection(patterns: patterns, except: except, from: nil, to: nil)
                return try await SourceTree.observe(
                    for: [ContentRule(content: .files(selection), place: Self.place)],
                    in: folder,
                    excluding: [],
                    files: LiveFileSystem()
                )
            }
            #expect(try await observe(["src/**"]).entries.map(\.path.string) == ["src", "src/a.c"])
            #expect(try await observe(["**/*.c"], except: ["node_modules"]).entries.count == 3)
            let error = try await #require(throws: RelctlError.self) { try await observe(["**/*.c"]) }
            #expect(error.description.contains("node_modules/x`: the name"))
            // The scratch folder, too, is removed by listing.
            _ = try await perl.run(["-e", "unlink(\"node_modules/x/\\xff\") or die"], in: folder)
        }
    }

    @Test func theTreeIsTakenAsItIs() async throws {
        try await withScratchFolder { folder in
            try Self.make(["a/tool", "a/text", "a/link -> ../nowhere"], in: folder)
            try LiveFileSystem().setPermissions(0o700, of: folder.appending("a/tool"))
            let selection = FileSelection(patterns: ["a"], except: [], from: nil, to: nil)
            let tree = try await SourceTree.observe(
                for: [ContentRule(content: .files(selection), place: Self.place)],
                in: folder,
                excluding: [],
                files: LiveFileSystem()
            )
            let expected = [
                SourceEntry(path: try RelativePath("a"), kind: .folder),
                SourceEntry(path: try RelativePath("a/link"), kind: .link, linkTarget: "../nowhere"),
                SourceEntry(path: try RelativePath("a/text"), kind: .file, size: 6),
                SourceEntry(path: try RelativePath("a/tool"), kind: .file, isExecutable: true, size: 6),
            ]
            #expect(tree.entries == expected)
        }
    }

    @Test func everyFailingCallIsAnError() async throws {
        try await withScratchFolder { folder in
            try Self.make(["a/b/c", "a/l -> b"], in: folder)
            let selection = FileSelection(patterns: ["**/c", "a/l"], except: [], from: nil, to: nil)
            for call in 1...100 {
                let files = FaultyFileSystem(failingCall: call)
                let result = await Result {
                    try await SourceTree.observe(
                        for: [ContentRule(content: .files(selection), place: Self.place)],
                        in: folder,
                        excluding: [],
                        files: files
                    )
                }
                guard files.didFail else { return #expect(call > 5) }
                #expect(throws: RelctlError.self) { try result.get() }
            }
        }
    }
}
