/// Headers of binaries, written by hand from the specifications.
enum BinarySamples {
    /// A little- or big-endian ELF file with these program headers; `type` is `e_type`.
    static func elf(
        machine: UInt16,
        type: UInt16 = 2,
        is64: Bool = true,
        isBigEndian: Bool = false,
        flags: UInt32 = 0,
        interpreter: String? = nil,
        dynamic: [(tag: UInt64, value: UInt64)] = []
    ) -> [UInt8] {
        func number(_ value: UInt64, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
            return isBigEndian ? bytes.reversed() : bytes
        }
        let word = is64 ? 8 : 4
        let headerSize = is64 ? 64 : 52
        let entrySize = is64 ? 56 : 32
        var parts: [(type: UInt64, bytes: [UInt8])] = []
        if let interpreter { parts.append((3, Array(interpreter.utf8) + [0])) }
        if !dynamic.isEmpty {
            parts.append((2, (dynamic + [(0, 0)]).flatMap { number($0.tag, word) + number($0.value, word) }))
        }
        var file: [UInt8] =
            [0x7f, 0x45, 0x4c, 0x46, is64 ? 2 : 1, isBigEndian ? 2 : 1, 1, 0] + Array(repeating: 0, count: 8)
        file += number(UInt64(type), 2) + number(UInt64(machine), 2) + number(1, 4) + number(0x1000, word)
        file += number(UInt64(headerSize), word) + number(0, word) + number(UInt64(flags), 4)
        file += number(UInt64(headerSize), 2) + number(UInt64(entrySize), 2) + number(UInt64(parts.count), 2)
        file += number(0, 6)
        var offset = headerSize + parts.count * entrySize
        for part in parts {
            let (start, count) = (number(UInt64(offset), word), number(UInt64(part.bytes.count), word))
            file +=
                is64
                ? number(part.type, 4) + number(4, 4) + start + start + start + count + count + number(1, 8)
                : number(part.type, 4) + start + start + start + count + count + number(4, 4) + number(1, 4)
            offset += part.bytes.count
        }
        return file + parts.flatMap(\.bytes)
    }

    /// A little-endian 64-bit Mach-O program with one `LC_BUILD_VERSION`.
    static func machO(processor: UInt32, type: UInt32 = 2, platform: UInt32 = 1) -> [UInt8] {
        words([0xfeed_facf, processor, 0, type, 1, 24, 0, 0, 0x32, 24, platform, 0x000d_0000, 0x000d_0000, 0])
    }

    /// A universal file with these programs, the list with 32- or 64-bit offsets.
    static func universal(_ programs: [(processor: UInt32, file: [UInt8])], is64: Bool = false) -> [UInt8] {
        var offset = 8 + programs.count * (is64 ? 32 : 20)
        var file = bigWords([is64 ? 0xcafe_babf : 0xcafe_babe, UInt32(programs.count)])
        for program in programs {
            let (start, size) = (UInt32(offset), UInt32(program.file.count))
            file += bigWords(
                is64
                    ? [program.processor, 0, 0, start, 0, size, 0, 0]
                    : [program.processor, 0, start, size, 0]
            )
            offset += program.file.count
        }
        return file + programs.flatMap(\.file)
    }

    /// A PE file whose PE header stands at 64.
    static func pe(machine: UInt16, characteristics: UInt16 = 0x22, is64: Bool = true, subsystem: UInt16 = 3) -> [UInt8]
    {
        var file: [UInt8] = [0x4d, 0x5a] + Array(repeating: 0, count: 58) + words([64])
        file += Array("PE\0\0".utf8) + halves([machine, 1]) + words([0, 0, 0]) + halves([240, characteristics])
        var optional = [UInt8](repeating: 0, count: 240)
        optional.replaceSubrange(0..<2, with: halves([is64 ? 0x20b : 0x10b]))
        optional.replaceSubrange(68..<70, with: halves([subsystem]))
        return file + optional
    }

    static func halves(_ values: [UInt16]) -> [UInt8] { values.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] } }

    static func words(_ values: [UInt32]) -> [UInt8] {
        values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) } }
    }

    static func bigWords(_ values: [UInt32]) -> [UInt8] {
        values.flatMap { value in (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) } }
    }

    /// One of each kind.
    static let all: [[UInt8]] = [
        elf(
            machine: 62,
            type: 3,
            interpreter: "/lib64/ld-linux-x86-64.so.2",
            dynamic: [(1, 1), (0x6fff_fffb, 0x0800_0000)]
        ),
        elf(machine: 40, is64: false, flags: 0x0500_0400, interpreter: "/lib/ld-musl-armhf.so.1", dynamic: [(1, 1)]),
        elf(machine: 22, isBigEndian: true),
        machO(processor: 0x0100_000c),
        universal([(0x0100_0007, machO(processor: 0x0100_0007)), (0x0100_000c, machO(processor: 0x0100_000c))]),
        universal([(0x0100_0007, machO(processor: 0x0100_0007))], is64: true),
        pe(machine: 0x8664),
        [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
        Array("#!/bin/sh\n".utf8),
    ]
}
