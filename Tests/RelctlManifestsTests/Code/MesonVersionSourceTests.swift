import TestSupport
import Testing

@testable import RelctlManifests

@Suite struct MesonVersionSourceTests {
    static let wild = MarkedManifest(
        MesonVersionSource(),
        (
            "meson.build",
            """
            # project('streams', version: '1.2.3')

            project(
              'streams', ['c', 'cpp'],  # version: '1.2.3'
              'version: \\'1.2.3\\'',
              license : 'MIT',
              meson_version : '>= 1.2.3',
              default_options : ['version=1.2.3', 'std=c11', 'c_args=-DVERSION=1.2.3'],
              version
                : '⟦1.2.3⟧', # '1.2.3'
              subproject_dir : '''sub
            version: '1.2.3'
            ''',
            )
            assert(meson.project_version() == '1.2.3', f'@version@: 1.2.3')
            zlib = dependency('zlib', version : '>=1.2.3')
            exact = dependency('exact', version: '1.2.3')
            library('streams', 'a.c', version : '1.2.3', soversion: '1')
            subproject('project', default_options: ['version=1.2.3'])
            import('pkgconfig').generate(version: '1.2.3')
            """
        )
    )

    static let inFile = MarkedManifest(
        MesonVersionSource(),
        ("lib/meson.build", "project('a', 'c', version: files('VERSION'), meson_version: '1.2.3')\n# 1.2.3\n"),
        ("lib/VERSION", "⟦1.2.3⟧\n"),
        ("VERSION", "1.2.3\n")
    )

    @Test func onlyTheProjectsVersionChanges() throws {
        #expect(Self.wild.decoys >= 8)
        try Self.wild.expectChange(to: "1.3.0")
        try Self.wild.expectChange(to: "2.0.0-rc.1")
    }

    @Test func theFileThatHoldsItChangesInstead() throws {
        try Self.inFile.expectChange(to: "1.3.0")
        let read = try MesonVersionSource().version(in: Self.inFile.document(Self.inFile.originals))
        #expect(read.place.description == "lib/VERSION:1:1")
    }

    @Test(arguments: [
        "project('a',version:'⟦1.2.3⟧')", "\u{FEFF}project('a', version : '''⟦1.2.3⟧''')\r\nx = '1.2.3'\r\n",
        "project('a', version: '⟦1.2.3⟧', license: 'x')", "\n\n  project ( 'a', 'c', version\n:\n'⟦1.2.3⟧'\n)",
    ])
    func theVersionIsFoundWhereverItStands(_ text: String) throws {
        try MarkedManifest(MesonVersionSource(), ("meson.build", text)).expectChange(to: "9.0.0")
    }

    @Test(arguments: [
        ("project('a')", "there is no `version`"),
        ("x = 1\nproject('a', version: '1.0.0')", "there is no `project(…)`"),
        ("library('a', version: '1.0.0')", "there is no `project(…)`"), ("", "there is no `project(…)`"),
        ("project('a', version: '1.0' + '.0')", "computed"), ("project('a', version: f'1.0.@x@')", "computed"),
        ("project('a', version: run_command('v.sh').stdout().strip())", "computed"),
        ("project('a', version: '1\\x2e0.0')", "computed"), ("project('a', version: '')", "it is empty"),
        ("project('a', version: '1.0.0', version: '1.0.0')", "given twice"), ("project('a'", "is not closed"),
        ("project('a', version: '1.0.0\n')", "not closed on its line"),
        ("project('a', version:)", "there is no `version`"),
        ("project('a', version: files('V'))", "`V`: there is no such file"),
        ("project('a', version: files('../V'))", "cannot read the version from `../V`"),
        ("project('a', version: files('V', 'W'))", "computed"), ("project('a', version: files())", "computed"),
    ])
    func whatIsUnclearIsRefused(_ text: String, _ words: String) throws {
        try MarkedManifest(MesonVersionSource(), ("meson.build", text)).expectRefusal(words)
    }

    @Test(arguments: [wild, inFile])
    func aDamagedFileIsNeverChangedElsewhere(_ wild: MarkedManifest) throws {
        try wild.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5_000 : 200, seed: 44)
    }
}
