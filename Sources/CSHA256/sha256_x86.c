#include "kinds.h"

#ifdef RELCTL_SHA256_HAS_X86

#include <cpuid.h>
#include <immintrin.h>

static bool asked_processor(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return false;
    bool has_shuffles = (c & bit_SSSE3) != 0 && (c & bit_SSE4_1) != 0;
    // CPUID leaf 7, subleaf 0, EBX bit 29: SHA.
    return has_shuffles && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1) != 0;
}

bool relctl_sha256_x86_is_available(void) {
    // CPUID traps in virtual machines and then costs as much as hashing a block; racing writers store the same.
    static _Atomic int answer = -1;
    if (answer < 0) answer = asked_processor();
    return answer == 1;
}

/// Four rounds to a turn; the schedule lives in four vectors that are replaced in turn.
///
/// SHA256RNDS2 wants the working variables as (F, E, B, A) and (H, G, D, C), least significant lane first, does two
/// rounds with the two low lanes of W + K and returns the new first vector; the old first one is the new second one.
__attribute__((target("sha,sse4.1")))
void relctl_sha256_x86(uint32_t state[8], const uint8_t *blocks, size_t count) {
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
    __m128i low = _mm_loadu_si128((const __m128i *)state);
    __m128i high = _mm_loadu_si128((const __m128i *)(state + 4));
    __m128i feba = _mm_shuffle_epi32(_mm_unpacklo_epi64(low, high), 0x1b);
    __m128i hgdc = _mm_shuffle_epi32(_mm_unpackhi_epi64(low, high), 0x1b);
    for (; count > 0; count--, blocks += 64) {
        const __m128i old_feba = feba, old_hgdc = hgdc;
        __m128i words[4];
        for (int i = 0; i < 4; i++) {
            words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 16 * i)), big_endian);
        }
#pragma clang loop unroll(full)
        for (int turn = 0; turn < 16; turn++) {
            const __m128i now = words[turn & 3];
            const __m128i constants = _mm_loadu_si128((const __m128i *)(relctl_sha256_constants + 4 * turn));
            const __m128i sum = _mm_add_epi32(now, constants);
            hgdc = _mm_sha256rnds2_epu32(hgdc, feba, sum);
            feba = _mm_sha256rnds2_epu32(feba, hgdc, _mm_shuffle_epi32(sum, 0x0e));
            if (turn < 12) {
                const __m128i second = words[(turn + 1) & 3], third = words[(turn + 2) & 3];
                const __m128i last = words[(turn + 3) & 3];
                const __m128i across = _mm_alignr_epi8(last, third, 4);
                const __m128i partial = _mm_add_epi32(_mm_sha256msg1_epu32(now, second), across);
                words[turn & 3] = _mm_sha256msg2_epu32(partial, last);
            }
        }
        feba = _mm_add_epi32(feba, old_feba);
        hgdc = _mm_add_epi32(hgdc, old_hgdc);
    }
    const __m128i abef = _mm_shuffle_epi32(feba, 0x1b), cdgh = _mm_shuffle_epi32(hgdc, 0x1b);
    _mm_storeu_si128((__m128i *)state, _mm_unpacklo_epi64(abef, cdgh));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_unpackhi_epi64(abef, cdgh));
}

#else

/// Keeps this file from being empty, which ISO C does not allow.
typedef int relctl_sha256_without_x86;

#endif
