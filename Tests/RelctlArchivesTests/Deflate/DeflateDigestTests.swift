import Foundation
import TestSupport
import Testing

@testable import RelctlArchives

/// A change of the bytes that come out is a decision: caches, manifests and rebuilt releases are told by the version.
@Suite struct DeflateDigestTests {
    /// What the digests are of: the same on every machine.
    private static let samples: [(name: String, bytes: [UInt8])] =
        SampleKind.portable.enumerated().map { index, kind in
            // Names are the cases' own, such as `matches(distance: 300)`.
            ("\(kind)", kind.bytes(12_000 + 1_000 * index, seed: UInt64(index)))
        } + [("changing, long", SampleKind.changing.bytes(150_000, seed: 99))]

    private static let file = Fixtures.path("deflate-digests.txt")

    /// A digest of all streams of a level and one sample: whole, and in pieces with their past.
    private static func line(_ level: Int, _ trial: DeflateTrial, _ sample: (name: String, bytes: [UInt8])) throws
        -> String
    {
        var streams = try trial.stream(of: sample.bytes)
        streams += try trial.stream(
            of: Array(sample.bytes.prefix(9_000)),
            PieceCutting(dictionarySize: 3_000, pieceSize: 4_000, endsWithJoint: true)
        )
        return "\(level) \(Digest(of: streams).hexadecimal) \(sample.name)"
    }

    private static func lines(_ level: Int) throws -> [String] {
        let trial = try DeflateTrial(level: level)
        return try samples.map { try line(level, trial, $0) }
    }

    /// Digests of archives: where streams are cut and joined, and what is stored, decides their bytes as well.
    private static func archives() async throws -> [String] {
        try await withScratchFolder { folder in
            var tree = ContentTree()
            tree.addFile("large", SampleBytes.text(700_000, seed: 1), isExecutable: true)
            tree.addFile("noise", SampleBytes.noise(600_000))
            for number in 0..<40 { tree.addFile("small/\(number)", SampleBytes.text(number * 900, seed: 2)) }
            tree.addFile("again", SampleBytes.text(700_000, seed: 1))
            tree.addLink("link", to: "large")
            tree.addEmptyFolder("empty")
            try tree.write(to: folder)
            var lines: [String] = []
            for format in ["tar.gz", "zip"] {
                let packed = try await tree.request(in: folder, format: format).pack()
                lines.append("archive \(packed.sha256.hexadecimal) \(format)")
            }
            return lines
        }
    }

    private static func kept() throws -> [String] {
        try LiveFileSystem().text(of: file).split(separator: "\n").map { String($0) }
    }

    private static let advice = """
        raise `DeflateEncoder.version`, then record anew: \
        RELCTL_RECORD=1 swift test --filter DeflateDigestTests
        """

    @Test func theBytesOfThisVersionAreAsRecorded() async throws {
        let lines = try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
            for level in DeflateEncoder.levels { group.addTask { (level, try Self.lines(level)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let now =
            ["version \(DeflateEncoder.version)"] + DeflateEncoder.levels.flatMap { lines[$0] ?? [] }
            + (try await Self.archives())
        if ProcessInfo.processInfo.environment["RELCTL_RECORD"] == "1" {
            try LiveFileSystem().write((now.joined(separator: "\n") + "\n").utf8, to: Self.file)
        }
        let kept = try Self.kept()
        #expect(kept.first == now.first, "the digests are those of another version; \(Self.advice)")
        let changed = now.dropFirst().filter { !kept.contains($0) }
        #expect(changed.isEmpty, "the encoder writes other bytes than version \(kept.first ?? ""); \(Self.advice)")
        #expect(kept.count == now.count, "a sample came or went; \(Self.advice)")
    }
}
