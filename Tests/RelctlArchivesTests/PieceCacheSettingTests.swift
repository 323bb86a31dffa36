import Testing

@testable import RelctlArchives

@Suite struct PieceCacheSettingTests {
    private func setting(_ environment: [String: String]) throws -> PieceCache.Setting? {
        try PieceCache.Setting(environment: environment)
    }

    @Test(
        arguments: [
            (["HOME": "/home/ada"], "/home/ada/.cache/relctl/pieces"),
            (["HOME": "/home/ada", "XDG_CACHE_HOME": "/var/cache/ada"], "/var/cache/ada/relctl/pieces"),
            (["XDG_CACHE_HOME": "/c"], "/c/relctl/pieces"),
            // Base directories that are not absolute are to be ignored.
            (["HOME": "/home/ada", "XDG_CACHE_HOME": "caches"], "/home/ada/.cache/relctl/pieces"),
            (["HOME": "/home/ada", "XDG_CACHE_HOME": ""], "/home/ada/.cache/relctl/pieces"),
            (["HOME": "ada"], nil), (["HOME": ""], nil), ([:], nil),
        ] as [([String: String], String?)]
    )
    func piecesLieInTheUsersFolderForCaches(environment: [String: String], path: String?) throws {
        #expect(try setting(environment)?.folder == path.map { FilePath($0) })
    }

    @Test(
        arguments: [
            ("", 2 << 30), ("1", 1), ("500M", 500 << 20), ("500m", 500 << 20), ("2G", 2 << 30), ("64K", 64 << 10),
            ("1T", 1 << 40), ("0", nil), ("0G", nil), ("18446744073709551615", .max),
        ] as [(String, UInt64?)]
    )
    func theLimitIsASizeAndZeroKeepsNothing(text: String, limit: UInt64?) throws {
        #expect(try setting(["HOME": "/h", "RELCTL_CACHE_LIMIT": text])?.limit == limit)
        #expect(try setting(["HOME": "/h"])?.limit == 2 << 30)
    }

    @Test(arguments: [
        "G", "-1", "+1", "1.5G", "1 G", "2GB", "2GiB", "many", "18446744073709551616", "16777216T", "٣", "1M\n", "1ß",
    ])
    func whatIsNoSizeIsRefused(text: String) throws {
        let error = #expect(throws: RelctlError.self) {
            try setting(["HOME": "/h", "RELCTL_CACHE_LIMIT": text])
        }
        #expect(error?.code == .usage)
        #expect(error?.message == "cannot take the environment variable `RELCTL_CACHE_LIMIT`: `\(text)` is not a size")
    }
}
