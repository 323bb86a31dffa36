/// Objects by name, many at a time.
extension GitRepository {
    /// What commits hold at paths below the project's folder, from one process; nothing where there is nothing.
    ///
    /// Symbolic links are followed as far as they stay in the commit's tree.
    package func objects(at places: [GitObjectPlace]) async throws -> [GitObjectPlace: GitObject] {
        try await git.objects(at: places, below: prefix?.string ?? "", "cannot read what was tagged")
    }
}

extension GitCommand {
    /// What commits hold at paths below `folder` (the top for an empty one), as ``GitRepository/objects(at:)`` tells.
    ///
    /// - Throws: ``RelctlError`` that starts with `message` if git cannot be asked.
    func objects(
        at places: [GitObjectPlace],
        below folder: String,
        _ message: String
    ) async throws -> [GitObjectPlace: GitObject] {
        guard !places.isEmpty else { return [:] }
        let questions = try places.map { place in
            let commit = try GitRevision.commit(place.commit).expression()
            let path = [folder, place.path].filter { !$0.isEmpty }.joined(separator: "/")
            return "\(commit.dropLast("^{commit}".count)):\(path)"
        }
        // A question is a line, unless there is a line break in one; git before 2.38 knows no other end.
        let areLines = !questions.contains { $0.utf8.contains(UInt8(ascii: "\n")) }
        let arguments = ["cat-file", "--batch", "--follow-symlinks"] + (areLines ? [] : ["-z"])
        let input = questions.flatMap { Array($0.utf8) + [areLines ? UInt8(ascii: "\n") : 0] }
        let outcome = try await run(arguments, input: input)
        guard outcome.succeeded else { throw failure(message, arguments, outcome) }
        var answers = GitObjectAnswers(outcome.standardOutput)
        var objects: [GitObjectPlace: GitObject] = [:]
        for (place, question) in zip(places, questions) { objects[place] = try answers.next(to: question) }
        return objects
    }
}

/// A path in the tree of a commit.
package struct GitObjectPlace: Sendable, Hashable {
    /// The commit's hash.
    package var commit: String
    /// Below the project's folder; empty for that itself.
    package var path: String

    /// Names a place.
    package init(commit: String, path: String) {
        self.commit = commit
        self.path = path
    }
}

/// What a commit holds at a path.
package enum GitObject: Sendable, Hashable {
    /// A file's bytes.
    case file([UInt8])
    /// A folder's names, and for each whether it is a file or a link, sorted bytewise.
    case folder([Entry])

    /// A name in a folder.
    package struct Entry: Sendable, Hashable {
        /// The name, with U+FFFD for what is not UTF-8.
        package var name: String
        /// The name's bytes.
        package var bytes: [UInt8]
        /// git's mode, such as `100644` for a file and `120000` for a link.
        package var mode: String
        /// The name of the object.
        package var id: String

        /// Whether it is neither a folder nor another repository.
        package var isFile: Bool { mode.hasPrefix("10") || isLink }
        /// Whether it is a symbolic link.
        package var isLink: Bool { mode.hasPrefix("12") }
        /// Whether it is a folder.
        package var isFolder: Bool { mode == "40000" }
    }
}

/// The answers of `git cat-file --batch --follow-symlinks`
/// (https://git-scm.com/docs/git-cat-file#_batch_output).
struct GitObjectAnswers {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The answer to the next question; nothing for what is not there.
    mutating func next(to question: String) throws -> GitObject? {
        // The question comes back, with the line breaks that it may have.
        let absence = Array("\(question) missing\n".utf8)
        guard !bytes[position...].starts(with: absence) else {
            position += absence.count
            return nil
        }
        let line = try takeLine()
        let fields = line.split(separator: " ")
        // A link that leads nowhere, out of the tree or in circles: the kind, a size, and so many bytes.
        if let kind = fields.first, ["dangling", "loop", "notdir", "symlink"].contains(kind), fields.count == 2 {
            _ = try take(fields[1])
            return nil
        }
        guard fields.count >= 3, fields.last != "missing", fields.last != "ambiguous" else {
            if fields.last == "missing" || fields.last == "ambiguous" { return nil }
            throw Self.incomprehensible
        }
        let content = try take(fields[2])
        switch fields[1] {
        case "blob": return .file(Array(content))
        case "tree": return .folder(try Self.entries(content, hashLength: fields[0].utf8.count / 2))
        default: return nil
        }
    }

    private mutating func takeLine() throws -> String {
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) else { throw Self.incomprehensible }
        defer { position = end + 1 }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    private mutating func take(_ size: Substring) throws -> ArraySlice<UInt8> {
        guard let size = Int(size), size >= 0, size < bytes.count - position else { throw Self.incomprehensible }
        defer { position += size + 1 }
        return bytes[position..<position + size]
    }

    /// A tree object: for each entry its mode in octal, a blank, the name, NUL, and the hash.
    private static func entries(_ tree: ArraySlice<UInt8>, hashLength: Int) throws -> [GitObject.Entry] {
        var entries: [GitObject.Entry] = []
        var rest = tree
        while !rest.isEmpty {
            guard let blank = rest.firstIndex(of: 0x20), let end = rest[blank...].firstIndex(of: 0),
                rest.endIndex - end > hashLength
            else { throw incomprehensible }
            let name = Array(rest[(blank + 1)..<end])
            entries.append(
                GitObject.Entry(
                    name: String(decoding: name, as: UTF8.self),
                    bytes: name,
                    mode: String(decoding: rest[..<blank], as: UTF8.self),
                    id: GitObjectFormat.hexadecimal(rest[(end + 1)...].prefix(hashLength))
                )
            )
            rest = rest[(end + 1 + hashLength)...]
        }
        return entries.sortedBytewise(by: \.name)
    }

    private static let incomprehensible = RelctlError("cannot understand the objects that git lists")
}
