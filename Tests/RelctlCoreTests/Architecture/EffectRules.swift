extension HouseRule {
    /// Who may touch the world.
    static let effects: [HouseRule] = [
        .forbids(
            "the core neither prints nor exits nor reads the command line",
            #"(?<![\w.])(print|debugPrint|dump|exit|_exit|abort|readLine|CommandLine)\b\s*[(.]"#,
            in: { $0.isCore },
            brokenBy: (
                "Sources/RelctlCore/Building/A.swift",
                ["print(1)", "guard ok else { exit(1) }", "let all = CommandLine.arguments"]
            )
        ),
        .forbids(
            "processes, the network, the disk, clocks and the environment are touched by RelctlEffects/Live alone",
            #"(?<![\w])("#
                + #"(?:Foundation\.)?Process\s*\(|posix_spawn\w*|fork\s*\(|execve?\s*\(|URLSession|FileManager\b"#
                + #"|FileHandle\b|ProcessInfo\b|Date\s*\(\s*\)|Date\.now|getenv|setenv|ContinuousClock|SuspendingClock"#
                + #"|DispatchTime|gettimeofday|clock_gettime|Task\.sleep|NSTemporaryDirectory"#
                + #"|(?:Glibc|Darwin)\.(?:open|read|write|close|rename|time)\b"#
                + #")"#,
            in: { $0.isCoreBeyondEffects },
            brokenBy: (
                "Sources/RelctlCore/Notes/A.swift",
                [
                    "let child = Process()", "try await URLSession.shared.data(from: url)", "FileManager.default",
                    "ProcessInfo.processInfo.environment", "let now = Date()", "Date.now", #"getenv("HOME")"#,
                    "ContinuousClock().now", "try await Task.sleep(for: .seconds(1))", "Glibc.open(path, 0)",
                ]
            )
        ),
        .forbids(
            "the command line reaches the world through the effects that it is given",
            #"(?<![\w])((?:Foundation\.)?Process\s*\(|URLSession|FileManager\b|Date\s*\(\s*\)|getenv|setenv)"#,
            // The process's own setting is made once, before anything else runs.
            in: { $0.module == "RelctlCLI" && $0.path != "Sources/RelctlCLI/ProcessSetting.swift" },
            brokenBy: ("Sources/RelctlCLI/Commands/A.swift", ["FileManager.default", #"getenv("CI")"#])
        ),
        .forbids(
            "only RelctlCLI/Rendering writes to a terminal",
            #"(?<![\w.])(print\s*\(|debugPrint\s*\(|fputs|puts\s*\(|fwrite|stdout\b|stderr\b|STD(?:OUT|ERR)_FILENO"#
                + #"|FileHandle\s*\.\s*standard\w+)"#,
            in: { $0.module != nil && !($0.module == "RelctlCLI" && $0.room == "Rendering") },
            brokenBy: (
                "Sources/RelctlCLI/Commands/A.swift",
                ["print(text)", "fputs(text, stderr)", "FileHandle.standardError", "write(STDOUT_FILENO, bytes, 1)"]
            )
        ),
        .forbids(
            "planners are pure: they wait for nothing and are given no effects",
            #"\b(async|await|Effects|FileSystem|ProcessRunner|WallClock|EventSink|LiveFileSystem)\b"#,
            in: { $0.isCore && $0.path.contains("Planner") },
            brokenBy: (
                "Sources/RelctlCore/Packaging/ArchivePlanner.swift",
                ["func plan() async throws", "let files: any FileSystem", "func plan(with effects: Effects)"]
            )
        ),
        HouseRule(
            "a step never names another step's executor; only Releasing strings them together",
            brokenBy: [
                ProjectTree([
                    .init("Sources/RelctlCore/Notes/NotesExecutor.swift", "package struct NotesExecutor {}"),
                    .init("Sources/RelctlCore/Publishing/A.swift", "let notes = NotesExecutor()"),
                ])
            ]
        ) { tree in
            // Registries are no step: what speaks to them is there for images and charts alike.
            let steps = tree.core.filter { !$0.path.hasPrefix("Sources/RelctlRegistries/") }
            let executors = steps.flatMap { file in
                file.finds(#"\b(?:struct|class|enum|actor)\s+(\w+Executor)\b"#).map {
                    (room: file.room, name: $0.match)
                }
            }
            return tree.core.filter { !$0.room.hasPrefix("Releasing") }.flatMap { file in
                executors.filter { $0.room != file.room }.flatMap { executor in
                    file.finds(#"\b"# + executor.name + #"\b"#).map { "\(file.path):\($0.line): names \($0.match)" }
                }
            }
        },
    ]
}

extension ProjectTree.File {
    fileprivate var isCoreBeyondEffects: Bool { isCore && !isLive }
}
