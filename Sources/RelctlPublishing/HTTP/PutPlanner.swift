/// Decides what is left to do at a web server, and the ways back; pure.
struct PutPlanner: Sendable {
    private let settings: PutSettings
    private let request: PublicationRequest

    /// The files by which users know that a release is whole.
    static let last = ["SHA256SUMS", Manifest.fileName]

    /// Plans the publication of a request.
    init(_ settings: PutSettings, _ request: PublicationRequest) {
        self.settings = settings
        self.request = request
    }

    /// What is left to do; nothing if all is there.
    func actions(_ observed: PublicationState) throws -> [PublicationAction] {
        let rules = PublicationPlanner.Rules(
            place: "`\(settings.place)`",
            subject: settings.place,
            publishes: false,
            last: Self.last
        )
        let files = request.filesAndNotes
        let planned = try PublicationPlanner(rules).actions(for: request, files: files, observed)
        let uploads = Set(planned.filter { $0.verb == .upload }.map { FilePath($0.subject) })
        // A file takes the place of the one that is there; each is read back as soon as it is sent.
        let transfers = planned.filter { $0.verb == .upload || !uploads.contains(FilePath($0.subject)) }
            .filter { $0.verb != .verify }
            .map { $0.verb == .upload ? Self.replacing($0, observed) : $0 }
        return try preparations(files, observed, uploads) + transfers
    }

    /// A way back.
    func actions(_ retreat: Retreat, _ observed: PublicationState) throws -> [PublicationAction] {
        let place = settings.place
        switch retreat {
        case .yank:
            throw RelctlError(
                "cannot yank the release at `\(place)`: files alone cannot say that they should not be taken",
                code: .noWayBack,
                hints: ["remove them there yourself if nobody may take them"]
            )
        case .abandon:
            guard !Self.isVisible(observed.assets) else {
                throw RelctlError(
                    "cannot abandon the release at `\(place)`: its `\(Manifest.fileName)` is there for users to see",
                    code: .noWayBack,
                    hints: ["remove the files there yourself if nobody may take them"]
                )
            }
            return observed.assets.map { PublicationAction(.delete, $0.name, remoteID: $0.id) }
        }
    }

    /// Whether users can take the release for whole.
    static func isVisible(_ assets: [RemoteAsset]) -> Bool {
        assets.contains { $0.name.equalsBytewise(Manifest.fileName) }
    }

    /// An upload that knows what it takes the place of.
    private static func replacing(_ upload: PublicationAction, _ state: PublicationState) -> PublicationAction {
        guard let found = state.assets.first(where: { $0.name.equalsBytewise(upload.subject) }) else { return upload }
        var upload = upload
        upload.reason = "what is there has other contents"
        upload.remoteID = found.id
        upload.parameters = [PutExecutor.replaces: "true"]
        return upload
    }

    /// What comes before the first file: folders where nothing is yet; and where another release is replaced, the end of
    /// its `manifest.json`, so that nobody takes a half of each for a whole.
    private func preparations(
        _ files: [PublishedFile],
        _ state: PublicationState,
        _ uploads: Set<FilePath>
    ) throws -> [PublicationAction] {
        if state.verdict == .different, uploads.contains(FilePath(Manifest.fileName)) {
            let manifest = state.assets.first { $0.name.equalsBytewise(Manifest.fileName) }
            return [
                PublicationAction(
                    .delete,
                    Manifest.fileName,
                    reason: "users take a release for whole that has it",
                    remoteID: manifest?.id
                )
            ]
        }
        guard settings.createsFolders else { return [] }
        let known = Set(try state.assets.map { FilePath(try settings.folder(of: $0.name)) })
        let wanted = try files.filter { uploads.contains(FilePath($0.name)) }.map { try settings.folder(of: $0.name) }
        var folders: [String] = []
        for folder in wanted where !known.contains(FilePath(folder)) && !folders.contains(folder) {
            folders.append(folder)
        }
        return folders.map { PublicationAction(PutExecutor.createFolder, $0) }
    }
}
