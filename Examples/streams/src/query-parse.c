// Reads the query language: words first, then one function for each rule of the grammar.

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "program.h"
#include "query.h"

typedef enum { TOKEN_END, TOKEN_WORD, TOKEN_NUMBER, TOKEN_STRING, TOKEN_SYMBOL } TokenKind;

typedef struct {
    const char *text;       // the whole query
    size_t next;            // where the token after this one is looked for
    TokenKind kind;
    size_t start;           // where this token begins
    char *value;            // its text, without quotes
    bool is_quoted_name;    // written "like this": a column even where it spells a keyword
    size_t depth;
} Parser;

_Noreturn static void reject(const Parser *parser, const char *expected) {
    if (parser->kind == TOKEN_END) fail_usage("the query ends where %s is expected", expected);
    fail_usage("the query has `%s` at character %zu, where %s is expected", parser->value, parser->start + 1,
               expected);
}

static char *copy(const char *text, size_t length) {
    char *copied = allocate(length + 1, 1);
    if (length > 0) memcpy(copied, text, length);
    copied[length] = '\0';
    return copied;
}

// A doubled quote inside stands for one, as in SQL.
static void read_quoted(Parser *parser, char quote) {
    const char *text = parser->text;
    size_t length = 0, at = parser->start + 1;
    char *value = allocate(strlen(text + at) + 1, 1);
    for (;; at++) {
        if (text[at] == '\0') fail_usage("the query leaves a quote open at character %zu", parser->start + 1);
        if (text[at] == quote && text[++at] != quote) break;
        value[length++] = text[at];
    }
    value[length] = '\0';
    parser->value = value;
    parser->kind = quote == '\'' ? TOKEN_STRING : TOKEN_WORD;
    parser->is_quoted_name = quote == '"';
    parser->next = at;
}

static bool is_word_byte(char byte) {
    return isalnum((unsigned char)byte) || byte == '_' || (unsigned char)byte >= 0x80;
}

static void advance(Parser *parser) {
    const char *text = parser->text;
    free(parser->value);
    parser->is_quoted_name = false;
    while (isspace((unsigned char)text[parser->next])) parser->next++;
    size_t start = parser->start = parser->next, end = start;
    char byte = text[start];
    if (byte == '\'' || byte == '"') {
        read_quoted(parser, byte);
        return;
    }
    if (byte == '\0') {
        parser->kind = TOKEN_END;
    } else if (isdigit((unsigned char)byte) || byte == '-' || byte == '.') {
        parser->kind = TOKEN_NUMBER;
        while (is_word_byte(text[end]) || text[end] == '.' || text[end] == '-' || text[end] == '+') end++;
    } else if (is_word_byte(byte)) {
        parser->kind = TOKEN_WORD;
        while (is_word_byte(text[end])) end++;
    } else {
        parser->kind = TOKEN_SYMBOL;
        bool has_second = (text[end + 1] == '=' && strchr("<>!", byte)) || (byte == '<' && text[end + 1] == '>');
        end += has_second ? 2 : 1;
    }
    parser->value = copy(text + start, end - start);
    parser->next = end;
}

static bool equals_ignoring_case(const char *left, const char *right) {
    while (*left != '\0' && toupper((unsigned char)*left) == *right) left++, right++;
    return *left == '\0' && *right == '\0';
}

static bool is_keyword(const Parser *parser, const char *keyword) {
    return parser->kind == TOKEN_WORD && !parser->is_quoted_name && equals_ignoring_case(parser->value, keyword);
}

static bool accept_keyword(Parser *parser, const char *keyword) {
    if (!is_keyword(parser, keyword)) return false;
    advance(parser);
    return true;
}

static void expect_keyword(Parser *parser, const char *keyword) {
    if (!accept_keyword(parser, keyword)) reject(parser, keyword);
}

static bool accept_symbol(Parser *parser, const char *symbol) {
    if (parser->kind != TOKEN_SYMBOL || strcmp(parser->value, symbol) != 0) return false;
    advance(parser);
    return true;
}

static char *take_name(Parser *parser) {
    static const char *const reserved[] = {"SELECT", "WHERE", "GROUP", "BY", "WINDOW", "ON", "LIMIT",
                                           "AND", "OR", "NOT", "AS"};
    bool is_name = parser->kind == TOKEN_WORD;
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) is_name &= !is_keyword(parser, reserved[i]);
    if (!is_name) reject(parser, "a column");
    char *name = copy(parser->value, strlen(parser->value));
    advance(parser);
    return name;
}

static double take_number_token(Parser *parser, const char *expected) {
    double number = 0;
    if (parser->kind != TOKEN_NUMBER || !number_parse(parser->value, &number)) reject(parser, expected);
    advance(parser);
    return number;
}

// item = column | function "(" ( column | "*" ) ")" [ AS name ]
static Item parse_item(Parser *parser) {
    static const struct { const char *name, *title; ItemKind kind; } functions[] = {
        {"COUNT", "count", ITEM_COUNT}, {"SUM", "sum", ITEM_SUM}, {"AVG", "avg", ITEM_AVG},
        {"MIN", "min", ITEM_MIN}, {"MAX", "max", ITEM_MAX},
    };
    bool is_quoted = parser->is_quoted_name;
    Item item = {.kind = ITEM_COLUMN, .column = take_name(parser)};
    if (!is_quoted && accept_symbol(parser, "(")) {
        const char *title = NULL;
        for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
            if (!equals_ignoring_case(item.column, functions[i].name)) continue;
            item.kind = functions[i].kind;
            title = functions[i].title;
        }
        if (title == NULL) fail_usage("no function `%s`; there are COUNT, SUM, AVG, MIN and MAX", item.column);
        free(item.column);
        bool counts_all = item.kind == ITEM_COUNT && accept_symbol(parser, "*");
        item.column = counts_all ? NULL : take_name(parser);
        if (!accept_symbol(parser, ")")) reject(parser, "`)`");
        size_t size = strlen(title) + (counts_all ? 0 : 1 + strlen(item.column)) + 1;
        item.title = allocate(size, 1);
        snprintf(item.title, size, counts_all ? "%s" : "%s_%s", title, counts_all ? "" : item.column);
    } else {
        item.title = copy(item.column, strlen(item.column));
    }
    if (accept_keyword(parser, "AS")) {
        free(item.title);
        item.title = take_name(parser);
    }
    return item;
}

static Operand parse_operand(Parser *parser) {
    Operand operand = {.text = NULL};
    if (parser->kind == TOKEN_STRING) {
        operand.text = copy(parser->value, strlen(parser->value));
        advance(parser);
    } else if (parser->kind == TOKEN_NUMBER) {
        operand.text = copy(parser->value, strlen(parser->value));
        operand.is_number = true;
        operand.number = take_number_token(parser, "a number");
    } else {
        operand.text = take_name(parser);
        operand.is_column = true;
    }
    return operand;
}

static size_t add_node(Query *query, Node node) {
    if (query->node_count == QUERY_MOST_NODES) fail_usage("the query has more than %d conditions", QUERY_MOST_NODES);
    query->nodes[query->node_count] = node;
    return query->node_count++;
}

static size_t parse_or(Parser *parser, Query *query);

static size_t parse_comparison(Parser *parser, Query *query) {
    static const struct { const char *symbol; Comparison comparison; } symbols[] = {
        {"=", COMPARE_EQUAL}, {"!=", COMPARE_UNEQUAL}, {"<>", COMPARE_UNEQUAL}, {"<", COMPARE_LESS},
        {"<=", COMPARE_LESS_EQUAL}, {">", COMPARE_MORE}, {">=", COMPARE_MORE_EQUAL},
    };
    Node node = {.kind = NODE_COMPARE};
    node.operands[0] = parse_operand(parser);
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        if (!accept_symbol(parser, symbols[i].symbol)) continue;
        node.comparison = symbols[i].comparison;
        node.operands[1] = parse_operand(parser);
        return add_node(query, node);
    }
    reject(parser, "a comparison");
}

// factor = NOT factor | "(" condition ")" | operand comparison operand
static size_t parse_factor(Parser *parser, Query *query) {
    if (++parser->depth > QUERY_MOST_DEPTH) fail_usage("the query nests deeper than %d", QUERY_MOST_DEPTH);
    size_t node = 0;
    if (accept_keyword(parser, "NOT")) {
        size_t operand = parse_factor(parser, query);
        node = add_node(query, (Node){.kind = NODE_NOT, .left = operand});
    } else if (accept_symbol(parser, "(")) {
        node = parse_or(parser, query);
        if (!accept_symbol(parser, ")")) reject(parser, "`)`");
    } else {
        node = parse_comparison(parser, query);
    }
    parser->depth--;
    return node;
}

static size_t parse_and(Parser *parser, Query *query) {
    size_t left = parse_factor(parser, query);
    while (accept_keyword(parser, "AND")) {
        size_t right = parse_factor(parser, query);
        left = add_node(query, (Node){.kind = NODE_AND, .left = left, .right = right});
    }
    return left;
}

static size_t parse_or(Parser *parser, Query *query) {
    size_t left = parse_and(parser, query);
    while (accept_keyword(parser, "OR")) {
        size_t right = parse_and(parser, query);
        left = add_node(query, (Node){.kind = NODE_OR, .left = left, .right = right});
    }
    return left;
}

static void parse_select(Parser *parser, Query *query) {
    expect_keyword(parser, "SELECT");
    if (accept_symbol(parser, "*")) {
        query->selects_all = true;
        return;
    }
    do {
        if (query->item_count == QUERY_MOST_ITEMS) fail_usage("more than %d columns selected", QUERY_MOST_ITEMS);
        query->items[query->item_count++] = parse_item(parser);
    } while (accept_symbol(parser, ","));
}

static void parse_clauses(Parser *parser, Query *query) {
    if (accept_keyword(parser, "WHERE")) {
        query->has_where = true;
        query->where = parse_or(parser, query);
    }
    if (accept_keyword(parser, "GROUP")) {
        expect_keyword(parser, "BY");
        do {
            if (query->group_count == QUERY_MOST_ITEMS) fail_usage("more than %d groups", QUERY_MOST_ITEMS);
            query->groups[query->group_count++] = take_name(parser);
        } while (accept_symbol(parser, ","));
    }
    if (accept_keyword(parser, "WINDOW")) {
        query->window = take_number_token(parser, "the window's width");
        if (query->window <= 0) fail_usage("a window is wider than zero");
        expect_keyword(parser, "ON");
        query->window_column = take_name(parser);
    }
    if (accept_keyword(parser, "LIMIT")) {
        double limit = take_number_token(parser, "a number of rows");
        if (limit < 0 || limit > 1e15 || limit != (double)(unsigned long long)limit) {
            fail_usage("a limit is a whole number");
        }
        query->has_limit = true;
        query->limit = (unsigned long long)limit;
    }
}

// What the grammar cannot say: which columns make sense together.
static void check(const Query *query) {
    bool aggregates = query_aggregates(query);
    if (!aggregates && query->group_count > 0) fail_usage("GROUP BY needs COUNT, SUM, AVG, MIN or MAX");
    if (!aggregates && query->window > 0) fail_usage("WINDOW needs COUNT, SUM, AVG, MIN or MAX");
    for (size_t i = 0; aggregates && i < query->item_count; i++) {
        if (query->items[i].kind != ITEM_COLUMN) continue;
        bool is_grouped = false;
        for (size_t g = 0; g < query->group_count; g++) {
            is_grouped |= strcmp(query->items[i].column, query->groups[g]) == 0;
        }
        if (!is_grouped) fail_usage("`%s` is selected but not in GROUP BY", query->items[i].column);
    }
}

Query *query_parse(const char *text) {
    Parser parser = {.text = text};
    Query *query = allocate(1, sizeof *query);
    *query = (Query){.selects_all = false};
    advance(&parser);
    parse_select(&parser, query);
    parse_clauses(&parser, query);
    if (parser.kind != TOKEN_END) reject(&parser, "the end");
    free(parser.value);
    check(query);
    return query;
}

bool query_aggregates(const Query *query) {
    for (size_t i = 0; i < query->item_count; i++) {
        if (query->items[i].kind != ITEM_COLUMN) return true;
    }
    return false;
}

void query_free(Query *query) {
    for (size_t i = 0; i < query->item_count; i++) {
        free(query->items[i].column);
        free(query->items[i].title);
    }
    for (size_t i = 0; i < query->node_count; i++) {
        free(query->nodes[i].operands[0].text);
        free(query->nodes[i].operands[1].text);
    }
    for (size_t i = 0; i < query->group_count; i++) free(query->groups[i]);
    free(query->window_column);
    free(query);
}
