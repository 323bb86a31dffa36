/// What a repository knows of people, of names of commits, and of where it came from.
extension GitRepository {
    /// The commit that a user means by a tag, `HEAD` or the digits of a hash.
    ///
    /// - Throws: ``RelctlError`` for anything else.
    package func revision(named name: String) async throws -> GitRevision {
        if name == "HEAD" || name == "@" { return .head }
        if GitReferenceName.isValid(name), try await hash(of: .tag(name)) != nil { return .tag(name) }
        let revision = GitRevision.commit(name.lowercased())
        guard (try? revision.expression()) != nil, let hash = try await hash(of: revision) else {
            throw RelctlError(
                "cannot find `\(name)`: it is no tag and no commit",
                hints: ["`git tag` lists the tags that are here, `git fetch --tags` gets more"]
            )
        }
        return .commit(hash)
    }

    /// Where the repository came from, and whether people may be known by other names, in one question.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func origin() async throws -> GitOrigin {
        let pattern = #"^(remote\.origin\.url|url\..*|mailmap\..*)$"#
        let arguments = ["config", "--null", "--get-regexp", pattern]
        let outcome = try await git.run(arguments)
        // It fails without a word where nothing matches.
        guard outcome.succeeded || (outcome.termination == .exited(1) && outcome.standardError.isEmpty) else {
            throw git.failure("cannot read git's configuration", arguments, outcome)
        }
        let settings = outcome.standardOutput.split(separator: 0).map { setting in
            let parts = setting.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
            return (key: String(decoding: parts[0], as: UTF8.self), value: parts.count > 1 ? parts[1] : [])
        }
        var origin = GitOrigin(address: nil, namesMailmap: settings.contains { $0.key.hasPrefix("mailmap.") })
        let addresses = settings.filter { $0.key == "remote.origin.url" }.map(\.value)
        // What rewrites addresses, and what follows from several, git knows better.
        if addresses.count == 1, !addresses[0].isEmpty, !settings.contains(where: { $0.key.hasPrefix("url.") }) {
            origin.address = String(decoding: addresses[0], as: UTF8.self)
        } else {
            origin.address = try await originAddress()
        }
        return origin
    }

    /// The address of the remote `origin`, as git would use it; nothing if there is no such remote.
    private func originAddress() async throws -> String? {
        let outcome = try await git.run(["ls-remote", "--get-url", "origin"])
        guard outcome.succeeded else { return nil }
        // Where there is no such remote, git takes the name for an address.
        let address = git.line(of: outcome)
        return address.isEmpty || address == "origin" ? nil : address
    }

    /// What the mailmap makes of people; of those whom it does not know, nothing.
    package func mailmapped(_ people: [CommitIdentity]) async throws -> [CommitIdentity: CommitIdentity] {
        var mapped: [CommitIdentity: CommitIdentity] = [:]
        // Each is an argument, and there is a limit to all of them together.
        let usable = people.filter { person in
            !person.name.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "<") }
                && !person.email.utf8.contains { $0 <= 0x20 || "<>".utf8.contains($0) }
                && person.name.utf8.count + person.email.utf8.count < 1000
        }
        for start in stride(from: 0, to: usable.count, by: 100) {
            let part = usable[start..<min(usable.count, start + 100)]
            let contacts = part.map { "\($0.name) <\($0.email)>" }
            let output = try await git.output(of: ["check-mailmap", "--"] + contacts, "cannot read the mailmap")
            let lines = output.split(separator: UInt8(ascii: "\n"))
            guard lines.count == part.count else {
                throw RelctlError("cannot understand what git makes of the mailmap")
            }
            for (person, line) in zip(part, lines) {
                guard let open = line.lastIndex(of: UInt8(ascii: "<")), line.last == UInt8(ascii: ">") else { continue }
                var name = line[..<open]
                while name.last == 0x20 { name.removeLast() }
                mapped[person] = CommitIdentity(
                    name: String(decoding: name, as: UTF8.self),
                    email: String(decoding: line[(open + 1)...].dropLast(), as: UTF8.self)
                )
            }
        }
        return mapped
    }
}

/// What git's configuration says of where a repository came from.
package struct GitOrigin: Sendable, Hashable {
    /// The address of the remote `origin`, as git would use it; nothing if there is no such remote.
    package var address: String?
    /// Whether it names a mailmap, beside the one in the repository.
    package var namesMailmap: Bool
}
