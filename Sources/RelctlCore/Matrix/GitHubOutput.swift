/// The file that a step of a GitHub workflow writes its outputs to (`$GITHUB_OUTPUT`).
///
/// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#setting-an-output-parameter
package struct GitHubOutput: Sendable {
    private let file: GitHubFile

    /// Finds the file.
    ///
    /// - Throws: ``RelctlError`` if the environment names none.
    package init(environment: [String: String], files: any FileSystem) throws {
        guard let file = GitHubFile(.outputs, environment: environment, files: files) else {
            throw RelctlError(
                "cannot set an output of the workflow: `GITHUB_OUTPUT` is not set",
                hints: ["leave `--github-output` out where no workflow of GitHub runs"]
            )
        }
        self.file = file
    }

    /// Appends an output, in one write.
    ///
    /// - Throws: ``RelctlError`` for a name that no expression could use; ``FileSystemError``.
    package func append(name: String, value: String) throws {
        try file.append(try Self.text(name: name, value: value))
    }

    /// What is appended: `NAME=VALUE`, or with a delimiter round a value of several lines.
    package static func text(name: String, value: String) throws -> String {
        guard isValid(name) else {
            throw RelctlError(
                "`\(name)` cannot be the name of a workflow's output",
                code: .usage,
                hints: ["use letters, digits, `_` and `-`, with a letter or `_` in front"]
            )
        }
        guard value.utf8.contains(where: { $0 == 0x0a || $0 == 0x0d }) else { return "\(name)=\(value)\n" }
        // A delimiter that is no line of the value: whoever chose the value cannot end it early.
        let lines = Set(value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init))
        var number = 0
        while lines.contains("relctl-\(number)") { number += 1 }
        return "\(name)<<relctl-\(number)\n\(value)\nrelctl-\(number)\n"
    }

    private static func isValid(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.isASCII, first == "_" || first.properties.isAlphabetic else {
            return false
        }
        return name.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-")
        }
    }
}
