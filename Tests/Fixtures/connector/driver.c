/* Asks a connector's library one question, as relctl does, and writes what it says: for C and C++, and for sanitizers,
 * which see a library read behind the end of what it is handed.
 *
 * usage: driver LIBRARY QUESTION CONTENT [NAME=VALUE | cancel]... */

#define _POSIX_C_SOURCE 200809L
#include "relctl_connector.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char **settings;
static int setting_count;
static relctl_connector connectors[8];
static int connector_count;

static void say(const char *what, relctl_text text) {
    printf("%s: %.*s\n", what, (int)text.size, text.bytes == NULL ? "" : text.bytes);
}

static int has_setting(const char *name) {
    for (int index = 0; index < setting_count; index++)
        if (strcmp(settings[index], name) == 0) return 1;
    return 0;
}

/* A copy with nothing behind it. */
static relctl_text text_of(const char *bytes, size_t size) {
    relctl_text text;
    char *copy = (char *)malloc(size == 0 ? 1 : size);
    memcpy(copy, bytes, size);
    text.bytes = copy;
    text.size = size;
    return text;
}

static void release(relctl_text text) { free((void *)(uintptr_t)text.bytes); }

static int32_t add(const relctl_registry *registry, const relctl_connector *connector) {
    (void)registry;
    printf("registers: %d %.*s\n", connector->kind, (int)connector->id.size, connector->id.bytes);
    connectors[connector_count++] = *connector;
    return RELCTL_CONNECTOR_DONE;
}

static void refuse(const relctl_registry *registry, relctl_text message, relctl_text hint) {
    (void)registry;
    say("refuses", message);
    say("hint", hint);
}

static void hear_result(const relctl_call *call, relctl_text json) {
    (void)call;
    say("result", json);
}
static void hear_error(const relctl_call *call, relctl_text message, relctl_text hint) {
    (void)call;
    say("error", message);
    say("hint", hint);
}
static void hear_note(const relctl_call *call, relctl_text text) {
    (void)call;
    say("note", text);
}
static void hear_warning(const relctl_call *call, relctl_text text) {
    (void)call;
    say("warning", text);
}
static void hear_progress(const relctl_call *call, uint64_t bytes) {
    (void)call;
    printf("progress: %llu\n", (unsigned long long)bytes);
}
static int32_t is_cancelled(const relctl_call *call) {
    (void)call;
    return has_setting("cancel");
}
static relctl_text variable(const relctl_call *call, relctl_text name) {
    relctl_text value;
    (void)call;
    value.bytes = NULL;
    value.size = 0;
    for (int index = 0; index < setting_count; index++) {
        const char *setting = settings[index];
        if (strncmp(setting, name.bytes, name.size) != 0 || setting[name.size] != '=') continue;
        value.bytes = setting + name.size + 1;
        value.size = strlen(value.bytes);
    }
    return value;
}

/* What a library exports: POSIX has dlsym(3) return what a pointer to a function is stored in. */
static void look_up(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    if (symbol == NULL) {
        fprintf(stderr, "there is no %s\n", name);
        exit(1);
    }
    memcpy(function, &symbol, sizeof symbol);
}

int main(int count, char **arguments) {
    uint32_t (*version)(void);
    int32_t (*reg)(const relctl_registry *);
    relctl_registry registry;
    relctl_call call;
    if (count < 4) return 64;
    settings = arguments + 4;
    setting_count = count - 4;
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    look_up(library, "relctl_connector_abi_version", &version);
    look_up(library, "relctl_connector_register", &reg);
    if (version() != RELCTL_CONNECTOR_ABI_VERSION) return 1;
    memset(&registry, 0, sizeof registry);
    registry.size = sizeof registry;
    registry.abi_version = RELCTL_CONNECTOR_ABI_VERSION;
    registry.add = add;
    registry.error = refuse;
    if (reg(&registry) != RELCTL_CONNECTOR_DONE || connector_count == 0) return 1;
    memset(&call, 0, sizeof call);
    call.size = sizeof call;
    call.question = text_of(arguments[2], strlen(arguments[2]));
    call.content = text_of(arguments[3], strlen(arguments[3]));
    call.result = hear_result;
    call.error = hear_error;
    call.note = hear_note;
    call.warning = hear_warning;
    call.progress = hear_progress;
    call.is_cancelled = is_cancelled;
    call.variable = variable;
    int32_t status = connectors[0].answer(connectors[0].context, &call);
    release(call.question);
    release(call.content);
    printf("returns: %d\n", status);
    return 0;
}
