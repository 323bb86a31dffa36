#!/bin/sh
# Builds the library and prints its digest for `plugins.allow`.
#
# usage: build.sh FOLDER     makes FOLDER/relctl-depot.so (.dylib on macOS)
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
case $(uname) in
Darwin) suffix=dylib ;;
*) suffix=so ;;
esac
library=$1/relctl-depot.$suffix
# shellcheck disable=SC2086 # one word for each option
"${CC:-cc}" -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -Wall -Wextra -shared -fPIC -fvisibility=hidden ${CFLAGS:-} \
    -I "$here/../../Sources/CConnector/include" -o "$library" "$here/depot.c"
if command -v sha256sum >/dev/null 2>&1; then sha256sum "$library"; else shasum -a 256 "$library"; fi
