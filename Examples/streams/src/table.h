#ifndef STREAMS_TABLE_H
#define STREAMS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A set of byte strings, each with the number (from 0) at which it came in: what grouping and joining stand on.
// It holds at most `most` keys, so that memory is bounded whatever the input is.
typedef struct {
    size_t most;
    size_t count;
    size_t *slots;          // open addressing; a key's number plus one, zero where empty
    size_t slot_count;      // a power of two
    char *bytes;            // all keys, one behind the other
    size_t bytes_length, bytes_capacity;
    struct { size_t start, length; uint64_t hash; } *keys;
    size_t keys_capacity;
} Table;

enum { TABLE_MOST_BYTES = 1 << 30 };

#define TABLE_FULL SIZE_MAX

Table table_make(size_t most);
// The number of `key`, which is added where it is new (`*added`); TABLE_FULL when there is no room for it.
size_t table_add(Table *table, const char *key, size_t length, bool *added);
// The number of `key`; TABLE_FULL when it is not there.
size_t table_find(const Table *table, const char *key, size_t length);
const char *table_key(const Table *table, size_t number, size_t *length);
// Forgets all keys and keeps the memory.
void table_clear(Table *table);
void table_free(Table *table);

#endif
