/// Reads the version of a project from one kind of manifest.
public protocol VersionSource: Sendable {
    /// The names of the files it is chosen for, such as `Cargo.toml`.
    var fileNames: [String] { get }

    /// Finds the version that the project itself has, never that of a dependency.
    ///
    /// - Throws: ``RelctlError`` with the place in the file if it cannot be parsed or says no version.
    func version(in document: VersionDocument) throws -> LocatedVersion
}

/// A manifest's text, and a way to the files beside it.
public struct VersionDocument: Sendable {
    /// The manifest, below the project's folder.
    public var file: RelativePath
    /// Its text.
    public var text: String
    /// Reads another file below the project's folder; nothing where there is none.
    public var read: @Sendable (RelativePath) throws -> String?

    /// Describes a manifest.
    public init(file: RelativePath, text: String, read: @escaping @Sendable (RelativePath) throws -> String?) {
        self.file = file
        self.text = text
        self.read = read
    }
}

/// A version, and where it stands.
public struct LocatedVersion: Sendable, Hashable {
    /// The version's text as the manifest has it.
    public var text: String
    /// Where the text begins; the file may be another than the manifest, where that one inherits its version.
    public var place: SourcePlace

    /// Describes a find.
    public init(text: String, place: SourcePlace) {
        self.text = text
        self.place = place
    }
}
