/// The MD5 message digest (RFC 1321), which other tools' files ask for; it proves nothing against an attacker.
package enum MD5 {
    /// The digest of a message as 32 lower-case hexadecimal digits.
    package static func hexadecimal(of message: [UInt8]) -> String {
        var padded = message + [0x80]
        padded += Array(repeating: 0, count: (120 - padded.count % 64) % 64)
        withUnsafeBytes(of: (UInt64(message.count) &* 8).littleEndian) { padded += $0 }
        var state: SIMD4<UInt32> = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
        for start in stride(from: 0, to: padded.count, by: 64) {
            state &+= rounds(of: padded[start..<start + 64], from: state)
        }
        let bytes = (0..<4).flatMap { index in withUnsafeBytes(of: state[index].littleEndian) { Array($0) } }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The four rounds over one block (section 3.4).
    private static func rounds(of block: ArraySlice<UInt8>, from state: SIMD4<UInt32>) -> SIMD4<UInt32> {
        let words = (0..<16).map { index in
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(block[block.startIndex + index * 4 + $1]) << UInt32($1 * 8) }
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
            let mix: UInt32
            let word: Int
            switch step / 16 {
            case 0: (mix, word) = ((b & c) | (~b & d), step)
            case 1: (mix, word) = ((d & b) | (~d & c), (5 * step + 1) % 16)
            case 2: (mix, word) = (b ^ c ^ d, (3 * step + 5) % 16)
            default: (mix, word) = (c ^ (b | ~d), 7 * step % 16)
            }
            let sum = a &+ mix &+ table[step] &+ words[word]
            let shift = shifts[step / 16][step % 4]
            (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
        }
        return [a, b, c, d]
    }

    private static let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

    /// The integer parts of 4294967296 times abs(sin(i)), i from 1 in radians.
    private static let table: [UInt32] = [
        0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A, 0xA830_4613, 0xFD46_9501,
        0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE, 0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821,
        0xF61E_2562, 0xC040_B340, 0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
        0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8, 0x676F_02D9, 0x8D2A_4C8A,
        0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C, 0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70,
        0x289B_7EC6, 0xEAA1_27FA, 0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
        0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92, 0xFFEF_F47D, 0x8584_5DD1,
        0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1, 0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
    ]
}
