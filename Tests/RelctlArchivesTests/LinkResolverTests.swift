import RelctlArchives
import Testing

@Suite struct LinkResolverTests {
    /// A tree like those that relctl packs, with every kind of link in it.
    static func resolver(_ links: [String: String]) throws -> LinkResolver {
        var nodes: [RelativePath: LinkResolver.Node] = [
            try RelativePath("app/bin/tool"): .file,
            try RelativePath("app/empty"): .folder,
            try RelativePath("app/\u{301}d/\u{301}f"): .file,
        ]
        for (path, target) in links { nodes[try RelativePath(path)] = .link(target: target) }
        return LinkResolver(nodes)
    }

    static func outcome(_ links: [String: String], of path: String) throws -> Result<String, LinkResolver.Problem> {
        let (resolver, path) = (try resolver(links), try RelativePath(path))
        return Result { () throws(LinkResolver.Problem) in try resolver.resolve(path).string }
    }

    @Test(arguments: [
        ("bin/tool", "app/bin/tool"), ("./bin//tool", "app/bin/tool"), ("bin", "app/bin"), ("bin/", "app/bin"),
        ("../app/bin/tool", "app/bin/tool"), ("empty", "app/empty"), ("bin/../empty", "app/empty"), (".", "app"),
        ("\u{301}d/\u{301}f", "app/\u{301}d/\u{301}f"),
    ])
    func linksInsideResolve(_ target: String, _ expected: String) throws {
        #expect(try Self.outcome(["app/link": target], of: "app/link") == .success(expected))
    }

    @Test(arguments: [
        ("/etc/passwd", LinkResolver.Problem.absolute), ("../../etc/passwd", .escapes), ("..", .escapes),
        ("../app/../..", .escapes), ("missing", .dangling), ("", .dangling), ("bin/tool/", .dangling),
        ("bin/tool/.", .dangling), ("bin/tool/../tool", .dangling), ("BIN/tool", .dangling), ("link", .cyclic),
        ("link/x", .cyclic), ("bin/\0", .dangling),
    ])
    func linksThatLeadAstrayAreNamed(_ target: String, _ problem: LinkResolver.Problem) throws {
        #expect(try Self.outcome(["app/link": target], of: "app/link") == .failure(problem))
    }

    @Test func linksInTheMiddleAreFollowed() throws {
        let links = ["app/target/release": "../bin", "app/demo": "target/release/tool"]
        #expect(try Self.outcome(links, of: "app/demo") == .success("app/bin/tool"))
    }

    @Test func parentsAreTakenFromWhereALinkLeads() throws {
        // Read as text, `deep/..` would be `app/a`; followed, it is `app`.
        let links = ["app/a/deep": "../bin", "app/up": "a/deep/../empty"]
        #expect(try Self.outcome(links, of: "app/up") == .success("app/empty"))
    }

    @Test func aChainThatLeavesThroughAnotherLinkEscapes() throws {
        let links = ["app/a/out": "../..", "app/b": "a/out/etc", "app/c": "a/out/.."]
        #expect(try Self.outcome(links, of: "app/b") == .failure(.dangling))
        #expect(try Self.outcome(links, of: "app/c") == .failure(.escapes))
    }

    @Test func cyclesOfAnyLengthEnd() throws {
        let links = ["app/one": "two", "app/two": "three/x", "app/three": "one"]
        for link in links.keys { #expect(try Self.outcome(links, of: link) == .failure(.cyclic)) }
    }

    @Test func asManyLinksAreFollowedAsLinuxFollows() throws {
        var links = ["app/l1": "bin/tool"]
        for index in 2...41 { links["app/l\(index)"] = "l\(index - 1)" }
        #expect(try Self.outcome(links, of: "app/l40") == .success("app/bin/tool"))
        #expect(try Self.outcome(links, of: "app/l41") == .failure(.cyclic))
    }

    @Test func linksThatDoubleTheWayStopEarly() throws {
        var links = ["app/l0": "."]
        for index in 1...60 { links["app/l\(index)"] = "l\(index - 1)/l\(index - 1)" }
        #expect(try Self.outcome(links, of: "app/l60") == .failure(.cyclic))
    }

    @Test func namesAreComparedByBytes() throws {
        #expect(try Self.outcome(["app/\u{e9}": "bin", "app/x": "e\u{301}"], of: "app/x") == .failure(.dangling))
    }

    @Test func allLinksAreReportedInOrder() throws {
        let resolutions = try Self.resolver(["app/z": "bin", "app/a": "nowhere"]).resolutions()
        #expect(resolutions.map(\.link.string) == ["app/a", "app/z"])
        #expect(resolutions.map { (try? $0.outcome.get())?.string } == [nil, "app/bin"])
    }
}
