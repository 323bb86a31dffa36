/// SHA-256's compression function (FIPS 180-4, section 6.2.2) by the fastest means that the processor has.
#ifndef RELCTL_SHA256_H
#define RELCTL_SHA256_H

#include <stddef.h>
#include <stdint.h>

/// A way to compute the compression function.
typedef enum {
    /// Plain C, on any processor.
    RELCTL_SHA256_PORTABLE = 0,
    /// The SHA extensions of x86 (Intel SDM, volume 2, SHA256RNDS2 and its companions).
    RELCTL_SHA256_X86 = 1,
    /// The SHA-256 instructions of ARMv8 (FEAT_SHA256).
    RELCTL_SHA256_ARMV8 = 2,
} relctl_sha256_kind;

/// The fastest way that this processor can go.
relctl_sha256_kind relctl_sha256_fastest(void);

/// Takes `count` blocks of 64 bytes into `state`; a `kind` that this processor cannot do is done portably.
void relctl_sha256_compress(relctl_sha256_kind kind, uint32_t state[8], const uint8_t *blocks, size_t count);

#endif
