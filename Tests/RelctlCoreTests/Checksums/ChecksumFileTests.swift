import RelctlCore
import TestSupport
import Testing

@Suite struct ChecksumFileTests {
    static let digest = Digest(of: Array("x".utf8))

    static func names(_ text: String) -> [String] { ChecksumFile(parsing: Array(text.utf8)).entries.map(\.name) }

    @Test func awkwardNamesSurvive() {
        let names = ["plain", "new\nline", "back\\slash", "return\r", " blank ", "*star", "-dash", "ä🚀", "\\n", "a  b"]
        let file = ChecksumFile(names.map { ChecksumFile.Entry(name: $0, sha256: Self.digest) })
        let read = ChecksumFile(parsing: file.bytes)
        #expect(read.entries.map(\.name) == names.sorted { $0.precedesBytewise($1) })
        #expect(read.entries.allSatisfy { $0.sha256 == Self.digest })
        #expect(read.malformedLines.isEmpty)
    }

    @Test func everyCommonFormIsRead() {
        let hex = Self.digest.hexadecimal
        #expect(
            Self.names("\(hex)  text\n\(hex) *binary\nSHA256 (b (s) d) = \(hex)\n") == ["text", "binary", "b (s) d"]
        )
        #expect(Self.names("\\\(hex)  a\\\\b\\nc\r\n# comment\n\n\(hex.uppercased())  last") == ["a\\b\nc", "last"])
        #expect(Self.names("\\SHA256 (a\\nb) = \(hex)") == ["a\nb"])
    }

    @Test func malformedLinesAreCounted() {
        let hex = Self.digest.hexadecimal
        let lines = [
            "\(hex) one blank", "\(hex)  good", "\(hex.dropLast())  short", "zz\(hex.dropFirst(2))  no digits", hex,
            "\(hex)  ", "\\\(hex)  bad\\escape", "SHA256 () = \(hex)", "SHA256 (x) = \(hex.dropLast())", "words",
        ]
        let file = ChecksumFile(parsing: Array(lines.joined(separator: "\n").utf8) + [0x0a, 0xff, 0xfe])
        #expect(file.entries.map(\.name) == ["good"])
        #expect(file.entries.map(\.line) == [2])
        #expect(file.malformedLines == [1, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    }

    @Test(.enabled(if: HostTool.areHere("sha256sum")), arguments: SHA256Hasher.Implementation.allCases)
    func coreutilsAgreesRoundEveryBlockBoundary(_ implementation: SHA256Hasher.Implementation) async throws {
        try await withScratchFolder { folder in
            let sizes = Array(0...130) + [4095, 4096, 4097, 65_535, 65_536, 65_537]
            var entries: [ChecksumFile.Entry] = []
            for size in sizes {
                let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ size) }
                var hasher = SHA256Hasher(implementation: implementation)
                hasher.update(content)
                let name = "-size \(size)\n\\é"
                entries.append(ChecksumFile.Entry(name: name, sha256: hasher.finalize()))
                try LiveFileSystem().write(content, to: folder.appending("./\(name)"))
            }
            try LiveFileSystem().write(ChecksumFile(entries).bytes, to: folder.appending("SUMS"))
            let tool = try #require(HostTool("sha256sum"))
            let outcome = try await tool.run(["--check", "--strict", "--quiet", "SUMS"], in: folder)
            #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
            let written = try await tool.run(["--"] + entries.map(\.name), in: folder)
            #expect(ChecksumFile(parsing: written.output).entries.map(\.sha256) == entries.map(\.sha256))
            #expect(written.text == entries.map { $0.text + "\n" }.joined())
        }
    }
}
