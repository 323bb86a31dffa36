import RelctlCore

/// Connectors that are known by their ids, file names and keys alone, which is all that a configuration needs.
enum SampleConnectors {
    static func extensions() throws -> Extensions {
        var extensions = Extensions()
        let sources = [
            ("cargo", "Cargo.toml"), ("npm", "package.json"), ("python", "pyproject.toml"), ("helm", "Chart.yaml"),
            ("version-file", "VERSION"), ("cmake", "CMakeLists.txt"),
        ]
        for (id, file) in sources { try extensions.versionSources.register(Source(fileNames: [file]), id: id) }
        for id in ["tar.gz", "zip"] { try extensions.packagers.register(Format(fileExtension: "." + id), id: id) }
        let own = CompressionScale(engine: "own", levels: 10...20)
        try extensions.packagers.register(Format(fileExtension: ".own", compression: own), id: "own")
        try extensions.packagers.register(Format(fileExtension: "", kind: .binary), id: "bare")
        try extensions.builders.register(Maker(), id: "make")
        try extensions.notesRenderers.register(Letter(), id: "letter")
        try extensions.publishers.register(
            Destination(keys: [
                ConfigurationKey("path", "The folder.", shape: .template, isRequired: true),
                ConfigurationKey("keep", "How many stay.", shape: .integer),
                ConfigurationKey("mode", "How.", shape: .choice(["copy", "link"])),
                ConfigurationKey("labels", "Words.", shape: .texts),
                ConfigurationKey("draft", "Whether it is a draft.", shape: .flag),
            ]),
            id: "directory"
        )
        return extensions
    }

    private struct Unused: Error {}

    private struct Source: VersionSource {
        let fileNames: [String]
        func version(in document: VersionDocument) throws -> LocatedVersion { throw Unused() }
        func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] { throw Unused() }
        func values(in text: String, of file: RelativePath) throws -> [SourceValue] { throw Unused() }
    }

    private struct Format: Packager {
        let fileExtension: String
        var kind = Artifact.Kind.archive
        var compression: CompressionScale?
        func package(
            _ request: PackageRequest,
            to output: any WritableFile,
            with effects: Effects
        ) async throws -> PackagedArchive { throw Unused() }
    }

    private struct Maker: Builder {
        let keys = [
            ConfigurationKey("goal", "What is made.", shape: .template, isRequired: true),
            ConfigurationKey("mode", "How.", shape: .choice(["fast", "small"])),
            ConfigurationKey("parts", "What with.", shape: .selection),
        ]
        func recipe(for request: BuildRequest) throws -> BuildRecipe { throw Unused() }
    }

    private struct Letter: NotesRenderer {
        let keys = [ConfigurationKey("greeting", "How it begins.", shape: .template, isRequired: true)]
        func page(for request: NotesPageRequest) throws -> String { throw Unused() }
    }

    private struct Destination: Publisher {
        let keys: [ConfigurationKey]
        func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
            throw Unused()
        }
        func observe(_ request: PublicationRequest, with effects: Effects) async throws -> PublicationState {
            throw Unused()
        }
        func plan(_ request: PublicationRequest, observed: PublicationState) throws -> [PublicationAction] {
            throw Unused()
        }
        func execute(
            _ actions: [PublicationAction],
            for request: PublicationRequest,
            in run: PublicationRun
        ) async throws { throw Unused() }
    }
}
