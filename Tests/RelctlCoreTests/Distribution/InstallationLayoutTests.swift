import Testing

@testable import RelctlCore
@testable import RelctlDistribution

@Suite struct InstallationLayoutTests {
    private func layout(
        _ paths: [String],
        programs: [String] = [],
        shared: [String] = []
    ) throws -> InstallationLayout {
        let entries = try paths.map { text in
            let isFolder = text.hasSuffix("/")
            let isProgram = text.hasSuffix("*")
            let path = try RelativePath(isFolder || isProgram ? String(text.dropLast()) : text)
            return ArchivedEntry(
                path: path,
                kind: isFolder ? .folder : .file,
                mode: isFolder || isProgram ? 0o755 : 0o644
            )
        }
        return InstallationLayout(entries, programs: programs, shared: try shared.map { try RelativePath($0) })
    }

    @Test func thingsAreFoundWhereArchivesUsuallyHaveThem() throws {
        let layout = try layout([
            "t/", "t/bin/", "t/bin/a*", "t/bin/b*", "t/setup-env.sh*", "t/README.md", "t/LICENSE-MIT", "t/NEWS.md",
            "t/docs/guide/x.html", "t/docs/y.txt", "t/man/a.1", "t/man/man5/a.conf.5.gz", "t/man/readme.txt",
            "t/man/.1", "t/man/a.0", "t/man/a.1X", "t/man10/a.1", "t/man/man3p/b.3p",
            "t/completions/a.bash", "t/completions/_a", "t/completions/a.fish", "t/complete/_b.zsh",
            "t/demo/run*", "t/demo/README.md", "t/notes.txt",
        ])
        #expect(layout.top == "t")
        #expect(layout.programs == ["bin/a", "bin/b"])
        #expect(layout.documents == ["README.md", "LICENSE-MIT", "NEWS.md"])
        #expect(layout.documentFolders == ["docs"])
        #expect(layout.manualPages == ["man/a.1", "man/man5/a.conf.5.gz", "man/man3p/b.3p"])
        #expect(layout.completions.map(\.shell) == ["bash", "zsh", "fish", "zsh"])
        #expect(layout.completions.map(\.program) == ["a", "a", "a", "b"])
        #expect(layout.folders.isEmpty)
    }

    @Test func aPrefixIsInstalledWhole() throws {
        let layout = try layout([
            "t/bin/a*", "t/lib/liba.so*", "t/share/man/man1/a.1", "t/share/zsh/site-functions/_a", "t/etc/a.conf",
        ])
        #expect(layout.folders == ["etc", "lib", "share"])
        #expect(layout.manualPages.isEmpty && layout.completions.isEmpty)
    }

    @Test func namedProgramsAreFoundWhereverTheyAre() throws {
        let paths = ["t/x/deep/a*", "t/a*", "t/other/bin/b*", "t/b*", "t/c*", "t/d"]
        #expect(try layout(paths, programs: ["a", "b", "d", "e"]).programs == ["a", "other/bin/b"])
    }

    @Test func whatCanBeRunAtTheTopIsAProgramWhereThereIsNoFolderOfThem() throws {
        #expect(try layout(["t/", "t/a*", "t/setup.sh*", "t/b", "t/x/c*"]).programs == ["a"])
    }

    @Test func archivesWithoutATopFolderAreKnown() throws {
        let flat = try layout(["a*", "docs/x.md"])
        #expect(flat.top == nil && flat.programs == ["a"] && flat.documentFolders == ["docs"])
        #expect(try layout(["bin/", "bin/a*", "README.md"]).top == nil)
        #expect(try layout(["a*"]).top == nil)
    }

    @Test func whatIsSharedIsInstalledOnce() throws {
        let layout = try layout(
            ["t/bin/a*", "t/demo/x/README.md", "t/docs/z", "t/man/a.1"],
            shared: ["demo/x", "docs", "gone"]
        )
        #expect(layout.shared == ["demo/x", "docs"])
        #expect(layout.documentFolders.isEmpty && layout.documents.isEmpty)
        #expect(layout.manualPages == ["man/a.1"])
    }
}
