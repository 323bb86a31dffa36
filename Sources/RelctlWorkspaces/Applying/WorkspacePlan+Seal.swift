/// What a plan's file says of itself, so that a change by hand shows: times, messages and tags decide which commits are
/// made, and nothing else in the file would tell that they are not what was planned.
///
/// It keeps out mistakes, nobody who means it.
struct PlanSeal: Sendable, Hashable, Codable {
    /// Of all of the plan.
    private var plan: Digest
    /// Of each repository, in the plan's order.
    private var repositories: [Digest]

    private struct Content: Encodable {
        let plan: WorkspacePlan

        func encode(to encoder: any Encoder) throws { try plan.encodeContent(to: encoder) }
    }

    init(of plan: WorkspacePlan) throws {
        self.plan = Digest(of: try JSONText.line(Content(plan: plan)))
        repositories = try plan.repositories.map { Digest(of: try JSONText.line($0)) }
    }

    /// What was changed in a plan since it was sealed, with its place in the text that `root` is; nothing where it was not.
    func changes(in now: WorkspacePlan, _ root: JSONNode) throws -> [RelctlError] {
        let actual = try PlanSeal(of: now)
        guard actual != self else { return [] }
        let list = root["repositories"]
        let when = "after the plan was written"
        guard actual.repositories.count == repositories.count else {
            return [RelctlError("a repository was added or taken out \(when)", place: list?.place)]
        }
        let changed = now.repositories.indices.filter { actual.repositories[$0] != repositories[$0] }
        guard !changed.isEmpty else {
            return [RelctlError("something beside the repositories was changed \(when)", place: root.place)]
        }
        return changed.map { index in
            let place = list.flatMap { $0.items.indices.contains(index) ? $0.items[index].place : nil }
            return RelctlError("`\(now.repositories[index].name)` was changed \(when)", place: place)
        }
    }
}

/// The content, and its seal beside it.
extension WorkspacePlan {
    private enum SealKey: String, CodingKey { case seal }

    private struct Sealed: Decodable { var seal: PlanSeal? }

    /// Writes the members, and what tells whether they are changed.
    package func encode(to encoder: any Encoder) throws {
        try encodeContent(to: encoder)
        var form = encoder.container(keyedBy: SealKey.self)
        try form.encode(try PlanSeal(of: self), forKey: .seal)
    }

    fileprivate func encodeContent(to encoder: any Encoder) throws {
        var form = encoder.container(keyedBy: CodingKeys.self)
        try form.encode(format, forKey: .format)
        try form.encode(workspace, forKey: .workspace)
        try form.encode(version, forKey: .version)
        try form.encode(configuration, forKey: .configuration)
        try form.encode(time, forKey: .time)
        try form.encode(author, forKey: .author)
        try form.encode(jobs, forKey: .jobs)
        try form.encode(repositories, forKey: .repositories)
    }

    /// What was changed since the text was written.
    ///
    /// - Throws: ``RelctlError`` if the text is no plan's.
    func changes(since text: [UInt8], file: FilePath) throws -> [RelctlError] {
        let root = try JSONParser.parse(text, file: file.string, dialect: .json)
        guard let seal = try JSONText.decode(Sealed.self, from: text, file: file).seal else {
            // The first form had none, and what was begun by it is gone on with.
            return format == 1 ? [] : [RelctlError("it has no `seal`, which relctl writes", place: root.place)]
        }
        return try seal.changes(in: self, root)
    }
}
