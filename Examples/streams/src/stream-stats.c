// stream-stats: describes every column of a CSV stream in one pass and constant memory.

#include <math.h>
#include <stdlib.h>

#include "csv.h"
#include "number.h"
#include "program.h"

static const char usage[] =
    "usage: stream-stats [FILE]\n"
    "\n"
    "Describes each column of a CSV stream (standard input by default), as CSV:\n"
    "column,type,count,missing,min,max,mean,deviation\n"
    "\n"
    "A column is of type `number` when every value in it is one. Empty fields are missing.\n"
    "  --help, --version\n";

typedef struct {
    bool is_text;
    unsigned long long count, missing;
    double least, most, mean, squares;
} Column;

// Welford's way: mean and squared deviations in one pass, without the cancellation of a sum of squares.
static void add(Column *column, const char *field) {
    double value = 0;
    if (*field == '\0') {
        column->missing++;
        return;
    }
    column->count++;
    if (column->is_text || !number_parse(field, &value)) {
        column->is_text = true;
        return;
    }
    if (column->count == 1 || value < column->least) column->least = value;
    if (column->count == 1 || value > column->most) column->most = value;
    double distance = value - column->mean;
    column->mean += distance / (double)column->count;
    column->squares += distance * (value - column->mean);
}

static void write_column(const char *name, const Column *column) {
    bool is_number = !column->is_text && column->count > 0;
    csv_write(stdout, name);
    printf(",%s,%llu,%llu", is_number ? "number" : "text", column->count, column->missing);
    double numbers[] = {column->least, column->most, column->mean, 0};
    if (column->count > 1) numbers[3] = sqrt(column->squares / (double)(column->count - 1));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        putchar(',');
        if (is_number) number_write(stdout, numbers[i]);
    }
    putchar('\n');
}

int main(int count, char **words) {
    Arguments arguments = program_begin("stream-stats", usage, count, words);
    const char *path = take_word(&arguments);
    if (arguments.count > 0) fail_usage("one file at a time, not also `%s`", arguments.words[0]);
    CsvReader reader = csv_open(path == NULL ? "-" : path);
    Column *columns = allocate(reader.columns, sizeof *columns);
    for (size_t i = 0; i < reader.columns; i++) columns[i] = (Column){.is_text = false};
    while (csv_next(&reader)) {
        for (size_t i = 0; i < reader.columns; i++) add(&columns[i], csv_field(&reader, i));
    }
    puts("column,type,count,missing,min,max,mean,deviation");
    for (size_t i = 0; i < reader.columns; i++) write_column(reader.header[i], &columns[i]);
    free(columns);
    csv_close(&reader);
    return program_end();
}
