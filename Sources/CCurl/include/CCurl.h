/// libcurl, loaded while the program runs, so that nothing is needed to build with it and nothing is loaded without it.
///
/// Of its interface, whose numbers never change (https://curl.se/libcurl/abi.html), this is what the transport needs.
#ifndef RELCTL_CURL_H
#define RELCTL_CURL_H

#include <stddef.h>
#include <stdint.h>

/// Options of a transfer (curl_easy_setopt(3)): below 10000 they take a long, from 30000 on a curl_off_t, and in between
/// a text or a pointer.
enum relctl_curl_option {
    RELCTL_CURLOPT_URL = 10002,
    RELCTL_CURLOPT_PROXY = 10004,
    RELCTL_CURLOPT_SSLVERSION = 32,
    RELCTL_CURLOPT_CUSTOMREQUEST = 10036,
    RELCTL_CURLOPT_NOBODY = 44,
    RELCTL_CURLOPT_UPLOAD = 46,
    RELCTL_CURLOPT_NETRC = 51,
    RELCTL_CURLOPT_FOLLOWLOCATION = 52,
    RELCTL_CURLOPT_SSL_VERIFYPEER = 64,
    RELCTL_CURLOPT_CAINFO = 10065,
    RELCTL_CURLOPT_FRESH_CONNECT = 74,
    RELCTL_CURLOPT_HTTPGET = 80,
    RELCTL_CURLOPT_SSL_VERIFYHOST = 81,
    RELCTL_CURLOPT_HTTP_VERSION = 84,
    RELCTL_CURLOPT_CAPATH = 10097,
    RELCTL_CURLOPT_BUFFERSIZE = 98,
    RELCTL_CURLOPT_NOSIGNAL = 99,
    RELCTL_CURLOPT_INFILESIZE_LARGE = 30115,
    RELCTL_CURLOPT_TCP_NODELAY = 121,
    RELCTL_CURLOPT_CONNECTTIMEOUT_MS = 156,
    RELCTL_CURLOPT_NOPROXY = 10177,
    RELCTL_CURLOPT_PROTOCOLS = 181,
    RELCTL_CURLOPT_PATH_AS_IS = 234,
    RELCTL_CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
    RELCTL_CURLOPT_UPLOAD_BUFFERSIZE = 280,
    RELCTL_CURLOPT_HTTP09_ALLOWED = 285,
};

/// What is known of a transfer (curl_easy_getinfo(3)): longs, and from 0x600000 on curl_off_t.
enum relctl_curl_info {
    /// Bytes of all requests that were sent, without their bodies.
    RELCTL_CURLINFO_REQUEST_SIZE = 0x200000 + 12,
    /// The status that a proxy answered `CONNECT` with.
    RELCTL_CURLINFO_HTTP_CONNECTCODE = 0x200000 + 22,
    /// Microseconds until the host's address was known; 0 while it is not.
    RELCTL_CURLINFO_NAMELOOKUP_TIME_T = 0x600000 + 51,
};

/// How a transfer ended (libcurl-errors(3)).
enum relctl_curl_code {
    RELCTL_CURLE_OK = 0,
    RELCTL_CURLE_UNSUPPORTED_PROTOCOL = 1,
    RELCTL_CURLE_URL_MALFORMAT = 3,
    RELCTL_CURLE_NOT_BUILT_IN = 4,
    RELCTL_CURLE_COULDNT_RESOLVE_PROXY = 5,
    RELCTL_CURLE_COULDNT_RESOLVE_HOST = 6,
    RELCTL_CURLE_COULDNT_CONNECT = 7,
    RELCTL_CURLE_WEIRD_SERVER_REPLY = 8,
    RELCTL_CURLE_OUT_OF_MEMORY = 27,
    RELCTL_CURLE_OPERATION_TIMEDOUT = 28,
    RELCTL_CURLE_SSL_CONNECT_ERROR = 35,
    RELCTL_CURLE_SSL_CERTPROBLEM = 58,
    RELCTL_CURLE_SSL_CIPHER = 59,
    RELCTL_CURLE_PEER_FAILED_VERIFICATION = 60,
    RELCTL_CURLE_BAD_CONTENT_ENCODING = 61,
    RELCTL_CURLE_SSL_ENGINE_INITFAILED = 66,
    RELCTL_CURLE_SSL_CACERT_BADFILE = 77,
    RELCTL_CURLE_SSL_CRL_BADFILE = 82,
    RELCTL_CURLE_SSL_ISSUER_ERROR = 83,
    RELCTL_CURLE_SSL_INVALIDCERTSTATUS = 91,
    RELCTL_CURLE_PROXY = 97,
    RELCTL_CURLE_TOO_LARGE = 100,
};

/// What a callback that reads returns to end the transfer.
#define RELCTL_CURL_READFUNC_ABORT 0x10000000

/// A library that was loaded, for as long as the process runs.
struct relctl_curl_library;

/// A place for one transfer after another, and the connections that were kept open.
struct relctl_curl;

/// Who takes what happens in a transfer, on the thread that runs it; all take `context` last, or first.
struct relctl_curl_callbacks {
    /// Takes a line of a head, or a piece of a body: all of it, or another number to end the transfer.
    size_t (*header)(char *bytes, size_t size, size_t count, void *context);
    size_t (*write)(char *bytes, size_t size, size_t count, void *context);
    /// Gives bytes of the request's body; 0 at its end.
    size_t (*read)(char *bytes, size_t size, size_t count, void *context);
    /// Goes back in the request's body, from its start; 0, or 1 for a refusal that ends the transfer.
    int (*seek)(void *context, int64_t offset, int origin);
};

/// Loads the library of that name, which must be of 7.68 or later, and prepares it; not for two threads at once.
///
/// Returns null, and says why in `reason`, if that cannot be.
const struct relctl_curl_library *relctl_curl_load(const char *name, char *reason, size_t size);

/// A place for transfers, or null if there is no memory.
struct relctl_curl *relctl_curl_open(const struct relctl_curl_library *library);

/// Closes the connections, and waits for a name that is still being resolved.
void relctl_curl_close(struct relctl_curl *curl);

/// Forgets the last transfer, all but its connection, and prepares the next.
void relctl_curl_prepare(struct relctl_curl *curl, const struct relctl_curl_callbacks *callbacks, void *context);

/// Sets an option that takes a number; a `CURLcode`.
int relctl_curl_set_number(struct relctl_curl *curl, enum relctl_curl_option option, int64_t value);

/// Sets an option that takes a text, which is copied; a `CURLcode`.
int relctl_curl_set_text(struct relctl_curl *curl, enum relctl_curl_option option, const char *text);

/// Adds a header line, which is copied; a `CURLcode`.
int relctl_curl_add_header(struct relctl_curl *curl, const char *line);

/// Begins the transfer that was prepared; a `CURLMcode`.
int relctl_curl_start(struct relctl_curl *curl);

/// Does what can be done now; 1 and the transfer's `CURLcode` if that was all, 0 if not, -1 if the library is at fault.
int relctl_curl_perform(struct relctl_curl *curl, int *code);

/// Waits until there is more to do, relctl_curl_wake was called, or time is up.
void relctl_curl_wait(struct relctl_curl *curl, int milliseconds);

/// Ends the waiting, or the next one; from any thread.
void relctl_curl_wake(struct relctl_curl *curl);

/// Ends the transfer, whatever it came to.
void relctl_curl_stop(struct relctl_curl *curl);

/// What is known of the last transfer; 0 for what is not.
int64_t relctl_curl_info(struct relctl_curl *curl, enum relctl_curl_info info);

/// What a `CURLcode` of the last transfer means, in words that are good until the next is prepared.
const char *relctl_curl_message(struct relctl_curl *curl, int code);

#endif
