#!/bin/sh
# The most memory that relctl needs to pack and verify a file of 200 MB and one of 4 GB: under 64 MB, and the same.
#
# usage: Tests/Benchmarks/memory.sh [--size MB]
#   --size MB   the larger file's size (default: 4096)
#
# Builds relctl for release unless RELCTL names one. Wants four times the size free in TMPDIR, which must not be in
# memory.
set -eu

size=4096
while [ $# -gt 0 ]; do
    case $1 in
    --size) size=${2:?--size needs a number} && shift 2 ;;
    *) sed -n '2,8s/^# \{0,1\}//p' "$0" >&2 && exit 64 ;;
    esac
done

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=prepare.sh
. "$here/prepare.sh"
[ -n "${RELCTL:-}" ] || RELCTL=$(release_build relctl)

work=$(mktemp -d "${TMPDIR:-/tmp}/relctl-memory.XXXXXX")
trap 'rm -rf "$work"' EXIT
python3 "$here/memory.py" --size "$size" --relctl "$RELCTL" --work "$work"
