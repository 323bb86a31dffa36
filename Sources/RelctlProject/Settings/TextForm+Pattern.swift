/// The forms of texts as regular expressions of ECMA-262, which JSON Schema wants.
///
/// What relctl takes always matches; what it refuses does not, as far as a regular expression can say so.
extension TextForm {
    /// The form as a regular expression.
    package var pattern: String {
        switch self {
        case .template(.tag): Self.tagPattern
        case .any, .regularExpression, .template: "^[^\\u0000]*$"
        case .nonEmpty: "^[^\\u0000]+$"
        case .constant: "^(?![\\s\\S]*\\{\\{)[^\\u0000]*$"
        case .fileName: Self.fileNamePattern
        case .binaryName: "^(?![\\s\\S]*\\.[eE][xX][eE]$)" + Self.fileNamePattern.dropFirst()
        case .checksumListName:
            "^(?!(?:\(Self.takenNames.map(Self.anyCase).joined(separator: "|")))$)" + Self.fileNamePattern.dropFirst()
        case .path, .glob: Self.pathPattern
        case .folder: "^\\.$|" + Self.pathPattern
        case .historyPath:
            "^\\.$|^(?:\\.\\./)*\\.\\.$|^(?:\\.\\./)*(?!\\.{0,2}(?:/|$))(?![\\s\\S]*/\\.{0,2}(?:/|$))[^\\u0000]+$"
        case .manifest(let names):
            "^\(Self.properPath)(?:[^\\u0000]*/)?(?:\(names.map(Self.namePattern).joined(separator: "|")))$"
        case .duration: "^(?=[0-9])(?![0hms]*$)([0-9]+h)?([0-9]+m)?([0-9]+s)?$"
        case .environmentName: "^[A-Za-z_][A-Za-z0-9_.()-]*$"
        case .variableName:
            "^(?!(" + TemplateScopes.reservedNames.joined(separator: "|") + ")$)[A-Za-z_][A-Za-z0-9_-]*$"
        case .identifier: "^[A-Za-z_][A-Za-z0-9_]*$"
        case .triple: Self.triplePattern
        case .prereleaseIdentifier: "^\(Self.prereleasePart)(?:\\.\(Self.prereleasePart))*$"
        case .formatKey:
            "^(default|" + TargetTriple.System.allCases.map(\.templateName).joined(separator: "|") + ")$|"
                + Self.triplePattern
        case .sourcePath: Self.sourcePathPattern
        case .pathTemplate: Self.unlessSections(Self.pathPattern)
        case .fileNameTemplate: Self.unlessSections(Self.fileNameTemplatePattern)
        case .remote:
            "^(?!-)(?![A-Za-z0-9+.-]+::)(?![A-Za-z0-9+.-]+://[^/@]*:[^/@]*@)[^\\u0000-\\u001f\\u007f]+$"
        case .branch: "^(?!-)[^\\u0000-\\u0020~^:?*\\[\\\\\\u007f]+$"
        case .digest: "^sha256:[0-9A-Fa-f]{64}$"
        case .byteCount: "^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|KiB|MiB|GiB)$"
        case .rule(let rule): rule.pattern
        }
    }

    // MARK: Paths and names

    /// A name in which `*` stands for any text.
    private static func namePattern(_ name: String) -> String {
        name.split(separator: "*", omittingEmptySubsequences: false).map { literal(String($0)) }
            .joined(separator: "[^/\\u0000]*")
    }

    private static let properPath = "(?![\\s\\S]*(^|/)\\.{0,2}(/|$))"
    private static let pathPattern = "^\(properPath)[^\\u0000]+$"
    /// Control characters and what Windows does not allow in a name (Win32, "Naming Files, Paths, and Namespaces").
    private static let excluded = "/\\\\<>:\"|?*\\u0000-\\u001f\\u007f"
    private static let fileNamePattern = "^[^-. \(excluded)]([^\(excluded)]*[^. \(excluded)])?$"

    /// Keys between dots, in quotes or without any, and indices.
    private static let sourcePathPattern: String = {
        let key = "(?:\"(?:[^\"\\\\]|\\\\[\\s\\S])*\"|[^.\"\\[][^.\\[]*)"
        let index = "\\[[0-9]+\\]"
        return "^(?![\\s\\S]*\\u0000)(?:\(key)|\(index))(?:\\.\(key)|\(index))*$"
    }()

    // MARK: Templates

    /// A name to fill in.
    private static let variable = "\\{\\{[^#^!}][^}]*\\}\\}\\}?"

    private static let fileNameTemplatePattern =
        "^(?![-. ])(?![\\s\\S]*[. ]$)(?:\(variable)|\\{(?!\\{)|[^{\(excluded)])+$"

    /// A form for templates without sections and comments; with them, only filling in shows what comes of it.
    private static func unlessSections(_ pattern: String) -> String { "\\{\\{\\{?\\s*[#^!]|" + pattern }

    /// Once `version` among other names and what git allows in tags; sections have no place there.
    private static let tagPattern: String = {
        let other = "\\{\\{(?!\\{?\\s*&?\\s*version\\s*\\})\\{?\\s*[^#^/!}\\s][^}]*\\}\\}\\}?"
        let text = "(?:\(other)|\\{(?!\\{)|[^{\\u0000-\\u0020~^:?*\\[\\\\\\u007f])*"
        return "\\{\\{\\{?\\s*!|^\(text)\\{\\{\\{?\\s*&?\\s*version\\s*\\}\\}\\}?\(text)$"
    }()

    /// A part of a pre-release (Semantic Versioning, item 9): a number without leading zeros, or any other word.
    private static let prereleasePart = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"

    // MARK: Targets

    private static let triplePattern: String = {
        let word = "[A-Za-z0-9_.]+"
        let system = "(?:" + TargetTriple.System.words.map(literal).joined(separator: "|") + ")"
        let environment = "(?:" + TargetTriple.Environment.words.map(literal).joined(separator: "|") + ")"
        let wasi = TargetTriple.System.words.filter { TargetTriple.System(part: $0) == .wasi }.joined(separator: "|")
        let rest = [
            wasi, "\(system)-\(environment)", "(?!\(system)-)\(word)-\(system)",
            "\(word)-\(system)-\(environment)",
        ]
        return "^(?:\(TargetTriple.Architecture.words.map(literal).joined(separator: "|")))-(?:"
            + rest.joined(separator: "|") + ")$"
    }()

    // MARK: Texts in patterns

    /// Matches a text as it stands.
    private static func literal(_ text: String) -> String {
        text.unicodeScalars.map { "^$\\.*+?()[]{}|".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }

    /// Matches a text of ASCII characters in upper and lower case.
    private static func anyCase(_ text: String) -> String {
        text.map { $0.isLetter ? "[\($0.lowercased())\($0.uppercased())]" : literal(String($0)) }.joined()
    }
}
