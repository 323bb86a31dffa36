#!/bin/sh
# How long relctl takes to plan the release of a hundred repositories, beside asking each remote with git ls-remote.
#
# usage: Tests/Benchmarks/workspace.sh [--rounds N]
#   --rounds N   so many rounds of each side (default: 5)
#
# Builds relctl for release unless RELCTL names one. The sides take turns; medians are compared. Fails where a bound is not
# kept.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=prepare.sh
. "$here/prepare.sh"
[ -n "${RELCTL:-}" ] || RELCTL=$(release_build relctl)

exec python3 "$here/workspace.py" --relctl "$RELCTL" "$@"
