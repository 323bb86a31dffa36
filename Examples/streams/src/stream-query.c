// stream-query: filters, groups and aggregates a CSV stream while it passes.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "number.h"
#include "program.h"
#include "query.h"
#include "table.h"

static const char usage[] =
    "usage: stream-query [--max-groups N] QUERY [STREAM]\n"
    "       stream-query [--max-groups N] --file QUERY-FILE [STREAM]\n"
    "\n"
    "Answers a query over a CSV stream (standard input by default) while it passes, as CSV:\n"
    "\n"
    "  SELECT * | ITEM, ... [WHERE CONDITION] [GROUP BY COLUMN, ...] [WINDOW WIDTH ON COLUMN] [LIMIT N]\n"
    "\n"
    "An ITEM is a column or COUNT(*), COUNT(c), SUM(c), AVG(c), MIN(c), MAX(c), with an optional AS name.\n"
    "\n"
    "  --max-groups N  refuse more groups than this at a time (default 100000)\n"
    "  --help, --version\n"
    "\n"
    "Example: stream-query \"SELECT region, SUM(amount) AS total WHERE quantity > 3 GROUP BY region\" orders.csv\n";

// The running values of one item in one group.
typedef struct {
    unsigned long long count;
    double sum, least, most;
} Tally;

// A query that has met its stream: names have become column numbers.
typedef struct {
    const Query *query;
    CsvReader *reader;
    size_t items[QUERY_MOST_ITEMS];
    size_t groups[QUERY_MOST_ITEMS];
    size_t operands[QUERY_MOST_NODES][2];
    size_t window_column;
    double window;              // the current window's start
    bool has_window;
    unsigned long long late;    // records that came after their window had closed
    unsigned long long written;
    Table keys;
    Tally *tallies;             // `item_count` for each group
    size_t tally_capacity;
    char *key;                  // room for one record's group key
} Run;

static int compare(double left, double right) {
    return (left > right) - (left < right);
}

static bool comparison_holds(Comparison comparison, int order) {
    switch (comparison) {
    case COMPARE_EQUAL: return order == 0;
    case COMPARE_UNEQUAL: return order != 0;
    case COMPARE_LESS: return order < 0;
    case COMPARE_LESS_EQUAL: return order <= 0;
    case COMPARE_MORE: return order > 0;
    case COMPARE_MORE_EQUAL: return order >= 0;
    }
    return false;
}

// Both sides compare as numbers when both are, else as bytes. What is no number (an empty field, say) is neither less
// nor more than a number in the query.
static bool node_holds(const Run *run, size_t index) {
    const Node *node = &run->query->nodes[index];
    switch (node->kind) {
    case NODE_AND: return node_holds(run, node->left) && node_holds(run, node->right);
    case NODE_OR: return node_holds(run, node->left) || node_holds(run, node->right);
    case NODE_NOT: return !node_holds(run, node->left);
    case NODE_COMPARE: break;
    }
    const char *texts[2];
    double numbers[2];
    bool are_numbers = true, wants_numbers = false;
    for (int side = 0; side < 2; side++) {
        const Operand *operand = &node->operands[side];
        texts[side] = operand->is_column ? csv_field(run->reader, run->operands[index][side]) : operand->text;
        numbers[side] = operand->number;
        wants_numbers |= operand->is_number;
        are_numbers &= operand->is_column ? number_parse(texts[side], &numbers[side]) : operand->is_number;
    }
    if (wants_numbers && !are_numbers) return false;
    int order = are_numbers ? compare(numbers[0], numbers[1]) : strcmp(texts[0], texts[1]);
    return comparison_holds(node->comparison, order);
}

static double field_number(const Run *run, size_t column) {
    double number = 0;
    const char *field = csv_field(run->reader, column);
    if (!number_parse(field, &number)) {
        fail("%s:%lu: `%s` in column `%s` is not a number", run->reader->name, run->reader->line, field,
             run->reader->header[column]);
    }
    return number;
}

static bool reached_limit(const Run *run) {
    return run->query->has_limit && run->written == run->query->limit;
}

static void write_tally(ItemKind kind, const Tally *tally) {
    // An aggregate over nothing has no value, but counting nothing gives zero.
    if (kind == ITEM_COUNT) printf("%llu", tally->count);
    else if (tally->count == 0) return;
    else if (kind == ITEM_SUM) number_write(stdout, tally->sum);
    else if (kind == ITEM_AVG) number_write(stdout, tally->sum / (double)tally->count);
    else number_write(stdout, kind == ITEM_MIN ? tally->least : tally->most);
}

static void write_group(Run *run, size_t group) {
    const Query *query = run->query;
    size_t length = 0;
    const char *key = table_key(&run->keys, group, &length);
    if (query->window > 0) {
        number_write(stdout, run->window);
        putchar(',');
    }
    for (size_t i = 0; i < query->item_count; i++) {
        if (i > 0) putchar(',');
        if (query->items[i].kind != ITEM_COLUMN) {
            write_tally(query->items[i].kind, &run->tallies[group * query->item_count + i]);
            continue;
        }
        const char *part = key;     // the key holds the grouped fields, each ended by a zero byte
        for (size_t g = 0; run->groups[g] != run->items[i]; g++) part += strlen(part) + 1;
        csv_write(stdout, part);
    }
    putchar('\n');
    run->written++;
}

// Groups are written in the order in which they first came.
static void close_window(Run *run) {
    for (size_t group = 0; group < run->keys.count && !reached_limit(run); group++) write_group(run, group);
    table_clear(&run->keys);
}

static size_t group_of_record(Run *run) {
    size_t length = 0;
    for (size_t g = 0; g < run->query->group_count; g++) {
        const char *field = csv_field(run->reader, run->groups[g]);
        size_t size = strlen(field) + 1;
        // A record has CSV_MOST_BYTES at most, but a column may be named twice in GROUP BY.
        run->key = reallocate(run->key, length + size, 1);
        memcpy(run->key + length, field, size);
        length += size;
    }
    bool added = false;
    size_t group = table_add(&run->keys, run->key == NULL ? "" : run->key, length, &added);
    if (group == TABLE_FULL) {
        fail("%s:%lu: more than %zu groups at a time; see `--max-groups`", run->reader->name, run->reader->line,
             run->keys.most);
    }
    size_t items = run->query->item_count;
    if (group >= run->tally_capacity) {
        run->tally_capacity = run->tally_capacity == 0 ? 16 : run->tally_capacity * 2;
        run->tallies = reallocate(run->tallies, run->tally_capacity * items, sizeof *run->tallies);
    }
    for (size_t i = 0; added && i < items; i++) run->tallies[group * items + i] = (Tally){.count = 0};
    return group;
}

// Moves to the record's window; false for a record that comes too late for its own.
static bool enter_window(Run *run) {
    double start = floor(field_number(run, run->window_column) / run->query->window) * run->query->window;
    if (run->has_window && start < run->window) {
        run->late++;
        return false;
    }
    if (run->has_window && start > run->window) close_window(run);
    run->has_window = true;
    run->window = start;
    return true;
}

static void tally_record(Run *run) {
    if (run->query->window > 0 && !enter_window(run)) return;
    size_t group = group_of_record(run);
    for (size_t i = 0; i < run->query->item_count; i++) {
        const Item *item = &run->query->items[i];
        Tally *tally = &run->tallies[group * run->query->item_count + i];
        if (item->kind == ITEM_COLUMN) continue;
        if (item->column != NULL && *csv_field(run->reader, run->items[i]) == '\0') continue;
        tally->count++;
        if (item->kind == ITEM_COUNT) continue;
        double number = field_number(run, run->items[i]);
        tally->sum += number;
        if (tally->count == 1 || number < tally->least) tally->least = number;
        if (tally->count == 1 || number > tally->most) tally->most = number;
    }
}

static void write_record(Run *run) {
    size_t count = run->query->selects_all ? run->reader->columns : run->query->item_count;
    for (size_t i = 0; i < count; i++) {
        if (i > 0) putchar(',');
        csv_write(stdout, csv_field(run->reader, run->query->selects_all ? i : run->items[i]));
    }
    putchar('\n');
    run->written++;
}

static void write_header(const Run *run) {
    const Query *query = run->query;
    size_t count = query->selects_all ? run->reader->columns : query->item_count;
    if (query->window > 0) fputs("window,", stdout);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) putchar(',');
        csv_write(stdout, query->selects_all ? run->reader->header[i] : query->items[i].title);
    }
    putchar('\n');
}

static void resolve(Run *run) {
    const Query *query = run->query;
    for (size_t i = 0; i < query->item_count; i++) {
        if (query->items[i].column != NULL) run->items[i] = csv_column(run->reader, query->items[i].column);
    }
    for (size_t g = 0; g < query->group_count; g++) run->groups[g] = csv_column(run->reader, query->groups[g]);
    for (size_t n = 0; n < query->node_count; n++) {
        for (int side = 0; side < 2; side++) {
            const Operand *operand = &query->nodes[n].operands[side];
            if (operand->is_column) run->operands[n][side] = csv_column(run->reader, operand->text);
        }
    }
    if (query->window > 0) run->window_column = csv_column(run->reader, query->window_column);
}

static void answer(const Query *query, CsvReader *reader, size_t most_groups) {
    Run *run = allocate(1, sizeof *run);
    *run = (Run){.query = query, .reader = reader, .keys = table_make(most_groups)};
    bool aggregates = query_aggregates(query);
    resolve(run);
    write_header(run);
    while (!reached_limit(run) && csv_next(reader)) {
        if (query->has_where && !node_holds(run, query->where)) continue;
        if (aggregates) tally_record(run);
        else write_record(run);
    }
    // Without groups there is one answer, even over no records at all.
    if (aggregates && query->group_count == 0 && query->window == 0) (void)group_of_record(run);
    close_window(run);
    if (run->late > 0) {
        fprintf(stderr, "stream-query: note: %llu records came after their window had closed\n", run->late);
    }
    table_free(&run->keys);
    free(run->tallies);
    free(run->key);
    free(run);
}

static char *read_query_file(const char *path) {
    enum { MOST_BYTES = 1 << 16 };
    FILE *file = open_input(path);
    char *text = allocate(MOST_BYTES + 1, 1);
    size_t length = fread(text, 1, MOST_BYTES, file);
    if (ferror(file)) fail("cannot read `%s`", path);
    if (length == MOST_BYTES) fail("`%s` is too long for a query", path);
    if (memchr(text, '\0', length) != NULL) fail("`%s` holds a zero byte; this is not text", path);
    text[length] = '\0';
    if (file != stdin) fclose(file);
    return text;
}

int main(int count, char **words) {
    Arguments arguments = program_begin("stream-query", usage, count, words);
    uint64_t most_groups = 100000;
    const char *file = NULL, *text = NULL, *stream = NULL;
    while (arguments.count > 0) {
        const char *value = take_value(&arguments, "--file");
        if (value != NULL) file = value;
        else if (take_number(&arguments, "--max-groups", 1, 100000000, &most_groups)) continue;
        else if (file == NULL && text == NULL) text = take_word(&arguments);
        else if (stream == NULL) stream = take_word(&arguments);
        else fail_usage("a query and a stream, not also `%s`", arguments.words[0]);
    }
    if (file != NULL && text != NULL) fail_usage("a query or `--file`, not both");
    if (file == NULL && text == NULL) fail_usage("a query is needed");
    if (stream == NULL) stream = "-";
    if (file != NULL && strcmp(file, "-") == 0 && strcmp(stream, "-") == 0) {
        fail_usage("only one can be standard input");
    }
    char *contents = file == NULL ? NULL : read_query_file(file);
    Query *query = query_parse(contents == NULL ? text : contents);
    CsvReader reader = csv_open(stream);
    answer(query, &reader, (size_t)most_groups);
    csv_close(&reader);
    query_free(query);
    free(contents);
    return program_end();
}
