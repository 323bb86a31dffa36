#ifndef STREAMS_QUERY_H
#define STREAMS_QUERY_H

#include <stdbool.h>
#include <stddef.h>

// A query as it was written, before any stream is known. docs/user-guides/queries.md describes the language.

enum { QUERY_MOST_ITEMS = 64, QUERY_MOST_NODES = 256, QUERY_MOST_DEPTH = 64 };

typedef enum { ITEM_COLUMN, ITEM_COUNT, ITEM_SUM, ITEM_AVG, ITEM_MIN, ITEM_MAX } ItemKind;

// What stands between SELECT and the next clause: `region`, `COUNT(*)`, `SUM(amount) AS total`.
typedef struct {
    ItemKind kind;
    char *column;       // NULL for `COUNT(*)`
    char *title;        // the name in the header of the answer
} Item;

typedef enum { NODE_AND, NODE_OR, NODE_NOT, NODE_COMPARE } NodeKind;
typedef enum { COMPARE_EQUAL, COMPARE_UNEQUAL, COMPARE_LESS, COMPARE_LESS_EQUAL, COMPARE_MORE, COMPARE_MORE_EQUAL }
    Comparison;

typedef struct {
    bool is_column;
    char *text;         // the column's name or the literal
    bool is_number;     // for a literal written without quotes
    double number;
} Operand;

// A condition, as a tree whose nodes lie in one array.
typedef struct {
    NodeKind kind;
    size_t left, right;         // AND, OR, NOT (only `left`)
    Comparison comparison;      // COMPARE
    Operand operands[2];
} Node;

typedef struct {
    bool selects_all;           // SELECT *
    Item items[QUERY_MOST_ITEMS];
    size_t item_count;
    bool has_where;
    size_t where;               // the condition's topmost node
    Node nodes[QUERY_MOST_NODES];
    size_t node_count;
    char *groups[QUERY_MOST_ITEMS];
    size_t group_count;
    double window;              // the width of a tumbling window, 0 without one
    char *window_column;
    bool has_limit;
    unsigned long long limit;
} Query;

// Reads a query; one that cannot be understood ends the program and says where.
Query *query_parse(const char *text);
bool query_aggregates(const Query *query);
void query_free(Query *query);

#endif
