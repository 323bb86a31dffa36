/// The headers of Mach-O files, universal ones included (`mach-o/loader.h` and `mach-o/fat.h` of Apple's SDKs).
enum MachOHeaders {
    static func read(_ source: BinaryFields) throws -> BinaryFormat {
        var fields = source
        fields.isBigEndian = true
        let magic = try fields.block("header", at: 0, count: 4).word(0)
        guard magic == 0xcafe_babe || magic == 0xcafe_babf else {
            return BinaryFormat(container: .machO, slices: [try slice(fields, at: 0)], isUniversal: false)
        }
        let is64 = magic == 0xcafe_babf
        let count = try fields.block("header", at: 0, count: 8).word(4)
        guard count <= 64 else { throw fields.malformed("it counts \(count) processors") }
        let table = try fields.table("list of processors", at: 8, count: UInt64(count), entrySize: is64 ? 32 : 20)
        let slices = try table.map { entry in
            let offset = is64 ? entry.long(8) : UInt64(entry.word(8))
            try fields.require("programs", at: offset, count: is64 ? entry.long(16) : UInt64(entry.word(12)))
            let slice = try slice(fields, at: offset)
            guard slice.processor == processor(entry.word(0)).name else {
                throw fields.malformed("its list of processors contradicts what is in it")
            }
            return slice
        }
        return BinaryFormat(container: .machO, slices: slices, isUniversal: true)
    }

    private static func slice(_ source: BinaryFields, at offset: UInt64) throws -> BinaryFormat.Slice {
        var fields = source
        let magic = try fields.block("program", at: offset, count: 4).word(0)
        let is64: Bool
        switch magic {
        case 0xfeed_face, 0xcefa_edfe: is64 = false
        case 0xfeed_facf, 0xcffa_edfe: is64 = true
        default: throw fields.malformed("there is no program where it says so")
        }
        fields.isBigEndian = magic >> 16 == 0xfeed
        let size: UInt64 = is64 ? 32 : 28
        let header = try fields.block("header", at: offset, count: size)
        let commands = try fields.block("load commands", at: offset + size, count: UInt64(header.word(20)))
        let platform = try platform(fields, commands, count: header.word(16))
        let (name, architecture) = processor(header.word(4))
        return BinaryFormat.Slice(
            processor: name,
            architecture: architecture,
            bits: is64 ? 64 : 32,
            kind: kind(header.word(12)),
            system: platform == 1 ? .macOS : nil,
            foreignPlatform: platform.flatMap { $0 == 1 ? nil : platformName($0) }
        )
    }

    private static func kind(_ type: UInt32) -> BinaryFormat.Kind {
        switch type {
        case 1: .object
        case 2: .executable
        case 6, 8: .sharedLibrary
        default: .other
        }
    }

    private static func processor(_ type: UInt32) -> (name: String, architecture: TargetTriple.Architecture?) {
        switch type {
        case 7: ("x86", .i686)
        case 0x0100_0007: ("x86-64", .x86_64)
        case 12: ("ARM", .arm)
        case 0x0100_000c: ("AArch64", .aarch64)
        case 0x0200_000c: ("AArch64 with 32-bit pointers", nil)
        case 18: ("PowerPC", nil)
        case 0x0100_0012: ("PowerPC 64", nil)
        default: ("processor 0x\(String(type, radix: 16))", nil)
        }
    }

    /// The platform that the first load command about it names.
    private static func platform(
        _ fields: BinaryFields,
        _ commands: BinaryFields.Block,
        count: UInt32
    ) throws -> UInt32? {
        var offset = 0
        for _ in 0..<min(count, 1 << 16) {
            guard offset + 8 <= commands.bytes.count else { throw fields.malformed("its load commands are cut off") }
            let size = Int(commands.word(offset + 4))
            guard size >= 8, size <= commands.bytes.count - offset else {
                throw fields.malformed("a load command has an impossible size")
            }
            switch commands.word(offset) {
            case 0x24: return 1
            case 0x25: return 2
            case 0x2f: return 3
            case 0x30: return 4
            case 0x32 where size >= 12: return commands.word(offset + 8)
            default: offset += size
            }
        }
        return nil
    }

    private static func platformName(_ number: UInt32) -> String {
        let names: [UInt32: String] = [
            2: "iOS", 3: "tvOS", 4: "watchOS", 5: "bridgeOS", 6: "Mac Catalyst", 7: "the iOS simulator",
            8: "the tvOS simulator", 9: "the watchOS simulator", 10: "DriverKit", 11: "visionOS",
        ]
        return names[number] ?? "platform \(number)"
    }
}
