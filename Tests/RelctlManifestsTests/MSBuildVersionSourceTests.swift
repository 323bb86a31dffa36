import RelctlManifests
import TestSupport
import Testing

@Suite struct MSBuildVersionSourceTests {
    static let source = MSBuildVersionSource()

    static let project = MarkedManifest(
        source,
        (
            "src/App/App.csproj",
            """
            \u{FEFF}<Project Sdk="Microsoft.NET.Sdk">\r
              <!-- <Version>1.2.3</Version> -->\r
              <Import Project="..\\build\\1.2.3\\common.props" />\r
              <PropertyGroup>\r
                <TargetFramework>net8.0</TargetFramework>\r
                <Description>App 1.2.3 é</Description>\r
                <LibraryVersion>1.2.3</LibraryVersion>\r
              </PropertyGroup>\r
              <PropertyGroup Label="Version 1.2.3">\r
                <Version>⟦1.2.3⟧</Version> <!-- 1.2.3 -->\r
                <AssemblyVersion>⟦1.2.3→7.8.9⟧.0</AssemblyVersion>\r
                <FileVersion>⟦1.2.3→7.8.9⟧</FileVersion>\r
                <InformationalVersion>⟦1.2.3⟧</InformationalVersion>\r
                <PackageVersion>$(Version)</PackageVersion>\r
                <PackageReleaseNotes>https://example.org/releases/1.2.3</PackageReleaseNotes>\r
              </PropertyGroup>\r
              <ItemGroup>\r
                <PackageReference Include="Other" Version="1.2.3" />\r
                <PackageReference Include="Third">\r
                  <Version>1.2.3</Version>\r
                </PackageReference>\r
                <PackageVersion Include="Fourth" Version="1.2.3" />\r
              </ItemGroup>\r
              <Target Name="Pack">\r
                <PropertyGroup><Version>1.2.3</Version></PropertyGroup>\r
                <Exec Command="pack --version 1.2.3" />\r
              </Target>\r
            </Project>\r

            """
        )
    )

    static let properties = MarkedManifest(
        source,
        (
            "Directory.Build.props",
            """
            <Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003" ToolsVersion="1.2.3">
                <PropertyGroup Condition="'$(Released)' == '1.2.3'">
                    <PackageValidationBaselineVersion>1.2.3</PackageValidationBaselineVersion>
                    <VersionSuffix>1.2.3</VersionSuffix>
                </PropertyGroup>
                <PropertyGroup>
                    <versionprefix>
                        ⟦1.2.3⟧
                    </versionprefix>
                    <Copyright><![CDATA[1.2.3]]></Copyright>
                    <AssemblyVersion>1.2.0.0</AssemblyVersion>
                    <FileVersion>11.2.3</FileVersion>
                    <InformationalVersion>1.2.3+abc</InformationalVersion>
                </PropertyGroup>
                <ItemGroup Condition="'$(Version)' == '1.2.3'">
                    <PackageReference Include="a" Version="[1.2.3]" />
                    <PackageReference Include="b"><Version>1.2.3</Version></PackageReference>
                </ItemGroup>
            </Project>
            """
        )
    )

    @Test func theVersionAndWhatRepeatsItChange() throws {
        #expect(Self.project.decoys >= 8)
        #expect(Self.properties.decoys >= 8)
        try Self.project.expectChange(to: "7.8.9-rc.1+b2")
        try Self.properties.expectChange(to: "7.8.9")
    }

    /// A project that holds one group of properties.
    static func group(_ properties: String) -> String {
        "<Project><PropertyGroup>\(properties)</PropertyGroup></Project>"
    }

    @Test(arguments: [
        (group("<Version>⟦1.2.3⟧</Version>"), "7.8.9+b"), (group("<VERSION><!--c-->⟦1.2.3⟧</VERSION>"), "7.8.9"),
        (group("<Version Condition=\"'$(Version)' == ''\">⟦1.2.3⟧</Version>"), "7.8.9"),
        (group("<Version><![CDATA[⟦1.2.3⟧]]></Version><Version Condition='x'>⟦1.2.3⟧</Version>"), "7.8.9"),
        (group("<VersionPrefix>⟦1.2.3→7.8.9⟧</VersionPrefix><VersionSuffix>⟦→rc.1⟧</VersionSuffix>"), "7.8.9-rc.1"),
        (group("<VersionSuffix>⟦beta→⟧</VersionSuffix><VersionPrefix>⟦1.2.3→7.8.9⟧</VersionPrefix>"), "7.8.9"),
        (group("<VersionPrefix>⟦1.2.3→7.8.9⟧</VersionPrefix><VersionSuffix/>"), "7.8.9"),
        (group("<Version>$(App)</Version><App>⟦1.2.3⟧</App><VersionPrefix>⟦1.2.3⟧</VersionPrefix>"), "7.8.9"),
        (group("<PackageVersion>⟦1.2.3⟧</PackageVersion><AssemblyVersion>1.0.0.0</AssemblyVersion>"), "7.8.9"),
        (group("<Version>⟦1.2.3-rc.1→7.8.9⟧</Version><FileVersion>⟦1.2.3→7.8.9⟧.0</FileVersion>"), "7.8.9"),
        (group("<Version>⟦1.2→7.8.9⟧</Version>"), "7.8.9"),
        (
            "<Project><Choose><When Condition='x'><PropertyGroup><Version>⟦1.2.3⟧</Version></PropertyGroup></When>"
                + "<Otherwise><PropertyGroup><Version>⟦1.2.3⟧</Version></PropertyGroup></Otherwise></Choose></Project>",
            "7.8.9"
        ),
    ])
    func rarePlacementsAreEdited(_ text: String, _ version: String) throws {
        try MarkedManifest(Self.source, ("Directory.Build.props", text)).expectChange(to: version)
    }

    @Test(arguments: [
        (group("<Version>1.2.3</Version><Version Condition='x'>1.2.4</Version>"), "7.8.9", "but `1.2.3` at"),
        (group("<Version>1.<!--c-->2.3</Version>"), "7.8.9", "other markup cuts"),
        (group("<Version>$(Base).3</Version><Base>1.2</Base>"), "7.8.9", "only a build can tell"),
        (group("<Version>$(Base)</Version>"), "7.8.9", "only a build can tell"),
        (group("<Version>$(A)</Version><A>$(B)</A><B>$(A)</B>"), "7.8.9", "only a build can tell"),
        (group("<Version>$([System.DateTime]::Now)</Version>"), "7.8.9", "only a build can tell"),
        (group("<Version/>"), "7.8.9", "cannot write"),
        (group("<VersionPrefix>1.2.3</VersionPrefix>"), "7.8.9-rc.1", "cannot write"),
        (group("<VersionPrefix>1.2.3</VersionPrefix><VersionSuffix/>"), "7.8.9-rc.1", "cannot write"),
        (group("<VersionPrefix>1.2.3</VersionPrefix><VersionSuffix></VersionSuffix>"), "7.8.9+b", "cannot write"),
        (group("<AssemblyVersion>1.2.3.0</AssemblyVersion>"), "7.8.9", "no version"),
        ("<Project/>", "7.8.9", "no version"),
        (
            "<Project><Target><PropertyGroup><Version>1.2.3</Version></PropertyGroup></Target></Project>", "7.8.9",
            "no ver"
        ),
        ("<package><version>1.2.3</version></package>", "7.8.9", "no MSBuild project"),
    ])
    func whatCannotBeToldIsRefused(_ text: String, _ version: String, _ reason: String) throws {
        let manifest = MarkedManifest(Self.source, ("App.fsproj", text))
        let error = #expect(throws: RelctlError.self) {
            try manifest.change(manifest.originals, to: Version(version))
        }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test func projectFilesOfAllLanguagesAreChosenByName() {
        for name in ["App.csproj", "My.App.fsproj", "x.vbproj", "Directory.Build.props"] {
            #expect(Self.source.isChosen(for: name))
        }
        for name in ["App.csproj.user", ".csproj", "Directory.Packages.props"] {
            #expect(!Self.source.isChosen(for: name))
        }
    }

    @Test(arguments: [project, properties].enumerated().map { ($0, $1) })
    func damageIsRefusedOrTheVersionAloneChanges(_ number: Int, _ manifest: MarkedManifest) throws {
        let cases = FullRun.isAsked ? 4000 : 150
        try manifest.expectOnlyMeantChanges(cases: cases, seed: UInt64(number))
    }
}
