import TestSupport
import Testing

@testable import RelctlArchives

/// Readers that share no code with this project, nor most of them with zlib's users here, make the same bytes of it.
@Suite struct DeflateReaderTests {
    /// A program that writes what all members of a gzip file become to its standard output.
    struct Reader: Sendable, CustomTestStringConvertible {
        let tool: String
        let arguments: [String]
        var testDescription: String { tool }

        /// Reads one member after another, each of which must end where its checksum is right.
        static let python = """
            import sys, zlib
            data = open(sys.argv[1], "rb").read()
            while data:
                member = zlib.decompressobj(31)
                sys.stdout.buffer.write(member.decompress(data) + member.flush())
                assert member.eof
                data = member.unused_data
            """

        static let all = [
            Reader(tool: "bsdcat", arguments: []),
            Reader(tool: "python3", arguments: ["-c", python]),
            Reader(tool: "gzip", arguments: ["-dc"]),
            Reader(tool: "7zz", arguments: ["x", "-so"]),
        ]
        .filter { HostTool($0.tool) != nil }
    }

    /// Members of a gzip file, RFC 1952, and all that they stand for.
    private static func sample() throws -> (file: [UInt8], content: [UInt8]) {
        var generator = SeededGenerator(seed: 3)
        var (file, content): ([UInt8], [UInt8]) = ([], [])
        for level in DeflateEncoder.levels {
            let trial = try DeflateTrial(level: level)
            for kind in SampleKind.all {
                let bytes = kind.bytes(.random(in: 0...9_000, using: &generator), from: &generator)
                let cutting = PieceCutting(
                    dictionarySize: [0, 100, 32_768].randomElement(using: &generator) ?? 0,
                    pieceSize: [1_000, 4_096, Int.max].randomElement(using: &generator) ?? 1,
                    endsWithJoint: .random(using: &generator)
                )
                var checksum = CRC32()
                bytes.withUnsafeBytes { checksum.update($0) }
                file += [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
                file += try trial.stream(of: bytes, cutting)
                file.append(littleEndian: checksum.value)
                file.append(littleEndian: UInt32(bytes.count))
                content += bytes
            }
        }
        return (file, content)
    }

    @Test func othersInflateStreamsOfEveryKindAndLevel() async throws {
        let (file, content) = try Self.sample()
        try await withScratchFolder { folder in
            try LiveFileSystem().write(file, to: folder.appending("members.gz"))
            for reader in Reader.all {
                let tool = try #require(HostTool(reader.tool))
                let outcome = try await tool.run(reader.arguments + ["members.gz"], in: folder)
                #expect(outcome.status == 0, "\(reader.tool): \(outcome.errors)")
                #expect(Digest(of: outcome.output) == Digest(of: content), "\(reader.tool)")
            }
            #expect(Reader.all.count >= 2)
        }
    }
}
