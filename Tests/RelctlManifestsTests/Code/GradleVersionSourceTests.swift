import TestSupport
import Testing

@testable import RelctlManifests

@Suite struct GradleVersionSourceTests {
    static func script(_ name: String, _ text: String) -> MarkedManifest {
        MarkedManifest(GradleVersionSource(), (name, text))
    }

    static let groovy = script(
        "build.gradle",
        #"""
        #!/usr/bin/env gradle
        // version = '1.2.3'
        /* version = '1.2.3'
           /* version '1.2.3' */
        buildscript {
            ext.kotlin_version = '1.2.3'
            version = '1.2.3'
            dependencies { classpath "com.android.tools.build:gradle:1.2.3" }
        }
        plugins {
            id 'java-library'
            id 'org.springframework.boot' version '1.2.3' apply false
            id("io.spring.dependency-management")
                version "1.2.3"
        }

        def version = '1.2.3'
        ext {
            version = '1.2.3'
            libVersion = '1.2.3'
        }
        ext.version = '1.2.3'
        def notes = """
        version = '1.2.3'
        ${{ -> version = '1.2.3' }}
        """
        def other = '''
        version = '1.2.3'
        '''
        def pattern = ~/version = '1.2.3' \/ "/
        def dollar = $/
        version = '1.2.3' $$ / " '
        /$
        def half = 10 / 2 // '
        def map = [
            version: '1.2.3',
        ]

        group 'com.example'
        version   =   '⟦1.2.3⟧'   // version = '1.2.3'

        dependencies {
            implementation 'a:b:1.2.3'
            implementation group: 'a', name: 'c', version: '1.2.3'
            constraints { api('a:d') { version { strictly '1.2.3' } } }
        }
        project(':other') {
            version = '1.2.3'
        }
        task wrapper(type: Wrapper) {
            version = '1.2.3'
        }
        publishing { publications { maven(MavenPublication) { version = '1.2.3' } } }
        if (project.hasProperty('nightly')) {
            version = '1.2.3'
        }
        android { defaultConfig { versionName '1.2.3' } }
        """#
    )

    static let kotlin = script(
        "build.gradle.kts",
        #"""
        // version = "1.2.3"
        /* version = "1.2.3" /* nested */
        version = "1.2.3" */
        import org.jetbrains.kotlin.*
        plugins {
            `java-library`
            kotlin("jvm") version "1.2.3"
            id("com.diffplug.spotless")
                .version("1.2.3")
            id("a.b") version
                "1.2.3"
        }

        val version = "1.2.3"
        val kotlinVersion by extra("1.2.3")
        val quote = '"'
        val notes = """
            version = "1.2.3"
            ${"version = \"1.2.3\"".let { "}" }} ""1.2.3"""""

        fun release(
            version: String = "1.2.3",
        ) = release(
            version = "1.2.3"
        )

        group = "com.example"
        version = "⟦1.2.3⟧"

        dependencies { implementation("a:b:1.2.3") }
        tasks.wrapper { version = "1.2.3"; gradleVersion = "1.2.3" }
        tasks.named<Wrapper>("x") {
            version = "1.2.3"
        }
        configure<PublishingExtension> {
            version = "1.2.3"
        }
        class Holder {
            var version = "1.2.3"
        }
        println("version = 1.2.3 ${project.version} $version")
        """#
    )

    @Test(arguments: [groovy, kotlin])
    func onlyTheProjectsVersionChanges(_ wild: MarkedManifest) throws {
        #expect(wild.decoys >= 8)
        try wild.expectChange(to: "1.3.0")
        try wild.expectChange(to: "2.0.0-SNAPSHOT")
    }

    @Test(arguments: [
        "version '⟦1.2.3⟧'", "version(\"⟦1.2.3⟧\")\r\ngroup '1.2.3'\r\n", "\u{FEFF}version=\"⟦1.2.3⟧\";group='1.2.3'",
        "project.version = '⟦1.2.3⟧'\n", "setVersion('⟦1.2.3⟧')", "group = 'a'; version = '⟦1.2.3⟧'",
        "version = '''⟦1.2.3⟧'''\n",
        "version =\n    '⟦1.2.3⟧'\n", "version = /⟦1.2.3⟧/\n", "allprojects {\n\tversion = '⟦1.2.3⟧'\n}\n",
        "subprojects { project -> version = '⟦1.2.3⟧' }",
        "allprojects { apply plugin: 'java'; version '⟦1.2.3⟧'; group 'x' }",
        "version = '⟦1.2.3⟧'\nallprojects { version = '⟦1.2.3⟧' }\nsubprojects { version = rootProject.version }",
        "version = '⟦1.2.3⟧'\nversion = version + '-1.2.3'\n",
        "android {\n  compileSdk 34\n  defaultConfig {\n    versionCode 10203\n    versionName \"⟦1.2.3⟧\"\n  }\n"
            + "  productFlavors { free { versionName '1.2.3' } }\n}\n",
        "def v = '⟦1.2.3⟧'; version = v",
        "final String release = \"⟦1.2.3⟧\" // 1.2.3\nversion = release\ndef other = '1.2.3'",
        "ext { libVersion = '⟦1.2.3⟧'; x = '1.2.3' }\nversion = libVersion\nallprojects { version = libVersion }",
        "ext.v = '⟦1.2.3⟧'\nsubprojects { version = v }\nb { v : '1.2.3' }",
        "android.defaultConfig.versionName = '⟦1.2.3⟧'", "android.defaultConfig { versionName '⟦1.2.3⟧' }",
    ])
    func groovySaysItInManyWays(_ text: String) throws {
        try Self.script("app/build.gradle", text).expectChange(to: "9.0.0")
    }

    @Test(arguments: [
        "version = \"⟦1.2.3⟧\"", "version = \"\"\"⟦1.2.3⟧\"\"\"\r\n", "group = \"1.2.3\"; version = \"⟦1.2.3⟧\"\n",
        "allprojects {\n    group = \"x\"\n    version = \"⟦1.2.3⟧\"\n}\n", "project.version = \"⟦1.2.3⟧\"",
        "android { defaultConfig { versionName = \"⟦1.2.3⟧\" } }", "version=\"⟦1.2.3⟧\"/*1.2.3*/\n",
        "setVersion(\"⟦1.2.3⟧\")", "val v = \"⟦1.2.3⟧\"\nversion = v\nval w = \"1.2.3\"",
        "private const val release: String = \"⟦1.2.3⟧\"; version = release",
    ])
    func kotlinSaysItInFewer(_ text: String) throws {
        try Self.script("build.gradle.kts", text).expectChange(to: "9.0.0")
    }

    @Test(arguments: [
        ("build.gradle", "version = \"$base.3\"", "without `$`"), ("build.gradle", "version = \"1.${x}\"", "computed"),
        ("build.gradle", "version = '1.2' + '.3'", "computed"),
        ("build.gradle", "version = '1.2.3'\n  .trim()", "computed"),
        ("build.gradle", "version = x ?: '1.2.3'", "computed"),
        ("build.gradle", "version = '1.2.3'\n ?: x", "computed"),
        ("build.gradle", "version = property('a')", "computed"), ("build.gradle", "version '1\\u002e0.0'", "computed"),
        ("build.gradle", "version =", "computed"), ("build.gradle", "version('1.2.3' + x)", "there is no `version`"),
        ("build.gradle", "version = '1.0.0'\nallprojects { version = '2.0.0' }", "two versions: `1.0.0` and `2.0.0`"),
        ("build.gradle", "version = x\nandroid { defaultConfig { versionName '1.0.0' } }", "computed"),
        ("build.gradle", "version = v\nv = '1.0.0'", "computed"),
        ("build.gradle", "def v = x\nversion = v", "computed"),
        ("build.gradle", "def v = '1.0.0'\nv += '-rc'\nversion = v", "computed"),
        ("build.gradle", "def v = '1.0.0'\nif (a) { v = '2.0.0' }\nversion = v", "computed"),
        ("build.gradle", "def v = '1.0.0', w = '1.0.0'\nversion = v", "computed"),
        ("build.gradle", "b { def v = '1.0.0' }\nversion = v", "computed"),
        ("build.gradle", "def v = '1.0.0'\next.v = '2.0.0'\nversion = v", "computed"),
        ("build.gradle", "def v = '1.0' + '.0'\nversion = v", "computed"),
        ("build.gradle", "def v = '1.0.0'\nversion = v + '-rc'", "computed"),
        ("build.gradle.kts", "var v: String\nv = \"1.0.0\"\nversion = v", "computed"),
        ("build.gradle", "version = ''", "it is empty"),
        ("build.gradle", "version == '1.0.0'", "there is no `version`"),
        ("build.gradle", "plugins { id 'x' version '1.0.0' }", "there is no `version`"),
        ("build.gradle", "version = '1.0.0", "not closed"), ("build.gradle", "version = '1.0.0'\n}", "closes nothing"),
        ("build.gradle", "version = \"${\"", "not closed"),
        ("build.gradle", "a {\nversion = '1.0.0'\n", "is not closed"),
        ("build.gradle.kts", "version \"1.0.0\"", "there is no `version`"),
        ("build.gradle.kts", "version(\"1.0.0\")", "there is no `version`"),
        ("build.gradle.kts", "/* /* */ version = \"1.0.0\"", "the comment is not closed"),
        ("build.gradle.kts", "version = \"$v\"", "gradle.properties"),
        ("build.gradle.kts", "", "there is no `version`"),
    ])
    func whatIsNoPlainTextIsRefused(_ name: String, _ text: String, _ words: String) throws {
        try Self.script(name, text).expectRefusal(words)
    }

    @Test func theRefusalOfAComputedVersionSaysWhereItIs() throws {
        try Self.script("build.gradle", "// é\nversion = \"$v\"\n").expectRefusal("computed", at: "build.gradle:2:1")
    }

    @Test(arguments: [groovy, kotlin])
    func aDamagedScriptIsNeverChangedElsewhere(_ wild: MarkedManifest) throws {
        try wild.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5_000 : 200, seed: 42)
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["a{", "\"${", "/*", "a.", "version=", "$/", "(", "'\\"])
    func hostileScriptsAreReadInLinearTime(_ piece: String) throws {
        let text = String(repeating: piece, count: 10_000)
        for name in ["build.gradle", "build.gradle.kts"] {
            let script = Self.script(name, text)
            let document = try script.document(script.originals)
            #expect(throws: RelctlError.self) { try script.source.version(in: document) }
        }
    }
}
