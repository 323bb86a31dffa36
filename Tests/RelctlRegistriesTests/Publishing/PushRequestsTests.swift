import Testing

@testable import RelctlPublishing
@testable import RelctlPushing
@testable import RelctlRegistries

/// What pushing by hand stands for.
@Suite struct PushRequestsTests {
    private static func requests(
        to publisher: String,
        _ publications: [[String: ConfigurationValue]],
        allowsPlainHTTP: Bool = false
    ) throws -> PushRequests {
        var registry = Registry<any Publisher>(kind: "publisher")
        try registry.register(RegistryPublisher(), id: "registry")
        try registry.register(HelmPublisher(), id: "helm")
        let place = SourcePlace(file: "relctl.json", line: 1, column: 1)
        // That of another publisher is of no interest.
        let other = PublicationSettings(publisher: "directory", options: [:], place: place)
        let settings = publications.map { PublicationSettings(publisher: publisher, options: $0, place: place) }
        let basis = PublicationBasis(
            release: ReleaseIdentity(
                name: "tool",
                version: try Version("1.0.0"),
                tag: "v1.0.0",
                commit: "0",
                timestamp: 0
            ),
            scope: TemplateScope(texts: ["name": "tool"]),
            files: [],
            folder: FilePath("/p/dist"),
            project: FilePath("/p"),
            replaces: true
        )
        return try PushRequests(
            to: publisher,
            [other] + settings,
            basis,
            publishers: registry,
            allowsPlainHTTP: allowsPlainHTTP
        )
    }

    private static func list(_ texts: String...) -> ConfigurationValue { .list(texts.map { .text($0) }) }

    @Test func withoutAPublicationImagesGoByTheirOwnNames() throws {
        let plain = try Self.requests(to: "registry", [])
        let (one, both) = (Self.images("a"), Self.images("a", "b"))
        #expect(try plain.images([], of: both).requests.map(\.options) == [[:]])
        #expect(try plain.images(["b"], of: both).requests.map(\.options) == [["images": Self.list("b")]])
        #expect(try plain.images([], of: one).requests.map(\.replaces) == [true])
        #expect(try plain.images([], of: both).untaken.isEmpty)
        #expect(throws: RelctlError.self) { try plain.images(["c"], of: both) }
    }

    @Test func imagesAreThoseOfThePublicationsAndNoMoreThanAreNamed() throws {
        let push = try Self.requests(
            to: "registry",
            [["images": Self.list("a", "b"), "registry": .text("{{name}}.example")], ["images": Self.list("c")]],
            allowsPlainHTTP: true
        )
        let known = Self.images("a", "b", "c", "d")
        let (all, untaken) = try push.images([], of: known)
        #expect(all.map(\.name) == ["registry", "registry (2)"])
        #expect(all[0].options["registry"] == .text("tool.example"))
        #expect(all.allSatisfy { $0.options["plainHTTP"] == .flag(true) })
        #expect(untaken.map(\.severity) == [.warning] && untaken[0].message.contains("takes the image `d`"))
        let some = try push.images(["b"], of: known).requests
        #expect(some.map { $0.options["images"] } == [Self.list("b")])
        let error = #expect(throws: RelctlError.self) { try push.images(["b", "d"], of: known) }
        #expect(error?.message.contains("the image `d`: no publication") == true)
    }

    /// Images of these ids, each with a name of its own at one registry.
    private static func images(_ ids: String...) -> [NamedImage] {
        ids.map { NamedImage(id: $0, names: ["tool.example/\($0)"], tags: ["1.0.0"]) }
    }

    @Test func anImageThatNoPublicationTakesIsNotPushedInSilence() throws {
        let push = try Self.requests(
            to: "registry",
            [["registry": .text("tool.exmaple")], ["registry": .text("docker.io"), "images": Self.list("z")]]
        )
        for ids in [[], ["a"]] {
            let error = #expect(throws: RelctlError.self) { try push.images(ids, of: Self.images("a")) }
            let text = "\(try #require(error))"
            #expect(text.contains("cannot push the image `a`: no publication of the configuration takes it"), "\(text)")
            #expect(text.contains("`registry` takes only names at `tool.exmaple`"), "\(text)")
            #expect(text.contains("`registry (2)` takes only `z`"), "\(text)")
            #expect(error?.code == .configurationInvalid)
            let hint = "did you mean `registry: \"tool.example\"` in the publication `registry`?"
            #expect(error?.hints.contains(hint) == true, "\(String(describing: error?.hints))")
        }
    }

    @Test(
        arguments: [
            // The image's names, the keys of the publication, what is found, and what helps.
            (
                ["ghcr.io/a"], ["registry": .text("quay.io")],
                "takes the image `a`: `registry` takes only names at `quay.io`",
                "add a publication, such as `{ to: \"registry\", registry: \"ghcr.io\" }`"
            ),
            (
                ["ghcr.io/a", "quay.io/a"], ["registry": .text("quay.io")],
                "takes the name `ghcr.io/a` of the image `a`",
                "add a publication, such as `{ to: \"registry\", registry: \"ghcr.io\" }`"
            ),
            (
                ["ghcr.io/a"], ["images": .list([.text("b")])], "takes the image `a`: `registry` takes only `b`",
                "name `a` in the `images` of the publication `registry`"
            ),
            (["ghcr.io/a"], ["names": .object(["a": .text("quay.io/else")]), "registry": .text("quay.io")], nil, nil),
            (["a"], ["registry": .text("docker.io")], nil, nil), (["ghcr.io/a", "quay.io/a"], [:], nil, nil),
        ] as [([String], [String: ConfigurationValue], String?, String?)]
    )
    func whatNoPublicationTakesIsFound(
        _ names: [String],
        _ keys: [String: ConfigurationValue],
        _ message: String?,
        _ hint: String?
    ) throws {
        let request = try #require(try Self.requests(to: "registry", [keys]).configured.first)
        let image = NamedImage(id: "a", names: names, tags: ["1.0.0"])
        let findings = try ImageDestinations([request]).findings(on: [image], at: [:])
        #expect(findings.count == (message == nil ? 0 : 1), "\(findings)")
        #expect(findings.first.map { $0.message.contains(message ?? "") } != false, "\(findings)")
        #expect(findings.first?.hints.first == hint)
        #expect(findings.allSatisfy { $0.severity == .warning })
    }

    @Test func imagesWithoutAnyPublicationToARegistryAreFound() throws {
        let place = SourcePlace(file: "relctl.json", line: 7, column: 3)
        let findings = try ImageDestinations([]).findings(on: Self.images("a", "b"), at: ["a": place])
        #expect(findings.map(\.message) == ["no publication takes the images: none is to a registry"])
        #expect(findings.first?.severity == .warning && findings.first?.place?.line == 7)
        #expect(try ImageDestinations([]).findings(on: [], at: [:]).isEmpty)
    }

    @Test func aPublicationThatTakesNoImageIsFound() throws {
        let requests = try Self.requests(to: "registry", [[:], ["registry": .text("quay.io")]]).configured
        let findings = try ImageDestinations(requests).findings(on: Self.images("a"), at: [:])
        #expect(findings.map(\.code) == ["publish.registry.idle"])
        #expect(findings.first?.message.contains("`registry (2)` takes no image") == true)
        #expect(findings.first?.place?.line == 1)
    }

    @Test func chartsGoToTheirOwnRepositoryOrThatOfThePublications() throws {
        let push = try Self.requests(
            to: "helm",
            [
                ["repository": .text("oci://ghcr.io/{{name}}"), "tokenFrom": Self.list("ONE")],
                ["repository": .text("oci://x.example/b/"), "charts": Self.list("p"), "tokenFrom": Self.list("TWO")],
                ["repository": .text("oci://x.example/c"), "charts": Self.list("q"), "tokenFrom": Self.list("THREE")],
            ]
        )
        func told(_ requests: [PublicationRequest]) -> [[ConfigurationValue?]] {
            requests.map { request in ["repository", "charts", "tokenFrom"].map { request.options[$0] } }
        }
        let own = "oci://x.example/c"
        let requests = try push.charts([("a", own), ("p", nil), ("b", own), ("d", "oci://y.example/e")])
        #expect(
            told(requests) == [
                [.text(own), Self.list("a", "b"), Self.list("THREE")],
                [.text("oci://y.example/e"), Self.list("d"), nil],
                [.text("oci://ghcr.io/tool"), Self.list("p"), Self.list("ONE")],
                [.text("oci://x.example/b/"), Self.list("p"), Self.list("TWO")],
            ]
        )
        #expect(Set(requests.map(\.name)).count == 4)
        // An option takes all of them elsewhere, by the keys of the first publication at that registry.
        #expect(
            told(try push.charts([("a", own)], to: "oci://x.example/new")) == [
                [.text("oci://x.example/new"), nil, Self.list("TWO")]
            ]
        )
        #expect(throws: RelctlError.self) { try Self.requests(to: "helm", []).charts([("a", nil)]) }
        #expect(throws: RelctlError.self) { try push.charts([("a", "ftp://x")]) }
    }
}
