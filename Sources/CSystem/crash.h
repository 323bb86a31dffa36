/// The signals that a thread brings upon itself by a fault.
#ifndef RELCTL_CRASH_H
#define RELCTL_CRASH_H

#include <signal.h>
#include <stddef.h>

static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
static const size_t crash_count = sizeof crashes / sizeof crashes[0];

/// Takes back what `relctl_keep_crash_stack` gave the calling thread, before it ends.
void relctl_drop_crash_stack(void);

#endif
