/// Reads and changes the version of a project in one kind of manifest.
///
/// A source never touches the disk: it is handed texts and answers with places in them. What it wants changed is
/// changed by the bytes of those places alone, and proven afterwards with ``values(in:of:)``.
public protocol VersionSource: Sendable {
    /// The names of the files it is chosen for, such as `Cargo.toml`; one `*` stands for any text, as in `*.gemspec`.
    var fileNames: [String] { get }

    /// Finds the version that the project itself has, never that of a dependency.
    ///
    /// - Throws: ``RelctlError`` with the place in the file if it cannot be parsed or says no version.
    func version(in document: VersionDocument) throws -> LocatedVersion

    /// Everything that has to be written for the project to have `version`: in the manifest, and in the files that
    /// repeat it, such as lock files and the other members of a workspace.
    ///
    /// A place that says the right thing already may be among them or not.
    ///
    /// - Throws: ``RelctlError`` with the place in the file if it cannot be done.
    func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit]

    /// How this kind of manifest writes a version, such as `1.0.0rc1` for 1.0.0-rc.1; what cannot be written there is
    /// left out.
    func spelling(of version: Version) -> String

    /// The version that a text of this kind of manifest means; nothing if it means none.
    func meaning(of text: String) -> Version?

    /// All values in the text of `file` (the manifest, or one of the others that are edited), in the order in which
    /// they stand, each with a path that tells it from the others.
    ///
    /// Two texts whose values have the same paths and texts mean the same to whoever reads them; comments and white
    /// space are no values.
    ///
    /// - Throws: ``RelctlError`` with the place in the file if it cannot be parsed.
    func values(in text: String, of file: RelativePath) throws -> [SourceValue]
}

extension VersionSource {
    /// The version as Semantic Versioning writes it.
    public func spelling(of version: Version) -> String { version.description }

    /// The version that the text is by Semantic Versioning.
    public func meaning(of text: String) -> Version? { try? Version(text) }

    /// Whether `text`, as the manifest has it, says no other version than `version`, as far as it can be written there.
    package func agrees(_ text: String, with version: Version) -> Bool {
        let spelling = spelling(of: version)
        guard text != spelling else { return true }
        guard let meant = meaning(of: text) else { return false }
        return meant == version || meant == meaning(of: spelling)
    }

    /// Whether a file of this name is one of this kind.
    package func isChosen(for name: String) -> Bool {
        fileNames.contains { pattern in
            let parts = pattern.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return pattern == name }
            return name.utf8.count > pattern.utf8.count - 1 && name.hasPrefix(parts[0]) && name.hasSuffix(parts[1])
        }
    }
}

/// A manifest's text, and a way to the files beside it.
public struct VersionDocument: Sendable {
    /// The manifest, below the project's folder.
    public var file: RelativePath
    /// Its text.
    public var text: String
    /// Reads another file below the project's folder; nothing where there is none.
    public var read: @Sendable (RelativePath) throws -> String?
    /// The names in a folder below the project's (the project's own for nothing), sorted bytewise; empty where there
    /// is no such folder.
    public var names: @Sendable (RelativePath?) throws -> [String]

    /// Describes a manifest.
    public init(
        file: RelativePath,
        text: String,
        read: @escaping @Sendable (RelativePath) throws -> String?,
        names: @escaping @Sendable (RelativePath?) throws -> [String]
    ) {
        self.file = file
        self.text = text
        self.read = read
        self.names = names
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

/// Bytes of a file to be replaced, because they say the project's version.
public struct VersionEdit: Sendable, Hashable {
    /// The file, below the project's folder.
    public var file: RelativePath
    /// The bytes of the file's UTF-8 text that are replaced: those of the version alone, without quotes.
    public var range: Range<Int>
    /// What stands there afterwards, as bytes of the file, escaped where its format asks for it.
    public var replacement: String
    /// What it is, for people, such as `workspace.package.version`.
    public var key: String

    /// Describes a change.
    public init(file: RelativePath, range: Range<Int>, replacement: String, key: String) {
        self.file = file
        self.range = range
        self.replacement = replacement
        self.key = key
    }
}

/// A value in the text of a file.
public struct SourceValue: Sendable, Hashable {
    /// What tells it from the file's other values, such as `dependencies.serde.version` or the number of a token.
    public var path: String
    /// What it means, without quotes and escapes.
    public var text: String
    /// The bytes of the file's UTF-8 text that it covers.
    public var range: Range<Int>

    /// Describes a value.
    public init(path: String, text: String, range: Range<Int>) {
        self.path = path
        self.text = text
        self.range = range
    }
}
