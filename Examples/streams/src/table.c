#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "program.h"

// FNV-1a, 64 bits.
static uint64_t hash_of(const char *key, size_t length) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)key[i]) * 0x100000001b3u;
    return hash;
}

Table table_make(size_t most) {
    Table table = {.most = most, .slot_count = 64, .bytes_capacity = 256};
    table.slots = allocate(table.slot_count, sizeof *table.slots);
    memset(table.slots, 0, table.slot_count * sizeof *table.slots);
    table.bytes = allocate(table.bytes_capacity, 1);     // never NULL, not for the empty key either
    return table;
}

// The slot where `key` is, or the empty one where it belongs. One is always empty: see `grow`.
static size_t slot_of(const Table *table, const char *key, size_t length, uint64_t hash) {
    size_t slot = (size_t)hash & (table->slot_count - 1);
    for (; table->slots[slot] != 0; slot = (slot + 1) & (table->slot_count - 1)) {
        size_t number = table->slots[slot] - 1;
        if (table->keys[number].hash == hash && table->keys[number].length == length &&
            memcmp(table->bytes + table->keys[number].start, key, length) == 0) break;
    }
    return slot;
}

// Doubles the slots once they are two thirds full.
static void grow(Table *table) {
    if (table->count * 3 < table->slot_count * 2) return;
    table->slot_count *= 2;
    table->slots = reallocate(table->slots, table->slot_count, sizeof *table->slots);
    memset(table->slots, 0, table->slot_count * sizeof *table->slots);
    for (size_t number = 0; number < table->count; number++) {
        size_t slot = (size_t)table->keys[number].hash & (table->slot_count - 1);
        while (table->slots[slot] != 0) slot = (slot + 1) & (table->slot_count - 1);
        table->slots[slot] = number + 1;
    }
}

static void store(Table *table, const char *key, size_t length, uint64_t hash) {
    if (table->count == table->keys_capacity) {
        table->keys_capacity = table->keys_capacity == 0 ? 32 : table->keys_capacity * 2;
        table->keys = reallocate(table->keys, table->keys_capacity, sizeof *table->keys);
    }
    if (length > table->bytes_capacity - table->bytes_length) {
        table->bytes_capacity = (table->bytes_capacity + length) * 2;
        table->bytes = reallocate(table->bytes, table->bytes_capacity, 1);
    }
    memcpy(table->bytes + table->bytes_length, key, length);
    table->keys[table->count].start = table->bytes_length;
    table->keys[table->count].length = length;
    table->keys[table->count].hash = hash;
    table->bytes_length += length;
    table->count++;
}

size_t table_add(Table *table, const char *key, size_t length, bool *added) {
    uint64_t hash = hash_of(key, length);
    size_t slot = slot_of(table, key, length, hash);
    *added = table->slots[slot] == 0;
    if (!*added) return table->slots[slot] - 1;
    if (table->count == table->most || length > TABLE_MOST_BYTES - table->bytes_length) return TABLE_FULL;
    store(table, key, length, hash);
    table->slots[slot] = table->count;
    grow(table);
    return table->count - 1;
}

size_t table_find(const Table *table, const char *key, size_t length) {
    size_t slot = slot_of(table, key, length, hash_of(key, length));
    return table->slots[slot] == 0 ? TABLE_FULL : table->slots[slot] - 1;
}

const char *table_key(const Table *table, size_t number, size_t *length) {
    *length = table->keys[number].length;
    return table->bytes + table->keys[number].start;
}

void table_clear(Table *table) {
    memset(table->slots, 0, table->slot_count * sizeof *table->slots);
    table->count = table->bytes_length = 0;
}

void table_free(Table *table) {
    free(table->slots);
    free(table->bytes);
    free(table->keys);
}
