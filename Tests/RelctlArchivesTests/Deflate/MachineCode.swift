import RelctlArchives
import TestSupport

/// What looks like machine code to a compressor: few forms of instructions, and relative addresses that differ wherever
/// the same function is called from.
enum MachineCode {
    /// A program of this machine; where none can be read, one that was made up.
    static let program: [UInt8] = {
        let files = LiveFileSystem()
        for path in ["/bin/bash", "/bin/zsh", "/bin/sh"] {
            if let bytes = try? files.contents(of: FilePath(path)), bytes.count > 50_000 { return bytes }
        }
        var generator = SeededGenerator(seed: 1)
        return bytes(500_000, &generator)
    }()

    /// Made-up code in the manner of x86-64, `count` bytes of it.
    static func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        let functions = (0..<64).map { _ in Int.random(in: 0..<1 << 20, using: &generator) & ~15 }
        var code: [UInt8] = []
        while code.count < count {
            switch generator.next() % 16 {
            case 0...5:
                code += [0x48, 0x8B, 0x40 | UInt8(generator.low(64)), UInt8(8 * generator.low(16))]
            case 6...8:
                code.append(0xE8)
                append(functions[generator.low(functions.count)] - code.count - 4, to: &code)
            case 9:
                code += [0x0F, 0x84 | UInt8(generator.low(2))]
                append(generator.low(512), to: &code)
            case 10, 11:
                code += [0x48, 0xC7, 0xC0 | UInt8(generator.low(8))]
                append(generator.low(1 << 12), to: &code)
            case 12, 13: code += [0x48, 0x83, 0xC4, UInt8(8 * generator.low(16))]
            case 14: code += [0x48, 0x8D, 0x3D] + generator.bytes(2) + [0, 0]
            default:
                code += [0x5D, 0xC3]
                while code.count % 16 != 0 { code.append(0xCC) }
                code += [0x55, 0x48, 0x89, 0xE5]
            }
        }
        return Array(code.prefix(count))
    }

    private static func append(_ value: Int, to code: inout [UInt8]) {
        for shift in stride(from: 0, to: 32, by: 8) { code.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}
