/// What a text that ends up in a workflow of GitHub's may say
/// (https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax).
package enum WorkflowTextForm: TextRule, Hashable, CaseIterable {
    /// One line, with something on it.
    case line
    /// The label of a runner.
    case label
    /// The name of a job or of an input.
    case job
    /// What a token may be allowed to do something to.
    case permission
    /// The name of a secret.
    case secret
    /// A version as a comment has it.
    case version
    /// An action at one commit, of the project, or an image by digest.
    case action
    /// A workflow of the project, or one at one commit.
    case file
    /// A script, into which nothing is filled in.
    case script
    /// An address that files are downloaded from.
    case download
    /// A SHA-256 digest.
    case digest

    /// What is wrong with `text`; nothing if it has the form.
    package func problem(with text: String) -> String? {
        guard !matches(text) else { return nil }
        return switch self {
        case .line: "it must be one line with something on it"
        case .label: "`\(text)` is not a runner's label"
        case .job: "`\(text)` is not a name in workflows, which is made of letters, digits, `_` and `-`"
        case .permission: "`\(text)` is not a permission of a token: \(Self.permissions.joined(separator: ", "))"
        case .secret: "`\(text)` is not a secret's name, which is made of letters, digits and `_`, without `GITHUB_`"
        case .version: "`\(text)` is not a version such as `v6.0.0`"
        case .action:
            "`\(text)` is neither `OWNER/NAME@COMMIT`, with all 40 digits of the commit, nor a folder `$/…` of the project"
        case .file:
            "`\(text)` is neither `$/.github/workflows/NAME.yml` nor a workflow of others with all 40 digits of its commit"
        case .script:
            text.allSatisfy(\.isWhitespace)
                ? "it is empty" : "a script must not hold `${{`: hand the value over in `environment`, and name that"
        case .download: "`\(text)` is not an address `https://…`, or `file:///…` on machines of your own"
        case .digest: "`\(text)` is not a SHA-256 digest, which is 64 digits of 0-9 and a-f"
        }
    }

    /// The form as a regular expression of ECMA-262.
    package var pattern: String {
        switch self {
        case .line: "^(?=.*[^ \\t])[^\\u0000-\\u0008\\u000a-\\u001f\\u007f\\u0085\\u2028\\u2029]+$"
        case .label: "^[A-Za-z0-9][A-Za-z0-9._-]*$"
        case .job: "^[A-Za-z_][A-Za-z0-9_-]*$"
        case .permission: "^(\(Self.permissions.joined(separator: "|")))$"
        case .secret: "^(?![Gg][Ii][Tt][Hh][Uu][Bb]_)[A-Za-z_][A-Za-z0-9_]*$"
        case .version: "^[A-Za-z0-9][A-Za-z0-9._+-]*$"
        case .action: "^[.$]/[A-Za-z0-9._/-]+$|^\(Self.others)(/[A-Za-z0-9._-]+)*@[0-9a-f]{40}$"
        case .file:
            "^[.$]/\\.github/workflows/[A-Za-z0-9._-]+\\.ya?ml$|"
                + "^\(Self.others)/\\.github/workflows/[A-Za-z0-9._-]+\\.ya?ml@[0-9a-f]{40}$"
        case .script:
            "^(?![\\s\\S]*\\$\\{\\{)(?=[\\s\\S]*\\S)[^\\u0000-\\u0008\\u000b-\\u001f\\u007f\\u0085\\u2028\\u2029]+$"
        case .download: "^(https://[A-Za-z0-9.-]+(:[0-9]+)?|file://)/[A-Za-z0-9._~/?&=%+,:@-]+$"
        case .digest: "^[0-9a-f]{64}$"
        }
    }

    private static let permissions = [
        "actions", "artifact-metadata", "attestations", "checks", "contents", "deployments", "discussions", "id-token",
        "issues", "packages", "pages", "pull-requests", "security-events", "statuses",
    ]

    /// An owner and a repository of theirs.
    private static let others = "[A-Za-z0-9-]+/[A-Za-z0-9._-]+"

    private func matches(_ text: String) -> Bool {
        // By scalars: to Swift, CRLF is a single character, which no class of characters holds.
        guard let expression = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return false }
        return (try? expression.wholeMatch(in: text)) != nil
    }
}

extension TextForm {
    /// A text of a workflow of GitHub's.
    package static func workflow(_ form: WorkflowTextForm) -> TextForm { .rule(form) }
}
