#ifndef STREAMS_VERSION_H
#define STREAMS_VERSION_H

// The same version as in the file VERSION; a release is refused when the two differ.
#define STREAMS_VERSION "1.0.0"

#endif
