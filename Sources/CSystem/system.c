#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
#include <stdio.h>

int relctl_exchange(const char *one, const char *other) {
#ifdef __APPLE__
    return renamex_np(one, other, RENAME_SWAP);
#else
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
#endif
}
