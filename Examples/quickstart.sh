#!/bin/sh
# From nothing to a finished release: builds relctl, then releases Examples/streams, a small C project, for five
# platforms with it, verifies what came out, and runs a demo from this machine's archive. Prints what it runs.
set -eu

usage() {
    cat <<'END'
usage: Examples/quickstart.sh [--keep DIR]

  --keep DIR   work in DIR, which must be new or empty, and leave everything there;
               otherwise in a temporary folder, which is removed when all went well
  --help       print this

Environment:
  RELCTL       an existing relctl to use, instead of building one

What is missing is installed with apt-get or brew. Zig, the cross compiler, goes into a virtual environment below
${XDG_CACHE_HOME:-~/.cache}/relctl-quickstart; delete that folder to be rid of it.
END
}

zig_version=0.17.1      # the same compiler gives the same bytes

# ---- talking ---------------------------------------------------------------------------------------------------

step() { printf '\n==> %s\n' "$*"; }
warn() { printf '\n*** %s\n' "$@" >&2; }
die() {
    printf 'quickstart.sh: %s\n' "$1" >&2
    exit "${2:-1}"
}

# Writes a command so that it could be pasted into a shell.
show() {
    printf '+'
    for word in "$@"; do
        case $word in
        '' | *[!A-Za-z0-9_./=:@%+,-]*) printf " '%s'" "$(printf '%s' "$word" | sed "s/'/'\\\\''/g")" ;;
        *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
}

run() {
    show "$@"
    "$@"
}

# ---- what is missing -------------------------------------------------------------------------------------------

has() { command -v "$1" >/dev/null 2>&1; }
can_make_environments() { python3 -c 'import ensurepip, venv' >/dev/null 2>&1; }

# The packages, in this system's terms, that stand for what is not there yet.
missing_apt_packages() {
    has git || echo git
    has python3 || echo python3
    can_make_environments || echo python3-venv
    if [ "$builds_relctl" = yes ]; then
        [ -e /usr/include/archive.h ] || echo libarchive-dev
        [ -e /usr/include/zlib.h ] || echo zlib1g-dev
        has pkg-config || echo pkg-config
    fi
}

missing_brew_packages() {
    has git || echo git
    has python3 || echo python
    if [ "$builds_relctl" = yes ]; then
        brew list --versions libarchive >/dev/null 2>&1 || echo libarchive
        has pkg-config || echo pkgconf
    fi
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        run "$@"
    elif has sudo; then
        run sudo "$@"
    else
        warn "there is no sudo here; as root, run: $*"
        return 1
    fi
}

# Installing may fail without network; whether that matters is decided by what is still missing afterwards.
install_missing() {
    if has apt-get; then
        packages=$(missing_apt_packages)
        [ -z "$packages" ] && return
        # shellcheck disable=SC2086 # one word for each package
        if ! { as_root apt-get update && as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install --yes --no-install-recommends $packages; }; then
            warn 'apt-get could not install everything'
        fi
    elif has brew; then
        packages=$(missing_brew_packages)
        [ -z "$packages" ] && return
        # shellcheck disable=SC2086 # one word for each package
        run brew install $packages || warn 'brew could not install everything'
    fi
}

require() {
    has git || die 'git is needed; install it and try again'
    has python3 || die 'python3 is needed; install it and try again'
    [ "$builds_relctl" = yes ] || return 0
    has swift || die 'Swift 6.3 is needed to build relctl: see https://www.swift.org/install, or set RELCTL'
    if [ "$(uname -s)" = Linux ]; then
        [ -e /usr/include/archive.h ] || die 'the headers of libarchive are needed (Debian: libarchive-dev)'
        [ -e /usr/include/zlib.h ] || die 'the headers of zlib are needed (Debian: zlib1g-dev)'
    fi
}

# ---- the compiler ----------------------------------------------------------------------------------------------

# Puts a Python with Zig first on PATH; fails where there is none and none can be had.
find_zig() {
    export ZIG_GLOBAL_CACHE_DIR="${ZIG_GLOBAL_CACHE_DIR:-$cache/zig}"
    export ZIG_LOCAL_CACHE_DIR="${ZIG_LOCAL_CACHE_DIR:-$cache/zig}"
    python3 -m ziglang version >/dev/null 2>&1 && return
    environment="$cache/venv"
    if ! "$environment/bin/python3" -m ziglang version >/dev/null 2>&1; then
        can_make_environments || return 1
        run python3 -m venv --clear "$environment" || return 1
        run "$environment/bin/python3" -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 \
            "ziglang==$zig_version" || return 1
    fi
    PATH="$environment/bin:$PATH"
    export PATH
    python3 -m ziglang version >/dev/null
}

host_target() {
    case $(uname -m) in
    x86_64 | amd64) arch=x86_64 ;;
    aarch64 | arm64) arch=aarch64 ;;
    *) die "the example is not built for this machine's processor, $(uname -m)" ;;
    esac
    case $(uname -s) in
    Linux) echo "$arch-unknown-linux-musl" ;;
    Darwin) echo "$arch-apple-darwin" ;;
    *) die "the example is not built for this system, $(uname -s)" ;;
    esac
}

# ---- the steps -------------------------------------------------------------------------------------------------

# Draws a bar from the numbers that `swift build` puts in front of its lines; shows all other lines as they are. If
# standard output is no terminal, it prints a line for each tenth.
draw_bar() {
    [ -t 1 ] && watched=1 || watched=0
    awk -v watched="$watched" '
        match($0, /^\[[0-9]+\/[0-9]+\]/) {
            split(substr($0, 2, RLENGTH - 2), count, "/")
            if (count[2] < 20) next
            part = int(100 * count[1] / count[2])
            if (part <= most) next
            most = part
            bar = sprintf("%*s", int(part / 2.5), "")
            gsub(/ /, "#", bar)
            if (watched) printf "\r  [%-40s] %3d %%", bar, part
            else if (int(part / 10) > tenth) printf "  [%-40s] %3d %%\n", bar, part
            tenth = int(part / 10)
            fflush()
            next
        }
        {
            if (watched && most) printf "\n"
            print
            fflush()
        }'
}

# Without optimisation, which would take most of the time: for a small example it would gain nothing.
build_relctl() {
    run sh "$root/Sources/CBuildInformation/generate.sh"
    set -- --package-path "$root" --product relctl -Xcc -O2 -debug-info-format none
    show swift build "$@"
    built="$work/built"
    { swift build "$@" 2>&1 && : >"$built"; } | draw_bar
    [ -e "$built" ] || die 'relctl could not be built'
    rm "$built"
    RELCTL=$(swift build --package-path "$root" --show-bin-path)/relctl
}

# The same commit everywhere: the same content, names and time, whatever this user's git is set to.
make_project() {
    run cp -RP "$root/Examples/streams" "$project"
    rm -rf "$project/target" "$project/dist" "$project/out" "$project/.venv"
    run git init --quiet --initial-branch=main --template= "$project"
    while read -r key value; do
        git -C "$project" config "$key" "$value"
    done <<'END'
user.name relctl quickstart
user.email quickstart@example.org
commit.gpgSign false
tag.gpgSign false
core.hooksPath .git/hooks
core.autocrlf false
core.excludesFile /dev/null
core.attributesFile /dev/null
END
    run git -C "$project" add --all
    run env GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' GIT_COMMITTER_DATE='2026-01-01T00:00:00Z' \
        git -C "$project" commit --quiet --message 'feat: four tools for CSV streams'
}

run_demo() {
    run mkdir "$work/unpacked here"
    for archive in "$project/out/v1.0.0/"*"$host.tar.gz"; do
        run tar -xzf "$archive" -C "$work/unpacked here"
    done
    for folder in "$work/unpacked here/"*; do
        show cd "$folder"
        cd "$folder"
    done
    run sh demo/tour.sh
    show cd demo/trading
    cd demo/trading
    run ./run.sh
}

finish() {
    status=$?
    if [ "$status" -ne 0 ]; then
        [ -z "$work" ] || printf '\nquickstart.sh: stopped; what there is, logs too, is in %s\n' "$work" >&2
    elif [ "$keeps" = no ] && [ -n "$work" ]; then
        rm -rf "$work"
    fi
    exit "$status"
}

# ---- the way ---------------------------------------------------------------------------------------------------

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
work='' keeps=no
while [ $# -gt 0 ]; do
    case $1 in
    --keep)
        [ -n "${2:-}" ] || die '--keep needs a folder' 64
        work=$2 keeps=yes
        shift 2
        ;;
    --keep=?*) work=${1#--keep=} keeps=yes && shift ;;
    --help | -h) usage && exit ;;
    *) usage >&2 && die "unexpected $1" 64 ;;
    esac
done
builds_relctl=yes
if [ -n "${RELCTL:-}" ]; then
    has "$RELCTL" || die "RELCTL is no program: $RELCTL"
    builds_relctl=no
fi
# A git hook, for one, sets these; they would send git to another repository.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
cache="${XDG_CACHE_HOME:-$HOME/.cache}/relctl-quickstart"
host=$(host_target)

if [ "$keeps" = yes ]; then
    mkdir -p -- "$work"
    work=$(CDPATH='' cd -- "$work" && pwd)
    [ -z "$(ls -A "$work")" ] || die "not empty: $work"
else
    work=$(mktemp -d "${TMPDIR:-/tmp}/relctl-quickstart.XXXXXX")
fi
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
project=$work/streams

step 'What is needed'
install_missing
require
if find_zig; then
    echo "Zig $(python3 -m ziglang version) builds for all five platforms"
    set --
else
    has cc || die 'neither Zig nor a C compiler can be had'
    warn 'Zig could not be installed: is there no network?' \
        "ONLY ONE OF FIVE PLATFORMS WILL BE BUILT: $host, with this machine's C compiler." \
        'Run this again with network for the whole release.'
    export STREAMS_HOST_CC=cc
    set -- --target "$host"
fi

if [ "$builds_relctl" = yes ]; then
    step 'Build relctl'
    build_relctl
fi
run "$RELCTL" --version

step 'A fresh git repository of the example'
make_project

step 'Release it'
run "$RELCTL" -C "$project" release v1.0.0 --create-tag "$@"

step 'Verify what came out'
run "$RELCTL" -C "$project" verify
run ls -l "$project/out/v1.0.0"

step "Unpack this machine's archive elsewhere and run a demo from it"
(run_demo)

step 'Done'
if [ "$keeps" = yes ]; then
    echo "The release is in $project/out/v1.0.0, its making in $project/dist."
else
    echo 'To keep and look at the release, run it again with --keep DIR.'
fi
