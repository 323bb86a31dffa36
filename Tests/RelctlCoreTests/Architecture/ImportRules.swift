extension HouseRule {
    /// Who imports whom.
    static let imports: [HouseRule] = [
        HouseRule(
            "`relctl` knows `RelctlCLI` alone, which knows `RelctlCore`, which knows neither",
            brokenBy: [
                ProjectTree([.init("Sources/relctl/main.swift", "import RelctlCore\n")]),
                ProjectTree([.init("Sources/RelctlCore/Model/A.swift", "public import RelctlCLI\n")]),
                ProjectTree([.init("Sources/RelctlCLI/A.swift", "import CArchive\n")]),
            ]
        ) { tree in
            tree.sources.flatMap { file in
                let known = ownModules[file.module ?? ""] ?? []
                return file.imports.filter { isOwn($0.match) && !known.contains($0.match) }
                    .map { "\(file.path):\($0.line): imports \($0.match)" }
            }
        },
        HouseRule(
            "the C modules are imported by the engine and the live effects alone",
            brokenBy: [
                ProjectTree([.init("Sources/RelctlCore/Packaging/A.swift", "import CZlib\n")]),
                ProjectTree([.init("Sources/RelctlCore/Archives/A.swift", "internal import CSystem\n")]),
                ProjectTree([.init("Sources/RelctlCore/Effects/HTTP/A.swift", "import CCurl\n")]),
            ]
        ) { tree in
            tree.core.flatMap { file in
                file.imports.filter { $0.match.isCModule && !roomsOfC(file.room).contains($0.match) }
                    .map { "\(file.path):\($0.line): imports \($0.match)" }
            }
        },
        HouseRule(
            "only Effects/Live imports all of Foundation, its networking or the C library",
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

    private static let ownModules: [String: Set<String>] = [
        "relctl": ["RelctlCLI"],
        "RelctlCLI": ["RelctlCore", "CBuildInformation"],
        "RelctlCore": ["CArchive", "CConnector", "CCurl", "CSHA256", "CSystem", "CZlib"],
    ]

    private static func isOwn(_ module: String) -> Bool { module.hasPrefix("Relctl") || module.isCModule }

    private static func roomsOfC(_ room: String) -> Set<String> {
        switch room.split(separator: "/").first {
        case "Archives": ["CArchive", "CZlib"]
        case "Checksums": ["CSHA256"]
        case "Effects": room.hasPrefix("Effects/Live") ? ["CConnector", "CCurl", "CSystem"] : []
        default: []
        }
    }

    private static let systemModules: Set<String> = [
        "Foundation", "FoundationNetworking", "FoundationXML", "Glibc", "Musl", "Darwin",
    ]

    /// Files outside of Effects/Live that the C library's names reach, and what for.
    private static let cLibraryUsers: [String: String] = [
        "Sources/RelctlCore/Releasing/ReleasePromotion.swift": "the numbers of errors",
        "Sources/RelctlCLI/Interruption.swift": "signals",
        "Sources/RelctlCLI/ProcessSetting.swift": "locale and time zone, before anything else",
        "Sources/RelctlCLI/Rendering/StandardStream.swift": "the standard streams",
        "Sources/RelctlCLI/Rendering/Terminal.swift": "whether a stream is a terminal, and how wide",
    ]
}

extension ProjectTree.File {
    /// Whether it is one of those that touch the world.
    var isLive: Bool { module == "RelctlCore" && room.hasPrefix("Effects/Live") }
}

extension String {
    fileprivate var isCModule: Bool { wholeMatch(of: /C[A-Z]\w*/) != nil }
}
