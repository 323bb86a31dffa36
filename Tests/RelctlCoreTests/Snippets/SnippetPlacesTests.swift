import Testing

@testable import RelctlCore

/// Users are told the places that publications take a release to, and no others.
@Suite struct SnippetPlacesTests {
    private static func request(
        _ publisher: String,
        _ options: [String: ConfigurationValue]
    ) throws -> PublicationRequest {
        PublicationRequest(
            publisher: publisher,
            options: options,
            release: try SnippetSample.manifest().release,
            files: [],
            folder: FilePath("/p/dist"),
            project: FilePath("/p"),
            replaces: false
        )
    }

    private static func charts(at repository: String, _ names: String...) throws -> PublicationRequest {
        let names = ConfigurationValue.list(names.map { .text($0) })
        return try request("helm", ["repository": .text(repository), "charts": names])
    }

    @Test func imagesAreToldWhereTheyArePushed() throws {
        let image = try SnippetSample.image(["ghcr.io/acme/streams", "quay.io/acme/streams"])
        let moved = ConfigurationValue.object(["ghcr.io/acme/streams": .text("example.org/else/streams")])
        let other = ConfigurationValue.list([.text("ghcr.io/acme/other")])
        let cases: [([[String: ConfigurationValue]], [String])] = [
            ([], ["ghcr.io/acme/streams", "quay.io/acme/streams"]),
            ([[:]], ["ghcr.io/acme/streams", "quay.io/acme/streams"]),
            ([["registry": .text("quay.io")]], ["quay.io/acme/streams"]),
            ([["names": moved]], ["example.org/else/streams"]),
            (
                [["names": moved], ["registry": .text("quay.io")]],
                ["quay.io/acme/streams", "example.org/else/streams"]
            ),
            ([["images": other]], []),
        ]
        for (publications, names) in cases {
            let requests = try publications.map { try Self.request("registry", $0) }
            #expect(try SnippetPlaces(requests).names(of: image) == names, "\(publications)")
        }
    }

    @Test func chartsAreToldWhereTheyArePushed() throws {
        let (one, two) = ("oci://ghcr.io/acme/charts", "oci://quay.io/acme/charts")
        let both = try SnippetPlaces([Self.charts(at: one, "streams"), Self.charts(at: two)])
        #expect(both.repository(of: "streams", own: nil) == one)
        #expect(both.repository(of: "streams", own: two) == two)
        // Where a release does not take it, `relctl chart push` alone would.
        #expect(both.repository(of: "streams", own: "oci://example.org/charts") == one)
        #expect(both.repository(of: "other", own: nil) == two)
        let some = try SnippetPlaces([Self.charts(at: one, "streams")])
        #expect(some.repository(of: "other", own: nil) == nil)
        #expect(some.repository(of: "other", own: two) == two)
    }

    @Test(
        arguments: [
            ("github", [:], "https://github.com/Acme/streams"),
            ("github", ["repository": .text("ACME/other")], "https://github.com/ACME/other"),
            // The same owner and name at another host is another repository.
            ("github", ["api": .text("https://ghe.example.org/api/v3/")], "https://ghe.example.org/Acme/streams"),
            (
                "github",
                [
                    "repository": .text("https://ghe.example.org/Acme/streams"),
                    "api": .text("https://api.acme.ghe.com"),
                ],
                "https://acme.ghe.com/Acme/streams"
            ),
            ("gitea", ["api": .text("https://codeberg.org/api/v1")], "https://codeberg.org/Acme/streams"),
            (
                "gitea", ["repository": .text("a/b"), "api": .text("https://example.org/git/api/v1")],
                "https://example.org/git/a/b"
            ),
            // Nobody else finds what lies at this machine.
            ("gitea", ["api": .text("http://127.0.0.1:3000/api/v1")], nil),
            ("gitlab", [:], nil), ("directory", ["path": .text("out")], nil), ("registry", [:], nil),
        ] as [(String, [String: ConfigurationValue], String?)]
    )
    func filesAreAtTheForgeThatGetsThem(
        publisher: String,
        options: [String: ConfigurationValue],
        page: String?
    ) throws {
        let places = try SnippetPlaces([Self.request(publisher, options)])
        #expect(places.forge?.page == page)
        // Nothing is invented for what lies nowhere: the commands begin with the file that is there.
        let plan = DocumentationPlanner().plan(SnippetRequest(try SnippetSample.manifest(), forge: places.forge))
        #expect(try #require(plan.charts.first).install.hasPrefix(page == nil ? "echo " : "curl "))
    }
}
