/// Looking through what a commit holds.
extension GitMirror {
    /// How long it may take to look through a repository.
    private static let searchTime = Duration.seconds(120)

    /// The text files of a commit that hold one of these texts, sorted bytewise.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked, or not in time.
    package func files(holding texts: Set<String>, at commit: String) async throws -> [String] {
        guard !texts.isEmpty else { return [] }
        let revision = try GitRevision.commit(commit).expression()
        let patterns = texts.sortedBytewise().flatMap { ["-e", $0] }
        let arguments = ["grep", "--files-with-matches", "-z", "-I", "--fixed-strings"] + patterns + [revision, "--"]
        let outcome = try await git.run(arguments, timeout: Self.searchTime)
        // It ends with 1 where nothing was found.
        guard outcome.succeeded || outcome.termination == .exited(1) && outcome.standardError.isEmpty else {
            throw git.failure("cannot look through what was fetched from `\(url)`", arguments, outcome)
        }
        let prefix = revision.utf8.count + 1
        return outcome.standardOutput.split(separator: 0).map { String(decoding: $0.dropFirst(prefix), as: UTF8.self) }
            .sortedBytewise()
    }

    /// Those of these files of a commit that are no larger than this, in bytes, in their order.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func files(_ paths: some Collection<String>, upTo limit: Int, at commit: String) async throws -> [String] {
        guard !paths.isEmpty else { return [] }
        let arguments = ["ls-tree", "-r", "-l", "-z", try GitRevision.commit(commit).expression(), "--"] + paths
        let literal = git.with(environment: ["GIT_LITERAL_PATHSPECS": "1"])
        let output = try await literal.output(of: arguments, "cannot look through what was fetched from `\(url)`")
        // Mode, kind, name, size, and after a tab the path.
        let small = output.split(separator: 0).compactMap { line -> String? in
            let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
            guard parts.count == 2, let size = parts[0].split(separator: 0x20).last,
                let count = Int(String(decoding: size, as: UTF8.self)), count <= limit
            else { return nil }
            return String(decoding: parts[1], as: UTF8.self)
        }
        let known = Set(small)
        return paths.filter(known.contains)
    }
}
