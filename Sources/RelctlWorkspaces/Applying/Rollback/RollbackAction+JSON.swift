/// `{ "kind": "deleteTag", "name": "v1.0.0", "object": "…" }`: a word, and what it is done to.
extension RollbackAction: Codable {
    private enum Kind: String, Codable { case deleteDraft, closeRequest, deleteBranch, deleteTag, revert }
    private enum Keys: String, CodingKey { case kind, release, request, name, commit, object, revert }

    /// Reads what ``encode(to:)`` writes.
    package init(from decoder: any Decoder) throws {
        let form = try decoder.container(keyedBy: Keys.self)
        func text(_ key: Keys) throws -> String { try form.decode(String.self, forKey: key) }
        switch try form.decode(Kind.self, forKey: .kind) {
        case .deleteDraft: self = .deleteDraft(try form.decode(TaggedRelease.self, forKey: .release))
        case .closeRequest: self = .closeRequest(try form.decode(ForgeRequest.self, forKey: .request))
        case .deleteBranch: self = .deleteBranch(name: try text(.name), commit: try text(.commit))
        case .deleteTag: self = .deleteTag(name: try text(.name), object: try text(.object))
        case .revert: self = .revert(try form.decode(PlannedRevert.self, forKey: .revert))
        }
    }

    /// Writes an object with the word for what is done.
    package func encode(to encoder: any Encoder) throws {
        var form = encoder.container(keyedBy: Keys.self)
        switch self {
        case .deleteDraft(let release):
            try form.encode(Kind.deleteDraft, forKey: .kind)
            try form.encode(release, forKey: .release)
        case .closeRequest(let request):
            try form.encode(Kind.closeRequest, forKey: .kind)
            try form.encode(request, forKey: .request)
        case .deleteBranch(let name, let commit):
            try form.encode(Kind.deleteBranch, forKey: .kind)
            try form.encode(name, forKey: .name)
            try form.encode(commit, forKey: .commit)
        case .deleteTag(let name, let object):
            try form.encode(Kind.deleteTag, forKey: .kind)
            try form.encode(name, forKey: .name)
            try form.encode(object, forKey: .object)
        case .revert(let revert):
            try form.encode(Kind.revert, forKey: .kind)
            try form.encode(revert, forKey: .revert)
        }
    }
}
