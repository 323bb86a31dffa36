/* Kills its process with SIGKILL just before or just after the n-th system call that changes something below a path.
 *
 * cc -shared -fPIC -o kill_at_call.so kill_at_call.c, then LD_PRELOAD it.
 *
 * KILL_PATTERN  what the path of such a call holds; `socket:` for what is sent to servers
 * KILL_COUNT    a file that gets one byte for each such call
 * KILL_AT       the number of the call, from 1; without it, calls are only counted
 * KILL_WHEN     `before` or `after`
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long calls;

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

static int is_meant(const char *path) {
    const char *pattern = getenv("KILL_PATTERN");
    return pattern && path && strstr(path, pattern);
}

static int is_meant_file(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    long length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_meant(path);
}

/* Counts a call, and ends here if it is the one; returns its number. */
static long begin(void) {
    long number = atomic_fetch_add(&calls, 1) + 1;
    int saved = errno;
    const char *count = getenv("KILL_COUNT");
    if (count) {
        int file = (int)syscall(SYS_openat, AT_FDCWD, count, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (file >= 0) {
            syscall(SYS_write, file, ".", 1);
            syscall(SYS_close, file);
        }
    }
    const char *at = getenv("KILL_AT"), *when = getenv("KILL_WHEN");
    if (at && atol(at) == number && when && !strcmp(when, "before")) die();
    errno = saved;
    return number;
}

static void end(long number) {
    const char *at = getenv("KILL_AT"), *when = getenv("KILL_WHEN");
    if (at && atol(at) == number && when && !strcmp(when, "after")) die();
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define WRAP(type, name, parameters, meant, call) \
    type name parameters {                        \
        __typeof__(&name) real = REAL(name);      \
        if (!(meant)) return real call;           \
        long number = begin();                    \
        type result = real call;                  \
        int saved = errno;                        \
        end(number);                              \
        errno = saved;                            \
        return result;                            \
    }

int open(const char *path, int flags, ...) {
    static int (*real)(const char *, int, ...);
    if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (!(flags & O_CREAT) || !is_meant(path)) return real(path, flags, mode);
    long number = begin();
    int result = real(path, flags, mode);
    int saved = errno;
    end(number);
    errno = saved;
    return result;
}

WRAP(ssize_t, write, (int file, const void *bytes, size_t count), is_meant_file(file), (file, bytes, count))
WRAP(ssize_t, send, (int file, const void *bytes, size_t count, int flags), is_meant_file(file),
     (file, bytes, count, flags))
WRAP(int, fsync, (int file), is_meant_file(file), (file))
WRAP(int, mkdir, (const char *path, mode_t mode), is_meant(path), (path, mode))
WRAP(int, unlink, (const char *path), is_meant(path), (path))
WRAP(int, rmdir, (const char *path), is_meant(path), (path))
WRAP(int, rename, (const char *old, const char *new), is_meant(old) || is_meant(new), (old, new))
WRAP(int, link, (const char *old, const char *new), is_meant(old) || is_meant(new), (old, new))
WRAP(int, renameat2, (int from, const char *old, int to, const char *new, unsigned flags),
     is_meant(old) || is_meant(new), (from, old, to, new, flags))
