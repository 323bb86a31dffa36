#define _GNU_SOURCE
#include "CSystem.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

/// Keeps bytes in a file that dlopen(3) can be told of, and its path; a descriptor, or -1 with `errno` set.
static int file_of(const void *bytes, size_t count, char path[PATH_MAX]) {
#ifdef __APPLE__
    const char *folder = getenv("TMPDIR");
    snprintf(path, PATH_MAX, "%s/relctl-XXXXXX", folder == NULL || folder[0] == 0 ? "/tmp" : folder);
    int file = mkstemp(path);
    if (file < 0) return -1;
    FILE *stream = fdopen(dup(file), "w");
    int is_whole = stream != NULL && fwrite(bytes, 1, count, stream) == count;
    if (stream != NULL && fclose(stream) != 0) is_whole = 0;
    if (is_whole) return file;
    int error = errno;
    unlink(path);
    close(file);
    errno = error;
    return -1;
#else
    int file = relctl_input(bytes, count);
    if (file >= 0) snprintf(path, PATH_MAX, "/proc/self/fd/%d", file);
    return file;
#endif
}

void *relctl_library_load(const void *bytes, size_t count, char *reason, size_t size) {
    char path[PATH_MAX];
    int file = file_of(bytes, count, path);
    if (file < 0) {
        snprintf(reason, size, "%s", strerror(errno));
        return NULL;
    }
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *error = dlerror();
        if (error == NULL) error = "it is no library";
        // The file's name says nothing to anybody.
        size_t length = strlen(path);
        int is_named = strncmp(error, path, length) == 0 && strncmp(error + length, ": ", 2) == 0;
        snprintf(reason, size, "%s", is_named ? error + length + 2 : error);
    }
#ifdef __APPLE__
    unlink(path);
    close(file);
#else
    // A loaded library is known by its path: as long as the file is open, no other can have the same.
    if (library == NULL) close(file);
#endif
    return library;
}

void *relctl_library_symbol(void *library, const char *name) { return dlsym(library, name); }

int relctl_begin_trial(void) {
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (output >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        int error = errno;
        close(output);
        errno = error;
        return -1;
    }
    return output;
}

char *relctl_own_program(void) {
#ifdef __APPLE__
    char path[PATH_MAX];
    uint32_t size = sizeof path;
    return _NSGetExecutablePath(path, &size) == 0 ? realpath(path, NULL) : NULL;
#else
    // Whatever became of the file meanwhile.
    return strdup("/proc/self/exe");
#endif
}
