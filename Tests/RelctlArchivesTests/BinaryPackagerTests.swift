import RelctlArchives
import TestSupport
import Testing

@Suite struct BinaryPackagerTests {
    private static func program(_ source: PlannedEntry.Source = .binary(name: "tool")) throws -> PlannedEntry {
        PlannedEntry(path: try RelativePath("tool"), content: .file(source: source, isExecutable: true))
    }

    @Test func theProgramIsShippedByteForByte() async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            let program = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
            try files.write(program, to: folder.appending("tool"), permissions: 0o755)
            let packed = try await PackagerTests.request([Self.program()], in: folder, format: "binary").pack()
            #expect(try files.contents(of: folder.appending("out-a.binary")) == program)
            #expect(packed.size == 700_000)
            #expect(packed.sha256 == Digest(of: program))
            #expect(packed.contents.map(\.path.string) == ["tool"])
            #expect(packed.contents.map(\.sha256) == [packed.sha256])
        }
    }

    @Test func nothingElseFitsIntoIt() async throws {
        try await withScratchFolder { folder in
            let text = try Self.program(.text("x"))
            let others: [[PlannedEntry]] = [
                [PlannedEntry(path: try RelativePath("top"), content: .folder)],
                [PlannedEntry(path: try RelativePath("link"), content: .link(target: "tool"))],
                [text, PlannedEntry(path: try RelativePath("other"), content: text.content)],
            ]
            for entries in others {
                let error = await #expect(throws: RelctlError.self) {
                    try await PackagerTests.request(entries, in: folder, format: "binary").pack()
                }
                #expect(error?.message.contains("holds one program and nothing else") == true)
            }
            #expect(try LiveFileSystem().names(in: folder) == [])
        }
    }
}
