/* Publishes releases to a depot: a folder that holds one of each version, such as one that a web server shows. */

#include "json.h"
#include "relctl_connector.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static relctl_text of(const char *bytes) { return (relctl_text){bytes, strlen(bytes)}; }

/* What is asked, and what is known of it. */
typedef struct question {
    const relctl_call *call;
    json request;
    /* The folder of the release's files, and that of this release in the depot. */
    text files, release;
} question;

static int32_t fail(const question *question, const char *what, const char *path) {
    text message = {0};
    text_add(&message, what);
    text_add(&message, path);
    text_add(&message, ": ");
    text_add(&message, strerror(errno));
    question->call->error(question->call, of(message.bytes), of(errno == EACCES ? "look at who may write there" : ""));
    free(message.bytes);
    return RELCTL_CONNECTOR_FAILED;
}

static int32_t answer_with(const question *question, text *json) {
    question->call->result(question->call, (relctl_text){json->bytes, json->size});
    free(json->bytes);
    return RELCTL_CONNECTOR_DONE;
}

static FILE *open_in(const text *folder, const char *name, const char *ending, const char *mode) {
    text path = {0};
    text_add_bytes(&path, folder->bytes, folder->size);
    text_add(&path, "/");
    text_add(&path, name);
    text_add(&path, ending);
    FILE *file = fopen(path.bytes, mode);
    free(path.bytes);
    return file;
}

/* Whether a file of the release is in the depot as it is: 1, or 0 where there is another, -1 where there is none. */
static int is_there(const question *question, const char *name) {
    FILE *here = open_in(&question->release, name, "", "rb"), *wanted = open_in(&question->files, name, "", "rb");
    int is_same = here == NULL ? -1 : wanted != NULL;
    static char one[1 << 16], other[1 << 16];
    while (is_same == 1) {
        size_t count = fread(one, 1, sizeof one, here), others = fread(other, 1, sizeof other, wanted);
        if (count != others || memcmp(one, other, count) != 0) is_same = 0;
        else if (count == 0) break;
    }
    if (here != NULL) fclose(here);
    if (wanted != NULL) fclose(wanted);
    return is_same;
}

static json file_named(const question *question, const char *name) {
    for (json file = json_first(json_member(question->request, "files")); file.at != NULL; file = json_next(file)) {
        text wanted = {0};
        text_add_json(&wanted, json_member(file, "name"));
        int is_it = strcmp(wanted.bytes, name) == 0;
        free(wanted.bytes);
        if (is_it) return file;
    }
    return (json){NULL, NULL};
}

static int32_t describe(question *question) {
    text json = {0};
    text_add(&json, "{\"protocol\": 1, \"version\": \"1.0.0\", \"summary\": \"a depot with a folder for each release\", ");
    text_add(&json, "\"environment\": [\"DEPOT_NOTE\"], ");
    text_add(&json, "\"keys\": [{\"name\": \"path\", \"required\": true, ");
    text_add(&json, "\"summary\": \"The folder of all releases, from the project's.\"}]}");
    return answer_with(question, &json);
}

/* The next name in a folder, but for what is hidden or not whole yet; null at the end, or where there is no folder. */
static const char *next_name(DIR *folder) {
    for (struct dirent *entry = NULL; folder != NULL && (entry = readdir(folder)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (entry->d_name[0] != '.' && (length <= 5 || strcmp(entry->d_name + length - 5, ".part") != 0))
            return entry->d_name;
    }
    return NULL;
}

static int32_t observe(question *question) {
    text json = {0};
    size_t same = 0, others = 0, wanted = 0;
    text_add(&json, "{\"assets\": [");
    DIR *folder = opendir(question->release.bytes);
    if (folder == NULL && errno != ENOENT) {
        free(json.bytes);
        return fail(question, "cannot look into ", question->release.bytes);
    }
    for (const char *name = NULL; (name = next_name(folder)) != NULL;) {
        int is_wanted = file_named(question, name).at != NULL && is_there(question, name) == 1;
        text_add(&json, same + others > 0 ? ", {\"name\": " : "{\"name\": ");
        text_add_quoted(&json, name);
        text_add(&json, "}");
        same += is_wanted ? 1 : 0;
        others += is_wanted ? 0 : 1;
    }
    if (folder != NULL) closedir(folder);
    for (struct json file = json_first(json_member(question->request, "files")); file.at != NULL; file = json_next(file))
        wanted++;
    text_add(&json, "], \"verdict\": ");
    text_add_quoted(
        &json, others > 0 ? "different" : same == 0 ? "absent" : same == wanted ? "identical" : "partial");
    text_add(&json, "}");
    return answer_with(question, &json);
}

static int32_t plan(question *question) {
    text json = {0};
    int is_first = 1;
    text_add(&json, "{\"actions\": [");
    /* What is of another release goes: relctl asks for that only where the user said `--replace`. */
    DIR *folder = opendir(question->release.bytes);
    for (const char *name = NULL; (name = next_name(folder)) != NULL;) {
        if (file_named(question, name).at != NULL) continue;
        text_add(&json, is_first ? "" : ", ");
        text_add(&json, "{\"verb\": \"delete\", \"subject\": ");
        text_add_quoted(&json, name);
        text_add(&json, "}");
        is_first = 0;
    }
    if (folder != NULL) closedir(folder);
    for (struct json file = json_first(json_member(question->request, "files")); file.at != NULL; file = json_next(file)) {
        text name = {0};
        char size[64];
        text_add_json(&name, json_member(file, "name"));
        snprintf(size, sizeof size, ", \"size\": %llu}", (unsigned long long)json_number(json_member(file, "size")));
        if (is_there(question, name.bytes) != 1) {
            text_add(&json, is_first ? "" : ", ");
            text_add(&json, "{\"verb\": \"copy\", \"subject\": ");
            text_add_quoted(&json, name.bytes);
            text_add(&json, size);
            is_first = 0;
        }
        free(name.bytes);
    }
    text_add(&json, "]}");
    return answer_with(question, &json);
}

/* Makes a folder and those above it. */
static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0755);
        *slash = '/';
    }
    mkdir(path, 0755);
}

/* Copies a file into the depot, where it appears whole. */
static int32_t copy(const question *question, const char *name) {
    const relctl_call *call = question->call;
    FILE *from = open_in(&question->files, name, "", "rb");
    if (from == NULL) return fail(question, "cannot read ", name);
    FILE *to = open_in(&question->release, name, ".part", "wb");
    if (to == NULL) {
        fclose(from);
        return fail(question, "cannot write to ", question->release.bytes);
    }
    static char block[1 << 16];
    uint64_t done = 0;
    int is_whole = 0;
    while (!call->is_cancelled(call)) {
        size_t count = fread(block, 1, sizeof block, from);
        is_whole = count == 0 && !ferror(from);
        if (count == 0 || fwrite(block, 1, count, to) != count) break;
        done += count;
        call->progress(call, done);
    }
    is_whole = is_whole && fflush(to) == 0 && fsync(fileno(to)) == 0;
    fclose(from);
    if (fclose(to) != 0) is_whole = 0;
    text part = {0}, whole = {0};
    text_add(&whole, question->release.bytes);
    text_add(&whole, "/");
    text_add(&whole, name);
    text_add(&part, whole.bytes);
    text_add(&part, ".part");
    int32_t status = RELCTL_CONNECTOR_DONE;
    if (!is_whole || rename(part.bytes, whole.bytes) != 0) {
        if (call->is_cancelled(call)) errno = ECANCELED;
        status = fail(question, "cannot write ", whole.bytes);
        unlink(part.bytes);
    }
    free(part.bytes);
    free(whole.bytes);
    return status;
}

static int32_t erase(const question *question, const char *name) {
    text path = {0};
    text_add(&path, question->release.bytes);
    text_add(&path, "/");
    text_add(&path, name);
    int32_t status = RELCTL_CONNECTOR_DONE;
    if (remove(path.bytes) != 0 && errno != ENOENT) status = fail(question, "cannot delete ", path.bytes);
    free(path.bytes);
    return status;
}

static int32_t execute(question *question, json content) {
    text verb = {0}, name = {0}, json = {0};
    text_add_json(&verb, json_member(json_member(content, "action"), "verb"));
    text_add_json(&name, json_member(json_member(content, "action"), "subject"));
    make_folders(question->release.bytes);
    relctl_text note = question->call->variable(question->call, of("DEPOT_NOTE"));
    if (note.size > 0) question->call->note(question->call, note);
    int32_t status = strcmp(verb.bytes, "delete") == 0 ? erase(question, name.bytes) : copy(question, name.bytes);
    free(verb.bytes);
    free(name.bytes);
    if (status != RELCTL_CONNECTOR_DONE) return status;
    text_add(&json, "{}");
    return answer_with(question, &json);
}

static int is(relctl_text text, const char *name) {
    return text.size == strlen(name) && memcmp(text.bytes, name, text.size) == 0;
}

static int32_t answer(void *context, const relctl_call *call) {
    (void)context;
    json content = {call->content.bytes, call->content.bytes + call->content.size};
    question question = {call, json_member(content, "request"), {0}, {0}};
    text_add_json(&question.files, json_member(question.request, "folder"));
    text path = {0};
    text_add_json(&path, json_member(json_member(question.request, "options"), "path"));
    if (path.bytes[0] != '/') {
        text_add_json(&question.release, json_member(question.request, "project"));
        text_add(&question.release, "/");
    }
    text_add(&question.release, path.bytes);
    text_add(&question.release, "/");
    text_add_json(&question.release, json_member(json_member(question.request, "release"), "tag"));
    int32_t status = RELCTL_CONNECTOR_FAILED;
    if (is(call->question, "describe")) status = describe(&question);
    else if (is(call->question, "observe")) status = observe(&question);
    else if (is(call->question, "plan")) status = plan(&question);
    else if (is(call->question, "execute")) status = execute(&question, content);
    else call->error(call, of("a depot is not asked that"), of(""));
    free(path.bytes);
    free(question.files.bytes);
    free(question.release.bytes);
    return status;
}

uint32_t relctl_connector_abi_version(void) { return RELCTL_CONNECTOR_ABI_VERSION; }

int32_t relctl_connector_register(const relctl_registry *registry) {
    relctl_connector depot = {
        .size = sizeof depot,
        .kind = RELCTL_CONNECTOR_PUBLISHER,
        .id = of("depot"),
        .answer = answer,
    };
    return registry->add(registry, &depot);
}
