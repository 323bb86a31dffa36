#!/bin/sh
# How long relctl takes to pack a release, beside tar with pigz or gzip, zip, 7zz and dist, how small the archives are,
# and how much memory it takes.
#
# usage: Tests/Benchmarks/packaging.sh [--rounds N] [--corpus FOLDER] [--work FOLDER] [FIGURE…]
#   --rounds N        so many rounds of each side (default: 5)
#   --corpus FOLDER   pack this corpus (default: RELCTL_CORPUS, else one made by corpus.py)
#   --work FOLDER     keep what is made there and use it again (default: a folder of its own, which is removed)
#   FIGURE…           these figures alone; --help lists them
#
# Builds relctl for release unless RELCTL names one, and installs peers that are missing. The sides take turns; medians
# are compared. Both sides' archives are unpacked, and nothing is compared unless they hold the same bytes. Fails where
# a bound is not kept. Wants 7 GB free in TMPDIR, which must not be in memory.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=prepare.sh
. "$here/prepare.sh"
[ -n "${RELCTL:-}" ] || RELCTL=$(release_build relctl)
programs pigz:pigz zip:zip 7zz:7zip
wheel dist astral-dev-toolchain-cargo-dist

exec python3 "$here/packaging.py" --relctl "$RELCTL" --dist "$cache/dist/bin/dist" "$@"
