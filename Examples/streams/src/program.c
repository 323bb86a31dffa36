#include "program.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "version.h"

// relctl writes it before it builds (`version.embed` in relctl.json); a build by hand does without.
#if __has_include("build-facts.h")
#include "build-facts.h"
#endif

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
// A quoted `*` in a query is a star, not a pattern for file names.
int _CRT_glob = 0;
#endif

static const char *program_name = "streams";

static void report(const char *format, va_list values) {
    fprintf(stderr, "%s: ", program_name);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
}

void fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    report(format, values);
    va_end(values);
    exit(EXIT_CODE_FAILED);
}

void fail_usage(const char *format, ...) {
    va_list values;
    va_start(values, format);
    report(format, values);
    va_end(values);
    fprintf(stderr, "%s: see `%s --help`\n", program_name, program_name);
    exit(EXIT_CODE_USAGE);
}

Arguments program_begin(const char *name, const char *usage, int count, char **words) {
    program_name = name;
#ifdef _WIN32
    // The same bytes on every platform: no carriage returns that nobody asked for.
    (void)_setmode(_fileno(stdin), _O_BINARY);
    (void)_setmode(_fileno(stdout), _O_BINARY);
#endif
    Arguments arguments = {count > 0 ? count - 1 : 0, count > 0 ? words + 1 : words, usage};
    for (int i = 0; i < arguments.count; i++) {
        if (strcmp(arguments.words[i], "--help") == 0) {
            fputs(usage, stdout);
            exit(program_end());
        }
        if (strcmp(arguments.words[i], "--version") == 0) {
#ifdef STREAMS_BUILD_COMMIT
            printf("%s %s (%.12s%s, %s)\n", name, STREAMS_VERSION, STREAMS_BUILD_COMMIT,
                   STREAMS_BUILD_IS_DIRTY ? " and changes" : "", STREAMS_BUILD_DATE);
#else
            printf("%s %s\n", name, STREAMS_VERSION);
#endif
            exit(program_end());
        }
    }
    return arguments;
}

int program_end(void) {
    if (fflush(stdout) != 0 || ferror(stdout)) fail("cannot write the output: %s", strerror(errno));
    return EXIT_SUCCESS;
}

static void advance(Arguments *arguments) {
    arguments->count--;
    arguments->words++;
}

bool take_flag(Arguments *arguments, const char *name) {
    if (arguments->count == 0 || strcmp(arguments->words[0], name) != 0) return false;
    advance(arguments);
    return true;
}

const char *take_value(Arguments *arguments, const char *name) {
    if (!take_flag(arguments, name)) return NULL;
    if (arguments->count == 0) fail_usage("`%s` needs a value", name);
    const char *value = arguments->words[0];
    advance(arguments);
    return value;
}

bool take_number(Arguments *arguments, const char *name, uint64_t least, uint64_t most, uint64_t *number) {
    const char *text = take_value(arguments, name);
    if (text == NULL) return false;
    char *end = NULL;
    errno = 0;
    // strtoull accepts a sign and spaces, which are no part of a whole number here.
    unsigned long long value = text[0] >= '0' && text[0] <= '9' ? strtoull(text, &end, 10) : 0;
    if (end == NULL || *end != '\0' || errno != 0 || value < least || value > most) {
        fail_usage("`%s` needs a whole number from %llu to %llu, not `%s`", name, (unsigned long long)least,
                   (unsigned long long)most, text);
    }
    *number = value;
    return true;
}

const char *take_word(Arguments *arguments) {
    if (arguments->count == 0) return NULL;
    const char *word = arguments->words[0];
    if (word[0] == '-' && word[1] != '\0') fail_usage("unknown option `%s`", word);
    advance(arguments);
    return word;
}

FILE *open_input(const char *path) {
    if (strcmp(path, "-") == 0) return stdin;
    FILE *file = fopen(path, "rb");
    if (file == NULL) fail("cannot open `%s`: %s", path, strerror(errno));
    return file;
}

void *allocate(size_t count, size_t size) {
    return reallocate(NULL, count, size);
}

void *reallocate(void *block, size_t count, size_t size) {
    void *larger = count > SIZE_MAX / size ? NULL : realloc(block, count * size);
    if (larger == NULL) fail("out of memory");
    return larger;
}
