/// What a text in the configuration may say.
enum TextForm: Sendable, Hashable {
    /// Anything, nothing too.
    case any
    /// Anything but nothing.
    case nonEmpty
    /// The name of a file or folder that every system can hold.
    case fileName
    /// A file name without `.exe`, which relctl adds where it belongs.
    case binaryName
    /// A path below the project's folder or an archive's top.
    case path
    /// A path, or `.` for the top.
    case folder
    /// A glob below a folder.
    case glob
    /// A time such as `1h30m`.
    case duration
    /// The name of an environment variable.
    case environmentName
    /// The name of a variable for templates.
    case variableName
    /// A target triple.
    case triple
    /// `default`, an operating system or a triple.
    case formatKey
    /// A regular expression with one group.
    case regularExpression
    /// A template, and the names it may use.
    case template(TemplateReach)

    /// What is wrong with `text`; nothing if it has the form.
    func problem(with text: String) -> String? {
        guard !text.utf8.contains(0) else { return "a NUL character is not allowed" }
        switch self {
        case .any: return nil
        case .nonEmpty: return text.isEmpty ? "it is empty" : nil
        case .fileName: return Self.fileNameProblem(text)
        case .binaryName:
            guard text.lowercased().hasSuffix(".exe") else { return Self.fileNameProblem(text) }
            return "`\(text)` ends in `.exe`, which relctl adds for Windows itself"
        case .path, .glob: return Self.pathProblem(text)
        case .folder: return text == "." ? nil : Self.pathProblem(text)
        case .duration:
            return DurationText.parse(text) == nil ? "`\(text)` is not a time such as `90s`, `45m` or `1h30m`" : nil
        case .environmentName: return Self.environmentNameProblem(text)
        case .variableName: return Self.variableNameProblem(text)
        case .triple: return Self.problem { () throws(TargetTriple.Problem) in _ = try TargetTriple(text) }
        case .formatKey: return Self.formatKeyProblem(text)
        case .regularExpression: return RegularExpression.problem(with: text)
        case .template(let reach):
            do {
                let template = try Template(text)
                return reach == .tag ? TagForm.problem(with: template) : nil
            } catch {
                return error.description
            }
        }
    }

    /// The form as a regular expression of ECMA-262, which JSON Schema wants; nothing where there is none.
    var pattern: String? {
        switch self {
        case .any, .regularExpression: nil
        case .nonEmpty: "^[\\s\\S]"
        case .fileName: Self.fileNamePattern
        case .binaryName: "^(?![\\s\\S]*\\.[eE][xX][eE]$)" + Self.fileNamePattern.dropFirst()
        case .path, .glob: Self.pathPattern
        case .folder: "^\\.$|" + Self.pathPattern
        case .duration: "^(?=[0-9])([0-9]+h)?([0-9]+m)?([0-9]+s)?$"
        case .environmentName: "^[A-Za-z_][A-Za-z0-9_.()-]*$"
        case .variableName:
            "^(?!(" + TemplateScopes.reservedNames.joined(separator: "|") + ")$)[A-Za-z_][A-Za-z0-9_-]*$"
        case .triple: Self.triplePattern
        case .formatKey:
            "^(default|" + TargetTriple.System.allCases.map(\.templateName).joined(separator: "|") + ")$|"
                + Self.triplePattern
        case .template(.tag): "^\(Self.tagText)\\{\\{\\{?&?\\s*version\\s*\\}?\\}\\}\(Self.tagText)$"
        case .template: nil
        }
    }

    private static let triplePattern = "^[a-z0-9_]+(-[A-Za-z0-9_.]+){1,3}$"
    private static let pathPattern = "^(?![\\s\\S]*(^|/)\\.{0,2}(/|$))"
    /// Control characters and what Windows does not allow in a name (Win32, "Naming Files, Paths, and Namespaces").
    private static let excluded = "/\\\\<>:\"|?*\\u0000-\\u001f\\u007f"
    private static let fileNamePattern = "^[^-. \(excluded)]([^\(excluded)]*[^. \(excluded)])?$"

    /// Any number of the characters that git allows in a tag and that begin no template.
    private static let tagText = "[^{}\\s~^:?*\\[\\\\]*"

    private static func pathProblem(_ text: String) -> String? {
        problem { () throws(RelativePath.Problem) in _ = try RelativePath(text) }
    }

    private static func problem<Failure: CustomStringConvertible>(
        _ body: () throws(Failure) -> Void
    ) -> String? {
        do {
            try body()
            return nil
        } catch {
            return error.description
        }
    }

    /// What is wrong with the name of a file that must exist on every system; nothing if it is well.
    static func fileNameProblem(_ text: String) -> String? {
        let excluded: Set<Unicode.Scalar> = ["/", "\\", "<", ">", ":", "\"", "|", "?", "*", "\u{7F}"]
        if text.isEmpty { return "it is empty" }
        if let character = text.unicodeScalars.first(where: { excluded.contains($0) || $0.value < 0x20 }) {
            return "\(JSONReader.shown(character)) is not allowed in a file's name"
        }
        if let first = text.unicodeScalars.first, "-. ".unicodeScalars.contains(first) {
            return "`\(text)` begins with `\(first)`"
        }
        if let last = text.unicodeScalars.last, ". ".unicodeScalars.contains(last) {
            return "`\(text)` ends with `\(last)`"
        }
        return nil
    }

    private static func environmentNameProblem(_ text: String) -> String? {
        isWord(text, also: "_.()-") ? nil : "`\(text)` is not the name of an environment variable"
    }

    private static func variableNameProblem(_ text: String) -> String? {
        guard isWord(text, also: "_-") else {
            return "`\(text)` is not a name for templates, which is made of letters, digits, `_` and `-`"
        }
        guard TemplateScopes.reservedNames.contains(text) else { return nil }
        return "`\(text)` is a name that relctl itself gives a meaning in templates"
    }

    /// Whether a text begins with a letter or `_` and goes on with letters, digits and `others`, all ASCII.
    private static func isWord(_ text: String, also others: String) -> Bool {
        guard let first = text.unicodeScalars.first, first == "_" || first.isASCIILetter else { return false }
        return text.unicodeScalars.allSatisfy {
            $0.isASCIILetter || ("0"..."9").contains($0) || others.unicodeScalars.contains($0)
        }
    }

    private static func formatKeyProblem(_ text: String) -> String? {
        let names = ["default"] + TargetTriple.System.allCases.map(\.templateName)
        guard !names.contains(text), (try? TargetTriple(text)) == nil else { return nil }
        return "`\(text)` is neither `default` nor an operating system (\(names.dropFirst().joined(separator: ", "))) "
            + "nor a target"
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
