import RelctlManifests
import TestSupport
import Testing

@Suite struct MavenVersionSourceTests {
    static let source = MavenVersionSource()

    static let project = MarkedManifest(
        source,
        (
            "pom.xml",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- 1.2.3: <version>1.2.3</version> -->
            <?release version="1.2.3"?>
            <project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                     xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 https://maven.apache.org/xsd/maven-4.0.0.xsd">
              <modelVersion>4.0.0</modelVersion>
              <parent>
                <groupId>org.example</groupId>
                <artifactId>parent</artifactId>
                <version>1.2.3</version>
              </parent>
              <properties>
                <version>1.2.3</version>
                <junit.version>1.2.3</junit.version>
              </properties>
              <build>
                <plugins>
                  <plugin>
                    <artifactId>maven-jar-plugin</artifactId>
                    <version>1.2.3</version>
                    <configuration><version>1.2.3</version></configuration>
                  </plugin>
                </plugins>
              </build>
              <dependencyManagement><dependencies><dependency>
                <groupId>org.example</groupId><artifactId>bom</artifactId><version>1.2.3</version>
              </dependency></dependencies></dependencyManagement>
              <dependencies>
                <dependency>
                  <groupId>org.other</groupId>
                  <artifactId>app</artifactId>
                  <version>1.2.3</version>
                </dependency>
                <dependency>
                  <groupId>org.example</groupId>
                  <artifactId>api</artifactId>
                  <version>${project.version}</version>
                </dependency>
              </dependencies>
              <profiles><profile><id>old</id>
                <properties><version>1.2.3</version></properties>
                <dependencies><dependency>
                  <groupId>x</groupId><artifactId>y</artifactId><version>1.2.3</version>
                </dependency></dependencies>
              </profile></profiles>
              <artifactId>app</artifactId>
              <version>
            \t<!-- since 1.2.3 --> ⟦1.2.3⟧
              </version>
              <description><![CDATA[<version>1.2.3</version> é]]></description>
            </project>

            """
        )
    )

    @Test func theProjectsOwnVersionAloneChanges() throws {
        #expect(Self.project.decoys >= 8)
        try Self.project.expectChange(to: "7.8.9-rc.1")
    }

    /// A build of several projects: the parent of most is itself one of the modules, and stands last.
    static let reactor = MarkedManifest(
        source,
        (
            "pom.xml",
            """
            <project>\r
              <groupId>org.example</groupId><artifactId>all</artifactId><version>⟦1.2.3⟧</version>\r
              <modules><module>core</module><module> ./apps/ </module><module>tools/pom-ci.xml</module></modules>\r
              <profiles><profile><modules><module>extra</module><module>gone</module></modules></profile></profiles>\r
              <subprojects><subproject>parent</subproject><subproject>../outside</subproject></subprojects>\r
              <dependencyManagement><dependencies>\r
                <dependency><groupId>org.example</groupId><artifactId>core</artifactId><version>⟦1.2.3⟧</version></dependency>\r
                <dependency><groupId>org.other</groupId><artifactId>core</artifactId><version>1.2.3</version></dependency>\r
                <dependency><groupId>org.example</groupId><artifactId>foreign</artifactId><version>1.2.3</version></dependency>\r
              </dependencies></dependencyManagement>\r
            </project>
            """
        ),
        (
            "core/pom.xml",
            """
            <project>
              <parent><groupId>org.example</groupId><artifactId>base</artifactId><version>⟦1.2.3⟧</version></parent>
              <artifactId>core</artifactId>
              <dependencies>
                <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>1.2.3</version></dependency>
              </dependencies>
            </project>
            """
        ),
        (
            "apps/pom.xml",
            """
            <project>
              <parent><groupId>org.example</groupId><artifactId>all</artifactId><version>⟦1.2.3⟧</version></parent>
              <artifactId>apps</artifactId>
              <version>⟦1.2.3⟧</version>
              <modules><module>web</module></modules>
            </project>
            """
        ),
        (
            "apps/web/pom.xml",
            """
            <project>
              <parent><groupId>org.example</groupId><artifactId>apps</artifactId><version>⟦1.2.3⟧</version></parent>
              <groupId>org.example.web</groupId><artifactId>web</artifactId><version>2.0.0</version>
              <profiles><profile><dependencies>
                <dependency><groupId>org.example</groupId><artifactId>core</artifactId><version>⟦1.2.3⟧</version></dependency>
                <dependency><groupId>${project.groupId}</groupId><artifactId>core</artifactId><version>1.2.3</version></dependency>
              </dependencies></profile></profiles>
            </project>
            """
        ),
        (
            "tools/pom-ci.xml",
            """
            <project>
              <parent><groupId>org.vendor</groupId><artifactId>all</artifactId><version>1.2.3</version></parent>
              <artifactId>foreign</artifactId><version>1.2.3</version>
            </project>
            """
        ),
        (
            "extra/pom.xml",
            """
            <project>
              <parent><groupId>org.example</groupId><artifactId>all</artifactId><version>⟦1.2.3⟧</version></parent>
              <artifactId>extra</artifactId><version>${project.parent.version}</version>
              <dependencies><dependency>
                <groupId>${project.groupId}</groupId><artifactId>apps</artifactId><version>⟦1.2.3⟧</version>
              </dependency></dependencies>
            </project>
            """
        ),
        (
            "parent/pom.xml",
            """
            <project>
              <parent>
                <groupId>org.example</groupId><artifactId>all</artifactId><version>⟦1.2.3⟧</version>
                <relativePath>../pom.xml</relativePath>
              </parent>
              <artifactId>base</artifactId>
            </project>
            """
        ),
        (
            "old/pom.xml",
            """
            <project>
              <parent><groupId>org.example</groupId><artifactId>all</artifactId><version>1.2.3</version></parent>
              <artifactId>old</artifactId><version>1.2.3</version>
            </project>
            """
        )
    )

    @Test func modulesMoveWithTheirParent() throws {
        #expect(Self.reactor.decoys >= 8)
        try Self.reactor.expectChange(to: "7.8.9")
    }

    /// A version made of properties, as Maven allows for releases by continuous integration.
    static let composed = MarkedManifest(
        source,
        (
            "pom.xml",
            """
            <project>
              <groupId>g</groupId><artifactId>a</artifactId><version>${revision}${changelist}</version>
              <properties>
                <revision>⟦1.2.3→7.8.9⟧</revision>
                <changelist>⟦-SNAPSHOT→⟧</changelist>
                <other>1.2.3</other>
              </properties>
              <modules><module>m</module></modules>
            </project>
            """
        ),
        (
            "m/pom.xml",
            """
            <project>
              <parent><groupId>g</groupId><artifactId>a</artifactId><version>${revision}${changelist}</version></parent>
              <artifactId>m</artifactId>
              <dependencies>
                <dependency><groupId>g</groupId><artifactId>m</artifactId><version>⟦1.2.3-SNAPSHOT→7.8.9⟧</version></dependency>
              </dependencies>
            </project>
            """
        )
    )

    @Test func propertiesAreFollowed() throws { try Self.composed.expectChange(to: "7.8.9") }

    @Test(arguments: [
        "<project><version>⟦1.2.3⟧</version></project>", "<project><version><![CDATA[⟦1.2.3⟧]]></version></project>",
        "<project>\r\n<version>\r\n⟦1.2.3⟧\r\n</version></project>\r\n",
        "\u{FEFF}<project><!--é--><version>⟦1.2&#46;3→7.8.9⟧</version ></project>",
        "<!DOCTYPE project SYSTEM 'x'><project ><version combine.self='1.2.3'>⟦1.2.3⟧</version></project>",
        "<project><version>${revision}</version><properties><revision>⟦1.2.3⟧</revision></properties></project>",
        "<project><version>${a}${b}</version><properties><b>⟦.3→⟧</b><a>⟦1.2→7.8.9⟧</a></properties></project>",
        "<project><version>${a}${b}</version><properties><b/><a>⟦1.2→7.8.9⟧</a></properties></project>",
        "<?xml version='1.0' encoding='ISO-8859-1'?><project><version>⟦1.2.3⟧</version></project>",
    ])
    func rarePlacementsAreEdited(_ text: String) throws {
        try MarkedManifest(Self.source, ("pom.xml", text)).expectChange(to: "7.8.9")
    }

    @Test(arguments: [
        ("<project><version>1.<!-- c -->2.3</version></project>", "other markup cuts"),
        ("<project><version><b/>1.2.3</version></project>", "more than a text"),
        ("<project><version>1.2.3</version><version>1.2.3</version></project>", "twice"),
        ("<project><version/></project>", "no version"), ("<project/>", "no version"),
        ("<project><parent><version>1.2.3</version></parent></project>", "no version"),
        ("<project><version>${revision}</version></project>", "`properties` have no `revision`"),
        ("<project><version>1.${x}</version></project>", "made of properties alone"),
        ("<project><version>${a</version></project>", "made of properties alone"),
        ("<project><version>${a}${a}</version><properties><a>1</a></properties></project>", "made of properties"),
        ("<project><version>${a}</version><properties><a>${b}</a></properties></project>", "made of others"),
        ("<project><version>${a}</version><properties><a/></properties></project>", "cannot write"),
        ("<plugin><version>1.2.3</version></plugin>", "no Maven project"),
        ("<!DOCTYPE p [<!ENTITY v '1.2.3'>]><project><version>&v;</version></project>", "not read"),
    ])
    func whatCannotBeToldIsRefused(_ text: String, _ reason: String) throws {
        let manifest = MarkedManifest(Self.source, ("pom.xml", text))
        let error = #expect(throws: RelctlError.self) {
            try manifest.change(manifest.originals, to: Version("7.8.9"))
        }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test func aVersionOfTheParentIsSaidToBeThat() throws {
        let text =
            "<project><parent><groupId>g</groupId><artifactId>p</artifactId><version>1</version></parent></project>"
        let manifest = MarkedManifest(Self.source, ("core/pom.xml", text))
        let error = #expect(throws: RelctlError.self) {
            try Self.source.version(in: manifest.document(manifest.originals))
        }
        #expect(error?.hints == ["its version is that of its parent `g:p`: list the pom.xml of that one instead"])
    }

    @Test(arguments: [project, reactor, composed].enumerated().map { ($0, $1) })
    func damageIsRefusedOrTheVersionAloneChanges(_ number: Int, _ manifest: MarkedManifest) throws {
        let cases = FullRun.isAsked ? 3000 : 150
        try manifest.expectOnlyMeantChanges(cases: cases, seed: UInt64(number))
    }
}
