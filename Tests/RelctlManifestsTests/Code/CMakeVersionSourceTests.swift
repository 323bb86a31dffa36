import TestSupport
import Testing

@testable import RelctlManifests

@Suite struct CMakeVersionSourceTests {
    static func lists(_ text: String) -> MarkedManifest {
        MarkedManifest(CMakeVersionSource(), ("CMakeLists.txt", text))
    }

    static let wild = lists(
        """
        # project(streams VERSION 1.2.3)
        #[[ project(streams VERSION 1.2.3)
        ]]
        cmake_minimum_required(VERSION 1.2.3...4.0) #[==[
        project(streams VERSION 1.2.3) ]] ]=]
        ]==]
        set(text [=[
        project(streams VERSION 1.2.3) ]]
        ]=])
        message(STATUS "project(streams
            VERSION 1.2.3) \\" # 1.2.3")
        set(PROJECT_VERSION 1.2.3)
        \tProject (
            VERSION # its name: VERSION 1.2.3
            VERSION #[[1.2.3]] ⟦1.2.3⟧
            DESCRIPTION "VERSION 1.2.3"
            HOMEPAGE_URL https://example.org/1.2.3
            LANGUAGES C CXX
        )
        my_project(streams VERSION 1.2.3)
        find_package(ZLIB 1.2.3 REQUIRED)
        find_package(Boost VERSION 1.2.3)
        set_target_properties(streams PROPERTIES VERSION 1.2.3 SOVERSION 1)
        ExternalProject_Add(project GIT_TAG v1.2.3)
        add_definitions(-DNAME="project(a VERSION 1.2.3)" -DX=$(VERSION))
        """
    )

    @Test func onlyTheProjectsVersionChanges() throws {
        #expect(Self.wild.decoys >= 8)
        try Self.wild.expectChange(to: "1.3.0")
        try Self.wild.expectChange(to: "2.0.0-rc.1")
        try Self.wild.expectChange(to: "1.2.3+build")
    }

    @Test(arguments: [
        "project(a VERSION ⟦1.2.3⟧)", "PROJECT(a VERSION ⟦1.2.3⟧ LANGUAGES C)\r\nset(B 1.2.3)\r\n",
        "\u{FEFF}project(\"a\" VERSION \"⟦1.2.3⟧\")", "project(a \"VERSION\" [[⟦1.2.3⟧]])",
        "project(a VERSION\n⟦1.2.3⟧)",
        "project(a LANGUAGES C VERSION ⟦1.2.3⟧)", "project(a\tVERSION\t⟦1.2⟧)",
        "set(V ⟦1.2.3⟧)\nset(W 1.2.3)\nproject(a VERSION ${V})\n",
        "SET(A-V \"⟦1.2.3⟧\" CACHE STRING \"not 1.2.3\")\nproject(a VERSION \"${A-V}\")",
        "if(X)\n  project(a VERSION ⟦1.2.3⟧ LANGUAGES C)\nelse()\n  project(a VERSION ⟦1.2.3⟧)\nendif()\n",
        "project(a VERSION ⟦1.2.3⟧)\nproject(b C)\n",
    ])
    func theVersionIsFoundWhereverItStands(_ text: String) throws {
        try Self.lists(text).expectChange(to: "9.0.0-beta.2")
    }

    @Test(arguments: ["1.2.3.0", "1.2.3.4", "01.2.3.0"]) func aFourthNumberStartsAgain(_ old: String) throws {
        let lists = Self.lists("project(a VERSION ⟦\(old)→9.0.0.0⟧)\n")
        try lists.expectChange(to: "9.0.0")
        let changed = try lists.change(lists.originals, to: Version("9.0.0-rc.1"))
        #expect(changed.values.allSatisfy { $0 == "project(a VERSION 9.0.0.0)\n" })
        for said in ["9.0.0", "9.0.0.0", "9.0"] {
            #expect(try lists.source.agrees(said, with: Version("9.0.0-rc.1")))
            #expect(try !lists.source.agrees(said, with: Version("9.0.1-rc.1")))
        }
    }

    @Test func aPrereleaseIsLeftOut() throws {
        let source = CMakeVersionSource()
        #expect(try source.spelling(of: Version("1.3.0-rc.1+5")) == "1.3.0")
        let expected = [
            "1": "1.0.0", "1.2": "1.2.0", "1.2.3": "1.2.3", "1.2.3.0": "1.2.3", "1.2.3.4": nil, "1.2.3.0.0": nil,
            "01.2.3": nil, "1.2.3-rc.1": nil, "1..2": nil, "": nil, "+1": nil, "1.2.": nil,
        ]
        for (text, version) in expected { #expect(source.meaning(of: text)?.description == version, "\(text)") }
    }

    @Test(arguments: [
        ("project(a)", "there is no `VERSION", "CMakeLists.txt:1:8"), ("", "there is no `project(…)`", nil),
        ("cmake_minimum_required(VERSION 1.2.3)", "there is no `project(…)`", nil),
        ("project(VERSION 1.2.3)", "there is no `VERSION", nil), ("project(a VERSION)", "there is no `VERSION", nil),
        ("project(a version 1.2.3)", "there is no `VERSION", nil),
        ("project(a VERSION 1.2.3 VERSION 1.2.3)", "`VERSION` is given twice", "CMakeLists.txt:1:25"),
        ("project(a VERSION ${V})", "there is no `set(V …)`", "CMakeLists.txt:1:19"),
        (
            "set(V 1.2.3)\nset(V 1.2.3)\nproject(a VERSION ${V})",
            "it is set at CMakeLists.txt:1:5, CMakeLists.txt:2:5", nil
        ),
        ("set(V ${W})\nproject(a VERSION ${V})", "computed", "CMakeLists.txt:1:7"),
        ("set(V 1 2)\nproject(a VERSION ${V})", "computed", nil), ("project(a VERSION ${A}.${B})", "computed", nil),
        ("project(a VERSION $ENV{V})", "computed", nil), ("project(a VERSION @V@)", "one to four numbers", nil),
        ("project(a VERSION 1.2.3-rc.1)", "one to four numbers", nil),
        ("project(a VERSION \"\")", "one to four numbers", nil),
        ("project(a VERSION 1.0)\nproject(b VERSION 2.0)", "two versions: `1.0` and `2.0`", "CMakeLists.txt:2:19"),
        ("project(a VERSION 1.2.3", "is not closed", nil), ("#[[ project(a VERSION 1.2.3)", "not closed", nil),
        ("project(a VERSION \"1.2.3)", "not closed", nil), ("project(a VERSION 1.2.3))", "closes nothing", nil),
    ])
    func whatIsUnclearIsRefused(_ text: String, _ words: String, _ place: String?) throws {
        try Self.lists(text).expectRefusal(words, at: place)
    }

    @Test func aDamagedFileIsNeverChangedElsewhere() throws {
        try Self.wild.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5_000 : 200, seed: 43)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "[=", "]]", "a(", "\"", "$(", "[[]]=", "\\", "project(a VERSION ${V})", "set(V 1)project(a VERSION ${V})",
        ]
    )
    func hostileFilesAreReadInLinearTime(_ piece: String) throws {
        let lists = Self.lists(String(repeating: piece, count: 10_000))
        let document = try lists.document(lists.originals)
        #expect(throws: RelctlError.self) { try lists.source.version(in: document) }
    }
}
