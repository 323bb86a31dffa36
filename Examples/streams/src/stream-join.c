// stream-join: widens a stream by the columns of a small table, looked up by one column that both have.

#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "program.h"
#include "table.h"

static const char usage[] =
    "usage: stream-join --on COLUMN [--left] [--max-rows N] TABLE [STREAM]\n"
    "\n"
    "Reads TABLE into memory, then writes each record of STREAM (standard input by default) with the table's\n"
    "columns behind its own, where COLUMN is the same in both.\n"
    "\n"
    "  --on COLUMN   the column that both have; its values are unique in TABLE\n"
    "  --left        keep records that TABLE does not know, with empty fields\n"
    "  --max-rows N  refuse a table of more rows (default 100000)\n"
    "  --help, --version\n";

// The table: a key for each row, and the row's other columns already written as CSV, each behind a comma.
typedef struct {
    Table keys;
    char **tails;
    size_t capacity;
} Lookup;

static char *tail_of(const CsvReader *reader, size_t key, bool use_header) {
    size_t size = 1;
    for (size_t i = 0; i < reader->columns; i++) {
        // A quoted field at its longest: every byte doubled, two quotes and a comma.
        size += 2 * strlen(use_header ? reader->header[i] : csv_field(reader, i)) + 3;
    }
    char *tail = allocate(size, 1), *end = tail;
    for (size_t i = 0; i < reader->columns; i++) {
        if (i == key) continue;
        const char *field = use_header ? reader->header[i] : csv_field(reader, i);
        bool is_plain = field[strcspn(field, ",\"\r\n")] == '\0';
        *end++ = ',';
        if (!is_plain) *end++ = '"';
        for (; *field != '\0'; field++) {
            if (*field == '"') *end++ = '"';
            *end++ = *field;
        }
        if (!is_plain) *end++ = '"';
    }
    *end = '\0';
    return tail;
}

static Lookup read_table(CsvReader *reader, size_t key, size_t most) {
    Lookup lookup = {.keys = table_make(most)};
    while (csv_next(reader)) {
        const char *value = csv_field(reader, key);
        bool added = false;
        size_t row = table_add(&lookup.keys, value, strlen(value), &added);
        if (row == TABLE_FULL) fail("`%s` has more than %zu rows; see `--max-rows`", reader->name, most);
        if (!added) fail("%s:%lu: `%s` is there twice", reader->name, reader->line, value);
        if (row >= lookup.capacity) {
            lookup.capacity = lookup.capacity == 0 ? 64 : lookup.capacity * 2;
            lookup.tails = reallocate(lookup.tails, lookup.capacity, sizeof *lookup.tails);
        }
        lookup.tails[row] = tail_of(reader, key, false);
    }
    return lookup;
}

static void write_record(const CsvReader *stream, bool use_header, const char *tail) {
    for (size_t i = 0; i < stream->columns; i++) {
        if (i > 0) putchar(',');
        csv_write(stdout, use_header ? stream->header[i] : csv_field(stream, i));
    }
    puts(tail);
}

static void join(CsvReader *stream, CsvReader *table, const char *column, bool keeps_unmatched, size_t most) {
    size_t left_key = csv_column(stream, column), right_key = csv_column(table, column);
    Lookup lookup = read_table(table, right_key, most);
    char *header = tail_of(table, right_key, true);
    write_record(stream, true, header);
    char *commas = allocate(table->columns, 1);
    memset(commas, ',', table->columns - 1);
    commas[table->columns - 1] = '\0';
    while (csv_next(stream)) {
        const char *value = csv_field(stream, left_key);
        size_t row = table_find(&lookup.keys, value, strlen(value));
        if (row != TABLE_FULL) write_record(stream, false, lookup.tails[row]);
        else if (keeps_unmatched) write_record(stream, false, commas);
    }
    for (size_t row = 0; row < lookup.keys.count; row++) free(lookup.tails[row]);
    free(lookup.tails);
    table_free(&lookup.keys);
    free(header);
    free(commas);
}

int main(int count, char **words) {
    Arguments arguments = program_begin("stream-join", usage, count, words);
    const char *column = NULL, *files[2] = {NULL, "-"};
    size_t file_count = 0;
    uint64_t most = 100000;
    bool keeps_unmatched = false;
    while (arguments.count > 0) {
        const char *value = take_value(&arguments, "--on");
        if (value != NULL) column = value;
        else if (take_flag(&arguments, "--left")) keeps_unmatched = true;
        else if (take_number(&arguments, "--max-rows", 1, 100000000, &most)) continue;
        else if (file_count < 2) files[file_count++] = take_word(&arguments);
        else fail_usage("a table and a stream, not also `%s`", arguments.words[0]);
    }
    if (column == NULL) fail_usage("`--on COLUMN` is needed");
    if (files[0] == NULL) fail_usage("a table is needed");
    if (strcmp(files[0], files[1]) == 0 && strcmp(files[0], "-") == 0) fail_usage("only one can be standard input");
    CsvReader table = csv_open(files[0]), stream = csv_open(files[1]);
    join(&stream, &table, column, keeps_unmatched, (size_t)most);
    csv_close(&stream);
    csv_close(&table);
    return program_end();
}
