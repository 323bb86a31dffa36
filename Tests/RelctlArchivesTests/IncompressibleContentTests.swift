import TestSupport
import Testing

@testable import RelctlArchives

/// Content that no encoder can make smaller is stored as it is; content that only begins so is not.
@Suite struct IncompressibleContentTests {
    static let sizes = [1, 1000, 65_535, 65_536, 131_073, 262_144, 262_145, 524_289, (1 << 20) + 1, 3_000_001]

    private func pack(_ bytes: [UInt8], _ format: String, _ body: (PackageRequest, UInt64) async throws -> Void)
        async throws
    {
        try await withScratchFolder { folder in
            var tree = ContentTree()
            tree.addFile("file", bytes)
            try tree.write(to: folder)
            let request = try tree.request(in: folder, format: format)
            try await body(request, try await request.pack().size)
        }
    }

    @Test(arguments: sizes) func aTarGrowsByLessThanOneInTwoThousand(_ size: Int) async throws {
        try await pack(SampleBytes.noise(size), "tar.gz") { _, packed in
            // Two headers, padding and two blocks of zeros compress well; a stored block has 5 bytes more.
            #expect(packed <= UInt64(size + size / 2000 + 400))
        }
    }

    @Test(.enabled(if: HostTool.areHere("python3")), arguments: sizes)
    func aZipHoldsItStored(_ size: Int) async throws {
        try await pack(SampleBytes.noise(size), "zip") { request, packed in
            #expect(packed <= UInt64(size + 400))
            let script = """
                import sys, zipfile
                print([member.compress_type for member in zipfile.ZipFile(sys.argv[1]).infolist()])
                """
            let outcome = try await Python.run(["-c", script, request.packed.string], in: request.project)
            #expect(outcome.output == "[0, 0]\n", "\(outcome.errors)")
        }
    }

    @Test(arguments: ["tar.gz", "zip"], [true, false])
    func noiseAtOneEndDoesNotKeepTheRestFromBeingCompressed(_ format: String, _ comesFirst: Bool) async throws {
        let noise = SampleBytes.noise(700_000)
        let zeros = [UInt8](repeating: 0, count: 2_000_000)
        try await pack(comesFirst ? noise + zeros : zeros + noise, format) { _, packed in
            #expect(packed < 720_000)
        }
    }

    /// As a program is with an archive behind it that it unpacks.
    @Test(arguments: ["tar.gz", "zip"])
    func theCompressibleEndsOfNoiseAreCompressed(_ format: String) async throws {
        let text = SampleBytes.text(150_000)
        try await pack(text + SampleBytes.noise(3_000_000) + text, format) { _, packed in
            #expect(packed < 3_000_000 + 200_000)
        }
    }

    /// Every byte is as frequent as any other, and comes again within reach.
    @Test(arguments: ["tar.gz", "zip"])
    func noiseThatComesAgainIsCompressed(_ format: String) async throws {
        let noise = SampleBytes.noise(20_000)
        try await pack((0..<100).flatMap { _ in noise }, format) { _, packed in #expect(packed < 100_000) }
    }

    @Test(arguments: ["tar.gz", "zip"])
    func noiseInStretchesIsStoredAndWhatIsBetweenIsCompressed(_ format: String) async throws {
        let content = (0..<20).flatMap { SampleBytes.noise(40_000, seed: $0) + [UInt8](repeating: 0, count: 60_000) }
        try await pack(content, format) { _, packed in
            #expect(packed < 850_000)
        }
    }
}
