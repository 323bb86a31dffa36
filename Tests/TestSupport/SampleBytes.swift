/// Content for files of tests, the same each time.
package enum SampleBytes {
    /// Bytes in which no encoder finds anything.
    package static func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] { words(count, seed, mask: .max) }

    /// Bytes of six random bits each, in short runs that come again: what an encoder makes about half of.
    package static func text(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var bytes = words(count, seed, mask: 0x3f3f_3f3f_3f3f_3f3f)
        // Every other stretch of 64 bytes is the one before it, so that there are matches as well as literals.
        bytes.withUnsafeMutableBytes { bytes in
            for start in stride(from: 64, through: bytes.count - 64, by: 128) {
                let target = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<(start + 64)])
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[(start - 64)..<start]))
            }
        }
        return bytes
    }

    private static func words(_ count: Int, _ seed: UInt64, mask: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed &* 0x1_0000_0001 &+ UInt64(count))
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            // Little-endian on every machine, and not beyond the end; what is not optimised pays for every call.
            while filled + 8 <= count {
                bytes.storeBytes(of: (generator.next() & mask).littleEndian, toByteOffset: filled, as: UInt64.self)
                filled += 8
            }
            guard filled < count else { return }
            withUnsafeBytes(of: (generator.next() & mask).littleEndian) { word in
                let target = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: word.prefix(target.count)))
            }
            filled = count
        }
    }
}
