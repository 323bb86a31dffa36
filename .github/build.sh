#!/bin/sh
# Builds relctl as it is released: optimised, knowing its commit, and with Swift's own libraries in it, so that it runs
# where there is no Swift; with its manual page and completions. The names of functions are in a file of their own: a
# debugger finds it beside the program, by the build's id.
#
# usage: .github/build.sh SCRATCH [PRODUCT]     makes SCRATCH/release/PRODUCT (default: relctl), PRODUCT.debug beside it on
#                                               Linux, and .build-share
set -eu

cd "$(dirname -- "$0")/.."
mkdir -p "$1"
scratch=$(CDPATH='' cd -- "$1" && pwd)
product=${2:-relctl}
sh Sources/CBuildInformation/generate.sh

# Puts libarchive, zlib, what they want and the runtime of C++ where they are linked in, not loaded at each start; fails
# where they are only there to be loaded. Debian: libarchive-dev zlib1g-dev libbz2-dev liblz4-dev liblzma-dev libzstd-dev.
collect_libraries() {
    rm -rf "$1"
    mkdir -p "$1"
    for library in archive lzma zstd lz4 bz2 z stdc++; do
        file=$(cc -print-file-name="lib$library.a") || return 1
        case $file in /*) ;; *) return 1 ;; esac
        ln -s "$file" "$1/lib$library.a"
    done
    wanted='-larchive -llzma -lzstd -llz4 -lbz2 -lz'
    # Somebody's libarchive may want more than these.
    printf '%s\n' '#include <archive.h>' 'int main(void) {' \
        '    struct archive *made = archive_write_new(), *read = archive_read_new();' \
        '    return archive_write_add_filter_xz(made) + archive_write_add_filter_zstd(made)' \
        '        + archive_read_append_filter(read, ARCHIVE_FILTER_XZ) + archive_read_support_format_raw(read);' \
        '}' >"$1/probe.c"
    # shellcheck disable=SC2086 # a word for each library
    cc -o "$1/probe" "$1/probe.c" -L"$1" $wanted 2>/dev/null || return 1
    for package in libarchive zlib; do
        {
            echo "Name: $package"
            echo "Description: $package, to be linked in"
            echo "Version: $(pkg-config --modversion "$package")"
            echo "Libs: -L\"$1\" $wanted"
            echo "Cflags: $(pkg-config --cflags "$package")"
        } >"$1/$package.pc"
    done
}

set --
# Systems of others have them.
if [ "$(uname)" = Linux ]; then
    # Each function in a section of its own, so that the linker leaves out those that nothing uses, and keeps one of those
    # that are the same. Names that are exported would count as used: nobody links against a program.
    printf '{ local: *; };\n' >"$scratch/exports.map"
    set -- --static-swift-stdlib -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld \
        -Xlinker "--version-script=$scratch/exports.map" -Xlinker --icf=all -Xlinker -O2
    if collect_libraries "$scratch/libraries"; then
        PKG_CONFIG_PATH="$scratch/libraries${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
        export PKG_CONFIG_PATH
    else
        echo 'libarchive will be loaded when relctl starts: it, or what it wants, is not there to be linked in'
    fi
fi
swift build -c release -debug-info-format none --product "$product" --scratch-path "$scratch" "$@" &
build=$!
# Whoever ends this script means the build.
trap 'kill "$build" 2>/dev/null || :; exit 143' TERM INT HUP
wait "$build"
trap - TERM INT HUP

if [ "$(uname)" = Linux ]; then
    made=$scratch/release/$product
    objcopy --only-keep-debug "$made" "$made.debug"
    objcopy --strip-all --add-gnu-debuglink="$made.debug" "$made" "$made.stripped"
    mv "$made.stripped" "$made"
fi

[ "$product" = relctl ] || exit 0
# say FOLDER FILE ARGUMENT…: keeps what relctl prints in a file.
say() {
    mkdir -p ".build-share/$1"
    file=".build-share/$1/$2"
    shift 2
    "$scratch/release/relctl" "$@" >"$file"
}
say man/man1 relctl.1 man
say bash-completion/completions relctl completions bash
say zsh/site-functions _relctl completions zsh
say fish/vendor_completions.d relctl.fish completions fish
