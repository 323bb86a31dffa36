/// The headers of Portable Executable files ("PE Format", https://learn.microsoft.com/windows/win32/debug/pe-format).
enum PEHeaders {
    static func read(_ fields: BinaryFields) throws -> BinaryFormat {
        let stub = try fields.block("DOS header", at: 0, count: 64)
        let start = UInt64(stub.word(60))
        let header = try fields.block("PE header", at: start, count: 24)
        guard Array(header.bytes.prefix(4)) == Array("PE\0\0".utf8) else {
            throw fields.malformed("it is a DOS program, without a PE header")
        }
        let characteristics = header.half(22)
        // Up to the subsystem, which both forms of the optional header have in the same place.
        guard header.half(20) >= 70 else { throw fields.malformed("its optional header is too short") }
        let optional = try fields.block("optional header", at: start + 24, count: 70)
        let bits: Int
        switch optional.half(0) {
        case 0x10b: bits = 32
        case 0x20b: bits = 64
        default: throw fields.malformed("its optional header is of no known kind")
        }
        let (name, architecture) = processor(header.half(4))
        let slice = BinaryFormat.Slice(
            processor: name,
            architecture: architecture,
            bits: bits,
            kind: characteristics & 0x2000 != 0 ? .sharedLibrary : characteristics & 2 != 0 ? .executable : .other,
            system: isForWindows(optional.half(68)) ? .windows : nil,
            subsystem: subsystem(optional.half(68))
        )
        return BinaryFormat(container: .portableExecutable, slices: [slice], isUniversal: false)
    }

    private static func processor(_ machine: UInt16) -> (String, TargetTriple.Architecture?) {
        switch machine {
        case 0x14c: ("x86", .i686)
        case 0x8664: ("x86-64", .x86_64)
        case 0xaa64: ("AArch64", .aarch64)
        case 0x1c0, 0x1c2, 0x1c4: ("ARM", .arm)
        case 0x5064: ("RISC-V", .riscv64)
        case 0x6264: ("LoongArch", .loongarch64)
        default: ("machine 0x\(String(machine, radix: 16))", nil)
        }
    }

    private static func isForWindows(_ subsystem: UInt16) -> Bool { [1, 2, 3, 5, 7, 8, 9].contains(subsystem) }

    private static func subsystem(_ number: UInt16) -> String {
        let names: [UInt16: String] = [
            1: "native", 2: "graphical", 3: "console", 5: "OS/2", 7: "POSIX", 8: "native Windows 9x", 9: "Windows CE",
            10: "EFI application", 11: "EFI boot driver", 12: "EFI driver", 13: "EFI ROM", 14: "Xbox",
            16: "boot application",
        ]
        return names[number] ?? "subsystem \(number)"
    }
}

/// The first bytes of WebAssembly files (core specification, section 5.5.16; component model, `Binary.md`).
enum WebAssemblyHeaders {
    static func read(_ fields: BinaryFields) throws -> BinaryFormat {
        let header = try fields.block("header", at: 0, count: 8)
        let processor: String
        switch header.word(4) {
        case 1: processor = "module"
        // A component's version has a layer of 1 in its upper half.
        case let version where version >> 16 == 1: processor = "component"
        default: throw fields.malformed("its version is unknown")
        }
        let slice = BinaryFormat.Slice(processor: processor, architecture: .wasm32, kind: .executable)
        return BinaryFormat(container: .webAssembly, slices: [slice], isUniversal: false)
    }
}
