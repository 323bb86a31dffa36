/// What the files of this module share.
#ifndef RELCTL_SHA256_KINDS_H
#define RELCTL_SHA256_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__) || defined(__i386__)
#define RELCTL_SHA256_HAS_X86 1
bool relctl_sha256_x86_is_available(void);
void relctl_sha256_x86(uint32_t state[8], const uint8_t *blocks, size_t count);
#endif

#if defined(__aarch64__) && !defined(__ARM_BIG_ENDIAN)
#define RELCTL_SHA256_HAS_ARMV8 1
bool relctl_sha256_armv8_is_available(void);
void relctl_sha256_armv8(uint32_t state[8], const uint8_t *blocks, size_t count);
#endif

/// The constants K of FIPS 180-4, section 4.2.2.
extern const uint32_t relctl_sha256_constants[64];

#endif
