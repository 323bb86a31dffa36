/// Decides what is left to do in a folder; pure.
struct FolderPlanner: Sendable {
    /// What is left to do; nothing if all is there.
    func actions(_ request: PublicationRequest, _ observed: PublicationState) throws -> [PublicationAction] {
        guard case .text(let path)? = request.options["path"] else { return [] }
        let rules = PublicationPlanner.Rules(
            place: "the folder `\(path)`",
            subject: path,
            isAtomic: true,
            transfer: .copy
        )
        return try PublicationPlanner(rules).actions(for: request, files: request.filesAndNotes, observed)
    }
}
