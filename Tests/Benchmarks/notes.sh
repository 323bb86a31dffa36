#!/bin/sh
# How long relctl takes to tell a long history, beside git log, git-cliff and commitizen, and how much memory.
#
# usage: Tests/Benchmarks/notes.sh [--rounds N] [--history FOLDER] [--work FOLDER] [FIGURE…]
#   --rounds N         so many rounds of each side (default: 5)
#   --history FOLDER   read a clone of this repository (default: RELCTL_HISTORY, else one made by history.py)
#   --work FOLDER      keep what is made there and use it again (default: a folder of its own, which is removed)
#   FIGURE…            these figures alone; --help lists them
#
# Builds relctl for release unless RELCTL names one, and installs peers that are missing. The sides take turns; medians
# are compared, unless the commits of a release differ from those that git lists. Fails where a bound is not kept.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=prepare.sh
. "$here/prepare.sh"
[ -n "${RELCTL:-}" ] || RELCTL=$(release_build relctl)
wheel git-cliff git-cliff
wheel cz commitizen

exec python3 "$here/notes.py" --relctl "$RELCTL" --cliff "$cache/git-cliff/bin/git-cliff" --cz "$cache/cz/bin/cz" "$@"
