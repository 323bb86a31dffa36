/// The platform matrix: what CI needs to know of each target to build it on a machine of its own.
package struct Matrix: Sendable, Hashable {
    /// The targets, in the configuration's order.
    package var rows: [Row]

    /// One target.
    package struct Row: Sendable, Hashable, Codable {
        /// The triple.
        package var target: String
        /// The CI runner that builds it.
        package var runner: String
        /// The operating system, as `{{os}}` names it.
        package var os: String
        /// The processor, as `{{arch}}` names it.
        package var arch: String
        /// The archive's name without ending; of programs that are shipped as they are, with `{{binary}}` open where there
        /// are several.
        package var archive: String
    }

    /// Makes the matrix of some targets.
    ///
    /// - Parameters:
    ///   - targets: The targets, in order; where no version is known, their scopes hold ``openRelease(_:)``.
    ///   - archive: The archive's settings.
    ///   - packagers: The formats that are known.
    /// - Throws: ``RelctlError`` for a template that cannot be filled in.
    package init(
        _ targets: [TargetContext],
        archive: ArchiveSettings,
        packagers: Registry<any Packager>
    ) throws {
        rows = try targets.map { context in
            do {
                return Row(
                    target: context.target.triple.text,
                    runner: context.target.runner ?? Self.usualRunner(for: context.target.triple),
                    os: try Template("{{os}}").render(context.scope),
                    arch: try Template("{{arch}}").render(context.scope),
                    archive: try Self.name(of: context, archive, packagers)
                )
            } catch {
                throw RelctlError(
                    "cannot fill in `archive.name` for `\(context.target.triple)`",
                    code: .configurationInvalid,
                    place: archive.place,
                    causes: [error]
                )
            }
        }
    }

    private static func name(
        of target: TargetContext,
        _ archive: ArchiveSettings,
        _ packagers: Registry<any Packager>
    ) throws -> String {
        let files = try archive.files(for: target, packagers)
        let isOpen = files.count > 1 && files.allSatisfy { $0.binary != nil }
        let scope = files.first { $0.binary == nil }?.scope ?? files.first?.scope ?? target.scope
        return try archive.name.render(isOpen ? scope.adding(texts: ["binary": "{{binary}}"]) : scope)
    }

    /// The names of a release that is not known yet, each standing for its own template: `{{version}}`.
    package static func openRelease(_ configuration: Configuration) -> TemplateScope {
        let open = [
            "version", "tag", "major", "minor", "patch", "prerelease", "commit", "shortCommit", "date", "timestamp",
        ]
        return TemplateScope(texts: configuration.variables)
            .adding(texts: ["name": configuration.name])
            .adding(texts: Dictionary(uniqueKeysWithValues: open.map { ($0, "{{\($0)}}") }))
    }

    /// The machine of GitHub's that builds a target where the configuration names none
    /// (https://docs.github.com/actions/reference/runners/github-hosted-runners).
    ///
    /// The systems that nobody hosts are usually built for from an ordinary Linux machine. Labels that GitHub lets lead to
    /// other machines from time to time, such as `ubuntu-latest`, are left to those who want that.
    package static func usualRunner(for triple: TargetTriple) -> String {
        switch (triple.system, triple.architecture) {
        case (.macOS, .x86_64): "macos-15-intel"
        case (.macOS, _): "macos-15"
        case (.windows, _): "windows-2025"
        case (.linux, .aarch64): "ubuntu-24.04-arm"
        default: "ubuntu-24.04"
        }
    }

    /// The rows as one JSON array.
    package var json: [UInt8] {
        get throws { try JSONText.pretty(rows) }
    }

    /// What a workflow's strategy takes as its matrix: `{"include":[…]}`.
    package static func strategy(of rows: [Row]) -> [String: [Row]] { ["include": rows] }

    /// One line that GitHub's `fromJSON` makes a matrix of, without its end.
    package var githubLine: String {
        get throws { String(decoding: try JSONText.line(Self.strategy(of: rows)).dropLast(), as: UTF8.self) }
    }
}
