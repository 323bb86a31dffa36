#include "relctl_connector.h"

// Libraries that were built for this version are in use: no field of it may ever move. Counted in pointers, as sizes are
// as large as these on every system that relctl runs on.
#define STANDS_AT(type, field, pointers) \
    _Static_assert(offsetof(type, field) == (pointers) * sizeof(void *), #type "." #field " has moved")

_Static_assert(RELCTL_CONNECTOR_ABI_VERSION == 1, "a new version has places of its own");
_Static_assert(sizeof(size_t) == sizeof(void *), "sizes are not as large as pointers");

// Where a structure grew, its size here is the new one; what a library has to have made of it stays what it was.
#define HAS_SIZE(type, pointers) _Static_assert(sizeof(type) == (pointers) * sizeof(void *), #type " has another size")

HAS_SIZE(relctl_text, 2);
HAS_SIZE(relctl_call, 13);
HAS_SIZE(relctl_connector, 6);
HAS_SIZE(relctl_registry, 5);

STANDS_AT(relctl_text, bytes, 0);
STANDS_AT(relctl_text, size, 1);

STANDS_AT(relctl_call, size, 0);
STANDS_AT(relctl_call, host, 1);
STANDS_AT(relctl_call, question, 2);
STANDS_AT(relctl_call, content, 4);
STANDS_AT(relctl_call, result, 6);
STANDS_AT(relctl_call, error, 7);
STANDS_AT(relctl_call, note, 8);
STANDS_AT(relctl_call, warning, 9);
STANDS_AT(relctl_call, progress, 10);
STANDS_AT(relctl_call, is_cancelled, 11);
STANDS_AT(relctl_call, variable, 12);

STANDS_AT(relctl_connector, size, 0);
STANDS_AT(relctl_connector, kind, 1);
STANDS_AT(relctl_connector, id, 2);
STANDS_AT(relctl_connector, context, 4);
STANDS_AT(relctl_connector, answer, 5);

STANDS_AT(relctl_registry, size, 0);
STANDS_AT(relctl_registry, abi_version, 1);
STANDS_AT(relctl_registry, host, 2);
STANDS_AT(relctl_registry, add, 3);
STANDS_AT(relctl_registry, error, 4);
