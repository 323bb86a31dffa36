#include "csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

static void append(CsvReader *reader, char byte) {
    if (reader->length == reader->capacity) {
        if (reader->capacity >= CSV_MOST_BYTES) {
            fail("%s:%lu: a record is longer than %d bytes; is a quote left open?", reader->name, reader->line,
                 CSV_MOST_BYTES);
        }
        reader->capacity = reader->capacity == 0 ? 256 : reader->capacity * 2;
        reader->bytes = reallocate(reader->bytes, reader->capacity, 1);
    }
    reader->bytes[reader->length++] = byte;
}

static void begin_field(CsvReader *reader) {
    if (reader->count == CSV_MOST_FIELDS) {
        fail("%s:%lu: a record has more than %d fields", reader->name, reader->line, CSV_MOST_FIELDS);
    }
    if (reader->count == reader->starts_capacity) {
        reader->starts_capacity = reader->starts_capacity == 0 ? 16 : reader->starts_capacity * 2;
        reader->starts = reallocate(reader->starts, reader->starts_capacity, sizeof *reader->starts);
    }
    reader->starts[reader->count++] = reader->length;
}

static int read_byte(CsvReader *reader) {
    int byte = getc(reader->file);
    if (byte == EOF && ferror(reader->file)) fail("cannot read `%s`: %s", reader->name, strerror(errno));
    if (byte == '\0') fail("%s:%lu: a zero byte; this is not text", reader->name, reader->next_line);
    if (byte == '\n') reader->next_line++;
    return byte;
}

// Takes CRLF for the one line break that it is; a carriage return elsewhere stands for itself.
static int read_unquoted(CsvReader *reader) {
    int byte = read_byte(reader);
    if (byte != '\r') return byte;
    int next = read_byte(reader);
    if (next == '\n' || next == EOF) return '\n';
    ungetc(next, reader->file);
    return '\r';
}

// Reads what stands after an opening quote, up to and with the byte that ends the field.
static int read_quoted(CsvReader *reader) {
    for (;;) {
        int byte = read_byte(reader);
        if (byte == EOF) fail("%s:%lu: a quote is left open", reader->name, reader->line);
        if (byte == '"') {
            byte = read_unquoted(reader);
            if (byte == ',' || byte == '\n' || byte == EOF) return byte;
            if (byte != '"') fail("%s:%lu: text after a closing quote", reader->name, reader->line);
        }
        append(reader, (char)byte);
    }
}

// Whether all that was read of the header is a UTF-8 byte order mark.
static bool is_byte_order_mark(const CsvReader *reader) {
    return reader->columns == 0 && reader->count == 1 && reader->length == 3 &&
           memcmp(reader->bytes, "\xEF\xBB\xBF", 3) == 0;
}

// Reads one field and answers the byte that ended it: a comma, a line feed, or EOF.
static int read_field(CsvReader *reader, int byte) {
    begin_field(reader);
    while (byte != ',' && byte != '\n' && byte != EOF) {
        if (byte == '"' && reader->length == reader->starts[reader->count - 1]) {
            byte = read_quoted(reader);
            break;
        }
        append(reader, (char)byte);
        if (is_byte_order_mark(reader)) reader->length = 0;
        byte = read_unquoted(reader);
    }
    append(reader, '\0');
    return byte;
}

static bool read_record(CsvReader *reader) {
    int byte;
    do {
        reader->line = reader->next_line;
        byte = read_unquoted(reader);
    } while (byte == '\n');
    reader->length = reader->count = 0;
    if (byte == EOF) return false;
    while ((byte = read_field(reader, byte)) == ',') byte = read_unquoted(reader);
    return true;
}

CsvReader csv_open(const char *path) {
    CsvReader reader = {.file = open_input(path), .name = path, .line = 1, .next_line = 1};
    if (!read_record(&reader)) fail("`%s` is empty; a header is expected", path);
    reader.columns = reader.count;
    reader.header = allocate(reader.columns, sizeof *reader.header);
    for (size_t i = 0; i < reader.columns; i++) {
        const char *name = csv_field(&reader, i);
        size_t size = strlen(name) + 1;
        for (size_t earlier = 0; earlier < i; earlier++) {
            if (strcmp(name, reader.header[earlier]) == 0) fail("%s:1: two columns are called `%s`", path, name);
        }
        reader.header[i] = memcpy(allocate(size, 1), name, size);
    }
    return reader;
}

bool csv_next(CsvReader *reader) {
    if (!read_record(reader)) return false;
    if (reader->count != reader->columns) {
        fail("%s:%lu: %zu fields where the header has %zu", reader->name, reader->line, reader->count,
             reader->columns);
    }
    return true;
}

const char *csv_field(const CsvReader *reader, size_t column) {
    return reader->bytes + reader->starts[column];
}

size_t csv_column(const CsvReader *reader, const char *name) {
    for (size_t i = 0; i < reader->columns; i++) {
        if (strcmp(reader->header[i], name) == 0) return i;
    }
    fprintf(stderr, "the columns of `%s` are:", reader->name);
    for (size_t i = 0; i < reader->columns; i++) fprintf(stderr, " %s", reader->header[i]);
    fputc('\n', stderr);
    fail("`%s` has no column `%s`", reader->name, name);
}

void csv_close(CsvReader *reader) {
    if (reader->file != stdin) fclose(reader->file);
    for (size_t i = 0; i < reader->columns; i++) free(reader->header[i]);
    free(reader->header);
    free(reader->bytes);
    free(reader->starts);
}

void csv_write(FILE *file, const char *text) {
    if (text[strcspn(text, ",\"\r\n")] == '\0') {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"') fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}
