import RelctlCore

/// `relctl matrix`.
enum MatrixCommand: Command {
    struct Options: Sendable, Equatable {
        var targets: [String] = []
        var format = Format.text
        var output: String?
        var tag: String?
    }

    enum Format: String, Sendable, CaseIterable { case text, json, github }

    static let name = "matrix"
    static let summary = "Print the platform matrix"
    static let discussion = """
        With --format github it is one line that a workflow's `fromJSON` takes as a strategy's matrix; --github-output \
        appends it to the file that $GITHUB_OUTPUT names. Where no tag is known, the version stays open in the \
        archives' names, as `{{version}}`.
        """
    static let examples = [
        Example("relctl matrix", "Print a table"),
        Example("relctl matrix --github-output matrix", "Hand the matrix to the jobs that come after, in CI"),
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [
        .choice("format", \.format, "What is printed (default: text)"),
        .value("github-output", "NAME", \.output, "Append NAME=MATRIX to the file that $GITHUB_OUTPUT names"),
        .targets(\.targets),
    ]
    static let positionals: [PositionalSpec<Options>] = [.optionalTag(\.tag)]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        let tag = if let tag = options.tag { tag } else { try await project.observer.tagAtHead() }
        let names = try tag.map { try project.names(ofTag: $0) } ?? [:]
        let scope = Matrix.openRelease(project.configuration).adding(texts: names)
        let matrix = try project.matrix(options.targets, scope)
        if let name = options.output {
            try GitHubOutput(environment: session.effects.environment, files: session.effects.files)
                .append(name: name, value: matrix.githubLine)
        }
        switch session.globals.isJSON ? .json : options.format {
        case .text: try session.render(matrix.rows) { lines(matrix, $0) }
        case .json: try session.write(String(decoding: matrix.json, as: UTF8.self))
        case .github: try session.write(matrix.githubLine + "\n")
        }
        return .done
    }

    private static func lines(_ matrix: Matrix, _ style: TextStyle) -> [String] {
        var table = Table([.left("TARGET"), .left("RUNNER"), .left("OS"), .left("ARCH"), .left("ARCHIVE")])
        for row in matrix.rows { table.append([row.target, row.runner, row.os, row.arch, row.archive]) }
        return table.lines(style)
    }
}
