#ifndef STREAMS_CSV_H
#define STREAMS_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Comma-separated values as RFC 4180 has them: LF or CRLF, quoted fields that may hold commas, line breaks and
// doubled quotes, a header first. A byte order mark at the start and blank lines are skipped.
// One record is in memory at a time, of at most this many bytes and fields.
enum { CSV_MOST_BYTES = 1 << 20, CSV_MOST_FIELDS = 4096 };

typedef struct {
    FILE *file;
    const char *name;
    unsigned long line;     // where the current record begins, from 1
    unsigned long next_line;
    char *bytes;            // the record's fields, each ended by a zero byte
    size_t length, capacity;
    size_t *starts;         // where each field begins in `bytes`
    size_t count, starts_capacity;
    char **header;
    size_t columns;
} CsvReader;

// Opens `path` (`-` is standard input) and reads its header.
CsvReader csv_open(const char *path);
// Reads the next record; false at the end. One with more or fewer fields than the header ends the program.
bool csv_next(CsvReader *reader);
// The field of the current record in column `column`, valid until the next call of `csv_next`.
const char *csv_field(const CsvReader *reader, size_t column);
// The column called `name`; one that does not exist ends the program with the names that do.
size_t csv_column(const CsvReader *reader, const char *name);
void csv_close(CsvReader *reader);

// Writes one field, quoted where it must be.
void csv_write(FILE *file, const char *text);

#endif
