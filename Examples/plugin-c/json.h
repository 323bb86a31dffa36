/** As much of JSON as a connector needs: values are found in the text that relctl hands over, and text is put together. */
#ifndef DEPOT_JSON_H
#define DEPOT_JSON_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** The text from a value's first byte on; nothing is there where `at` is null. */
typedef struct json {
    const char *at, *end;
} json;

static json json_skip(json from, const char *bytes) {
    while (from.at < from.end && strchr(bytes, *from.at) != NULL && *from.at != 0) from.at++;
    return from;
}

static json json_space(json from) { return json_skip(from, " \t\r\n"); }

static int json_begins(json value, char byte) { return value.at != NULL && value.at < value.end && *value.at == byte; }

/** What is behind a value. */
static json json_behind(json value) {
    int depth = 0, is_text = 0;
    for (; value.at < value.end; value.at++) {
        char byte = *value.at;
        if (is_text) {
            if (byte == '\\') value.at++;
            else if (byte == '"') is_text = 0;
            if (is_text || depth > 0) continue;
            value.at++;
            return value;
        }
        if (depth == 0 && strchr(",]} \t\r\n", byte) != NULL) return value;
        is_text = byte == '"';
        if (byte == '{' || byte == '[') depth++;
        if ((byte == '}' || byte == ']') && --depth == 0) {
            value.at++;
            return value;
        }
    }
    value.at = value.end;
    return value;
}

/** The first value of a list or the first key of an object. */
static json json_first(json list) {
    if (!json_begins(list, '[') && !json_begins(list, '{')) return (json){NULL, NULL};
    list.at++;
    list = json_space(list);
    return json_begins(list, ']') || json_begins(list, '}') ? (json){NULL, NULL} : list;
}

/** The value behind this one in its list, or the next key behind this value of an object. */
static json json_next(json value) {
    value = json_space(json_behind(value));
    if (!json_begins(value, ',')) return (json){NULL, NULL};
    value.at++;
    return json_space(value);
}

/** What an object has under a name that has nothing to escape. */
static json json_member(json object, const char *name) {
    size_t length = strlen(name);
    if (!json_begins(object, '{')) return (json){NULL, NULL};
    for (json key = json_first(object); key.at != NULL;) {
        json behind = json_behind(key), value = json_space(behind);
        if (!json_begins(value, ':')) break;
        value.at++;
        value = json_space(value);
        if ((size_t)(behind.at - key.at) == length + 2 && memcmp(key.at + 1, name, length) == 0) return value;
        key = json_next(value);
    }
    return (json){NULL, NULL};
}

static uint64_t json_number(json value) {
    uint64_t number = 0;
    for (; value.at != NULL && value.at < value.end && *value.at >= '0' && *value.at <= '9'; value.at++)
        number = number * 10 + (uint64_t)(*value.at - '0');
    return number;
}

/** Text that grows; whoever makes one frees its bytes. */
typedef struct text {
    char *bytes;
    size_t size, capacity;
} text;

static void text_add_bytes(text *text, const char *bytes, size_t count) {
    if (text->size + count + 1 > text->capacity) {
        text->capacity = 2 * (text->size + count + 1);
        text->bytes = realloc(text->bytes, text->capacity);
        if (text->bytes == NULL) abort();
    }
    memcpy(text->bytes + text->size, bytes, count);
    text->size += count;
    text->bytes[text->size] = 0;
}

static void text_add(text *text, const char *more) { text_add_bytes(text, more, strlen(more)); }

/** Adds a text as JSON writes it. */
static void text_add_quoted(text *text, const char *plain) {
    text_add(text, "\"");
    for (; *plain != 0; plain++) {
        char escaped[8];
        int is_odd = *plain == '"' || *plain == '\\' || (unsigned char)*plain < 0x20;
        if (is_odd) snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)(unsigned char)*plain);
        text_add_bytes(text, is_odd ? escaped : plain, is_odd ? 6 : 1);
    }
    text_add(text, "\"");
}

static unsigned json_hexadecimal(json digits) {
    unsigned number = 0;
    for (int index = 0; index < 4 && digits.at < digits.end; index++, digits.at++)
        number = number * 16 + (unsigned)(*digits.at <= '9' ? *digits.at - '0' : (*digits.at | 0x20) - 'a' + 10);
    return number;
}

static void text_add_code(text *text, unsigned code) {
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    const unsigned char marks[] = {0, 0xC0, 0xE0, 0xF0};
    char first = (char)(marks[more] | (code >> (6 * more)));
    text_add_bytes(text, &first, 1);
    while (more-- > 0) {
        char next = (char)(0x80 | ((code >> (6 * more)) & 0x3F));
        text_add_bytes(text, &next, 1);
    }
}

/** Adds what a text of JSON means; nothing where the value is no text. */
static void text_add_json(text *text, json value) {
    text_add(text, "");
    if (!json_begins(value, '"')) return;
    for (value.at++; value.at < value.end && *value.at != '"'; value.at++) {
        if (*value.at != '\\') {
            text_add_bytes(text, value.at, 1);
            continue;
        }
        if (++value.at == value.end) return;
        const char *names = "bfnrt", *meanings = "\b\f\n\r\t", *name = strchr(names, *value.at);
        if (*value.at != 'u') {
            text_add_bytes(text, name == NULL ? value.at : meanings + (name - names), 1);
            continue;
        }
        value.at++;
        unsigned code = json_hexadecimal(value);
        value.at += value.end - value.at < 4 ? value.end - value.at - 1 : 3;
        if (code >= 0xD800 && code < 0xDC00 && value.end - value.at >= 7) {
            unsigned low = json_hexadecimal((json){value.at + 3, value.end});
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            value.at += 6;
        }
        text_add_code(text, code);
    }
}

#endif
