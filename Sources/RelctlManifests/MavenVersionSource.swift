/// Reads and changes the project's own version in pom.xml (https://maven.apache.org/pom.html).
///
/// The parent's version is left alone, and a project that has no version but its parent's says none. A version made of
/// properties such as `${revision}${changelist}` (https://maven.apache.org/guides/mini/guide-maven-ci-friendly.html)
/// is changed in the same file's `properties`: the first one gets the new version, the others become empty.
///
/// With a project go those that name it as their parent among its `modules`, and theirs: their `parent`'s version, and
/// their own where it was the same. So do literal versions that these projects have of one another as dependencies or
/// managed dependencies; nobody else's dependency is touched.
package struct MavenVersionSource: VersionSource {
    package let fileNames = ["pom.xml"]

    /// Creates the source.
    package init() {}

    package func version(in document: VersionDocument) throws -> LocatedVersion {
        try MavenProject(document.text, file: document.file).requiredVersion().located
    }

    package func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let project = try MavenProject(document.text, file: document.file)
        let own = try project.requiredVersion()
        var release = MavenRelease(old: own.located.text, new: spelling(of: version), read: document.read)
        return try release.edits(movingWith: project, own)
    }

    package func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        SourceNode(document: try XMLParser.parse(text, file: file.string)).values
    }
}
