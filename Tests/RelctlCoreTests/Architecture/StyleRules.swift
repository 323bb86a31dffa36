import Foundation

extension HouseRule {
    /// How code is written.
    static let style: [HouseRule] = [
        .forbids(
            "no source ends the process: no fatalError, precondition, assert, `try!`, `as!`",
            #"\b(fatalError|preconditionFailure|precondition|assertionFailure|assert|try!|as!|unowned)(?=\W)"#,
            in: { $0.module != nil },
            brokenBy: (
                "Sources/RelctlCore/Model/A.swift",
                ["fatalError()", "precondition(width > 0)", "try! run()", "value as! Int", "assert(ok)"]
            )
        ),
        .forbids(
            "nothing is unwrapped by force, in Sources or Tests",
            #"[\w)\]>?](!)(?![=\w(])|[\w)\]](!)(?=\()"#,
            in: { $0.path.hasSuffix(".swift") },
            brokenBy: (
                "Sources/RelctlCore/Model/A.swift", ["let a = b!\n", "f(g()!.c)", "list[0]![1]", "var x: Int!\n"]
            )
        ),
        HouseRule(
            "nothing is left for later",
            brokenBy: [ProjectTree([.init("Sources/RelctlCore/Model/A.swift", "// TO" + "DO: all of it")])]
        ) { tree in
            tree.files.flatMap { file in
                file.findsInText(#"\b(TO"# + #"DO|FIX"# + #"ME|XX"# + #"X|HA"# + #"CK)\b"#).map {
                    "\(file.path):\($0.line): \($0.match)"
                }
            }
        },
        HouseRule(
            "a Swift file has at most 400 lines",
            brokenBy: [ProjectTree([.init("Tests/A.swift", String(repeating: "// a\n", count: 401))])]
        ) { tree in
            tree.files.filter { $0.path.hasSuffix(".swift") }.compactMap { file in
                let count = file.text.utf8.count { $0 == UInt8(ascii: "\n") }
                return count > 400 ? "\(file.path): \(count) lines" : nil
            }
        },
        HouseRule(
            "nothing is named by what it is not: Utils, Helper, Manager",
            brokenBy: [
                ProjectTree([.init("Sources/RelctlCore/Git/GitManager.swift", "")]),
                ProjectTree([.init("Tests/TestSupport/A.swift", "package struct PathHelper {}")]),
                ProjectTree([.init("Sources/RelctlCore/Utils/A.swift", "")]),
            ]
        ) { tree in
            let vague = #"((?:Utils?|Utilit(?:y|ies)|Helpers?|Managers?))"#
            return tree.files.filter { $0.path.hasSuffix(".swift") }.flatMap { file in
                let declared = file.finds(#"\b(?:struct|class|enum|actor|protocol|typealias)\s+(\w*"# + vague + #")\b"#)
                    .map { "\(file.path):\($0.line): \($0.match)" }
                let isVague = file.path.range(of: vague + #"(?=[/.+])"#, options: .regularExpression) != nil
                return declared + (isVague ? [file.path] : [])
            }
        },
    ]
}
