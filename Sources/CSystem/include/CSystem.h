/// System calls that Swift's view of the C library leaves out.
#ifndef RELCTL_SYSTEM_H
#define RELCTL_SYSTEM_H

/// Exchanges the names of two existing things in one step; 0, or -1 with `errno` set.
///
/// renameat2(2) with RENAME_EXCHANGE on Linux, renamex_np(2) with RENAME_SWAP on macOS.
int relctl_exchange(const char *one, const char *other);

#endif
