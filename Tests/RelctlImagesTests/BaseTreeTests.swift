import Testing

@testable import RelctlImages

/// What layers over each other leave of folders and links.
@Suite struct BaseTreeTests {
    private func layer(_ entries: [(String, ArchiveMember.Kind, String?)]) -> BaseLayer {
        entries.reduce(into: BaseLayer()) { layer, entry in
            var member = ArchiveMember(name: Array(entry.0.utf8), kind: entry.1, mode: 0o750)
            member.linkTarget = entry.2.map { Array($0.utf8) }
            layer.take(member)
        }
    }

    private func tree(_ layers: [(String, ArchiveMember.Kind, String?)]...) -> BaseTree {
        layers.reduce(into: BaseTree()) { $0.apply(layer($1)) }
    }

    private func resolved(_ path: String, in tree: BaseTree) throws -> String {
        try tree.resolved(RelativePath(path)).string
    }

    @Test func linksAreFollowedFromWhereTheyStandAndFromTheRoot() throws {
        let tree = tree([
            ("usr/", .folder, nil), ("bin", .link, "usr/bin"), ("a/b", .link, "../c"), ("c", .link, "/d/e"),
            ("up", .link, "../../../usr"),
        ])
        #expect(try resolved("bin/app", in: tree) == "usr/bin/app")
        #expect(try resolved("a/b/file", in: tree) == "d/e/file")
        #expect(try resolved("up/file", in: tree) == "usr/file")
        #expect(try resolved("bin", in: tree) == "bin")
    }

    @Test func linksInACircleAreRefused() throws {
        let tree = tree([("a", .link, "b"), ("b", .link, "a")])
        #expect(throws: RelctlError.self) { try resolved("a/file", in: tree) }
    }

    @Test func whiteoutsTakeAwayWhatLowerLayersHave() throws {
        let lower: [(String, ArchiveMember.Kind, String?)] = [
            ("./bin", .link, "usr/bin"), ("opt/", .folder, nil), ("opt/x/", .folder, nil), ("opt/l", .link, "x"),
        ]
        #expect(try resolved("bin/a", in: tree(lower, [(".wh.bin", .file, nil)])) == "bin/a")
        let opaque = tree(lower, [("opt/.wh..wh..opq", .file, nil), ("opt/own/", .folder, nil)])
        #expect(try resolved("opt/l/a", in: opaque) == "opt/l/a")
        #expect(opaque.folder(at: try RelativePath("opt/x")) == nil)
        #expect(opaque.folder(at: try RelativePath("opt/own"))?.mode == 0o750)
        #expect(opaque.folder(at: try RelativePath("opt")) != nil)
    }

    @Test func aFileInThePlaceOfAFolderHidesWhatWasInIt() throws {
        let tree = tree([("a/", .folder, nil), ("a/b", .link, "/elsewhere")], [("a", .file, nil)])
        #expect(try resolved("a/b/c", in: tree) == "a/b/c")
    }

    @Test func namesThatLeadOutMeanNothing() throws {
        let tree = tree([("../x", .link, "/y"), ("/", .folder, nil), ("./", .folder, nil)])
        #expect(try resolved("x/a", in: tree) == "x/a")
    }

    @Test func manyWhiteoutsTakeNoLongerThanTheyAre() throws {
        let folders = (0..<20_000).map { ("f\($0)/", ArchiveMember.Kind.folder, String?.none) }
        let gone = (0..<20_000).map { (".wh.f\($0)", ArchiveMember.Kind.file, String?.none) }
        let tree = tree(folders, gone)
        #expect(tree.folder(at: try RelativePath("f7")) == nil)
    }
}
