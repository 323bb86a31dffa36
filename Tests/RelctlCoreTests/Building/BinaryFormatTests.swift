import RelctlCore
import TestSupport
import Testing

private func format(_ bytes: [UInt8]) throws -> BinaryFormat {
    try BinaryFormat(size: UInt64(bytes.count)) { offset, count in
        guard offset < UInt64(bytes.count) else { return [] }
        return Array(bytes[Int(offset)...].prefix(count))
    }
}

private func problem(_ bytes: [UInt8]) throws -> String {
    let error = #expect(throws: BinaryFormat.Problem.self) { try format(bytes) }
    return try #require(error).description
}

@Suite struct BinaryFormatTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let testDescription: String

        init(_ bytes: [UInt8], _ description: String) {
            self.bytes = bytes
            testDescription = description
        }
    }

    static let samples: [Sample] = [
        Sample(
            BinarySamples.elf(machine: 62, interpreter: "/lib64/ld-linux-x86-64.so.2", dynamic: [(1, 1)]),
            "ELF 64-bit x86-64 executable for linux, dynamically linked (/lib64/ld-linux-x86-64.so.2)"
        ),
        Sample(BinarySamples.elf(machine: 183), "ELF 64-bit AArch64 executable, statically linked"),
        Sample(
            BinarySamples.elf(machine: 243, type: 3, dynamic: [(0x6fff_fffb, 0x0800_0001)]),
            "ELF 64-bit RISC-V executable, statically linked"
        ),
        Sample(
            BinarySamples.elf(machine: 62, type: 3, dynamic: [(1, 1)]),
            "ELF 64-bit x86-64 shared library, dynamically linked without a loader"
        ),
        Sample(BinarySamples.elf(machine: 62, type: 1), "ELF 64-bit x86-64 object file"),
        Sample(
            BinarySamples.elf(machine: 40, is64: false, flags: 0x0500_0400),
            "ELF 32-bit ARM executable, hard float, statically linked"
        ),
        Sample(BinarySamples.elf(machine: 22, isBigEndian: true), "ELF 64-bit S/390 executable, statically linked"),
        Sample(
            BinarySamples.elf(machine: 183, isBigEndian: true),
            "ELF 64-bit AArch64, big-endian executable, statically linked"
        ),
        Sample(BinarySamples.machO(processor: 0x0100_000c), "Mach-O 64-bit AArch64 executable for darwin"),
        Sample(
            BinarySamples.machO(processor: 0x0100_000c, platform: 2),
            "Mach-O 64-bit AArch64 executable for iOS"
        ),
        Sample(BinarySamples.pe(machine: 0x8664), "PE 64-bit x86-64 executable for windows (console)"),
        Sample(
            BinarySamples.pe(machine: 0x14c, characteristics: 0x2102, is64: false, subsystem: 2),
            "PE 32-bit x86 shared library for windows (graphical)"
        ),
        Sample(
            BinarySamples.universal([
                (0x0100_0007, BinarySamples.machO(processor: 0x0100_0007)),
                (0x0100_000c, BinarySamples.machO(processor: 0x0100_000c)),
            ]),
            "universal Mach-O file for x86-64, AArch64"
        ),
        Sample(
            BinarySamples.universal([(0x0100_0007, BinarySamples.machO(processor: 0x0100_0007))], is64: true),
            "universal Mach-O file for x86-64"
        ),
        Sample([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0], "WebAssembly module executable"),
        Sample([0x00, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0], "WebAssembly component executable"),
    ]

    @Test(arguments: samples) func headersAreUnderstood(_ sample: Sample) throws {
        #expect(try format(sample.bytes).description == sample.testDescription)
    }

    @Test func whatIsNoBinaryIsNamed() throws {
        #expect(try problem([]) == "an empty file")
        #expect(try problem(Array("#! /bin/sh -e\necho".utf8)) == "a script run by `/bin/sh -e`")
        #expect(try problem(Array("!<arch>\n".utf8)) == "a static library")
        #expect(try problem([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52]) == "a Java class file")
        #expect(try problem(Array("hello".utf8)) == "a file of no known binary format")
    }

    @Test func everyCutIsMalformed() throws {
        for sample in Self.samples where sample.bytes.count > 64 && !sample.testDescription.contains("object") {
            for count in [5, 16, 40, 63] {
                #expect(try problem(Array(sample.bytes.prefix(count))).hasPrefix("a malformed "))
            }
        }
        let dynamic = BinarySamples.elf(machine: 62, interpreter: "/lib/ld.so")
        #expect(try problem(dynamic.dropLast()) == "a malformed ELF file: it ends before the end of its loader's path")
    }

    @Test func absurdNumbersAreMalformed() throws {
        var file = BinarySamples.elf(machine: 62, interpreter: "/lib/ld.so")
        // e_phoff at the far end of all offsets, so that any sum with it overflows.
        file.replaceSubrange(32..<40, with: [UInt8](repeating: 0xff, count: 8))
        #expect(try problem(file) == "a malformed ELF file: it ends before the end of its program headers")
        file = BinarySamples.elf(machine: 62, interpreter: "/lib/ld.so")
        file.replaceSubrange(56..<58, with: [0xfe, 0xff])
        #expect(try problem(file).hasPrefix("a malformed ELF file"))
        #expect(try problem(BinarySamples.bigWords([0xcafe_babf, 0xffff_ffff])).contains("it counts 4294967295"))
        var commands = BinarySamples.machO(processor: 7)
        commands.replaceSubrange(36..<40, with: BinarySamples.words([4]))
        #expect(try problem(commands) == "a malformed Mach-O file: a load command has an impossible size")
        let nested = BinarySamples.universal([(7, BinarySamples.universal([]))])
        #expect(try problem(nested) == "a malformed Mach-O file: there is no program where it says so")
    }

    @Test func noMutationTraps() throws {
        var random = SeededGenerator(seed: 0x5eed)
        var understood = 0
        for round in 0..<100_000 {
            var bytes = BinarySamples.all[round % BinarySamples.all.count]
            for _ in 0...random.next(below: 4) {
                let interesting: [UInt8] = [0, 1, 0x7f, 0x80, 0xff, UInt8(random.next(below: 256))]
                bytes[random.next(below: bytes.count)] = interesting[random.next(below: interesting.count)]
            }
            if random.next(below: 8) == 0 { bytes.removeLast(random.next(below: bytes.count)) }
            do {
                let format = try format(bytes)
                understood += format.description.isEmpty ? 0 : 1
            } catch is BinaryFormat.Problem {
                continue
            }
        }
        // Most mutations hit what the headers do not need; fewer would mean that the parser refuses everything.
        #expect(understood > 10_000)
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers from the same seed, everywhere.
private struct SeededGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(below bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var number = state
        number = (number ^ number >> 30) &* 0xbf58_476d_1ce4_e5b9
        number = (number ^ number >> 27) &* 0x94d0_49bb_1331_11eb
        return Int((number ^ number >> 31) % UInt64(bound))
    }
}
