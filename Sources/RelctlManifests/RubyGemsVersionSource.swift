/// Reads and changes the version of a gem: in its specification or in the constant, variable or file that this names,
/// and in the lock files of Bundler that repeat it (https://docs.ruby-lang.org/en/3.4/Gem/Specification.html).
///
/// A Ruby file that is no specification, such as `lib/foo/version.rb`, says it by its constant `VERSION`. Other gems of
/// a lock file are left alone, and so are the requirements of the gem itself.
struct RubyGemsVersionSource: VersionSource {
    let fileNames = ["*.gemspec", "version.rb"]

    func spelling(of version: Version) -> String { GemVersion.spelling(of: version) }
    func meaning(of text: String) -> Version? { GemVersion.meaning(of: text) }

    func version(in document: VersionDocument) throws -> LocatedVersion {
        let find = try find(in: document)
        return LocatedVersion(text: find.text, place: find.place)
    }

    func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let find = try find(in: document)
        let text = spelling(of: version)
        var edits = [VersionEdit(file: find.file, range: find.range, replacement: text, key: find.key)]
        for gem in try gems(with: find, in: document) {
            for (file, lock) in try locks(above: gem.folder, in: document) {
                edits += lock.versions(of: gem.name, in: gem.folder, lock: file).map {
                    VersionEdit(file: file, range: $0, replacement: text, key: gem.name)
                }
            }
        }
        return edits
    }

    func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        let name = file.lastComponent
        if Self.isLock(name) { return BundlerLock(text).values }
        if !name.hasSuffix(".rb"), !name.hasSuffix(Self.suffix),
            let values = try? VersionFileSource().values(in: text, of: file)
        {
            return values
        }
        return try RubyScript(text, file: file).code.values
    }

    private static let suffix = ".gemspec"

    private static func isLock(_ name: String) -> Bool { name.hasSuffix(".lock") || name == "gems.locked" }

    private func find(in document: VersionDocument) throws -> RubyVersionSearch.Find {
        let search = RubyVersionSearch(document: document)
        let script = try RubyScript(document.text, file: document.file)
        guard document.file.lastComponent.hasSuffix(Self.suffix) else { return try search.findConstant(in: script) }
        return try RubySpecification(script, names: ["Specification"]).version(by: search)
    }

    private struct Gem {
        var name: String
        /// The folder of its specification.
        var folder: ProjectFolder
    }

    /// The gems that have their version from one place: the manifest's, and those of the specifications in the folders
    /// above that place.
    private func gems(with find: RubyVersionSearch.Find, in document: VersionDocument) throws -> [Gem] {
        var files: [RelativePath] = []
        if document.file.lastComponent.hasSuffix(Self.suffix) { files.append(document.file) }
        let folder = ProjectFolder(find.file.parent)
        for folder in [folder] + folder.ancestors {
            for name in try document.names(folder.path) where name.hasSuffix(Self.suffix) {
                let file = try folder.file(name)
                if !files.contains(file) { files.append(file) }
            }
        }
        return try files.compactMap { file in
            guard let text = file == document.file ? document.text : try document.read(file),
                // A specification that cannot be followed has its version from elsewhere.
                let script = try? RubyScript(text, file: file),
                let specification = try? RubySpecification(script, names: ["Specification"]),
                let own = try? specification.version(by: RubyVersionSearch(document: document)),
                own.file == find.file, own.range == find.range
            else { return nil }
            let stem = String(file.lastComponent.dropLast(Self.suffix.count))
            return Gem(name: specification.text(of: "name") ?? stem, folder: ProjectFolder(file.parent))
        }
    }

    /// The lock files in a folder, in those above it, and in the folder where Appraisal keeps them.
    private func locks(
        above folder: ProjectFolder,
        in document: VersionDocument
    ) throws -> [(file: RelativePath, lock: BundlerLock)] {
        var files: [RelativePath] = []
        for folder in [folder] + folder.ancestors {
            for name in ["Gemfile.lock", "gems.locked"] { files.append(try folder.file(name)) }
        }
        let appraisals = ProjectFolder(try folder.file("gemfiles"))
        for name in try document.names(appraisals.path) where name.hasSuffix(".lock") {
            files.append(try appraisals.file(name))
        }
        return try files.compactMap { file in try document.read(file).map { (file, BundlerLock($0)) } }
    }
}
