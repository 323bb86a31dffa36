#!/bin/sh
# Builds the library and prints its digest for `plugins.allow`.
#
# usage: build.sh FOLDER     makes FOLDER/relctl-cpio.so (.dylib on macOS)
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
case $(uname) in
Darwin)
    suffix=dylib
    # The system has Swift's libraries, one for all.
    set -- "$1"
    ;;
*)
    suffix=so
    # With a Swift of its own that nobody else sees, whichever relctl has: its own libraries in it, and none of their names
    # to be seen from outside.
    set -- "$1" -static-stdlib -Xlinker --exclude-libs=ALL
    ;;
esac
library=$1/relctl-cpio.$suffix
shift
swiftc -O -emit-library -module-name CpioPackager "$@" \
    -Xcc "-fmodule-map-file=$here/module.modulemap" -I "$here" -o "$library" "$here"/*.swift
if command -v sha256sum >/dev/null 2>&1; then sha256sum "$library"; else shasum -a 256 "$library"; fi
