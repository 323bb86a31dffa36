/// The MD5 message digest (RFC 1321), which other tools' files and stores ask for; it proves nothing against an attacker.
package struct MD5: Sendable {
    private var state: (UInt32, UInt32, UInt32, UInt32) = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
    private var pending: [UInt8] = []
    private var byteCount: UInt64 = 0

    private static let blockSize = 64
    /// How far each step of the four rounds rotates (section 3.4).
    private static let rotations: [UInt32] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
        .flatMap { round in Array(repeating: round, count: 4).flatMap(\.self) as [UInt32] }
    /// The whole part of 2³² times the absolute sine of each step's number (section 3.4).
    private static let sines: [UInt32] = [
        0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A, 0xA830_4613, 0xFD46_9501,
        0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE, 0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821,
        0xF61E_2562, 0xC040_B340, 0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
        0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8, 0x676F_02D9, 0x8D2A_4C8A,
        0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C, 0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70,
        0x289B_7EC6, 0xEAA1_27FA, 0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
        0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92, 0xFFEF_F47D, 0x8584_5DD1,
        0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1, 0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
    ]

    /// Nothing taken in yet.
    package init() {}

    /// The digest of a message as 32 lower-case hexadecimal digits.
    package static func hexadecimal(of message: [UInt8]) -> String {
        var digest = MD5()
        message.withUnsafeBytes { digest.update($0) }
        return digest.finalize()
    }

    /// Takes these bytes in.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        byteCount &+= UInt64(bytes.count)
        var rest = bytes[...]
        if !pending.isEmpty {
            let missing = rest.prefix(Self.blockSize - pending.count)
            pending.append(contentsOf: missing)
            rest = rest.dropFirst(missing.count)
            guard pending.count == Self.blockSize else { return }
            let block = pending
            pending.removeAll(keepingCapacity: true)
            block.withUnsafeBytes { compress($0) }
        }
        while rest.count >= Self.blockSize {
            compress(UnsafeRawBufferPointer(rebasing: rest.prefix(Self.blockSize)))
            rest = rest.dropFirst(Self.blockSize)
        }
        pending.append(contentsOf: rest)
    }

    /// The 32 lower-case hexadecimal digits of all bytes taken in.
    package mutating func finalize() -> String {
        let bitCount = byteCount &* 8
        var padding: [UInt8] = [0x80]
        while (pending.count + padding.count) % Self.blockSize != Self.blockSize - 8 { padding.append(0) }
        withUnsafeBytes(of: bitCount.littleEndian) { padding.append(contentsOf: $0) }
        padding.withUnsafeBytes { update($0) }
        let bytes = [state.0, state.1, state.2, state.3].flatMap { word in
            withUnsafeBytes(of: word.littleEndian) { Array($0) }
        }
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Takes one block in (section 3.4).
    private mutating func compress(_ block: UnsafeRawBufferPointer) {
        var (a, b, c, d) = state
        Self.sines.withUnsafeBufferPointer { sines in
            Self.rotations.withUnsafeBufferPointer { rotations in
                for step in 0..<64 {
                    let (mixed, index): (UInt32, Int) =
                        switch step >> 4 {
                        case 0: ((b & c) | (~b & d), step)
                        case 1: ((d & b) | (~d & c), (5 * step + 1) & 15)
                        case 2: (b ^ c ^ d, (3 * step + 5) & 15)
                        default: (c ^ (b | ~d), (7 * step) & 15)
                        }
                    let word = UInt32(littleEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
                    let sum = a &+ mixed &+ sines[step] &+ word
                    let rotated = sum &<< rotations[step] | sum &>> (32 &- rotations[step])
                    (a, d, c, b) = (d, c, b, b &+ rotated)
                }
            }
        }
        state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
    }
}
