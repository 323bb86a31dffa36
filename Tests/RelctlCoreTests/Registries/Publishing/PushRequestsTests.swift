import Testing

@testable import RelctlCore

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
        #expect(try plain.images([], of: ["a", "b"]).map(\.options) == [[:]])
        #expect(try plain.images(["b"], of: ["a", "b"]).map(\.options) == [["images": Self.list("b")]])
        #expect(try plain.images([], of: ["a"]).map(\.replaces) == [true])
        #expect(throws: RelctlError.self) { try plain.images(["c"], of: ["a", "b"]) }
    }

    @Test func imagesAreThoseOfThePublicationsAndNoMoreThanAreNamed() throws {
        let push = try Self.requests(
            to: "registry",
            [["images": Self.list("a", "b"), "registry": .text("{{name}}.example")], ["images": Self.list("c")]],
            allowsPlainHTTP: true
        )
        let all = try push.images([], of: ["a", "b", "c", "d"])
        #expect(all.map(\.name) == ["registry", "registry (2)"])
        #expect(all[0].options["registry"] == .text("tool.example"))
        #expect(all.allSatisfy { $0.options["plainHTTP"] == .flag(true) })
        let some = try push.images(["b"], of: ["a", "b", "c", "d"])
        #expect(some.map { $0.options["images"] } == [Self.list("b")])
        let error = #expect(throws: RelctlError.self) { try push.images(["b", "d"], of: ["a", "b", "c", "d"]) }
        #expect(error?.message.contains("the image `d`: no publication") == true)
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
