#!/bin/sh
# The most memory that relctl needs to pack a file of 2 GB, which must stay under 64 MB.
#
# usage: Tests/Benchmarks/memory.sh [--size MB]
#   --size MB   pack so many MB instead (default: 2048)
#
# Builds relctl for release unless RELCTL names one. Wants twice the size free in TMPDIR, which must not be in memory.
set -eu

size=2048
while [ $# -gt 0 ]; do
    case $1 in
    --size) size=${2:?--size needs a number} && shift 2 ;;
    *) sed -n '2,7s/^# \{0,1\}//p' "$0" >&2 && exit 64 ;;
    esac
done

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../.." && pwd)
if [ -z "${RELCTL:-}" ]; then
    sh "$root/Sources/CBuildInformation/generate.sh"
    swift build --package-path "$root" -c release --product relctl >&2
    RELCTL=$(swift build --package-path "$root" -c release --show-bin-path)/relctl
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/relctl-memory.XXXXXX")
trap 'rm -rf "$work"' EXIT
python3 "$here/memory.py" --size "$size" --relctl "$RELCTL" --work "$work"
