/// What a text in the configuration may say.
package enum TextForm: Sendable {
    /// Anything, nothing too.
    case any
    /// Anything but nothing.
    case nonEmpty
    /// Anything in which no template begins, because it stands in for names in templates itself.
    case constant
    /// The name of a file or folder that every system can hold.
    case fileName
    /// A file name without `.exe`, which relctl adds where it belongs.
    case binaryName
    /// The name of the file that lists all checksums, beside the files that relctl itself writes.
    case checksumListName
    /// A path below the project's folder or an archive's top.
    case path
    /// A path, or `.` for the top.
    case folder
    /// A path that may lead out of the project's folder, of which history is told.
    case historyPath
    /// The path of a manifest; version sources know files of these names.
    case manifest([String])
    /// A glob below a folder.
    case glob
    /// A time such as `1h30m`.
    case duration
    /// The name of an environment variable.
    case environmentName
    /// The name of a variable for templates.
    case variableName
    /// A name that most programming languages take.
    case identifier
    /// A target triple.
    case triple
    /// `default`, an operating system or a triple.
    case formatKey
    /// A regular expression with one group.
    case regularExpression
    /// A path in a structured text.
    case sourcePath
    /// What stands before the number of a pre-release.
    case prereleaseIdentifier
    /// A number of bytes with its unit.
    case byteCount
    /// A digest, `sha256:` and its digits.
    case digest
    /// A repository that git can push to.
    case remote
    /// The name of a branch.
    case branch
    /// A form that one feature alone knows.
    case rule(any TextRule)
    /// A template, and the names it may use.
    case template(TemplateReach)
    /// A template that makes a path below the project's folder or an archive's top.
    case pathTemplate(TemplateReach)
    /// A template that makes a file name.
    case fileNameTemplate(TemplateReach)

    /// What is wrong with `text`; nothing if it has the form.
    package func problem(with text: String) -> String? {
        guard !text.utf8.contains(0) else { return "a NUL character is not allowed" }
        switch self {
        case .any: return nil
        case .nonEmpty: return text.isEmpty ? "it is empty" : nil
        case .fileName: return Self.fileNameProblem(text)
        case .binaryName:
            guard text.lowercased().hasSuffix(".exe") else { return Self.fileNameProblem(text) }
            return "`\(text)` ends in `.exe`, which relctl adds for Windows itself"
        case .constant:
            guard text.unicodeScalars.firstRange(of: "{{".unicodeScalars) != nil else { return nil }
            return "`\(text)` holds `{{`, but the values of variables are no templates"
        case .checksumListName: return Self.fileNameProblem(text) ?? Self.takenNameProblem(text)
        case .path, .manifest: return Self.pathProblem(text)
        case .glob: return Self.pathProblem(text) ?? Self.globProblem(text)
        case .folder: return text == "." ? nil : Self.pathProblem(text)
        case .historyPath: return Self.problem { () throws(RelativePath.Problem) in _ = try HistoryPath(text) }
        case .duration:
            return DurationText.parse(text) != nil
                ? nil : "`\(text)` is not a time such as `90s`, `45m` or `1h30m`, up to `1000h`"
        case .environmentName: return Self.environmentNameProblem(text)
        case .variableName: return Self.variableNameProblem(text)
        case .identifier:
            return Self.isWord(text, also: "_")
                ? nil : "`\(text)` is not a name in programs, which is made of letters, digits and `_`"
        case .triple: return Self.problem { () throws(TargetTriple.Problem) in _ = try TargetTriple(text) }
        case .formatKey: return Self.formatKeyProblem(text)
        case .regularExpression: return RegularExpression.problem(with: text)
        case .sourcePath: return Self.problem { () throws(SourcePath.Problem) in _ = try SourcePath(text) }
        case .prereleaseIdentifier:
            return Self.problem { () throws(Version.Problem) in
                _ = try Version.zero.with(prerelease: text)
            }
        case .template: return Self.templateProblem(text) { _ in nil }
        case .pathTemplate: return Self.templateProblem(text, inResult: Self.pathProblem)
        case .fileNameTemplate: return Self.templateProblem(text, inResult: Self.fileNameProblem)
        case .remote: return Self.remoteProblem(text)
        case .branch: return GitReferenceName.isValid(text) ? nil : "git allows no branch named `\(text)`"
        case .byteCount: return Self.byteCountProblem(text)
        case .digest:
            return Digest(prefixed: text) == nil ? "`\(text)` is not `sha256:` and 64 hexadecimal digits" : nil
        case .rule(let rule): return rule.problem(with: text)
        }
    }

    /// How far a template of this form sees; nothing if the form is not one of templates.
    var templateReach: TemplateReach? {
        switch self {
        case .template(let reach), .pathTemplate(let reach), .fileNameTemplate(let reach): reach
        default: nil
        }
    }

    private static func pathProblem(_ text: String) -> String? {
        problem { () throws(RelativePath.Problem) in _ = try RelativePath(text) }
    }

    private static func globProblem(_ text: String) -> String? {
        problem { () throws(Glob.Problem) in _ = try Glob(text) }.map { "`\(text)` is not a pattern: \($0)" }
    }

    private static func byteCountProblem(_ text: String) -> String? {
        guard ByteCount(text) == nil else { return nil }
        let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        let unit = text.dropFirst(number.count).drop { $0 == " " }.lowercased()
        guard ByteCount("\(number)B") != nil else { return "`\(text)` is not a size such as `50MB` or `64MiB`" }
        guard !unit.isEmpty else { return "`\(text)` has no unit: write `\(number)B` for bytes, or `\(number)MB`" }
        // Upper and lower case, and the `B`, are what people leave to the reader: `50M`, `50mb`.
        let meant = ["B", "kB", "MB", "GB", "KiB", "MiB", "GiB"].first { known in
            [known.lowercased(), String(known.lowercased().dropLast())].contains(unit)
                && ByteCount(number + known) != nil
        }
        let hint = meant.map { ": write `\(number)\($0)`" } ?? " such as `50MB` or `64MiB`"
        return "`\(text)` is not a size\(hint)"
    }

    /// What is wrong with a template, or with what it makes whatever its names stand for.
    private static func templateProblem(_ text: String, inResult problem: (String) -> String?) -> String? {
        do {
            var result = ""
            for piece in try Template(text).pieces {
                switch piece {
                case .text(let text): result += text
                case .variable(let name, _): result += "{{\(name)}}"
                // Whether its text is there turns out when it is filled in.
                case .section, .partial: return nil
                }
            }
            return problem(result)
        } catch {
            return error.description
        }
    }

    /// The names of files and folders in `dist` that relctl itself writes beside the archives.
    package static let takenNames = [
        "build", ReleaseFolder.distributionName, "docs", "images", "journal.jsonl", "logs", Manifest.fileName, "nix",
        "NOTES.md", "plan.json",
    ]

    private static func takenNameProblem(_ text: String) -> String? {
        takenNames.contains { $0.lowercased() == text.lowercased() }
            ? "`\(text)` is the name of another file in `dist`" : nil
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
    package static func fileNameProblem(_ text: String) -> String? {
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

    /// What git would take for an option, a program to run or a password does not belong into a configuration.
    private static func remoteProblem(_ text: String) -> String? {
        if text.isEmpty { return "it is empty" }
        if text.hasPrefix("-") { return "`\(text)` begins with `-`" }
        if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return "a control character is not allowed in an address"
        }
        if text.firstMatch(of: /^[A-Za-z0-9+.\-]+::/) != nil { return "`\(text)` names a program of git's to run" }
        if text.firstMatch(of: /^[A-Za-z0-9+.\-]+:\/\/[^\/@]*:[^\/@]*@/) != nil {
            return "it holds a password, which belongs into git's credential helper"
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

extension Digest {
    /// The digest that `sha256:DIGITS` is; nil for any other text.
    package init?(prefixed text: String) {
        guard text.hasPrefix("sha256:") else { return nil }
        self.init(hexadecimal: text.dropFirst("sha256:".count))
    }
}
