/// Compares files with what a checksum file says of them.
package struct ChecksumCheck: Sendable {
    private let effects: Effects
    private let width: Int

    /// Reads `width` files at a time.
    package init(width: Int, with effects: Effects) {
        self.width = width
        self.effects = effects
    }

    /// What came of one line.
    package struct Result: Sendable, Hashable {
        /// The file's name as the line gives it.
        package let name: String
        /// Whether it is what the line says.
        package let outcome: Outcome
    }

    /// Ways that a comparison can end.
    package enum Outcome: Sendable, Hashable {
        /// The file has the digest.
        case matches
        /// The file has this other digest.
        case differs(Digest)
        /// There is no such file.
        case missing
        /// The file cannot be read, for this reason.
        case unreadable(String)
        /// The name leads out of the folder; the file was not looked at.
        case refused
    }

    /// The results of all lines, and everything that is wrong with them or the file itself.
    package struct Report: Sendable, Hashable {
        /// One result for each line that could be understood, in their order.
        package let results: [Result]
        /// What is wrong.
        package let findings: [Finding]
    }

    /// Checks the files that the checksum file at `path` names, in its own folder.
    ///
    /// - Throws: ``RelctlError`` or ``FileSystemError`` if the checksum file itself cannot be read.
    package func check(_ path: FilePath) async throws -> Report {
        try await check(
            ChecksumFile(parsing: try effects.files.contents(of: path)),
            named: path.string,
            in: path.parent
        )
    }

    /// Checks the files in `folder` that a checksum file names; findings call the checksum file `name`.
    package func check(_ listed: ChecksumFile, named path: String, in folder: FilePath) async throws -> Report {
        let results = try await mapConcurrently(listed.entries, width: width) { entry in
            try Task.checkCancellation()
            let outcome = await outcome(of: entry, in: folder)
            try Task.checkCancellation()
            return Result(name: entry.name, outcome: outcome)
        }
        var findings = listed.malformedLines.map { line in
            finding("a line is malformed", "malformed", path, line)
        }
        if listed.entries.isEmpty, findings.isEmpty { findings.append(finding("it lists nothing", "empty", path, 1)) }
        for (entry, result) in zip(listed.entries, results) {
            guard let (code, message) = Self.problem(entry, result.outcome) else { continue }
            findings.append(finding(message, code, path, entry.line ?? 1))
        }
        return Report(results: results, findings: findings)
    }

    private func finding(_ message: String, _ code: String, _ path: String, _ line: Int) -> Finding {
        Finding(message, code: "checksum.\(code)", place: SourcePlace(file: path, line: line, column: 1))
    }

    private func outcome(of entry: ChecksumFile.Entry, in folder: FilePath) async -> Outcome {
        guard let name = try? RelativePath(entry.name) else { return .refused }
        let path = folder.appending(name)
        do {
            guard try effects.files.resolvedStatus(of: path) != nil else { return .missing }
            guard try isInside(path, folder) else { return .refused }
            let digest = try await ObservedHashing(effects).summary(of: path, name: entry.name).get().sha256
            return digest == entry.sha256 ? .matches : .differs(digest)
        } catch {
            return .unreadable(String(describing: error))
        }
    }

    /// Whether the file still lies in the folder when links are followed.
    private func isInside(_ path: FilePath, _ folder: FilePath) throws -> Bool {
        try effects.files.canonicalPath(of: path).path(below: effects.files.canonicalPath(of: folder)) != nil
    }

    private static func problem(_ entry: ChecksumFile.Entry, _ outcome: Outcome) -> (code: String, message: String)? {
        switch outcome {
        case .matches: nil
        case .differs(let digest):
            ("differs", "`\(entry.name)` has the SHA-256 \(digest), but \(entry.sha256) is listed")
        case .missing: ("missing", "`\(entry.name)` is listed, but not there")
        case .unreadable(let reason): ("unreadable", reason)
        case .refused: ("refused", "`\(entry.name)` leads out of the folder")
        }
    }
}
