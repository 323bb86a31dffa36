#define _GNU_SOURCE
#include "CSystem.h"
#include "crash.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __APPLE__
#include <libproc.h>
#include <sys/event.h>
#else
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

int relctl_pipe(int ends[2]) {
#ifdef __APPLE__
    // macOS has no pipe2; relctl_spawn's POSIX_SPAWN_CLOEXEC_DEFAULT covers the moment in between.
    if (pipe(ends) != 0) return -1;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    return 0;
#else
    return pipe2(ends, O_CLOEXEC);
#endif
}

static int unnamed_file(void) {
#ifdef __APPLE__
    FILE *file = tmpfile();
    if (file == NULL) return -1;
    int descriptor = fcntl(fileno(file), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    fclose(file);
    return descriptor;
#else
    return memfd_create("relctl", MFD_CLOEXEC);
#endif
}

int relctl_input(const void *bytes, size_t count) {
    int file = unnamed_file();
    if (file < 0) return -1;
    for (size_t done = 0; done < count;) {
        ssize_t written = write(file, (const char *)bytes + done, count - done);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            int error = errno;
            close(file);
            errno = error;
            return -1;
        }
        done += (size_t)written;
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

static int set_actions(posix_spawn_file_actions_t *actions, const struct relctl_child *child) {
    int error = child->input < 0
                    ? posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
                    : posix_spawn_file_actions_adddup2(actions, child->input, STDIN_FILENO);
    if (error == 0) error = posix_spawn_file_actions_adddup2(actions, child->output, STDOUT_FILENO);
    if (error == 0) error = posix_spawn_file_actions_adddup2(actions, child->error, STDERR_FILENO);
    if (error == 0) error = posix_spawn_file_actions_addchdir_np(actions, child->directory);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    // What relctl itself inherited, such as the lock of whoever started it, is not for its children.
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#endif
    return error;
}

static int set_attributes(posix_spawnattr_t *attributes) {
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#ifdef __APPLE__
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    // An ignored signal stays ignored across exec: a child would not notice that nobody reads its pipe any more.
    sigset_t defaults, none;
    sigfillset(&defaults);
    sigdelset(&defaults, SIGKILL);
    sigdelset(&defaults, SIGSTOP);
    sigemptyset(&none);
    int error = posix_spawnattr_setflags(attributes, flags);
    if (error == 0) error = posix_spawnattr_setpgroup(attributes, 0);
    if (error == 0) error = posix_spawnattr_setsigdefault(attributes, &defaults);
    if (error == 0) error = posix_spawnattr_setsigmask(attributes, &none);
    return error;
}

int relctl_spawn(const struct relctl_child *child, pid_t *pid) {
    if (child->output <= STDERR_FILENO || child->error <= STDERR_FILENO) return EBADF;
    if (child->input >= 0 && child->input <= STDERR_FILENO) return EBADF;
#ifndef __APPLE__
    // What a child leaves behind becomes ours, so that it can be waited for: in a container nobody else may do it.
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
    // Where SIGCHLD is ignored, which exec hands down too, the system throws away how children ended.
    struct sigaction action;
    if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);

    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    posix_spawnattr_t attributes;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = set_actions(&actions, child);
        if (error == 0) error = set_attributes(&attributes);
        if (error == 0) {
            error = posix_spawn(pid, child->program, &actions, &attributes, child->arguments, child->environment);
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int relctl_exit_descriptor(pid_t pid) {
#ifdef __APPLE__
    int queue = kqueue();
    if (queue < 0) return -1;
    struct kevent change;
    EV_SET(&change, pid, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, NULL);
    // A child that has ended already cannot be watched any more; whoever waits must look first.
    if (kevent(queue, &change, 1, NULL, 0, NULL) == 0) return queue;
    close(queue);
    return -1;
#elif defined(SYS_pidfd_open)
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    return -1;
#endif
}

struct start {
    void (*body)(void *);
    void *context;
};

static void *begin(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    relctl_keep_crash_stack();
    start.body(start.context);
    relctl_drop_crash_stack();
    return NULL;
}

int relctl_detach(void (*body)(void *), void *context) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return ENOMEM;
    *start = (struct start){body, context};
    // A new thread has its maker's mask: signals are for the threads that were there before.
    sigset_t all, before;
    sigfillset(&all);
    // Those that a thread brings upon itself cannot be another's.
    for (size_t index = 0; index < crash_count; index++) sigdelset(&all, crashes[index]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int error = pthread_create(&thread, NULL, begin, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) {
        free(start);
        return error;
    }
    pthread_detach(thread);
    return 0;
}

unsigned long long relctl_start_time(pid_t pid) {
#ifdef __APPLE__
    struct proc_bsdinfo info;
    if (proc_pidinfo(pid, PROC_PIDTBSDINFO, 0, &info, sizeof info) != sizeof info) return 0;
    return info.pbi_start_tvsec * 1000000ULL + info.pbi_start_tvusec;
#else
    (void)pid;
    return 0;
#endif
}
