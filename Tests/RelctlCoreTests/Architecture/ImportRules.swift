extension HouseRule {
    /// Who imports whom.
    static let imports: [HouseRule] = [
        HouseRule(
            "a target imports those that `Package.swift` says it depends on",
            brokenBy: [
                ProjectTree([
                    .init("Package.swift", #".target(name: "RelctlGit", dependencies: ["RelctlEffects"])"#),
                    .init("Sources/RelctlGit/A.swift", "public import RelctlArchives\n"),
                ]),
                ProjectTree([
                    .init("Package.swift", #".target(name: "RelctlCLI", dependencies: ["RelctlCore"])"#),
                    .init("Sources/RelctlCLI/A.swift", "import CArchive\n"),
                ]),
            ]
        ) { tree in
            let dependencies = tree.dependencies
            return tree.sources.flatMap { file in
                let known = dependencies[file.module ?? ""] ?? []
                return file.imports.filter { isOwn($0.match) && !known.contains($0.match) }
                    .map { "\(file.path):\($0.line): imports \($0.match)" }
            }
        },
        HouseRule(
            "CONTRIBUTING shows each target with what it depends on",
            brokenBy: [
                ProjectTree([
                    .init("Package.swift", #".target(name: "RelctlGit", dependencies: ["RelctlEffects", "CZlib"])"#),
                    .init(".github/CONTRIBUTING.md", "| `RelctlGit` | git | `RelctlEffects` |\n"),
                ])
            ]
        ) { tree in
            let shown = tree.shownDependencies
            return tree.dependencies.filter { $0.key.lowercased().hasPrefix("relctl") }.sorted { $0.key < $1.key }
                .filter { shown[$0.key] != $0.value }
                .map {
                    "`\($0.key)` depends on \($0.value.sorted()), and is shown with \(shown[$0.key]?.sorted() ?? [])"
                }
        },
        HouseRule(
            "in RelctlEffects only Live imports the C modules",
            brokenBy: [ProjectTree([.init("Sources/RelctlEffects/HTTP/A.swift", "import CCurl\n")])]
        ) { tree in
            tree.core.filter { $0.module == "RelctlEffects" && !$0.isLive }.flatMap { file in
                file.imports.filter(\.match.isCModule).map { "\(file.path):\($0.line): imports \($0.match)" }
            }
        },
        HouseRule(
            "only RelctlEffects/Live imports all of Foundation, its networking or the C library",
            brokenBy: [
                ProjectTree([.init("Sources/RelctlCore/Model/A.swift", "import Foundation\n")]),
                ProjectTree([.init("Sources/RelctlCore/Git/A.swift", "#if os(Linux)\n    import Glibc\n#endif\n")]),
                ProjectTree([.init("Sources/RelctlCLI/Commands/A.swift", "private import FoundationNetworking\n")]),
            ]
        ) { tree in
            tree.sources.filter { !$0.isLive && cLibraryUsers[$0.path] == nil }.flatMap { file in
                file.imports.filter { systemModules.contains($0.match) }
                    .map { "\(file.path):\($0.line): imports \($0.match)" }
            }
        },
        HouseRule(
            "nothing is imported that is not Foundation, the toolchain's own or this project's",
            brokenBy: [ProjectTree([.init("Sources/RelctlCore/Model/A.swift", "import ArgumentParser\n")])]
        ) { tree in
            tree.sources.flatMap { file in
                file.imports
                    .filter {
                        !isOwn($0.match) && !$0.match.isCModule && !systemModules.contains($0.match)
                            && !["FoundationEssentials", "Synchronization", "Dispatch"].contains($0.match)
                    }
                    .map { "\(file.path):\($0.line): imports \($0.match)" }
            }
        },
    ]

    private static func isOwn(_ module: String) -> Bool { module.hasPrefix("Relctl") || module.isCModule }

    private static let systemModules: Set<String> = [
        "Foundation", "FoundationNetworking", "FoundationXML", "Glibc", "Musl", "Darwin",
    ]

    /// Files outside of RelctlEffects/Live that the C library's names reach, and what for.
    private static let cLibraryUsers: [String: String] = [
        "Sources/RelctlConnectors/External/LibraryTrial.swift":
            "standard streams, in the process that tries a library",
        "Sources/RelctlCore/Releasing/ReleasePromotion.swift": "the numbers of errors",
        "Sources/RelctlCLI/Interruption.swift": "signals",
        "Sources/RelctlCLI/ProcessSetting.swift": "locale and time zone, before anything else",
        "Sources/RelctlCLI/Rendering/StandardStream.swift": "the standard streams",
        "Sources/RelctlCLI/Rendering/Terminal.swift": "whether a stream is a terminal, and how wide",
    ]
}

extension ProjectTree.File {
    /// Whether it is one of those that touch the world.
    var isLive: Bool { module == "RelctlEffects" && room.hasPrefix("Live") }
}

extension String {
    fileprivate var isCModule: Bool { wholeMatch(of: /C[A-Z]\w*/) != nil }
}

extension ProjectTree {
    /// What `Package.swift` says that each Swift target depends on, test targets aside.
    fileprivate var dependencies: [String: Set<String>] {
        let text = files.first { $0.path == "Package.swift" }?.text ?? ""
        let targets = text.matches(
            of:
                /\.(?:executableT|t)arget\(\s*name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?/
        )
        return targets.reduce(into: [:]) { found, match in
            found[String(match.1)] = Set((match.2 ?? "").matches(of: /"(\w+)"/).map { String($0.1) })
        }
    }

    /// What CONTRIBUTING shows: a row for each target, its dependencies in the last column.
    fileprivate var shownDependencies: [String: Set<String>] {
        let text = files.first { $0.path == ".github/CONTRIBUTING.md" }?.text ?? ""
        let rows = text.matches(of: /\n?\| `(\w+)` \|[^|\n]*\|([^|\n]*)\|/)
        return rows.reduce(into: [:]) { found, match in
            found[String(match.1)] = Set(match.2.matches(of: /`(\w+)`/).map { String($0.1) })
        }
    }
}
