/// What is checked out and what tags lead to, at one moment.
package struct GitReferences: Sendable, Hashable {
    /// The commit that is checked out; nothing before the first one.
    package var head: ObjectName?
    /// Every tag, sorted by name.
    package var tags: [Tag] = []

    /// A tag.
    package struct Tag: Sendable, Hashable {
        /// Its name.
        package var name: String
        /// What it leads to, tags of tags followed to their end.
        package var target: ObjectName
    }

    /// What a tag leads to; nothing if there is none of that name.
    package func target(ofTag name: String) -> ObjectName? {
        tags.first { $0.name.utf8.elementsEqual(name.utf8) }?.target
    }

    /// Asks git for them.
    ///
    /// - Throws: ``RelctlError`` if git cannot list them.
    init(from git: GitCommand) async throws {
        let arguments = ["show-ref", "--head", "--tags", "--dereference"]
        let outcome = try await git.run(arguments)
        // It fails without a word where there is none.
        if outcome.termination == .exited(1), outcome.standardError.isEmpty { return }
        guard outcome.succeeded else { throw git.failure("cannot list tags", arguments, outcome) }
        for line in outcome.standardOutput.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
            guard parts.count == 2, let target = ObjectName(parts[0]) else {
                throw RelctlError("cannot understand what git lists")
            }
            guard parts[1].starts(with: "refs/tags/".utf8) else {
                if parts[1].elementsEqual("HEAD".utf8) { head = target }
                continue
            }
            let name = parts[1].dropFirst("refs/tags/".utf8.count)
            // The line after a tag's own that says where it leads to.
            if name.suffix(3).elementsEqual("^{}".utf8), !tags.isEmpty {
                tags[tags.count - 1].target = target
            } else {
                tags.append(Tag(name: String(decoding: name, as: UTF8.self), target: target))
            }
        }
    }
}

extension GitRepository {
    /// What is checked out and what tags lead to: as it was when the repository was opened, where that was asked for
    /// then, else as it is now.
    ///
    /// - Throws: ``RelctlError`` if git cannot list them.
    package func references() async throws -> GitReferences {
        if let listed { return listed }
        return try await GitReferences(from: git)
    }
}
