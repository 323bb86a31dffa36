import TestSupport
import Testing

@testable import RelctlGit

@Suite struct GitObjectFormatTests {
    /// The examples of FIPS 180-4, and the one of RFC 3174 with a million characters.
    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ])
    func digestsAreThoseOfTheStandard(message: String, digest: String) {
        #expect(GitObjectFormat.hexadecimal(SHA1.digest(of: Array(message.utf8))) == digest)
    }

    @Test func objectsHaveTheNamesThatGitGivesThem() async throws {
        try await World.scratch { world in
            let lengths = Array(0...130) + [1023, 65536]
            let names = lengths.map { "\($0).txt" }
            for (length, name) in zip(lengths, names) {
                try LiveFileSystem().write(
                    [UInt8](repeating: UInt8(length % 251), count: length),
                    to: world.folder.appending(name)
                )
            }
            for format in [GitObjectFormat.sha1, .sha256] {
                let folder = world.folder.appending("\(format.rawValue).git").string
                try await world.output(of: [
                    "git", "init", "--quiet", "--bare", "--object-format=\(format.rawValue)", folder,
                ])
                let arguments = ["git", "--git-dir=\(folder)", "hash-object", "--no-filters", "--"] + names
                let told = try await world.output(of: arguments).split(separator: "\n").map(String.init)
                let own = lengths.map { format.name(of: [UInt8](repeating: UInt8($0 % 251), count: $0), kind: "blob") }
                #expect(own == told)
                #expect(told.allSatisfy { GitObjectFormat(ofName: $0) == format })
            }
            #expect(GitObjectFormat(ofName: "main") == nil && GitObjectFormat(ofName: "") == nil)
        }
    }
}
