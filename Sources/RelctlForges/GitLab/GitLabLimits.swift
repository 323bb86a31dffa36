/// What GitLab takes as the names of packages and files (`lib/gitlab/regex/packages.rb`).
enum GitLabLimits {
    /// Looks for names that GitLab refuses.
    static func findings(of names: [String], _ settings: GitLabSettings) -> [Finding] {
        var findings: [Finding] = []
        if settings.package.wholeMatch(of: /[A-Za-z0-9_.+~@\-]{1,255}/) == nil {
            findings.append(
                settings.place.finding(
                    "a package cannot be called `\(settings.package)`",
                    "package",
                    "set `package`; it takes letters, digits and `. _ + ~ @ -`"
                )
            )
        }
        if settings.title.unicodeScalars.count > 255 {
            findings.append(settings.place.finding("the title has more than 255 characters", "title"))
        }
        for name in names where !isTaken(name) {
            findings.append(
                settings.place.finding(
                    "a file of a package cannot be called `\(name)`",
                    "name",
                    "use letters, digits and `. _ + ~ @ -`, and neither begin nor end with `~` or `@`, in `archive.name`"
                )
            )
        }
        return findings
    }

    /// Makes sure that GitLab takes these files.
    ///
    /// - Throws: ``RelctlError`` with everything that is wrong as its causes.
    static func check(_ files: [PublishedFile], _ settings: GitLabSettings) throws {
        let problems = findings(of: files.map(\.name), settings)
        guard !problems.isEmpty else { return }
        throw RelctlError(
            "cannot publish to GitLab",
            code: .configurationInvalid,
            causes: problems.map { RelctlError($0.message, hints: $0.hints) }
        )
    }

    private static func isTaken(_ name: String) -> Bool {
        let edges: Set<UInt8> = [UInt8(ascii: "~"), UInt8(ascii: "@")]
        guard let first = name.utf8.first, let last = name.utf8.last else { return false }
        return name.utf8.count <= 255 && !edges.contains(first) && !edges.contains(last)
            && name.wholeMatch(of: /[A-Za-z0-9_.+~@\-]+/) != nil
    }
}
