/**
 * Connectors of relctl that are shared libraries.
 *
 * A library registers publishers and packagers, and answers what relctl asks of each: the questions of connectors that
 * are programs, with the same JSON about them and in the answers. Which questions there are, and what is in them, is
 * written in relctl's documentation: "Connectors that are programs"; how a library comes to be used: "Connectors that
 * are libraries".
 *
 * A library exports two functions, `relctl_connector_abi_version` and `relctl_connector_register`. relctl calls the first,
 * and the second only if it speaks the version that the first says: at first in a process of its own, where each
 * connector is also asked to `describe` itself, then, where more is to be asked, in the process of relctl. Each process
 * loads the library once, calls each of the two once, and never unloads it.
 *
 * What holds for every function here and every function of the library that relctl calls:
 *
 * - Texts are UTF-8, with their size in bytes, and are not ended by a null byte. A text of size 0 may have null bytes.
 * - Whoever makes something owns it. Nothing is handed over, and nobody frees what is not their own. What one side gets
 *   from the other may be used until the function returns that it was handed to; what is needed longer is copied.
 *   The exceptions are said where they are: the `context` and `answer` of a connector.
 * - No exception, `longjmp` or cancellation of a thread leaves one side for the other.
 * - Pointers to functions that relctl hands to the library are never null. They may be called from any thread, until the
 *   function returns that they were handed to, and never after.
 * - relctl calls the functions of one library one after the other, never two at a time, from threads of its choice.
 * - A library leaves the process alone: its standard streams, working folder, environment, signals, locale and umask.
 *   Above all it does not end it.
 * - The threads that relctl calls from have all signals blocked but those of faults, and so has what they start: a program
 *   that the library starts is given an empty mask, and the signals their defaults, as by posix_spawnattr_setsigmask and
 *   posix_spawnattr_setsigdefault.
 */
#ifndef RELCTL_CONNECTOR_H
#define RELCTL_CONNECTOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The version of all that is declared here.
 *
 * It changes where a library built for one version could not work with another. Within a version, structures only grow
 * at their ends: the first field of each says how many bytes it has where it was made, and a field behind them is not
 * there.
 */
#define RELCTL_CONNECTOR_ABI_VERSION 1

/** Makes a function of the library visible to relctl, also where it is built with `-fvisibility=hidden`. */
#define RELCTL_CONNECTOR_EXPORT __attribute__((visibility("default")))

/** So many bytes of UTF-8. */
typedef struct relctl_text {
    /** The first byte; may be null where the size is 0. */
    const char *bytes;
    /** The number of bytes. */
    size_t size;
} relctl_text;

/** What a connector is. */
enum {
    /** It takes releases to where users get them. */
    RELCTL_CONNECTOR_PUBLISHER = 1,
    /** It makes archives of a format. */
    RELCTL_CONNECTOR_PACKAGER = 2
};

/** What a function comes to; any other number than 0 is a failure too. */
enum {
    /** It did what was asked. */
    RELCTL_CONNECTOR_DONE = 0,
    /** It did not. */
    RELCTL_CONNECTOR_FAILED = 1
};

/**
 * A question that a connector is asked, and the ways to answer it. relctl owns it; it is gone when `answer` returns.
 *
 * Each function takes the call as its first argument.
 */
typedef struct relctl_call {
    /** The bytes of this structure. */
    size_t size;
    /** relctl's own; nothing that a library touches. */
    void *host;
    /** What is asked: `describe`, `preflight`, `observe`, `plan` or `execute`. */
    relctl_text question;
    /** What it is asked about: a JSON object, with `protocol` and `question` in it. */
    relctl_text content;
    /** Gives the answer, a JSON object. Called once by each question that is answered, and nothing is said after it. */
    void (*result)(const struct relctl_call *call, relctl_text json);
    /**
     * Refuses, in place of an answer, with a message for the user, one line, and a hint what to do about it, which may
     * be empty. `answer` then returns `RELCTL_CONNECTOR_FAILED`.
     */
    void (*error)(const struct relctl_call *call, relctl_text message, relctl_text hint);
    /** Tells the user something, one line. */
    void (*note)(const struct relctl_call *call, relctl_text text);
    /** Tells the user something that they should know, one line. */
    void (*warning)(const struct relctl_call *call, relctl_text text);
    /** Says how many bytes of what `execute` asked for are done until now, as often as one likes. */
    void (*progress)(const struct relctl_call *call, uint64_t bytes);
    /**
     * Whether the answer is not wanted any more: the user stopped relctl, the time is up, or what was said is wrong.
     *
     * Then `answer` is to return within five seconds, whatever it returns; relctl goes on without it after that, and
     * asks the library nothing more.
     */
    int32_t (*is_cancelled)(const struct relctl_call *call);
    /**
     * An environment variable, if it is one that a program in the place of this connector would have: a few that all
     * have, and those that `describe` names under `secrets` and `environment`. Bytes are null where there is none. The
     * text may be used until `answer` returns.
     */
    relctl_text (*variable)(const struct relctl_call *call, relctl_text name);
} relctl_call;

/** A connector, as a library describes it to register it. */
typedef struct relctl_connector {
    /** The bytes of this structure: `sizeof(relctl_connector)`. */
    size_t size;
    /** `RELCTL_CONNECTOR_PUBLISHER` or `RELCTL_CONNECTOR_PACKAGER`. */
    int32_t kind;
    /** What configurations call it: a-z, 0-9, `.`, `_` and `-`, the first a letter or digit. relctl copies it. */
    relctl_text id;
    /** Handed to `answer` as it is; may be null. It stays valid until the process ends. */
    void *context;
    /**
     * Answers a question: gives a result and returns `RELCTL_CONNECTOR_DONE`, or an error and returns
     * `RELCTL_CONNECTOR_FAILED`. A process may ask any question any number of times, or never.
     */
    int32_t (*answer)(void *context, const relctl_call *call);
} relctl_connector;

/** Where connectors are registered. relctl owns it; it is gone when `relctl_connector_register` returns. */
typedef struct relctl_registry {
    /** The bytes of this structure. */
    size_t size;
    /** The version that this relctl speaks. */
    uint32_t abi_version;
    /** relctl's own; nothing that a library touches. */
    void *host;
    /**
     * Registers a connector, of which relctl takes a copy.
     *
     * Returns `RELCTL_CONNECTOR_DONE`, or `RELCTL_CONNECTOR_FAILED` where it cannot be registered, such as for an id that
     * is none: then relctl uses nothing of this library, and says why by itself.
     */
    int32_t (*add)(const struct relctl_registry *registry, const relctl_connector *connector);
    /** Says why the library cannot register what it has, one line; the hint what to do about it may be empty. */
    void (*error)(const struct relctl_registry *registry, relctl_text message, relctl_text hint);
} relctl_registry;

/** Returns the `RELCTL_CONNECTOR_ABI_VERSION` that the library was built with, and does nothing else. */
RELCTL_CONNECTOR_EXPORT uint32_t relctl_connector_abi_version(void);

/**
 * Registers all connectors that the library has. Waits for nothing: neither for the network nor for other programs.
 *
 * Returns `RELCTL_CONNECTOR_DONE`, or `RELCTL_CONNECTOR_FAILED` after an error was said.
 */
RELCTL_CONNECTOR_EXPORT int32_t relctl_connector_register(const relctl_registry *registry);

#ifdef __cplusplus
}
#endif

#endif
