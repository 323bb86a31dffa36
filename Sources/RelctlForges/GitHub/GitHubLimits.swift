/// What GitHub takes as a release's files, so that nobody learns of it after an hour of building.
enum GitHubLimits {
    /// Files must be smaller than 2 GiB.
    private static let size: UInt64 = 2 << 30
    private static let count = 1000

    /// Looks for names that GitHub would change.
    ///
    /// It silently writes a dot for a blank and for most signs, so that links, checksum files and the next run would look
    /// for names that are not there.
    static func findings(of names: [String]) -> [Finding] {
        names.filter { !isKept($0) }.map { name in
            Finding(
                "GitHub would rename `\(name)`",
                code: "publish.github.name",
                hints: ["use letters, digits and `. _ + @ -`, and neither begin nor end with a dot, in `archive.name`"]
            )
        }
    }

    /// Makes sure that GitHub takes these files as they are.
    ///
    /// - Throws: ``RelctlError`` with everything that is wrong as its causes.
    static func check(_ files: [PublishedFile]) throws {
        var problems = findings(of: files.map(\.name)).map { RelctlError($0.message, hints: $0.hints) }
        if files.count > count {
            problems.append(RelctlError("a release has at most \(count) files, not \(files.count)"))
        }
        for file in files where file.size == 0 {
            problems.append(RelctlError("`\(file.name)` is empty, which GitHub does not take"))
        }
        for file in files where file.size >= size {
            let size = "`\(file.name)` has \(ByteCount(file.size))"
            problems.append(RelctlError("\(size), and GitHub takes files of less than 2 GiB"))
        }
        guard !problems.isEmpty else { return }
        throw RelctlError("cannot publish to GitHub", code: .configurationInvalid, causes: problems)
    }

    private static func isKept(_ name: String) -> Bool {
        name.wholeMatch(of: /[A-Za-z0-9_+@\-](?:[A-Za-z0-9._+@\-]*[A-Za-z0-9_+@\-])?/) != nil && !name.contains("..")
    }
}
