/// System calls that Swift's view of the C library leaves out, or shows differently on each system.
#ifndef RELCTL_SYSTEM_H
#define RELCTL_SYSTEM_H

#include <sys/types.h>

/// Exchanges the names of two existing things in one step; 0, or -1 with `errno` set.
///
/// renameat2(2) with RENAME_EXCHANGE on Linux, renamex_np(2) with RENAME_SWAP on macOS.
int relctl_exchange(const char *one, const char *other);

/// Makes a pipe whose ends no child inherits; 0, or -1 with `errno` set.
int relctl_pipe(int ends[2]);

/// What to start and with what.
struct relctl_child {
    /// The executable, absolute.
    const char *program;
    /// `argv`, ended by a null pointer.
    char *const *arguments;
    /// `envp`, ended by a null pointer.
    char *const *environment;
    /// Its working folder.
    const char *directory;
    /// What becomes its standard input; above 2, or -1 for nothing to read.
    int input;
    /// What becomes its standard output and error; both above 2.
    int output, error;
};

/// Keeps bytes in a file without a name, open at its start, that no child inherits; -1 with `errno` set.
///
/// memfd_create(2) on Linux, tmpfile(3) elsewhere.
int relctl_input(const void *bytes, size_t count);

/// Starts a child as the leader of a new process group, with every signal at its default and none blocked; 0, or an
/// error number.
int relctl_spawn(const struct relctl_child *child, pid_t *pid);

/// A descriptor that polls as readable once the child has ended, or -1 where the system has none.
///
/// pidfd_open(2) on Linux (5.3 and later), kqueue(2) on macOS.
int relctl_exit_descriptor(pid_t pid);

/// Runs `body` on a thread of its own that takes no signals but those of its own faults, and that nobody waits for; 0, or
/// an error number.
int relctl_detach(void (*body)(void *), void *context);

/// When a process was started, in microseconds since 1970, or 0 where the system cannot tell it this way.
///
/// proc_pidinfo(3) on macOS; on Linux, /proc tells.
unsigned long long relctl_start_time(pid_t pid);

/// Loads a shared library of these bytes, whatever becomes of the file that they were read from, and for as long as the
/// process lives; null with a text in `reason`.
///
/// None of its symbols are there for others. dlopen(3) of a file without a name on Linux, of one that is removed at once
/// elsewhere.
void *relctl_library_load(const void *bytes, size_t count, char *reason, size_t size);

/// What a library exports under a name, or null.
void *relctl_library_symbol(void *library, const char *name);

/// Prepares this process for a library that may not work: should it crash, no file is written of that, unless the system hands
/// crashes to a program, and what it writes to standard output goes to standard error. A descriptor of what was standard output, or -1 with `errno` set.
int relctl_begin_trial(void);

/// Reports a crash of this process on standard error from now on, before the process ends by it as it would. A signal that
/// others handle already is left to them.
void relctl_tell_crashes(void);

/// Gives the calling thread a stack on which the report of a crash can run when its own stack is used up; it is the thread's
/// until it ends.
void relctl_keep_crash_stack(void);

/// Tries to have as many threads as are given here and some descriptors at the same time, and lets go of them; 0, or an error
/// number, with 1 in `lacks_threads` if it was the threads.
///
/// Without them, Dispatch waits for ever or crashes.
int relctl_try_needs(int threads, int *lacks_threads);

/// Says whose code this thread runs from now on, as the message of a crash names it; null for its own.
void relctl_answers(const char *name);

/// The path of the program that this process runs, or null; it is the caller's to free.
char *relctl_own_program(void);

#endif
