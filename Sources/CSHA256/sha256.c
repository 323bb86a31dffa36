#include "CSHA256.h"
#include "kinds.h"

const uint32_t relctl_sha256_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotate(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

static inline uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/// The schedule W of section 6.2.2, step 1.
static void schedule(uint32_t words[64], const uint8_t *block) {
    for (int t = 0; t < 16; t++) words[t] = big_endian(block + 4 * t);
    for (int t = 16; t < 64; t++) {
        uint32_t early = words[t - 15], late = words[t - 2];
        uint32_t sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3;
        uint32_t sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10;
        words[t] = sigma1 + words[t - 7] + sigma0 + words[t - 16];
    }
}

static void portable(uint32_t state[8], const uint8_t *blocks, size_t count) {
    for (; count > 0; count--, blocks += 64) {
        uint32_t words[64];
        schedule(words, blocks);
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        for (int t = 0; t < 64; t++) {
            uint32_t choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
            uint32_t sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
            uint32_t sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
            uint32_t first = h + sum1 + choice + relctl_sha256_constants[t] + words[t];
            uint32_t second = sum0 + majority;
            h = g, g = f, f = e, e = d + first;
            d = c, c = b, b = a, a = first + second;
        }
        state[0] += a, state[1] += b, state[2] += c, state[3] += d;
        state[4] += e, state[5] += f, state[6] += g, state[7] += h;
    }
}

relctl_sha256_kind relctl_sha256_fastest(void) {
#ifdef RELCTL_SHA256_HAS_X86
    if (relctl_sha256_x86_is_available()) return RELCTL_SHA256_X86;
#endif
#ifdef RELCTL_SHA256_HAS_ARMV8
    if (relctl_sha256_armv8_is_available()) return RELCTL_SHA256_ARMV8;
#endif
    return RELCTL_SHA256_PORTABLE;
}

void relctl_sha256_compress(relctl_sha256_kind kind, uint32_t state[8], const uint8_t *blocks, size_t count) {
#ifdef RELCTL_SHA256_HAS_X86
    if (kind == RELCTL_SHA256_X86 && relctl_sha256_x86_is_available()) {
        relctl_sha256_x86(state, blocks, count);
        return;
    }
#endif
#ifdef RELCTL_SHA256_HAS_ARMV8
    if (kind == RELCTL_SHA256_ARMV8 && relctl_sha256_armv8_is_available()) {
        relctl_sha256_armv8(state, blocks, count);
        return;
    }
#endif
    (void)kind;
    portable(state, blocks, count);
}
