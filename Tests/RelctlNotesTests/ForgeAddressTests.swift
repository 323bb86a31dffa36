import RelctlNotes
import Testing

@Suite struct ForgeAddressTests {
    @Test(arguments: [
        ("example/streams", "https://github.com/example/streams", ForgeAddress.Kind.github),
        ("https://codeberg.org/example/streams.git", "https://codeberg.org/example/streams", .gitea),
        ("https://git.example.org:8443/a/b/", "https://git.example.org:8443/a/b", .github),
        ("git@github.com:example/streams.git", "https://github.com/example/streams", .github),
        ("ssh://git@example.org/a/b", "https://example.org/a/b", .github),
        ("ssh://git@gitea.example.org:2222/a/b.git", "https://gitea.example.org/a/b", .gitea),
        ("https://gitlab.com/group/sub/b", "https://gitlab.com/group/sub/b", .gitlab),
        ("org-12@github.com:a/b", "https://github.com/a/b", .github),
        ("https://name:secret@gitlab.example.org/a/b.git", "https://gitlab.example.org/a/b", .gitlab),
        ("ssh://git@ssh.github.com:443/a/b.git", "https://github.com/a/b", .github),
        ("git@ssh.github.com:a/b.git", "https://github.com/a/b", .github),
        ("ssh://git@altssh.gitlab.com:443/a/b.git", "https://gitlab.com/a/b", .gitlab),
        ("git://github.com/a/b.git", "https://github.com/a/b", .github),
        ("git+ssh://git@github.com/a/b.git", "https://github.com/a/b", .github),
        ("https://forgejo.example.org/a/b", "https://forgejo.example.org/a/b", .gitea),
    ])
    func aForgeIsKnownByItsAddress(repository: String, page: String, kind: ForgeAddress.Kind) throws {
        let forge = try #require(ForgeAddress(repository: repository))
        #expect(forge.page == page)
        #expect(forge.kind == kind)
    }

    @Test(arguments: [
        "https://bitbucket.org/a/b", "http://e.org/a/b", "https://e.org/a", "https://e.org/a/../b", "a/b)/x", "",
        "../..", "/srv/git/a.git", "file:///srv/a/b", "C:\\git\\a", "git@e.org:a",
    ])
    func otherTextsAreNone(_ repository: String) {
        #expect(ForgeAddress(repository: repository) == nil)
    }

    @Test func theConfigurationKnowsBetterThanTheHost() throws {
        #expect(ForgeAddress(repository: "https://git.example.org/a/b", kind: .gitlab)?.kind == .gitlab)
        #expect(
            ForgeAddress(repository: "https://bitbucket.org/a/b", kind: .gitea)?.page == "https://bitbucket.org/a/b"
        )
        #expect(ForgeAddress(repository: "group/b", kind: .gitlab)?.page == "https://gitlab.com/group/b")
    }

    @Test func everyForgeHasItsOwnPages() throws {
        let pages = try ["https://github.com/a/b", "https://gitlab.com/a/b", "https://codeberg.org/a/b"].map { text in
            let forge = try #require(ForgeAddress(repository: text))
            return [
                forge.commit("c0ffee"), forge.comparison(from: "v1", to: "v2"), forge.release(tag: "v2"),
                forge.page(of: .issue, "12"), forge.page(of: .pullRequest, "12"), forge.page(of: .mergeRequest, "12"),
                forge.download("f", tag: "v2"),
            ].map { $0.map { String($0.dropFirst(text.count)) } }
        }
        #expect(
            pages == [
                [
                    "/commit/c0ffee", "/compare/v1...v2", "/releases/tag/v2", "/issues/12", "/pull/12", nil,
                    "/releases/download/v2/f",
                ],
                [
                    "/-/commit/c0ffee", "/-/compare/v1...v2", "/-/releases/v2", "/-/issues/12", nil,
                    "/-/merge_requests/12", nil,
                ],
                [
                    "/commit/c0ffee", "/compare/v1...v2", "/releases/tag/v2", "/issues/12", "/pulls/12", nil,
                    "/releases/download/v2/f",
                ],
            ]
        )
    }

    @Test func addressesHoldNothingButUnreservedCharacters() throws {
        let forge = try #require(ForgeAddress(repository: "a/b"))
        #expect(
            forge.download("é (1).zip", tag: "pkg/v1+x")
                == "https://github.com/a/b/releases/download/pkg%2Fv1%2Bx/%C3%A9%20%281%29.zip"
        )
        let odd = try #require(ForgeAddress(repository: "https://e.org/a/b)<x>"))
        #expect(odd.page == "https://e.org/a/b%29%3Cx%3E")
    }
}
