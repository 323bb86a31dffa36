#ifndef STREAMS_PROGRAM_H
#define STREAMS_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// What every program needs: its name in messages, its options, its files, its memory.

enum { EXIT_CODE_FAILED = 1, EXIT_CODE_USAGE = 2 };

// The words of a command line that are still to be read.
typedef struct {
    int count;
    char **words;
    const char *usage;
} Arguments;

// Sets the program's name, prepares the standard streams, and answers `--help` and `--version`.
Arguments program_begin(const char *name, const char *usage, int count, char **words);

// Flushes what was written; a full disk is a failure, not a shorter answer.
int program_end(void);

#if defined(__GNUC__)
#define PRINTS(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTS(text, first)
#endif
// Prints `NAME: MESSAGE` and ends the program.
_Noreturn void fail(const char *format, ...) PRINTS(1, 2);
// The same for a command line that cannot be understood.
_Noreturn void fail_usage(const char *format, ...) PRINTS(1, 2);

// Takes the next word when it is the flag `name`.
bool take_flag(Arguments *arguments, const char *name);
// Takes the next two words when the first is `name`; the answer is the second, else NULL.
const char *take_value(Arguments *arguments, const char *name);
// Takes `name` and a whole number between `least` and `most` into `number`.
bool take_number(Arguments *arguments, const char *name, uint64_t least, uint64_t most, uint64_t *number);
// Takes the next word as a file or a text; an option that nobody took is a usage error. NULL at the end.
const char *take_word(Arguments *arguments);

// Opens a file to read; `-` is standard input.
FILE *open_input(const char *path);

// Memory that is there: both end the program when there is none.
void *allocate(size_t count, size_t size);
void *reallocate(void *block, size_t count, size_t size);

#endif
