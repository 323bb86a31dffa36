#include "kinds.h"

#ifdef RELCTL_SHA256_HAS_ARMV8

#include <arm_neon.h>

#if defined(__APPLE__)
#include <sys/sysctl.h>

bool relctl_sha256_armv8_is_available(void) {
    int has = 0;
    size_t size = sizeof has;
    return sysctlbyname("hw.optional.arm.FEAT_SHA256", &has, &size, NULL, 0) == 0 && has != 0;
}
#elif defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>

bool relctl_sha256_armv8_is_available(void) { return (getauxval(AT_HWCAP) & HWCAP_SHA2) != 0; }
#else
bool relctl_sha256_armv8_is_available(void) { return false; }
#endif

/// Four rounds to a turn; the schedule lives in four vectors that are replaced in turn.
__attribute__((target("sha2")))
void relctl_sha256_armv8(uint32_t state[8], const uint8_t *blocks, size_t count) {
    uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
    for (; count > 0; count--, blocks += 64) {
        const uint32x4_t old_abcd = abcd, old_efgh = efgh;
        uint32x4_t words[4];
        for (int i = 0; i < 4; i++) words[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(blocks + 16 * i)));
#pragma clang loop unroll(full)
        for (int turn = 0; turn < 16; turn++) {
            const uint32x4_t now = words[turn & 3];
            const uint32x4_t sum = vaddq_u32(now, vld1q_u32(relctl_sha256_constants + 4 * turn));
            const uint32x4_t before = abcd;
            abcd = vsha256hq_u32(abcd, efgh, sum);
            efgh = vsha256h2q_u32(efgh, before, sum);
            if (turn < 12) {
                const uint32x4_t partial = vsha256su0q_u32(now, words[(turn + 1) & 3]);
                words[turn & 3] = vsha256su1q_u32(partial, words[(turn + 2) & 3], words[(turn + 3) & 3]);
            }
        }
        abcd = vaddq_u32(abcd, old_abcd);
        efgh = vaddq_u32(efgh, old_efgh);
    }
    vst1q_u32(state, abcd);
    vst1q_u32(state + 4, efgh);
}

#else

/// Keeps this file from being empty, which ISO C does not allow.
typedef int relctl_sha256_without_armv8;

#endif
