import Foundation

extension HouseRule {
    /// What lies where, and what documents promise.
    static let layout: [HouseRule] = [
        HouseRule(
            "the top level holds what stands above and dot files, nothing else",
            brokenBy: [ProjectTree([], topLevel: ["Package.swift", "notes.txt"])]
        ) { tree in
            let known: Set = ["Package.swift", "README.md", "LICENSE", "Sources", "Tests", "Examples"]
            // Made by SwiftPM or by relctl, and ignored by git.
            let made: Set = ["Package.resolved", "DerivedData", "dist"]
            return tree.topLevel.filter {
                !known.contains($0) && !made.contains($0) && !$0.hasPrefix(".") && !$0.hasSuffix(".xcodeproj")
            }
        },
        HouseRule(
            "no file names a folder of somebody's machine",
            brokenBy: [
                ProjectTree([.init("Tests/a.sh", "cd /Us" + "ers/jane/relctl")]),
                ProjectTree([.init("README.md", "see `/wo" + "rk/relctl`")]),
            ]
        ) { tree in
            let folders =
                #"(?<![\w.}/-])(/wo"# + #"rk/|/ro"# + #"ot/|/Us"# + #"ers/\w|/tmp/te"# + #"am)"#
            return tree.files.flatMap { file in
                file.findsInText(folders).map { "\(file.path):\($0.line): \($0.match)" }
            }
        },
        HouseRule(
            "no file names the host of a package registry",
            brokenBy: [ProjectTree([.init("Tests/a.sh", "curl https://py" + "pi.org/simple")])]
        ) { tree in
            let hosts =
                #"\b(py"# + #"pi\.org|files\.python"# + #"hosted\.org|registry\.np"# + #"mjs\.org|crates\.i"#
                + #"o\b|deb\.deb"# + #"ian\.org|archive\.ubu"# + #"ntu\.com|proxy\.gol"# + #"ang\.org|ruby"#
                + #"gems\.org)"#
            return tree.files.flatMap { file in
                file.findsInText(hosts).map { "\(file.path):\($0.line): \($0.match)" }
            }
        },
        HouseRule(
            "articles and files that documents link to are there",
            brokenBy: [
                ProjectTree([.init("Sources/RelctlCore/Documentation.docc/A.md", "See <doc:Missing>.")]),
                ProjectTree([.init("README.md", "[the changelog](.github/CHANGES.md)")]),
            ]
        ) { tree in
            let articles = Set(
                tree.files.filter { $0.path.contains(".docc/") && $0.path.hasSuffix(".md") }
                    .map { ($0.path as NSString).lastPathComponent.dropLast(3) }
            )
            return tree.files.filter { $0.path.hasSuffix(".md") }.flatMap { file in
                let missing = file.findsInText(#"<doc:([^>#]+)[^>]*>"#).filter { find in
                    !articles.contains(Substring((find.match as NSString).lastPathComponent))
                }
                let folder = (file.path as NSString).deletingLastPathComponent
                let broken = file.findsInText(#"\]\((?![a-z]+:|#)([^)#\s]+)[^)]*\)"#).filter { find in
                    let path = folder.isEmpty ? find.match : folder + "/" + find.match
                    return !tree.holds((path as NSString).resolvingParentFolders)
                }
                return (missing + broken).map { "\(file.path):\($0.line): \($0.match)" }
            }
        },
        HouseRule(
            "the programs of this project that documents tell to run are there",
            brokenBy: [ProjectTree([.init("README.md", "```console\n$ Tests/all.sh --full\n```")])]
        ) { tree in
            tree.files.filter { $0.path == "README.md" || $0.path.hasPrefix(".github/") }.flatMap { file in
                file.findsInText(#"(?<![\w/.-])(?:\./)?((?:Examples|Tests|Sources|\.ci)/[\w./+-]*\w)"#)
                    .filter { !tree.holds($0.match) }
                    .map { "\(file.path):\($0.line): \($0.match)" }
            }
        },
    ]
}

extension NSString {
    /// The path without `..`, by text alone.
    fileprivate var resolvingParentFolders: String {
        pathComponents.reduce(into: [String]()) { path, component in
            if component == "..", !path.isEmpty {
                path.removeLast()
            } else if component != "." {
                path.append(component)
            }
        }
        .joined(separator: "/")
    }
}
