#include "CCurl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    global_default = 3,
    version_first_with_wakeup = 0x074400,
    message_done = 1,
    error_size = 256,
    option_error_buffer = 10010,
    option_header_function = 20079,
    option_header_data = 10029,
    option_write_function = 20011,
    option_write_data = 10001,
    option_read_function = 20012,
    option_read_data = 10009,
    option_seek_function = 20167,
    option_seek_data = 10168,
    option_http_header = 10023,
    first_pointer_option = 10000,
    first_offset_option = 30000,
    first_offset_info = 0x600000,
};

/// The beginning of `curl_version_info_data`, which every version has.
struct version {
    int age;
    const char *text;
    unsigned int number;
};

/// `CURLMsg`.
struct message {
    int kind;
    void *easy;
    union {
        void *other;
        int code;
    } data;
};

struct relctl_curl_library {
    int (*global_init)(long);
    struct version *(*version_info)(int);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *);
    void (*easy_reset)(void *);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    const char *(*easy_strerror)(int);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, void *, unsigned int, int, int *);
    int (*multi_wakeup)(void *);
    struct message *(*multi_info_read)(void *, int *);
};

struct relctl_curl {
    const struct relctl_curl_library *library;
    void *easy;
    void *multi;
    void *headers;
    char error[error_size];
};

/// Where an entry point goes in the table, and what it is called.
struct entry {
    const char *name;
    size_t offset;
};

#define ENTRY(field) {"curl_" #field, offsetof(struct relctl_curl_library, field)}

static const struct entry entries[] = {
    ENTRY(version_info),        ENTRY(global_init),      ENTRY(easy_init),     ENTRY(easy_cleanup),
    ENTRY(easy_reset),          ENTRY(easy_setopt),      ENTRY(easy_getinfo),  ENTRY(easy_strerror),
    ENTRY(slist_append),        ENTRY(slist_free_all),   ENTRY(multi_init),    ENTRY(multi_cleanup),
    ENTRY(multi_add_handle),    ENTRY(multi_perform),    ENTRY(multi_poll),    ENTRY(multi_wakeup),
    ENTRY(multi_remove_handle), ENTRY(multi_info_read),
};

/// Fills the table; the name of what is not there, or null.
static const char *look_up(void *handle, struct relctl_curl_library *library) {
    for (size_t index = 0; index < sizeof entries / sizeof entries[0]; index++) {
        void *symbol = dlsym(handle, entries[index].name);
        if (symbol == NULL) return entries[index].name;
        // POSIX has dlsym(3) return what a pointer to a function is stored in.
        *(void **)((char *)library + entries[index].offset) = symbol;
    }
    return NULL;
}

/// Whether a library of which `missing` is missing will do.
static int is_usable(struct relctl_curl_library *library, const char *missing, char *reason, size_t size) {
    // Old ones lack what is new: their version says it better.
    const struct version *version = library->version_info == NULL ? NULL : library->version_info(0);
    if (version != NULL && version->number < version_first_with_wakeup) {
        const char *text = version->text == NULL ? "unknown" : version->text;
        snprintf(reason, size, "it is version %s, and 7.68.0 or later is needed", text);
    } else if (missing != NULL) {
        snprintf(reason, size, "there is no `%s` in it", missing);
    } else {
        int code = library->global_init(global_default);
        if (code == 0) return 1;
        snprintf(reason, size, "it cannot be prepared: %s", library->easy_strerror(code));
    }
    return 0;
}

const struct relctl_curl_library *relctl_curl_load(const char *name, char *reason, size_t size) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        const char *error = dlerror();
        snprintf(reason, size, "%s", error == NULL ? "it is not there" : error);
        return NULL;
    }
    struct relctl_curl_library *library = calloc(1, sizeof *library);
    if (library != NULL && is_usable(library, look_up(handle, library), reason, size)) return library;
    if (library == NULL) snprintf(reason, size, "there is no memory for it");
    free(library);
    dlclose(handle);
    return NULL;
}

struct relctl_curl *relctl_curl_open(const struct relctl_curl_library *library) {
    struct relctl_curl *curl = calloc(1, sizeof *curl);
    if (curl == NULL) return NULL;
    curl->library = library;
    curl->easy = library->easy_init();
    curl->multi = library->multi_init();
    if (curl->easy != NULL && curl->multi != NULL) return curl;
    relctl_curl_close(curl);
    return NULL;
}

void relctl_curl_close(struct relctl_curl *curl) {
    const struct relctl_curl_library *library = curl->library;
    if (curl->easy != NULL) library->easy_cleanup(curl->easy);
    if (curl->multi != NULL) library->multi_cleanup(curl->multi);
    library->slist_free_all(curl->headers);
    free(curl);
}

void relctl_curl_prepare(struct relctl_curl *curl, const struct relctl_curl_callbacks *callbacks, void *context) {
    const struct relctl_curl_library *library = curl->library;
    library->easy_reset(curl->easy);
    library->slist_free_all(curl->headers);
    curl->headers = NULL;
    curl->error[0] = 0;
    library->easy_setopt(curl->easy, option_error_buffer, curl->error);
    library->easy_setopt(curl->easy, option_header_function, callbacks->header);
    library->easy_setopt(curl->easy, option_header_data, context);
    library->easy_setopt(curl->easy, option_write_function, callbacks->write);
    library->easy_setopt(curl->easy, option_write_data, context);
    library->easy_setopt(curl->easy, option_read_function, callbacks->read);
    library->easy_setopt(curl->easy, option_read_data, context);
    library->easy_setopt(curl->easy, option_seek_function, callbacks->seek);
    library->easy_setopt(curl->easy, option_seek_data, context);
}

int relctl_curl_set_number(struct relctl_curl *curl, enum relctl_curl_option option, int64_t value) {
    int number = (int)option;
    if (number < first_pointer_option) return curl->library->easy_setopt(curl->easy, number, (long)value);
    return number < first_offset_option ? RELCTL_CURLE_NOT_BUILT_IN
                                        : curl->library->easy_setopt(curl->easy, number, value);
}

int relctl_curl_set_text(struct relctl_curl *curl, enum relctl_curl_option option, const char *text) {
    return curl->library->easy_setopt(curl->easy, (int)option, text);
}

int relctl_curl_add_header(struct relctl_curl *curl, const char *line) {
    void *headers = curl->library->slist_append(curl->headers, line);
    if (headers == NULL) return RELCTL_CURLE_OUT_OF_MEMORY;
    curl->headers = headers;
    return curl->library->easy_setopt(curl->easy, option_http_header, headers);
}

int relctl_curl_start(struct relctl_curl *curl) {
    return curl->library->multi_add_handle(curl->multi, curl->easy);
}

int relctl_curl_perform(struct relctl_curl *curl, int *code) {
    int running = 0, left = 0;
    if (curl->library->multi_perform(curl->multi, &running) > 0) return -1;
    struct message *message;
    while ((message = curl->library->multi_info_read(curl->multi, &left)) != NULL) {
        if (message->kind != message_done) continue;
        *code = message->data.code;
        return 1;
    }
    return running == 0 ? -1 : 0;
}

void relctl_curl_wait(struct relctl_curl *curl, int milliseconds) {
    curl->library->multi_poll(curl->multi, NULL, 0, milliseconds, NULL);
}

void relctl_curl_wake(struct relctl_curl *curl) { curl->library->multi_wakeup(curl->multi); }

void relctl_curl_stop(struct relctl_curl *curl) {
    curl->library->multi_remove_handle(curl->multi, curl->easy);
}

int64_t relctl_curl_info(struct relctl_curl *curl, enum relctl_curl_info info) {
    if ((int)info >= first_offset_info) {
        int64_t value = 0;
        return curl->library->easy_getinfo(curl->easy, (int)info, &value) == 0 ? value : 0;
    }
    long value = 0;
    return curl->library->easy_getinfo(curl->easy, (int)info, &value) == 0 ? value : 0;
}

const char *relctl_curl_message(struct relctl_curl *curl, int code) {
    return curl->error[0] != 0 ? curl->error : curl->library->easy_strerror(code);
}
