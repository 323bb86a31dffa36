#!/bin/sh
# The release of five repositories that need one another, with bare repositories on this disk as remotes: a dry run, a
# release in which one repository fails half-way, its status, going on, a second version, and taking that one back.
# Every outcome is checked.
set -eu

usage() {
    cat <<'END'
usage: Examples/workspace/run.sh [--keep DIR]

  --keep DIR   work in DIR, which must be new or empty, and leave everything there;
               otherwise in a temporary folder, which is removed when all went well
  --help       print this

Environment:
  RELCTL       an existing relctl to use, instead of building one
END
}

keep=
while [ $# -gt 0 ]; do
    case $1 in
    --keep) keep=${2:?"--keep needs a folder"}; shift ;;
    --help) usage; exit 0 ;;
    *) usage >&2; exit 64 ;;
    esac
    shift
done

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
step() { printf '\n==> %s\n' "$*"; }
die() { printf 'run.sh: %s\n' "$*" >&2; exit 1; }

if [ -z "${RELCTL:-}" ]; then
    step 'Build relctl'
    (cd "$here/../.." && swift build -c release --product relctl)
    RELCTL=$(cd "$here/../.." && swift build -c release --show-bin-path)/relctl
fi

if [ -n "$keep" ]; then
    mkdir -p "$keep"
    [ -z "$(ls -A "$keep")" ] || die "$keep is not empty"
    work=$(CDPATH='' cd -- "$keep" && pwd)
else
    work=$(mktemp -d "${TMPDIR:-/tmp}/relctl-workspace.XXXXXX")
fi

# Nothing of the user's decides here, and nothing of the user's is changed.
GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache
GIT_AUTHOR_NAME=Somebody GIT_AUTHOR_EMAIL=somebody@example.org
GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
export GIT_CONFIG_GLOBAL GIT_CONFIG_NOSYSTEM XDG_STATE_HOME XDG_CACHE_HOME
export GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL

repositories='sdk-rust sdk-python sdk-kotlin sdk-typescript server'
remote() { printf '%s/remotes/%s.git' "$work" "$1"; }

# The commit that a tag or branch of a remote leads to; nothing where there is none.
commit() { git --git-dir="$(remote "$1")" rev-parse --quiet --verify "$2^{commit}" || :; }

# What a file of a remote says at a tag or branch.
shown() { git --git-dir="$(remote "$1")" show "$2:$3"; }

# Runs relctl, and makes sure how it ends.
relctl() {
    wanted=$1
    shift
    printf '+ relctl %s\n' "$*"
    code=0
    (cd "$work" && "$RELCTL" "$@") || code=$?
    [ "$code" -eq "$wanted" ] || die "relctl $* ended with $code, not with $wanted"
}

tagged() { [ -n "$(commit "$1" "refs/tags/$2")" ] || die "$1 has no tag $2"; }
untagged() { [ -z "$(commit "$1" "refs/tags/$2")" ] || die "$1 has the tag $2"; }
says() { shown "$1" "$2" "$3" | grep -qF "$4" || die "$3 of $1 does not say $4 at $2"; }

step 'Five repositories, each with a bare one as its remote'
cp "$here/relctl-workspace.json" "$work/"
for name in $repositories; do
    git init -q --bare --initial-branch=main "$(remote "$name")"
    git init -q --initial-branch=main "$work/source/$name"
    cp -R "$here/repositories/$name/." "$work/source/$name/"
    git -C "$work/source/$name" add -A
    git -C "$work/source/$name" commit -q -m 'Begin'
    git -C "$work/source/$name" tag -a v0.9.0 -m v0.9.0
    git -C "$work/source/$name" push -q "$(remote "$name")" main v0.9.0
done

# The core's continuous integration: some time after a tag was pushed, its artifacts are there.
integrate() {
    while [ -d "$(remote sdk-rust)" ]; do
        for tag in $(git --git-dir="$(remote sdk-rust)" tag); do
            git --git-dir="$(remote sdk-rust)" update-ref "refs/releases/$tag" "refs/tags/$tag"
        done
        sleep 2
    done
}
integrate &
integration=$!
trap 'kill "$integration" 2>/dev/null || :' EXIT

step 'In which order'
relctl 0 workspace graph

step 'What would be done'
relctl 0 workspace release 1.0.0 --dry-run
for name in $repositories; do untagged "$name" v1.0.0; done
[ ! -e "$work/state" ] || die 'a dry run left state'
[ ! -e "$work/cache" ] || die 'a dry run filled the cache'

step 'Release it, while sdk-kotlin takes no pushes'
printf '#!/bin/sh\necho "the disk is full" >&2\nexit 1\n' >"$(remote sdk-kotlin)/hooks/pre-receive"
chmod +x "$(remote sdk-kotlin)/hooks/pre-receive"
relctl 3 workspace release 1.0.0 --yes
for name in sdk-rust sdk-python sdk-typescript; do tagged "$name" v1.0.0; done
for name in sdk-kotlin server; do untagged "$name" v1.0.0; done

step 'How far it has come'
relctl 3 workspace status

step 'Mend sdk-kotlin, and go on'
rm "$(remote sdk-kotlin)/hooks/pre-receive"
before=$(commit sdk-python main)
relctl 0 workspace resume
for name in $repositories; do tagged "$name" v1.0.0; done
[ "$before" = "$(commit sdk-python main)" ] || die 'sdk-python was released twice'
says sdk-rust v1.0.0 Cargo.toml 'version = "1.0.0"'
says sdk-python v1.0.0 .github/workflows/ci.yml 'FFI_VERSION: "1.0.0" # the core'
says sdk-kotlin v1.0.0 .github/workflows/ci.yml 'FFI_VERSION: "1.0.0"'
says sdk-typescript v1.0.0 .github/workflows/ci.yml 'NAPI_VERSION: "1.0.0"'
says server v1.0.0 Cargo.toml 'version = "1.0.0"'
relctl 0 workspace status

step 'A second version'
relctl 0 workspace release 1.1.0 --yes
for name in $repositories; do tagged "$name" v1.1.0; done

step 'Take it back: nobody but its tags and commits has been seen'
relctl 0 workspace rollback 1.1.0 --yes
for name in $repositories; do
    untagged "$name" v1.1.0
    tagged "$name" v1.0.0
done
says sdk-python main .github/workflows/ci.yml 'FFI_VERSION: "1.0.0"'
says sdk-rust main Cargo.toml 'version = "1.0.0"'

if [ -z "$keep" ]; then rm -rf "$work"; else step "Everything is in $work"; fi
step 'Done'
