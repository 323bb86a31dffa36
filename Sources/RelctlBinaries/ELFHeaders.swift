/// The headers of ELF files (System V gABI, chapters 4 and 5, https://gabi.xinuos.com/).
enum ELFHeaders {
    static func read(_ source: BinaryFields) throws -> BinaryFormat {
        var fields = source
        let identification = try fields.block("header", at: 0, count: 16)
        let is64: Bool
        switch identification.byte(4) {
        case 1: is64 = false
        case 2: is64 = true
        default: throw fields.malformed("its class is neither 32-bit nor 64-bit")
        }
        guard (1...2).contains(identification.byte(5)) else { throw fields.malformed("its byte order is unknown") }
        fields.isBigEndian = identification.byte(5) == 2
        let header = try fields.block("header", at: 0, count: is64 ? 64 : 52)
        let program = try ProgramHeaders(fields, header, is64: is64)
        let machine = Machine(header, is64: is64)
        let slice = BinaryFormat.Slice(
            processor: machine.name,
            architecture: machine.architecture,
            bits: is64 ? 64 : 32,
            kind: kind(header.half(16), program),
            system: system(identification.byte(7), interpreter: program.interpreter),
            linking: linking(header.half(16), program),
            isHardFloat: machine.isHardFloat
        )
        return BinaryFormat(container: .elf, slices: [slice], isUniversal: false)
    }

    private static func kind(_ type: UInt16, _ program: ProgramHeaders) -> BinaryFormat.Kind {
        switch type {
        case 1: .object
        case 2: .executable
        // A position-independent executable is of the same type as a shared library.
        case 3: program.interpreter != nil || program.isPositionIndependentExecutable ? .executable : .sharedLibrary
        default: .other
        }
    }

    private static func linking(_ type: UInt16, _ program: ProgramHeaders) -> BinaryFormat.Linking? {
        guard type == 2 || type == 3 else { return nil }
        if let interpreter = program.interpreter { return .dynamic(interpreter: interpreter) }
        return program.needsLibraries ? .dynamicWithoutInterpreter : .static
    }

    /// The system, by `EI_OSABI` or by where its loader lies; most Linux programs leave the former at 0.
    private static func system(_ abi: UInt8, interpreter: String?) -> TargetTriple.System? {
        switch abi {
        case 2: return .netbsd
        case 3: return .linux
        case 6: return .solaris
        case 9: return .freebsd
        case 12: return .openbsd
        default: break
        }
        guard let interpreter else { return nil }
        let loaders: [(String, TargetTriple.System)] = [
            ("/libexec/ld-elf", .freebsd), ("/usr/libexec/ld.elf_so", .netbsd), ("/libexec/ld.elf_so", .netbsd),
            ("/usr/libexec/ld.so", .openbsd), ("/usr/libexec/ld-elf.so", .dragonfly), ("/lib/ld-linux", .linux),
            ("/lib64/ld-linux", .linux), ("/lib/ld-musl", .linux), ("/system/bin/linker", .linux),
            ("/lib64/ld64.so", .linux), ("/lib/ld64.so", .linux),
        ]
        return loaders.first { interpreter.hasPrefix($0.0) }?.1
    }
}

/// What the program headers of an ELF file lead to.
private struct ProgramHeaders {
    /// The loader's path (`PT_INTERP`).
    private(set) var interpreter: String?
    /// Whether a library is needed (`DT_NEEDED`).
    private(set) var needsLibraries = false
    /// Whether it says so of itself (`DF_1_PIE`).
    private(set) var isPositionIndependentExecutable = false

    init(_ fields: BinaryFields, _ header: BinaryFields.Block, is64: Bool) throws {
        let offset = is64 ? header.long(32) : UInt64(header.word(28))
        let entrySize = UInt64(header.half(is64 ? 54 : 42))
        let count = try Self.count(fields, header, is64: is64)
        guard count == 0 || entrySize >= (is64 ? 56 : 32) else {
            throw fields.malformed("its program headers are too short")
        }
        for entry in try fields.table("program headers", at: offset, count: count, entrySize: entrySize) {
            let start = is64 ? entry.long(8) : UInt64(entry.word(4))
            let length = is64 ? entry.long(32) : UInt64(entry.word(16))
            switch entry.word(0) {
            case 1: try fields.require("segments", at: start, count: length)
            case 2: try readDynamic(fields.block("dynamic section", at: start, count: length), is64: is64)
            case 3: try readInterpreter(fields, at: start, count: length)
            default: continue
            }
        }
    }

    private static func count(_ fields: BinaryFields, _ header: BinaryFields.Block, is64: Bool) throws -> UInt64 {
        let count = header.half(is64 ? 56 : 44)
        // PN_XNUM: the first section header has the number.
        guard count == 0xffff else { return UInt64(count) }
        let sections = is64 ? header.long(40) : UInt64(header.word(32))
        let section = try fields.block("section headers", at: sections, count: is64 ? 64 : 40)
        return UInt64(section.word(is64 ? 44 : 28))
    }

    private mutating func readInterpreter(_ fields: BinaryFields, at offset: UInt64, count: UInt64) throws {
        guard count <= 4096 else { throw fields.malformed("its loader's path is absurdly long") }
        let path = try fields.block("loader's path", at: offset, count: count).bytes.prefix { $0 != 0 }
        interpreter = String(decoding: path, as: UTF8.self)
    }

    private mutating func readDynamic(_ section: BinaryFields.Block, is64: Bool) {
        let size = is64 ? 16 : 8
        for offset in stride(from: 0, through: section.bytes.count - size, by: size) {
            let tag = is64 ? section.long(offset) : UInt64(section.word(offset))
            let value = is64 ? section.long(offset + 8) : UInt64(section.word(offset + 4))
            switch tag {
            case 0: return
            case 1: needsLibraries = true
            case 0x6fff_fffb: isPositionIndependentExecutable = value & 0x0800_0000 != 0
            default: continue
            }
        }
    }
}

/// The processor of an ELF file (`e_machine`; the numbers are the gABI's registry).
private struct Machine {
    let name: String
    let architecture: TargetTriple.Architecture?
    private(set) var isHardFloat: Bool?

    init(_ header: BinaryFields.Block, is64: Bool) {
        let number = header.half(18)
        switch (number, is64, header.isBigEndian) {
        case (3, false, false): (name, architecture) = ("x86", .i686)
        case (8, true, true): (name, architecture) = ("MIPS", .mips64)
        case (8, true, false): (name, architecture) = ("MIPS, little-endian", .mips64el)
        case (21, true, true): (name, architecture) = ("PowerPC", .powerpc64)
        case (21, true, false): (name, architecture) = ("PowerPC, little-endian", .powerpc64le)
        case (22, true, true): (name, architecture) = ("S/390", .s390x)
        case (40, false, false):
            (name, architecture) = ("ARM", .arm)
            // EF_ARM_ABI_FLOAT_HARD and EF_ARM_ABI_FLOAT_SOFT ("ELF for the Arm Architecture", section 5.2).
            let flags = header.word(36)
            isHardFloat = flags & 0x400 != 0 ? true : flags & 0x200 != 0 ? false : nil
        case (62, true, false): (name, architecture) = ("x86-64", .x86_64)
        case (183, true, false): (name, architecture) = ("AArch64", .aarch64)
        case (243, true, false): (name, architecture) = ("RISC-V", .riscv64)
        case (258, true, false): (name, architecture) = ("LoongArch", .loongarch64)
        default:
            let names: [UInt16: String] = [
                2: "SPARC", 3: "x86", 8: "MIPS", 20: "PowerPC", 21: "PowerPC", 22: "S/390", 40: "ARM", 43: "SPARC V9",
                62: "x86-64", 183: "AArch64", 243: "RISC-V", 247: "BPF", 258: "LoongArch",
            ]
            let order = header.isBigEndian ? "big-endian" : "little-endian"
            name = (names[number] ?? "machine \(number)") + ", \(order)"
            architecture = nil
        }
    }
}
