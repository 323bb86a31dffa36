#include "crash.h"
#include "CSystem.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Whom this thread runs code of, empty where that is relctl itself.
static _Thread_local char answering[256];
/// This process, whose children may crash as they like; set by each thread that answers.
static _Atomic pid_t own;
/// 1 once code of a library was run.
static _Atomic int has_libraries;

/// Only what signal-safety(7) allows: write(2), signal(2), raise(3).
static void put(const char *text) {
    size_t rest = strlen(text);
    while (rest > 0) {
        ssize_t count = write(STDERR_FILENO, text, rest);
        if (count <= 0) return;
        text += count;
        rest -= (size_t)count;
    }
}

static void tell(int number) {
    if (getpid() == own) {
        char digits[] = {(char)('0' + number / 10), (char)('0' + number % 10), 0};
        put("error: ");
        put(answering[0] != 0 ? answering : has_libraries ? "relctl, or a library that it loaded," : "relctl");
        put(answering[0] != 0 || has_libraries ? " crashed, and relctl with it: signal " : " crashed: signal ");
        put(number < 10 ? digits + 1 : digits);
        put("\n\nhint: run the same command again to go on; what is there is left alone\n");
    }
    // The handler was there for once: now the process ends as it would have.
    raise(number);
}

void relctl_tell_crashes(void) {
    own = getpid();
    for (size_t index = 0; index < crash_count; index++) {
        struct sigaction before;
        if (sigaction(crashes[index], NULL, &before) != 0 || before.sa_handler != SIG_DFL) continue;
        struct sigaction action = {.sa_handler = tell, .sa_flags = (int)SA_RESETHAND | SA_ONSTACK};
        sigemptyset(&action.sa_mask);
        sigaction(crashes[index], &action, NULL);
    }
}

/// The stack of this thread for the report of a crash.
static _Thread_local void *crash_stack;

void relctl_keep_crash_stack(void) {
    enum { size = 64 << 10 };
    if (crash_stack == NULL) crash_stack = malloc(size);
    if (crash_stack == NULL) return;
    stack_t own = {.ss_sp = crash_stack, .ss_size = size, .ss_flags = 0};
    sigaltstack(&own, NULL);
}

void relctl_drop_crash_stack(void) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(crash_stack);
    crash_stack = NULL;
}

void relctl_answers(const char *name) {
    size_t length = 0;
    if (name != NULL) has_libraries = 1;
    if (name != NULL) length = strnlen(name, sizeof answering - 1);
    if (length > 0) memcpy(answering, name, length);
    answering[length] = 0;
}
