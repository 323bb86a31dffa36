/// Reads and changes the version in project files of .NET and in Directory.Build.props
/// (https://learn.microsoft.com/dotnet/core/project-sdk/msbuild-props#package-properties).
///
/// The version is `Version`, else `VersionPrefix` with `-` and `VersionSuffix`, else `PackageVersion`, as properties of
/// the project: in a `PropertyGroup` below `Project`, or below `Choose`. A property that is set several times, or under
/// conditions, must say the same everywhere and is changed everywhere; a suffix that is set under a condition is not
/// looked at. `$(NAME)` alone is followed to the property of that name in the same file. What targets set is not
/// looked at either, and no item (`PackageReference`) is a property.
///
/// With the version go `PackageVersion` and `InformationalVersion` where they said the same, and `VersionPrefix`,
/// `AssemblyVersion` and `FileVersion` where they said its numbers (`1.2.3` or `1.2.3.0`), in the form they have.
package struct MSBuildVersionSource: VersionSource {
    package let fileNames = ["*.csproj", "*.fsproj", "*.vbproj", "Directory.Build.props"]

    /// Creates the source.
    package init() {}

    package func version(in document: VersionDocument) throws -> LocatedVersion {
        try MSBuildProject(document.text, file: document.file).version().located
    }

    package func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        try MSBuildProject(document.text, file: document.file).edits(to: version)
    }

    package func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        SourceNode(document: try XMLParser.parse(text, file: file.string)).values
    }
}
